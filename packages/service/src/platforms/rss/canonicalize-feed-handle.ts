// Any spelling of the URL of a feed or a site → one URL. Pure; egress decides whether it may be fetched.

/** URL schemes of feed readers and podcast players, in place of `https`. */
const READER_SCHEME =
  /^(?:(?:feed|rss|pcast|itpc|itms-pcasts?|podcasts?|antennapod-subscribe):(?:\/\/)?|pktc:\/\/subscribe\/|feed\+(?=https?:))/i
const WEB_SCHEME = /^https?:\/\//i
const MAX_LENGTH = 2048

/** Adds `https://` when there is no scheme, lower-cases the host, and removes the default port and the fragment. Path and query
 * stay unchanged. */
export const canonicalizeFeedHandle = (input: string): string | undefined => {
  const trimmed = input.trim()
  if (trimmed === '' || /[\s\p{Cc}\\<>"]/u.test(trimmed)) return undefined
  const text = trimmed.replace(READER_SCHEME, '')
  const isWeb = WEB_SCHEME.test(text)
  if (!isWeb && /^(?:[a-z][a-z0-9+.-]*:(?!\d)|[/?#.@])/i.test(text)) return undefined
  const url = URL.parse(isWeb ? text : `https://${text}`)
  if (url === null || url.username !== '' || url.password !== '' || url.hostname.startsWith('.')) return undefined
  if (!isWeb && !url.hostname.includes('.')) return undefined
  // The URL parser reads "1.5" and "0x7f.1" as IPv4 addresses, which a user does not mean.
  if (/^[\d.]+$/.test(url.hostname) && !text.toLowerCase().includes(url.hostname)) return undefined
  url.hash = ''
  return url.href.length > MAX_LENGTH ? undefined : url.href
}
