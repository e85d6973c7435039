// The fixtures of all platforms, one per line, sorted by platform id.

import { fixtures as bluesky } from '../bluesky/fixtures.cases.ts'
import { fixtures as dailymotion } from '../dailymotion/fixtures.cases.ts'
import { fixtures as devto } from '../devto/fixtures.cases.ts'
import { fixtures as discourse } from '../discourse/fixtures.cases.ts'
import { fixtures as facebook } from '../facebook/fixtures.cases.ts'
import { fixtures as flickr } from '../flickr/fixtures.cases.ts'
import { fixtures as ghost } from '../ghost/fixtures.cases.ts'
import { fixtures as github } from '../github/fixtures.cases.ts'
import { fixtures as hackernews } from '../hackernews/fixtures.cases.ts'
import { fixtures as instagram } from '../instagram/fixtures.cases.ts'
import { fixtures as lemmy } from '../lemmy/fixtures.cases.ts'
import { fixtures as linkedin } from '../linkedin/fixtures.cases.ts'
import { fixtures as mastodon } from '../mastodon/fixtures.cases.ts'
import { fixtures as medium } from '../medium/fixtures.cases.ts'
import { fixtures as misskey } from '../misskey/fixtures.cases.ts'
import { fixtures as peertube } from '../peertube/fixtures.cases.ts'
import { fixtures as pinterest } from '../pinterest/fixtures.cases.ts'
import { fixtures as reddit } from '../reddit/fixtures.cases.ts'
import { fixtures as rss } from '../rss/fixtures.cases.ts'
import { fixtures as stackexchange } from '../stackexchange/fixtures.cases.ts'
import { fixtures as substack } from '../substack/fixtures.cases.ts'
import { fixtures as telegram } from '../telegram/fixtures.cases.ts'
import { fixtures as threads } from '../threads/fixtures.cases.ts'
import { fixtures as tiktok } from '../tiktok/fixtures.cases.ts'
import { fixtures as tumblr } from '../tumblr/fixtures.cases.ts'
import { fixtures as twitch } from '../twitch/fixtures.cases.ts'
import { fixtures as vimeo } from '../vimeo/fixtures.cases.ts'
import { fixtures as wordpress } from '../wordpress/fixtures.cases.ts'
import { fixtures as x } from '../x/fixtures.cases.ts'
import { fixtures as youtube } from '../youtube/fixtures.cases.ts'
import type { PlatformFixtures } from './platform-fixture.ts'

export const ALL_FIXTURES: readonly PlatformFixtures[] = [
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
