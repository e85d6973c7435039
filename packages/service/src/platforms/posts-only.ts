// The platforms whose posts can be validated and whose profiles are not scanned, one line each. One that gets a source moves
// to all.ts.

import { applepodcasts } from './applepodcasts/applepodcasts.ts'
import { codepen } from './codepen/codepen.ts'
import type { PostsOnly } from './contract/platform.ts'
import { devto } from './devto/devto.ts'
import { facebook } from './facebook/facebook.ts'
import { github } from './github/github.ts'
import { instagram } from './instagram/instagram.ts'
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
import { threads } from './threads/threads.ts'
import { tiktok } from './tiktok/tiktok.ts'
import { twitch } from './twitch/twitch.ts'
import { x } from './x/x.ts'

export const POSTS_ONLY: readonly PostsOnly[] = [
  // In the order of their ids.
  applepodcasts,
  codepen,
  devto,
  facebook,
  github,
  instagram,
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
  threads,
  tiktok,
  twitch,
  x,
]
