// Any spelling of a feed's or site's address → one address. Pure; whether it may be fetched is the egress's business.

/** Schemes of feed readers and podcast players; all mean a web address. */
const READER_SCHEME =
  /^(?:(?:feed|rss|pcast|itpc|itms-pcasts?|podcasts?|antennapod-subscribe):(?:\/\/)?|pktc:\/\/subscribe\/|feed\+(?=https?:))/i
const WEB_SCHEME = /^https?:\/\//i
const LONGEST = 2048

/** `https://` unless `http://` is written; host in lower case, no default port, no fragment; path and query as they are. */
export const canonicalizeFeedHandle = (input: string): string | undefined => {
  const written = input.trim()
  if (written === '' || /[\s\p{Cc}\\<>"]/u.test(written)) return undefined
  const address = written.replace(READER_SCHEME, '')
  const isWeb = WEB_SCHEME.test(address)
  if (!isWeb && /^(?:[a-z][a-z0-9+.-]*:(?!\d)|[/?#.@])/i.test(address)) return undefined
  const url = URL.parse(isWeb ? address : `https://${address}`)
  if (url === null || url.username !== '' || url.password !== '' || url.hostname.startsWith('.')) return undefined
  if (!isWeb && !url.hostname.includes('.')) return undefined
  // "1.5" and "0x7f.1" are numbers to the parser, and no host that anybody means.
  if (/^[\d.]+$/.test(url.hostname) && !address.toLowerCase().includes(url.hostname)) return undefined
  url.hash = ''
  return url.href.length > LONGEST ? undefined : url.href
}
