// PeerTube through the REST API of any server. The handle contains the host; no credentials are needed.
// https://docs.joinpeertube.org/api-rest-reference.html

import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizeActor } from './canonicalize-actor.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-peertube.ts'
import { REFUSALS } from './refusals.ts'
import { PeertubeSettings } from './settings.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS } from './urls.ts'

const read = late(() => import('./read-peertube.ts'))

export const peertube = platform({
  id: 'peertube',
  name: 'PeerTube',
  handles: [
    'name@tube.example',
    '@name@tube.example',
    'https://tube.example/@name',
    'https://elsewhere.example/@name@tube.example',
  ],
  variants: { posts: 'videos of a channel or an account, newest first', live: 'live streams' },
  settings: PeertubeSettings,
  sharedHosts: ['framatube.org', 'tilvids.com', 'peertube.tv', 'video.blender.org', 'tube.tchncs.de', 'spectra.video'],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeActor(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<PeertubeSettings, Keep | undefined>({
      id: 'api',
      provenance: 'official_api',
      refusals: REFUSALS,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'The service does not read videos that are private, internal or protected by a password. Name a channel by its own host: other servers have only the videos that they follow.',
})
