// URLs of single posts: on the web, and AT URIs (https://atproto.com/specs/at-uri-scheme).

import { absoluteUrl } from '../../post/absolute-url.ts'
import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

const POST = 'app.bsky.feed.post'
/** https://atproto.com/specs/record-key */
const KEY = '[A-Za-z0-9_~.:-]{1,512}'
const AUTHORITY = '[a-zA-Z0-9.:-]{3,300}'
const AT_URI = new RegExp(`^at://(?<authority>${AUTHORITY})/(?<collection>[a-zA-Z0-9.-]{3,317})/(?<key>${KEY})$`)

const PAGE = 'https://bsky.app/profile/{actor}/post/{key}'

export const POSTS: PostAddresses = {
  parts: { actor: AUTHORITY, key: KEY, view: 'liked-by|reposted-by|quotes', app: '[^.]+(?:\\.[^.]+)+' },
  patterns: {
    'bsky.app/profile/{actor}/post/{key}': PAGE,
    'bsky.app/profile/{actor}/post/{key}/{view}': PAGE,
    'at://{actor}/app.bsky.feed.post/{key}': PAGE,
    // An embedded post.
    'embed.bsky.app/embed/{actor}/app.bsky.feed.post/{key}': PAGE,
  },
  // Forks of the official app keep its paths.
  given: { '{app}/profile/{actor}/post/{key}': PAGE },
  hosts: {
    ...{ 'staging.bsky.app': 'bsky.app', 'main.bsky.dev': 'bsky.app' },
    ...{ 'deer.social': 'bsky.app', 'blacksky.community': 'bsky.app', 'witchsky.app': 'bsky.app' },
    ...{ 'mu.social': 'bsky.app', 'catsky.social': 'bsky.app' },
    // Made for link previews in chats.
    ...{ 'fxbsky.app': 'bsky.app', 'vxbsky.app': 'bsky.app', 'bskyx.app': 'bsky.app' },
  },
  domains: ['bsky.app'],
}

export type AtUriParts = { readonly authority: string; readonly collection: string; readonly key: string }

/** Returns undefined when the text is not an AT URI of a record. */
export const atUriParts = (uri: unknown): AtUriParts | undefined => {
  const groups = typeof uri === 'string' ? AT_URI.exec(uri)?.groups : undefined
  if (groups === undefined) return undefined
  return { authority: groups.authority ?? '', collection: groups.collection ?? '', key: groups.key ?? '' }
}

/** Uses the author's handle if known. Returns null when the URI is not that of a post. */
export const postUrl = (uri: string, handle: string | null): string | null => {
  const parts = atUriParts(uri)
  if (parts?.collection !== POST) return null
  return absoluteUrl(`https://bsky.app/profile/${handle ?? parts.authority}/post/${parts.key}`)
}

export const postUri = (did: string, key: string): string => `at://${did}/${POST}/${key}`

/** https://docs.bsky.app/docs/advanced-guides/oembed */
export const oembedUrl = oembedAt('https://embed.bsky.app/oembed', { format: 'json' })
