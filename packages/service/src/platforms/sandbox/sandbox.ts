// A fictional platform, to build and test clients with. Its responses never change; it fails and delays on request, and sends no
// network request.

import { platform } from '../../upstream/contract/platform.ts'
import { accountToken } from './account-token.ts'
import { KINDS, kindOf } from './kinds.ts'
import { canonicalizeHandle } from './read-handle.ts'
import { SandboxSettings } from './settings.ts'
import { connectedAccount, madeUp } from './source.ts'
import { oembedUrl, POSTS } from './urls.ts'

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
  hasFixedProfiles: true,
  variants: {
    posts: 'all 95 made-up posts',
    media: 'posts with images, videos or audio',
    videos: 'posts with videos',
    replies: 'replies to other posts',
  },
  // The images are fictional, so they may be stored.
  keepsPictures: true,
  settings: SandboxSettings,
  canonicalize: canonicalizeHandle,
  kinds: KINDS,
  kindOf,
  unsupported: {
    instead: 'The sandbox says so to test what you show then.',
    home: 'sandbox.example',
    urls: { group: ['sandbox.example/groups/{group}'] },
  },
  credentials: [accountToken],
  sources: [madeUp, connectedAccount],
  posts: POSTS,
  oembed: ({ href }) => new URL(oembedUrl(href)),
})
