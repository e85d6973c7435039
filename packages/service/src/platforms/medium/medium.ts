// Medium through its public feeds. Its API is no longer supported and never had a list of stories.

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { frontRefusals } from '../../feeds/front-refusals.ts'
import { Type } from '../../parsing/type.ts'
import { platform } from '../../upstream/contract/platform.ts'
import { canonicalizeSource } from './canonicalize-source.ts'
import { KINDS, kindOf } from './kinds.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { POSTS } from './urls.ts'

export const medium = platform({
  id: 'medium',
  name: 'Medium',
  handles: ['@user', 'https://medium.com/@user', 'https://medium.com/feed/@user', 'https://medium.com/@user/about'],
  variants: { posts: 'stories and responses of a user, of a publication or of a tag: the newest ten' },
  settings: Type.Object({}),
  origins: ['https://medium.com'],
  canonicalize: canonicalizeSource,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    lateFeedSource(() => import('./feed.ts'), {
      refusals: frontRefusals('Medium', 3_600),
      // Medium limits clients that call more often, across all its hosts.
      accountFreshSeconds: 3_600,
    }),
  ],
  posts: POSTS,
  refuses:
    'Medium has no supported API. Its feeds have the ten newest stories, without counts, and only the beginning of members-only stories. They do not say which story a response belongs to. Medium limits servers strictly and refuses many data centers.',
})
