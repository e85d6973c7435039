// The flows of all platforms that can be connected, by their id.

import { facebookFlow } from './facebook.ts'
import type { ConnectFlow } from './flow.ts'
import { instagramFlow } from './instagram.ts'
import { mastodonFlow } from './mastodon.ts'
import { sandboxFlow } from './sandbox.ts'
import { threadsFlow } from './threads.ts'
import { tiktokFlow } from './tiktok.ts'

export const FLOWS: Readonly<Record<string, ConnectFlow>> = Object.fromEntries(
  [sandboxFlow, mastodonFlow, instagramFlow, threadsFlow, facebookFlow, tiktokFlow].map((flow) => [
    flow.dialect.platform,
    flow,
  ]),
)
