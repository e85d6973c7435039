// The platforms that there are, one line each. A new platform is added here and nowhere else.

import { bluesky } from './bluesky/bluesky.ts'
import type { Platform } from './contract/platform.ts'
import { ghost } from './ghost/ghost.ts'
import { lemmy } from './lemmy/lemmy.ts'
import { mastodon } from './mastodon/mastodon.ts'
import { medium } from './medium/medium.ts'
import { misskey } from './misskey/misskey.ts'
import { peertube } from './peertube/peertube.ts'
import { reddit } from './reddit/reddit.ts'
import { rss } from './rss/rss.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { substack } from './substack/substack.ts'
import { wordpress } from './wordpress/wordpress.ts'
import { youtube } from './youtube/youtube.ts'

export const ALL_PLATFORMS: readonly Platform[] = [
  // In the order of their ids.
  bluesky,
  ghost,
  lemmy,
  mastodon,
  medium,
  misskey,
  peertube,
  reddit,
  rss,
  sandbox,
  substack,
  wordpress,
  youtube,
]
