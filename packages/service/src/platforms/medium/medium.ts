// Medium through its public feeds: its API is no longer supported, and never listed stories.

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { frontRefusals } from '../../feeds/front-refusals.ts'
import { Type } from '../../parsing/type.ts'
import { platform } from '../../upstream/contract/platform.ts'
import { POSTS } from './addresses.ts'
import { canonicalizeSource } from './canonicalize-source.ts'
import { UNSUPPORTED } from './unsupported.ts'

export const medium = platform({
  id: 'medium',
  name: 'Medium',
  handles: ['@user', 'https://medium.com/@user', 'https://medium.com/feed/@user', 'https://medium.com/@user/about'],
  variants: { posts: 'stories and responses of a user, of a publication or of a tag: the newest ten' },
  settings: Type.Object({}),
  origins: ['https://medium.com'],
  canonicalize: canonicalizeSource,
  unsupported: UNSUPPORTED,
  sources: [
    lateFeedSource(() => import('./feed.ts'), {
      refusals: frontRefusals('Medium', 3_600),
      // It limits readers that come more often, over all of its hosts.
      accountFreshSeconds: 3_600,
    }),
  ],
  posts: POSTS,
  refuses:
    'Medium supports no API: its feeds have the ten newest stories, without numbers, and of stories for members only the beginning. Nothing tells what a response answers. Medium limits servers hard, and refuses many of those in data centers.',
})
