// The platforms whose posts can be validated and whose profiles are not scanned, one line each. One that gets a source moves
// to all.ts.

import { applepodcasts } from './applepodcasts/applepodcasts.ts'
import { codepen } from './codepen/codepen.ts'
import type { PostsOnly } from './contract/platform.ts'
import { dailymotion } from './dailymotion/dailymotion.ts'
import { devto } from './devto/devto.ts'
import { facebook } from './facebook/facebook.ts'
import { flickr } from './flickr/flickr.ts'
import { github } from './github/github.ts'
import { instagram } from './instagram/instagram.ts'
import { linkedin } from './linkedin/linkedin.ts'
import { mixcloud } from './mixcloud/mixcloud.ts'
import { odysee } from './odysee/odysee.ts'
import { pinterest } from './pinterest/pinterest.ts'
import { rumble } from './rumble/rumble.ts'
import { soundcloud } from './soundcloud/soundcloud.ts'
import { spotify } from './spotify/spotify.ts'
import { telegram } from './telegram/telegram.ts'
import { threads } from './threads/threads.ts'
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
  facebook,
  flickr,
  github,
  instagram,
  linkedin,
  mixcloud,
  odysee,
  pinterest,
  rumble,
  soundcloud,
  spotify,
  telegram,
  threads,
  tiktok,
  tumblr,
  twitch,
  vimeo,
  x,
]
