// The platforms whose posts can be validated and whose profiles are not scanned, one line each. One that gets a source moves
// to all.ts.

import { applepodcasts } from './applepodcasts/applepodcasts.ts'
import { codepen } from './codepen/codepen.ts'
import type { PostsOnly } from './contract/platform.ts'
import { dailymotion } from './dailymotion/dailymotion.ts'
import { devto } from './devto/devto.ts'
import { flickr } from './flickr/flickr.ts'
import { github } from './github/github.ts'
import { linkedin } from './linkedin/linkedin.ts'
import { medium } from './medium/medium.ts'
import { mixcloud } from './mixcloud/mixcloud.ts'
import { odysee } from './odysee/odysee.ts'
import { pinterest } from './pinterest/pinterest.ts'
import { rumble } from './rumble/rumble.ts'
import { soundcloud } from './soundcloud/soundcloud.ts'
import { spotify } from './spotify/spotify.ts'
import { substack } from './substack/substack.ts'
import { telegram } from './telegram/telegram.ts'
import { tiktok } from './tiktok/tiktok.ts'
import { tumblr } from './tumblr/tumblr.ts'
import { twitch } from './twitch/twitch.ts'
import { vimeo } from './vimeo/vimeo.ts'
import { x } from './x/x.ts'

export const POSTS_ONLY: readonly PostsOnly[] = [
  // In the order of their ids.
  applepodcasts,
  codepen,
  dailymotion,
  devto,
  flickr,
  github,
  linkedin,
  medium,
  mixcloud,
  odysee,
  pinterest,
  rumble,
  soundcloud,
  spotify,
  substack,
  telegram,
  tiktok,
  tumblr,
  twitch,
  vimeo,
  x,
]
