// The flows of all platforms that can be connected, by their id.

import { blueskyFlow } from './bluesky.ts'
import { facebookFlow } from './facebook.ts'
import { flickrFlow } from './flickr.ts'
import type { ConnectFlow } from './flow.ts'
import { githubFlow } from './github.ts'
import { instagramFlow } from './instagram.ts'
import { linkedinFlow } from './linkedin.ts'
import { mastodonFlow } from './mastodon.ts'
import { misskeyFlow } from './misskey.ts'
import { pinterestFlow } from './pinterest.ts'
import { redditFlow } from './reddit.ts'
import { sandboxFlow } from './sandbox.ts'
import { threadsFlow } from './threads.ts'
import { tiktokFlow } from './tiktok.ts'
import { tumblrFlow } from './tumblr.ts'
import { twitchFlow } from './twitch.ts'
import { vimeoFlow } from './vimeo.ts'
import { xFlow } from './x.ts'
import { youtubeFlow } from './youtube.ts'

const byPlatform = (flows: readonly ConnectFlow[]): Readonly<Record<string, ConnectFlow>> =>
  Object.fromEntries(flows.map((flow) => [flow.dialect.platform, flow]))

export const FLOWS = byPlatform([
  blueskyFlow,
  facebookFlow,
  flickrFlow,
  githubFlow,
  instagramFlow,
  linkedinFlow,
  mastodonFlow,
  misskeyFlow,
  pinterestFlow,
  redditFlow,
  sandboxFlow,
  threadsFlow,
  tiktokFlow,
  tumblrFlow,
  twitchFlow,
  vimeoFlow,
  xFlow,
  youtubeFlow,
])

/** Those that the service offers: its token lasts or is renewed, and the posts of the platform are read with it. */
export const OFFERED_FLOWS = FLOWS
