// The profile that another URL carries: viewers show what stands at any server, and servers ask people to follow somebody.

/** Paths of the pages that ask somebody to follow, or that look something up, and the parameters that name whom. */
const FOLLOW_PATH =
  /^\/(?:authorize_interaction|authorize_follow|authorize-follow|remote_follow|remote_interaction|ostatus_subscribe|follow|lookup|search|activitypub_actor|activitypub_interactions)$/
const FOLLOW_PARAMETERS = ['uri', 'acct', 'url', 'q'] as const
/** The URL of a profile as the path of an app's. */
const NESTED = /^\/(?<address>https?:\/\/?[^/]\S*)$/i
/** Schemes by which links open in an app: https://codeberg.org/fediverse/fep/src/branch/main/fep/07d7/fep-07d7.md, those of
 * apps, and that of the buttons of Mastodon. */
const APP_SCHEME =
  /^(?:web\+ap|ap|web\+activitypub|web\+mastodon|mastodon|ivory|icecubesapp|mammoth|mona|tusky|lemmy|voyager|vger):\/\//i
const WEB_SCHEME = /^https?:\/\//i
const ADDRESS = /^[^/@\s]+\/\S+$/

export type ShownAt = {
  readonly url: URL
  /** Decoded, without slashes at its end. */
  readonly path: string
  /** The same of the place that an app without a server of its own keeps behind a `#`. */
  readonly shown: string
  /** The address, or the handle, that the URL carries. */
  readonly nested: string | undefined
}

/** The URL of a page, with or without its scheme; undefined when it is none, or has credentials. */
export const readShown = (text: string): ShownAt | undefined => {
  const address = text.replace(APP_SCHEME, 'https://')
  const hasScheme = WEB_SCHEME.test(address)
  if (!hasScheme && !ADDRESS.test(address)) return undefined
  const url = URL.parse(hasScheme ? address : `https://${address}`)
  if (url?.username !== '' || url.password !== '') return undefined
  const path = decodePath(url.pathname)
  const shown = url.hash.startsWith('#/') ? decodePath(url.hash.slice(1).replace(/\?.*$/s, '')) : path
  return { url, path, shown, nested: nestedIn(url, path, shown) }
}

const nestedIn = ({ hostname, search, searchParams }: URL, path: string, shown: string): string | undefined => {
  const { address } = NESTED.exec(shown)?.groups ?? {}
  if (address !== undefined) return address.replace(/^(https?:\/)(?!\/)/i, '$1/')
  // `web+mastodon://follow?uri=…` has no path.
  if (search === '' || !FOLLOW_PATH.test(path || `/${hostname}`)) return undefined
  return FOLLOW_PARAMETERS.map((name) => searchParams.get(name)?.trim()).find((value) => value)
}

/** Empty when it cannot be decoded. */
const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/(?<!\/)\/+$/, '')
  } catch {
    return ''
  }
}
