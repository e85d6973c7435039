// PeerTube through the REST API of any server. The host comes from the handle; nobody has to sign in.
// https://docs.joinpeertube.org/api-rest-reference.html

import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'
import { canonicalizeActor } from './canonicalize-actor.ts'
import type { Keep } from './read-peertube.ts'
import { REFUSALS } from './refusals.ts'
import { PeertubeSettings } from './settings.ts'
import { UNSUPPORTED } from './unsupported.ts'

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
  variants: { posts: 'videos of a channel or of an account, newest first', live: 'streams' },
  settings: PeertubeSettings,
  sharedHosts: ['framatube.org', 'tilvids.com', 'peertube.tv', 'video.blender.org', 'tube.tchncs.de', 'spectra.video'],
  canonicalize: canonicalizeActor,
  unsupported: UNSUPPORTED,
  sources: [
    source<PeertubeSettings, Keep>({
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
    'Videos that are private, internal or behind a password are not read. Name the channel by its own host: others know only what they follow.',
})
