// What the request log may show of a handle, a site or a URL: enough to recognize it, and never a key, a token, an email
// address or a query string, whatever was pasted.

import { maskKeys } from '../licensing/keys/mask-keys.ts'
import { pastedUrl } from '../parsing/pasted.ts'

const MAX_CHARACTERS = 160
const INVISIBLE = /[\p{Cc}\p{Cf}\s]+/gu
const WORDS = /[^\s/:;,<>"'()]+/g
const AT = /@|%40/i
const DOMAIN = /^[^.]+(?:\.[^.]+)*\.[^.]{2,}$/
/** A mention or a URL is no email address, although its handle is written like one. */
const NO_EMAIL = /^[^\p{L}\p{N}]*@|:\/\//u
/** Part of a path that a person does not write: feeds have secrets in their paths. */
const SECRET_PART = /^(?=.*\d)(?=.*[A-Za-z])[\w+=~]{20,}$|^[\da-f-]{32,}$/i
const AUTHORITY_USER = /^(?<scheme>[a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i

const oneLine = (text: string): string =>
  text
    .slice(0, 4 * MAX_CHARACTERS)
    .replace(INVISIBLE, ' ')
    .trim()

const cut = (text: string): string =>
  (text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`).toWellFormed()

/** With only the domain of each email address. */
const withoutEmails = (text: string): string =>
  text.replace(WORDS, (word) => {
    const parts = word.split(AT)
    const domain = parts.at(-1) ?? ''
    return parts.length > 1 && DOMAIN.test(domain) ? `…@${domain}` : word
  })

/** Without user name, query and fragment, and without secrets in the path. */
const withoutSecrets = (text: string): string => {
  const [path = ''] = text.replace(AUTHORITY_USER, '$<scheme>').split(/[?#]/, 1)
  const parts = path.split('/').map((part) => (SECRET_PART.test(part) ? `…${part.slice(-4)}` : part))
  return parts.join('/') + (path.length < text.length && text.includes('?') ? '?…' : '')
}

/** `written`: what the client sent. `canonical`: the handle in it, if there is one. `isFound`: the platform returned
 * the profile, so that the handle is a name and nothing else. */
export const readableHandle = (written: string, canonical: string | undefined, isFound: boolean): string | null => {
  const text = oneLine(canonical ?? written)
  if (text === '') return null
  const url = /[/?#]/.test(text) ? withoutSecrets(text) : text
  if (isFound) return cut(url)
  const unmailed = canonical !== undefined && NO_EMAIL.test(written) ? url : withoutEmails(url)
  return cut(maskKeys(unmailed, { random: canonical === undefined }))
}

const MAX_PLATFORM_CHARACTERS = 40

/** An unknown platform, as the client sent it: cut, and without keys and email addresses. */
export const readablePlatform = (written: string | undefined): string | null =>
  readableHandle(written?.slice(0, 4 * MAX_PLATFORM_CHARACTERS) ?? '', undefined, false)
    ?.slice(0, MAX_PLATFORM_CHARACTERS)
    .toWellFormed() ?? null

/** `site`: in its canonical form. */
export const readableSite = (site: string): string => cut(maskKeys(withoutEmails(withoutSecrets(oneLine(site)))))

/** An id that the caller may have chosen. */
export const readableId = (id: string): string => (/^ck[_-]|^eyJ/i.test(id) ? maskKeys(id) : id)

/** The host of a URL that a client sent; null when it has none. */
export const hostOf = (written: string): string | null => {
  const text = pastedUrl(written)
  const url = URL.parse(text) ?? URL.parse(`https://${text}`)
  const host = url?.hostname ?? ''
  return host.includes('.') || host.includes(':') ? cut(host) : null
}
