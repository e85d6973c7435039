// A platform that is made up, for building and testing a client without any other. It answers the same at any time, fails
// and dawdles on demand, and calls nobody.

import { platform } from '../../upstream/contract/platform.ts'
import { oembedAddress, POSTS } from './addresses.ts'
import { canonicalizeHandle } from './read-handle.ts'
import { SandboxSettings } from './settings.ts'
import { madeUp } from './source.ts'

export const sandbox = platform({
  id: 'sandbox',
  name: 'Sandbox',
  handles: [
    'demo',
    'empty',
    'error.profile_not_found',
    'fleeting',
    'moved',
    'slow.2000',
    '@demo',
    '@demo@sandbox.example',
    'https://sandbox.example/@demo',
  ],
  variants: {
    posts: 'all 95 made-up posts',
    media: 'those with pictures, films or recordings',
    videos: 'those with films',
    replies: 'those that answer another post',
  },
  // They are made up.
  keepsPictures: true,
  settings: SandboxSettings,
  canonicalize: canonicalizeHandle,
  sources: [madeUp],
  posts: POSTS,
  oembed: ({ href }) => new URL(oembedAddress(href)),
})
