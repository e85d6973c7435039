// All platforms that can be scanned, one per line. A new platform is added here and nowhere else.

import type { Platform } from '../upstream/contract/platform.ts'
import { bluesky } from './bluesky/bluesky.ts'
import { dailymotion } from './dailymotion/dailymotion.ts'
import { devto } from './devto/devto.ts'
import { discourse } from './discourse/discourse.ts'
import { facebook } from './facebook/facebook.ts'
import { flickr } from './flickr/flickr.ts'
import { ghost } from './ghost/ghost.ts'
import { github } from './github/github.ts'
import { hackernews } from './hackernews/hackernews.ts'
import { instagram } from './instagram/instagram.ts'
import { lemmy } from './lemmy/lemmy.ts'
import { linkedin } from './linkedin/linkedin.ts'
import { mastodon } from './mastodon/mastodon.ts'
import { medium } from './medium/medium.ts'
import { misskey } from './misskey/misskey.ts'
import { peertube } from './peertube/peertube.ts'
import { pinterest } from './pinterest/pinterest.ts'
import { reddit } from './reddit/reddit.ts'
import { rss } from './rss/rss.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { stackexchange } from './stackexchange/stackexchange.ts'
import { substack } from './substack/substack.ts'
import { telegram } from './telegram/telegram.ts'
import { threads } from './threads/threads.ts'
import { tiktok } from './tiktok/tiktok.ts'
import { tumblr } from './tumblr/tumblr.ts'
import { twitch } from './twitch/twitch.ts'
import { vimeo } from './vimeo/vimeo.ts'
import { wordpress } from './wordpress/wordpress.ts'
import { x } from './x/x.ts'
import { youtube } from './youtube/youtube.ts'

export const ALL_PLATFORMS: readonly Platform[] = [
  // Sorted by id.
  bluesky,
  dailymotion,
  devto,
  discourse,
  facebook,
  flickr,
  ghost,
  github,
  hackernews,
  instagram,
  lemmy,
  linkedin,
  mastodon,
  medium,
  misskey,
  peertube,
  pinterest,
  reddit,
  rss,
  sandbox,
  stackexchange,
  substack,
  telegram,
  threads,
  tiktok,
  tumblr,
  twitch,
  vimeo,
  wordpress,
  x,
  youtube,
]
