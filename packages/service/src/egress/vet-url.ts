// What a URL must look like before anything is resolved: as text, as authority, the same to two parsers, with a host
// that may be fetched. It only reads text. Nothing that it refuses may reach a resolver or a socket.

import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { ApiError } from '../errors.ts'
import type { AllowList } from './allow-list.ts'
import { LIMITS } from './limits.ts'
import { isSpecialName } from './special-names.ts'

/** A URL that passed. Only this module creates one. */
export type VettedUrl = {
  /** Canonical, without trailing dot and fragment. */
  readonly url: URL
  /** Without brackets: a name in ASCII, or, for an exception, an IP address. */
  readonly hostname: string
  readonly isAddress: boolean
  readonly port: number
  readonly isSecure: boolean
  /** EGRESS_ALLOW lists this host and port: any of its addresses may be connected to. */
  readonly isException: boolean
}

type Written = { readonly scheme: string; readonly host: string; readonly port: string | undefined }

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 }

/** Control characters, every kind of space, and the backslash, which some parsers take for a slash. */
const FORBIDDEN_TEXT = /[\p{Cc}\p{Z}\\]/u
/** Letters, marks, pictographs, and the middle dots of Catalan and Japanese. Digits are 0 to 9 only. */
const HOST_CHARACTERS = /^[\p{L}\p{M}\p{Extended_Pictographic}·・0-9._-]+$/u
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/** No registry mixes these in one label (ICANN IDN guidelines 4.0, section 2.5); look-alikes of Latin letters do. */
const LATIN = /\p{Script=Latin}/u
const LATIN_LOOKALIKES = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

const malformed = (): never => {
  throw new ApiError('link_malformed')
}

const blocked = (): never => {
  throw new ApiError('link_blocked')
}

/** Within the length of a URL, and free of characters that parsers skip, trim or read differently. */
export const isPlainText = (text: string): boolean =>
  text.length <= LIMITS.urlCharacters && text.isWellFormed() && !FORBIDDEN_TEXT.test(text)

/** The first parser: RFC 3986, by hand and strict. */
const readAuthority = (text: string): Written => {
  if (!isPlainText(text)) return malformed()
  const { scheme = '', authority = '' } =
    /^(?<scheme>https?):\/\/(?<authority>[^/?#]+)/i.exec(text)?.groups ?? malformed()
  if (/[@%]/.test(authority) || authority.normalize('NFKC') !== authority) return malformed()
  const { host = '', port } = /^(?<host>\[[^[\]]+\]|[^:[\]]+)(?::(?<port>.*))?$/u.exec(authority)?.groups ?? malformed()
  if (port !== undefined && !(/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535)) return malformed()
  if (!host.startsWith('[') && (!HOST_CHARACTERS.test(host) || INVISIBLE.test(host))) return malformed()
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port }
}

const withoutTrailingDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host)

const mixesScripts = (label: string): boolean => LATIN.test(label) && LATIN_LOOKALIKES.test(label)

/** The prefix of an A-label (RFC 5890, section 2.3.2.1). */
const ENCODED = 'xn--'

/** Whether a name in ASCII decodes and encodes back to itself, with labels within DNS's length. */
const isValidName = (hostname: string): boolean =>
  hostname.length <= 253 &&
  hostname.split('.').every((label) => LABEL.test(label)) &&
  (!hostname.includes(ENCODED) || isValidEncodedName(hostname))

const isValidEncodedName = (hostname: string): boolean => {
  const decoded = domainToUnicode(hostname)
  return (
    domainToASCII(decoded) === hostname &&
    HOST_CHARACTERS.test(decoded) &&
    !INVISIBLE.test(decoded) &&
    !decoded.split('.').some((label) => label.startsWith(ENCODED) || mixesScripts(label))
  )
}

type Parsed = {
  readonly url: URL
  readonly hostname: string
  readonly isAddress: boolean
  /** Whether the first parser read the same host. */
  readonly isSame: boolean
}

/** The second parser. */
const parse = (text: string, written: Written): Parsed => {
  const url = URL.parse(text) ?? malformed()
  if (text.includes('#')) url.hash = ''
  const hostname = withoutTrailingDot(url.hostname).replace(/^\[(.*)\]$/, '$1')
  if (isIP(hostname) !== 0) return { url, hostname, isAddress: true, isSame: written.host === url.hostname }
  if (!isValidName(hostname)) return malformed()
  if (url.hostname !== hostname) url.hostname = hostname
  const host = withoutTrailingDot(written.host)
  return { url, hostname, isAddress: false, isSame: host === hostname || host === domainToUnicode(hostname) }
}

/** Throws `link_malformed` or `link_blocked`. Exceptions in `allow` may be IP addresses, local names and any port. */
export const vetUrl = (text: string, allow: AllowList): VettedUrl => {
  const written = readAuthority(text)
  const { url, hostname, isAddress, isSame } = parse(text, written)
  // Another spelling of an address (decimal, octal, mapped) tries to evade the guard. A name never has two spellings.
  if (!isSame) return isAddress ? blocked() : malformed()

  const defaultPort = DEFAULT_PORTS[written.scheme] ?? malformed()
  const port = written.port === undefined ? defaultPort : Number(written.port)
  const isException = allow.has(hostname, port)
  const vetted = { url, hostname, isAddress, port, isSecure: written.scheme === 'https', isException }
  if (isException) return vetted

  if (isAddress || !hostname.includes('.') || isSpecialName(hostname)) return blocked()
  if (!TOP_LABEL.test(hostname.slice(hostname.lastIndexOf('.') + 1))) return malformed()
  return port === defaultPort ? vetted : blocked()
}
