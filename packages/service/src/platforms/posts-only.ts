// Platforms whose posts can be validated but whose profiles cannot be scanned, one per line. A platform that gets a
// source moves to all.ts.

import type { PostsOnly } from '../upstream/contract/platform.ts'
import { applepodcasts } from './applepodcasts/applepodcasts.ts'
import { codepen } from './codepen/codepen.ts'
import { mixcloud } from './mixcloud/mixcloud.ts'
import { odysee } from './odysee/odysee.ts'
import { rumble } from './rumble/rumble.ts'
import { soundcloud } from './soundcloud/soundcloud.ts'
import { spotify } from './spotify/spotify.ts'

export const POSTS_ONLY: readonly PostsOnly[] = [
  // Sorted by id.
  applepodcasts,
  codepen,
  mixcloud,
  odysee,
  rumble,
  soundcloud,
  spotify,
]
