// URLs of posts. Since 2026-06-15 oEmbed takes no token
// (https://developers.facebook.com/docs/instagram-platform/oembed/).

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

/** The API of Instagram Login, which tokens of connected accounts are for. */
export const LOGIN = 'https://graph.instagram.com'

const POST = 'https://www.instagram.com/{kind}/{code}/'
const REEL = 'https://www.instagram.com/reel/{code}/'

export const POSTS: PostAddresses = {
  parts: { user: '[\\w.]{1,30}', kind: 'p|tv|reel', code: '[\\w-]{2,64}', reel: '[\\w-]{8,64}', way: 'p|v|r|reel' },
  patterns: {
    'instagram.com/{kind}/{code}/**': POST,
    'instagram.com/reels/{code:reel}': REEL,
    'instagram.com/{user}/{kind}/{code}/**': POST,
    'instagram.com/{user}/reels/{code:reel}': REEL,
  },
  hosts: {
    'instagr.am': 'instagram.com',
    // Made for link previews in chats; they keep Instagram's paths.
    ...{ 'ddinstagram.com': 'instagram.com', 'kkinstagram.com': 'instagram.com' },
  },
  domains: ['instagram.com', 'instagr.am', 'ig.me'],
  short: ['instagram.com/share/{code}', 'instagram.com/share/{way}/{code}'],
}

export const oembedUrl = oembedAt('https://graph.facebook.com/v26.0/instagram_oembed')
