// The fediverse through the Mastodon REST API. The host comes from the handle; most servers need no credentials. If a
// server requires a login, the account's public feed is read instead.
// https://docs.joinmastodon.org/methods/accounts/#statuses

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizeHandle } from './canonicalize-handle.ts'
import { canonicalizeTimeline } from './canonicalize-timeline.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { AccountPlace } from './read-statuses.ts'
import { REFUSAL_FORM, REFUSALS, TIMELINE_REFUSALS } from './refusals.ts'
import { MastodonSettings, token } from './settings.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const api = source<MastodonSettings, AccountPlace>({
  id: 'api',
  kinds: ['account', 'section'],
  provenance: 'official_api',
  credential: { optional: 'token' },
  refusals: REFUSALS,
  refusalForm: REFUSAL_FORM,
  account: late(() => import('./read-account.ts'))('readAccount'),
  posts: late(() => import('./read-statuses.ts'))('readStatuses'),
  post: late(() => import('./read-post.ts'))('readPost'),
})

const timelines = source<MastodonSettings, undefined>({
  id: 'timelines',
  provenance: 'official_api',
  kinds: ['community', 'hashtag', 'feed'],
  credential: { optional: 'token' },
  refusals: TIMELINE_REFUSALS,
  refusalForm: REFUSAL_FORM,
  account: late(() => import('./read-timeline.ts'))('readTimelineAccount'),
  posts: late(() => import('./read-timeline.ts'))('readTimeline'),
})

export const mastodon = platform({
  id: 'mastodon',
  name: 'Mastodon and compatible servers',
  handles: [
    'user@social.example',
    '@user@social.example',
    'acct:user@social.example',
    'https://social.example/@user',
    'https://social.example/users/user',
    'https://elsewhere.example/@user@social.example',
  ],
  variants: {
    posts: 'posts, without replies and boosts',
    replies: 'posts and replies',
    media: 'posts with media',
    all: 'posts, replies and boosts',
  },
  settings: MastodonSettings,
  sharedHosts: ['mastodon.social', 'mastodon.online', 'mstdn.social', 'mastodon.world', 'mstdn.jp', 'fosstodon.org'],
  credentials: [token],
  canonicalize: (input) => canonicalizeTimeline(input) ?? canonicalizeHandle(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [api, lateFeedSource(() => import('./feed.ts'), { kinds: ['account'] }), timelines],
  posts: POSTS,
  oembed: oembedUrl,
})
