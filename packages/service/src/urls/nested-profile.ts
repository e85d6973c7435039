// The profile that another URL carries: a viewer shows profiles of any server, and a server's follow page names a profile.

/** Paths of follow and lookup pages, and the parameters that name the profile. */
const FOLLOW_PATH =
  /^\/(?:authorize_interaction|authorize_follow|authorize-follow|remote_follow|remote_interaction|ostatus_subscribe|follow|lookup|search|activitypub_actor|activitypub_interactions)$/
const FOLLOW_PARAMETERS = ['uri', 'acct', 'url', 'q'] as const
/** A profile's URL as the path of a viewer's URL. */
const NESTED = /^\/(?<profile>https?:\/\/?[^/]\S*)$/i
/** Schemes of links that open in an app: FEP-07d7 (https://codeberg.org/fediverse/fep/src/branch/main/fep/07d7/fep-07d7.md),
 * the apps' own, and that of Mastodon's follow buttons. */
const APP_SCHEME =
  /^(?:web\+ap|ap|web\+activitypub|web\+mastodon|mastodon|ivory|icecubesapp|mammoth|mona|tusky|lemmy|voyager|vger):\/\//i
const WEB_SCHEME = /^https?:\/\//i
const HOST_AND_PATH = /^[^/@\s]+\/\S+$/

export type PageUrl = {
  readonly url: URL
  /** Decoded, without trailing slashes. */
  readonly path: string
  /** The path of the route: behind `#/` in a single-page app, else the same as `path`. */
  readonly shown: string
  /** The URL or the handle that this URL carries. */
  readonly nested: string | undefined
}

/** Parses a page's URL, with or without its scheme; undefined when it is none, or has credentials. */
export const parsePageUrl = (text: string): PageUrl | undefined => {
  const source = text.replace(APP_SCHEME, 'https://')
  const hasScheme = WEB_SCHEME.test(source)
  if (!hasScheme && !HOST_AND_PATH.test(source)) return undefined
  const url = URL.parse(hasScheme ? source : `https://${source}`)
  if (url?.username !== '' || url.password !== '') return undefined
  const path = decodePath(url.pathname)
  const shown = url.hash.startsWith('#/') ? decodePath(url.hash.slice(1).replace(/\?.*$/s, '')) : path
  return { url, path, shown, nested: nestedIn(url, path, shown) }
}

const nestedIn = ({ hostname, search, searchParams }: URL, path: string, shown: string): string | undefined => {
  const { profile } = NESTED.exec(shown)?.groups ?? {}
  if (profile !== undefined) return profile.replace(/^(https?:\/)(?!\/)/i, '$1/')
  // `web+mastodon://follow?uri=…` has no path.
  if (search === '' || !FOLLOW_PATH.test(path || `/${hostname}`)) return undefined
  return FOLLOW_PARAMETERS.map((name) => searchParams.get(name)?.trim()).find((value) => value)
}

/** Empty when the escapes are invalid. */
const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/(?<!\/)\/+$/, '')
  } catch {
    return ''
  }
}
