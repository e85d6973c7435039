// Addresses of single posts across the servers. `id` is what the API calls the post; `guid` names it only on the web.

const SCHEME_AND_HOST = '^https?:\\/\\/(?<host>[^\\s\\/?#@:]+\\.[^\\s\\/?#@:]+)'
const END = '\\/?(?:[?#]\\S*)?$'
const NUMBER = '(?<id>\\d{1,24})'
/** GoToSocial: https://github.com/ulid/spec */
const ULID = '(?<id>[0-9A-HJKMNP-TV-Z]{26})'
/** Pleroma and Akkoma. */
const FLAKE = '(?<id>[0-9A-Za-z]{18})'
const UUID = '(?<guid>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})'
const USER = '(?<user>[^\\s\\/?#@]+)'
const USER_HERE_OR_THERE = '(?<user>[^\\s\\/?#@]+(?:@[^\\s\\/?#@]+)?)'

const address = (path: string) => new RegExp(SCHEME_AND_HOST + path + END)

const MASTODON_URLS = [
  address(`(?:\\/web)?\\/@${USER_HERE_OR_THERE}\\/${NUMBER}`),
  address(`\\/users\\/${USER}\\/statuses\\/${NUMBER}`),
  address(`\\/ap\\/users\\/\\d{1,24}\\/statuses\\/${NUMBER}`),
  address(`\\/web\\/statuses\\/${NUMBER}`),
]

export const POST_URLS: readonly RegExp[] = [
  ...MASTODON_URLS,
  address(`\\/@${USER}\\/statuses\\/${ULID}`),
  address(`\\/users\\/${USER}\\/statuses\\/${ULID}`),
  address(`\\/notice\\/${FLAKE}`),
  address(`\\/objects\\/${UUID}`),
  address(`\\/p\\/${USER}\\/${NUMBER}`),
  address('\\/display\\/(?<guid>[0-9a-f-]{16,64})'),
]

/** Where Mastodon tells how to embed the post; undefined for addresses of servers that have no such endpoint. */
export const oembedUrl = (url: URL): URL | undefined => {
  if (!MASTODON_URLS.some((pattern) => pattern.test(url.href))) return undefined
  const endpoint = new URL('/api/oembed', `https://${url.host}`)
  endpoint.searchParams.set('url', url.href)
  return endpoint
}
