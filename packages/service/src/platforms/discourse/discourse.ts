// Forums that run Discourse, through the JSON of their own pages. The handle contains the host; no credentials are needed.
// https://docs.discourse.org

import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizePlace, variantsIn } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { DiscourseSettings } from './settings.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { POSTS } from './urls.ts'

const read = late(() => import('./read-discourse.ts'))

export const discourse = platform({
  id: 'discourse',
  name: 'Discourse',
  handles: ['forum.example/u/name', 'https://forum.example/u/name', 'https://forum.example/u/name/activity/topics'],
  variants: { posts: 'topics that the user started, newest first' },
  settings: DiscourseSettings,
  sharedHosts: ['meta.discourse.org', 'discuss.python.org', 'users.rust-lang.org', 'community.openai.com'],
  canonicalize: canonicalizePlace,
  variantsIn,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<DiscourseSettings, undefined>({
      id: 'api',
      provenance: 'official_api',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  refuses:
    'Replies are not posts here. A forum that requires a login is private, and so are categories that guests do not see. Forums in a folder of a site are not read.',
})
