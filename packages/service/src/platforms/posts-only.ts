// The platforms whose posts can be validated and whose profiles are not scanned, one line each. One that gets a source moves
// to all.ts.

import type { PostsOnly } from '../upstream/contract/platform.ts'
import { applepodcasts } from './applepodcasts/applepodcasts.ts'
import { codepen } from './codepen/codepen.ts'
import { mixcloud } from './mixcloud/mixcloud.ts'
import { odysee } from './odysee/odysee.ts'
import { rumble } from './rumble/rumble.ts'
import { soundcloud } from './soundcloud/soundcloud.ts'
import { spotify } from './spotify/spotify.ts'

export const POSTS_ONLY: readonly PostsOnly[] = [
  // In the order of their ids.
  applepodcasts,
  codepen,
  mixcloud,
  odysee,
  rumble,
  soundcloud,
  spotify,
]
