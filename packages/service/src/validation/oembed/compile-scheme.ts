// Compiles a URL scheme of the oEmbed registry (https://oembed.com, section 2.1) into a matcher. Globs are matched with
// string searches, so that no URL can make it slow. A wildcard in the host never matches the registered name.

export type Scheme = {
  /** The last two labels of the host, by which schemes are indexed. */
  readonly domain: string
  readonly matches: (url: URL) => boolean
  readonly matchesHost: (hostname: string) => boolean
}

const SCHEME = /^(https?):\/\/([^/]+)(\/.*)?$/
const LABEL = /^(?:\*|[a-z0-9-]+)$/
/** Suffixes under which anyone can register: a wildcard before one would match any owner. */
const PUBLIC_SUFFIX = /^\*\.(?:ac|co|com|edu|gov|net|org)\.[a-z]{2}$/
/** `*` parts of a path; the registry has at most four. */
const MAX_WILDCARDS = 8

/** Whether the literal parts, with anything between them, make up the text. Greedy from the left, which suffices for
 * `*`. */
export const matchesParts = (parts: readonly string[], text: string): boolean => {
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return text === first
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

/** A leading `*` matches one or more labels, as in the specification's `*.flickr.com`; any other matches exactly one. */
const compileHost = (pattern: string): ((hostname: string) => boolean) => {
  const wanted = pattern.split('.')
  const isOpen = wanted[0] === '*'
  return (hostname) => {
    const labels = hostname.split('.')
    if (isOpen ? labels.length < wanted.length : labels.length !== wanted.length) return false
    const tail = labels.slice(labels.length - wanted.length)
    return wanted.every((label, index) => label === '*' || label === tail[index])
  }
}

export const domainOf = (hostname: string): string => hostname.split('.').slice(-2).join('.')

/** The matcher; undefined for a pattern that is not a web URL, or whose wildcard could match another owner's domain. */
export const compileScheme = (pattern: string): Scheme | undefined => {
  const [, protocol, authority = '', path = '/'] = SCHEME.exec(pattern) ?? []
  const host = authority.toLowerCase()
  const labels = host.split('.')
  const isSafe =
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !labels.slice(-2).includes('*') &&
    !PUBLIC_SUFFIX.test(host)
  const parts = path.split('*')
  if (protocol === undefined || !isSafe || parts.length > MAX_WILDCARDS + 1) return undefined
  const matchesHost = compileHost(host)
  return {
    domain: domainOf(host),
    matchesHost,
    matches: (url) => {
      // Old rows use http for sites that now use https; the reverse does not match.
      const isProtocol = url.protocol === `${protocol}:` || url.protocol === 'https:'
      const fragment = path.includes('#') ? url.hash : ''
      return (
        isProtocol &&
        url.port === '' &&
        matchesHost(url.hostname) &&
        matchesParts(parts, url.pathname + url.search + fragment)
      )
    },
  }
}
