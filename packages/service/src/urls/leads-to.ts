// URLs that only lead to another one, which they name: redirects in front of links, pages to log in at, frames of embedded
// profiles. Reads text only.

import { readAddress } from './read-address.ts'

/** Query fields in which pages to log in at, and frames, name the page behind them. */
const GATES = [
  ...['next', 'continue', 'dest', 'redirect', 'redirect_to', 'redirect_url', 'redirectUrl', 'redirect_after_login'],
  ...['session_redirect', 'sessionRedirect', 'return_to', 'returnUrl', 'href'],
]

const parse = (text: string): URL | null => URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)

/** What a text names, as a URL or as a path of the same host. */
const resolve = (named: string | null | undefined, base: URL): string | undefined =>
  named != null && /^(?:https?:\/\/|\/(?!\/))./i.test(named) ? URL.parse(named, base)?.href : undefined

/** The URL behind one that only redirects to it; undefined where the text is none such. */
export const redirectedTo = (text: string): string | undefined => {
  const url = /[\s\\]/.test(text) ? null : parse(text)
  const meant = url && readAddress(url)?.url
  return meant && meant.href !== url.href ? meant.href : undefined
}

/** The URLs that a page which is none itself may stand before: its query names them. */
export const namedInQuery = (text: string): readonly string[] => {
  const url = /[\s\\]/.test(text) || !text.includes('?') ? null : parse(text)
  return url === null ? [] : GATES.flatMap((field) => resolve(url.searchParams.get(field), url) ?? [])
}
