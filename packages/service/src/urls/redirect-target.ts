// URLs that carry the URL of another page: redirects, login pages, frames of embedded profiles. Parses text only; sends no
// request.

import { parseUrl } from './parse-url.ts'

/** Query parameters in which login pages and frames carry the page behind them. */
const RETURN_PARAMETERS = [
  ...['next', 'continue', 'dest', 'redirect', 'redirect_to', 'redirect_url', 'redirectUrl', 'redirect_after_login'],
  ...['session_redirect', 'sessionRedirect', 'return_to', 'returnUrl', 'href'],
]

const parse = (text: string): URL | null => URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)

/** The URL in a parameter: absolute, or a path of the same host. */
const resolve = (named: string | null | undefined, base: URL): string | undefined =>
  named != null && /^(?:https?:\/\/|\/(?!\/))./i.test(named) ? URL.parse(named, base)?.href : undefined

/** The target of a redirect's URL; undefined when the text is no redirect. */
export const redirectTarget = (text: string): string | undefined => {
  const url = /[\s\\]/.test(text) ? null : parse(text)
  const meant = url && parseUrl(url)?.url
  return meant && meant.href !== url.href ? meant.href : undefined
}

/** The URLs of pages that the query of a login page or a frame carries. */
export const urlsInQuery = (text: string): readonly string[] => {
  const url = /[\s\\]/.test(text) || !text.includes('?') ? null : parse(text)
  return url === null ? [] : RETURN_PARAMETERS.flatMap((field) => resolve(url.searchParams.get(field), url) ?? [])
}
