// The canonical spelling of a site: host and path of a URL, or an id of the client's own. The path matters: two folders
// of one host are two sites. Scheme, `www.`, case of the host and trailing slashes do not.

import { isIP } from 'node:net'
import { ApiError } from '../../errors.ts'
import { isPlainText } from '../../parsing/plain-text.ts'

const MAX_CHARACTERS = 255
const SCHEME = /^(?:https?:)?\/\//i
/** A URL without its scheme: `host.example`, `host.example:8080/blog`, `localhost`, `[::1]`. */
const BARE_ADDRESS = /^(?:[^\s/\\?#@:]+\.[^\s/\\?#@:]+|localhost|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/i
/** The default ports of both schemes, since the scheme is not part of a site. */
const DEFAULT_PORT = /:(?:80|443)$/

const refuse = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field, message }] })

const parseAddress = (text: string): URL | undefined => {
  const bare = !SCHEME.test(text)
  if (bare && !BARE_ADDRESS.test(text)) return undefined
  const url = URL.parse(`http://${text.replace(SCHEME, '')}`)
  // `1.2` and `0x7f.1` are ids: only four decimal numbers are an IPv4 address.
  const isNumber = url !== null && isIP(url.hostname) === 4 && !text.includes(url.hostname)
  return url === null || (bare && isNumber) ? undefined : url
}

const canonicalHost = ({ host }: URL): string =>
  host
    .replace(DEFAULT_PORT, '')
    .replace(/\.+(?=:|$)/, '')
    .replace(/^(?:www\.)+(?=[^.]+\.)/, '')

/** RFC 3986, section 6.2.2: a percent-encoded unreserved character equals the character itself. */
const canonicalPath = ({ pathname }: URL): string =>
  pathname
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/%[\da-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
    })
    .replace(/\/+$/, '')

/** The canonical spelling. Throws `invalid_request` for `field` when the text does not name a site. */
export const canonicalSite = (text: string, field = 'siteId'): string => {
  const trimmed = text.trim()
  const url = parseAddress(trimmed)
  const host = url && canonicalHost(url)
  const written = url && host ? host + canonicalPath(url) : trimmed
  // A host without a dot will be read as an id the next time, so it is spelled as one now.
  const site = host && BARE_ADDRESS.test(host) ? written : written.toLowerCase().trim()
  if (site === '') throw refuse(field, 'must name a site')
  if (site.length > MAX_CHARACTERS)
    throw refuse(field, `must be at most ${MAX_CHARACTERS} characters in its canonical form`)
  if (!isPlainText(site)) throw refuse(field, 'must be plain text')
  return site
}
