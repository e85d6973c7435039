// The platforms that there are, one line each. A new platform is added here and nowhere else.

import { bluesky } from './bluesky/bluesky.ts'
import type { Platform } from './contract/platform.ts'
import { dailymotion } from './dailymotion/dailymotion.ts'
import { flickr } from './flickr/flickr.ts'
import { ghost } from './ghost/ghost.ts'
import { mastodon } from './mastodon/mastodon.ts'
import { reddit } from './reddit/reddit.ts'
import { rss } from './rss/rss.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { tumblr } from './tumblr/tumblr.ts'
import { vimeo } from './vimeo/vimeo.ts'
import { wordpress } from './wordpress/wordpress.ts'
import { youtube } from './youtube/youtube.ts'

export const ALL_PLATFORMS: readonly Platform[] = [
  // In the order of their ids.
  bluesky,
  dailymotion,
  flickr,
  ghost,
  mastodon,
  reddit,
  rss,
  sandbox,
  tumblr,
  vimeo,
  wordpress,
  youtube,
]
