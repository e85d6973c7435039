// Providers as their platforms document them, for tests: each file repeats from the documentation what its token endpoint
// demands and answers, and is written apart from the dialects that it judges.

import { facebook } from './providers/facebook.ts'
import { simulateFlickr } from './providers/flickr.ts'
import { github } from './providers/github.ts'
import { instagram } from './providers/instagram.ts'
import { linkedin } from './providers/linkedin.ts'
import { pinterest } from './providers/pinterest.ts'
import { CLIENT, type Provider, SECRET } from './providers/provider.ts'
import { REDDIT_AGENT, reddit } from './providers/reddit.ts'
import { simulateByRules } from './providers/simulate-by-rules.ts'
import { threads } from './providers/threads.ts'
import { tiktok } from './providers/tiktok.ts'
import { tumblr } from './providers/tumblr.ts'
import { twitch } from './providers/twitch.ts'
import { vimeo } from './providers/vimeo.ts'
import { x } from './providers/x.ts'
import { youtube } from './providers/youtube.ts'

export type { Answer, Provider } from './providers/provider.ts'
export { REDDIT_AGENT }

const RULES = {
  facebook,
  github,
  instagram,
  linkedin,
  pinterest,
  reddit,
  threads,
  tiktok,
  tumblr,
  twitch,
  vimeo,
  x,
  youtube,
}

/** Flickr alone speaks OAuth 1.0. */
export type SimulatedPlatform = keyof typeof RULES | 'flickr'

export const OPERATOR = { clientId: CLIENT, clientSecret: SECRET } as const

export const simulateProvider = (platform: SimulatedPlatform): Provider =>
  platform === 'flickr' ? simulateFlickr() : simulateByRules(platform, RULES[platform])
