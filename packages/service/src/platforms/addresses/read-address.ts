// An address taken apart as patterns read it. Scheme, fragment and a slash at the end are gone; one with a port or with
// credentials is nobody's post.

export type PostAddress = {
  readonly scheme: 'web' | 'at'
  /** The host without the label of its face, then as it is: a blog may well be called `old`. */
  readonly hosts: readonly string[]
  readonly path: string
  readonly query: URLSearchParams
}

/** Labels in front of a host that show the same posts in another way. */
const FACES: ReadonlySet<string> = new Set([
  ...['www', 'm', 'mobile', 'touch', 'mbasic', 'lite', 'web', 'amp', 'music', 'gaming', 'old', 'new', 'np', 'beta'],
])

/** https://atproto.com/specs/at-uri-scheme: no URL, since its authority may be a DID. */
const AT_URI = /^at:\/\/(?<authority>[^/?#]+)(?<path>(?:\/[^?#]*)?)$/

/** The forms of a host to try, the likeliest first. */
export const hostForms = (hostname: string): readonly string[] => {
  const [first = '', ...rest] = hostname.split('.')
  return rest.length >= 2 && FACES.has(first) ? [rest.join('.'), hostname] : [hostname]
}

const withoutEndSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Undefined when it is no address that could be a post's. */
export const readAddress = (text: string | URL): PostAddress | undefined => {
  const { authority, path = '' } = (typeof text === 'string' && AT_URI.exec(text)?.groups) || {}
  if (authority !== undefined) return { scheme: 'at', hosts: [authority], path, query: new URLSearchParams() }
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  return {
    scheme: 'web',
    hosts: hostForms(url.hostname),
    path: withoutEndSlashes(url.pathname.replace(/%3a/gi, ':').replace(/%40/g, '@')),
    query: url.searchParams,
  }
}
