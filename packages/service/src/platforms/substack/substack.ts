// Substack through the public feeds of its publications. It has no documented API.

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { frontRefusals } from '../../feeds/front-refusals.ts'
import { Type } from '../../parsing/type.ts'
import { platform } from '../../upstream/contract/platform.ts'
import { canonicalizePublication } from './canonicalize-publication.ts'
import { KINDS, kindOf } from './kinds.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { POSTS } from './urls.ts'

export const substack = platform({
  id: 'substack',
  name: 'Substack',
  handles: [
    'name.substack.com',
    'https://name.substack.com/archive',
    '@name',
    'https://substack.com/@name',
    'https://open.substack.com/pub/name',
    'https://name.substack.com/publish/home',
    'https://name.substack.com/embed',
  ],
  variants: { posts: 'the newest posts and episodes' },
  settings: Type.Object({}),
  canonicalize: canonicalizePublication,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [lateFeedSource(() => import('./feed.ts'), { refusals: frontRefusals('Substack', 600) })],
  posts: POSTS,
  refuses:
    'Substack has no documented API. Its feeds contain about twenty of the newest posts, without counts and tags; paid posts are cut. They contain neither notes nor chats. Substack often blocks IP addresses of data centers.',
})
