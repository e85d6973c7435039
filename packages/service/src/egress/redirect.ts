// The next hop that a response names, as text for the same checks as the first URL. It decides nothing: the result is
// as untrusted as the response.

import { isUtf8 } from 'node:buffer'
import { isPlainText } from './vet-url.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Ends after the host, or at the start of a relative reference. */
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?/i
const BLANKS = /\p{Z}/gu
const BEYOND_ASCII = /[\x80-\xff]/g

const escapeByte = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`

/** Rewrites the part of a reference after its host. The host must stay as it is. */
const rewriteAfterAuthority = (reference: string, rewrite: (text: string) => string): string => {
  const from = AUTHORITY.exec(reference)?.[0].length ?? 0
  return reference.slice(0, from) + rewrite(reference.slice(from))
}

/** Header fields arrive as bytes. Many servers send UTF-8, although RFC 9110, section 10.2.2, requires escapes. Bytes
 * of another charset are escaped as they are: the server knows the resource under them. */
export const decodeReference = (field: string): string => {
  const bytes = Buffer.from(field, 'latin1')
  return isUtf8(bytes)
    ? bytes.toString()
    : rewriteAfterAuthority(field, (text) => text.replaceAll(BEYOND_ASCII, escapeByte))
}

/** Resolves a reference in the page at `from`, as text to be vetted. An absolute reference is vetted as written. A URL
 * parser would normalize others (tabs, backslashes), so they must be plain and cannot name another host. Spaces, which
 * editors paste, are trimmed at the ends and escaped after the host, as in browsers
 * (https://url.spec.whatwg.org/#concept-basic-url-parser). */
export const resolveReference = (reference: string, from: URL): string => {
  const target = rewriteAfterAuthority(reference.trim(), (text) => text.replaceAll(BLANKS, encodeURIComponent))
  if (!isPlainText(target) || /^[a-z][a-z0-9+.-]*:/i.test(target)) return target
  return target.startsWith('//') ? from.protocol + target : (URL.parse(target, from)?.href ?? target)
}

/** Undefined if the response is not a redirect. */
export const nextHop = (status: number, headers: Readonly<Record<string, string>>, from: URL): string | undefined => {
  if (!REDIRECTS.has(status) || !headers.location?.trim()) return undefined
  return resolveReference(decodeReference(headers.location), from)
}
