// URLs that only lead to another one, which they name: redirects that stand in front of links, pages to log in at, frames of
// embedded profiles, readers of feeds. Reads text only.

import { decodeText } from './site-url.ts'

type Redirect = {
  readonly host: RegExp
  readonly path: RegExp
  /** The query field that names the URL; absent where the path names it as the group `url`. */
  readonly field?: string
}

/** Whatever is behind them, the page is never meant itself. */
const REDIRECTS: readonly Redirect[] = [
  { host: /^(?:l|lm)\.(?:facebook|instagram|threads)\.(?:com|net)$/, path: /^\/(?:l\.php)?$/, field: 'u' },
  { host: /^(?:(?:www|m)\.)?facebook\.com$/, path: /^\/(?:l\.php|flx\/warn\/?)$/, field: 'u' },
  { host: /^(?:(?:www|m)\.)?youtube\.com$/, path: /^\/redirect$/, field: 'q' },
  { host: /^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/, path: /^\/url$/, field: 'q' },
  { host: /^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/, path: /^\/url$/, field: 'url' },
  { host: /^consent\.(?:youtube|google)\.com$/, path: /^\/[\w/]+$/, field: 'continue' },
  { host: /^out\.reddit\.com$/, path: /^\/.*$/, field: 'url' },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, field: 'url' },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, field: 'z' },
  { host: /^duckduckgo\.com$/, path: /^\/l\/?$/, field: 'uddg' },
  { host: /^vk\.com$/, path: /^\/away\.php$/, field: 'to' },
  { host: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, field: 'url' },
  { host: /^(?:[\w-]+\.)?safelinks\.protection\.outlook\.com$/, path: /^\/.*$/, field: 'url' },
  { host: /^(?:www\.)?medium\.com$/, path: /^\/m\/(?:global-identity(?:-2)?|signin)$/, field: 'redirectUrl' },
  { host: /^validator\.w3\.org$/, path: /^\/feed\/check\.cgi$/, field: 'url' },
  { host: /^theoldreader\.com$/, path: /^\/feeds\/subscribe$/, field: 'url' },
  { host: /^antennapod\.org$/, path: /^\/deeplink\/subscribe\/?$/, field: 'url' },
  { host: /^feedly\.com$/, path: /^\/i\/(?:subscription|discover\/sources\/search)\/feed(?:\/|%2f)(?<url>https?.+)$/i },
  { host: /^(?:www\.)?inoreader\.com$/, path: /^\/feed\/(?<url>https?.+)$/i },
  { host: /^(?:www\.)?subscribeonandroid\.com$/, path: /^\/(?<url>.+)$/ },
]

/** Query fields in which pages to log in at, and frames, name the page behind them. */
const GATES = [
  ...['next', 'continue', 'dest', 'redirect', 'redirect_to', 'redirect_url', 'redirectUrl', 'redirect_after_login'],
  ...['session_redirect', 'sessionRedirect', 'return_to', 'returnUrl', 'href'],
]

const parse = (text: string): URL | null => URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)

/** What a text names, as a URL or as a path of the same host. */
const resolve = (named: string | null | undefined, base: URL): string | undefined =>
  named != null && /^(?:https?:\/\/|\/(?!\/))./i.test(named) ? URL.parse(named, base)?.href : undefined

const ofPath = (written: string | undefined): string | undefined => {
  const text = written === undefined ? undefined : decodeText(written)
  return text === undefined || /^https?:\/\//i.test(text) ? text : `https://${text}`
}

/** The URL behind one that only redirects to it; undefined where the text is none such. */
export const redirectedTo = (text: string): string | undefined => {
  const url = /[\s\\]/.test(text) ? null : parse(text)
  if (url === null) return undefined
  // The whole query is the URL.
  if (url.hostname === 'href.li' && /^\?https?:/i.test(url.search)) return url.search.slice(1)
  for (const { host, path, field } of REDIRECTS) {
    const groups = host.test(url.hostname) ? path.exec(url.pathname) : null
    const named = field === undefined ? ofPath(groups?.groups?.url) : url.searchParams.get(field)
    const found = groups ? resolve(named, url) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The URLs that a page which is none itself may stand before: its query names them. */
export const namedInQuery = (text: string): readonly string[] => {
  const url = /[\s\\]/.test(text) || !text.includes('?') ? null : parse(text)
  return url === null ? [] : GATES.flatMap((field) => resolve(url.searchParams.get(field), url) ?? [])
}
