// The next hop that an answer asks for, as text for the same checks as the first address. It decides nothing itself:
// what it returns is as untrusted as what it read.

import { isUtf8 } from 'node:buffer'
import { isPlainText } from './vet-url.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Behind the host, or all of a relative one. */
const BEHIND_AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?/i
const BLANKS = /\p{Z}/gu
const BEYOND_ASCII = /[\x80-\xff]/g

const escapeByte = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`

/** The same reference, with what is behind its host written otherwise. In a host nothing of it may stand. */
const behindAuthority = (reference: string, rewrite: (text: string) => string): string => {
  const from = BEHIND_AUTHORITY.exec(reference)?.[0].length ?? 0
  return reference.slice(0, from) + rewrite(reference.slice(from))
}

/** A header field arrives byte by byte. Many servers send UTF-8 although RFC 9110 section 10.2.2 wants it escaped; bytes of
 * another charset are escaped as they are, since they name what the server has under them. */
export const decodeReference = (field: string): string => {
  const bytes = Buffer.from(field, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : behindAuthority(field, (text) => text.replaceAll(BEYOND_ASCII, escapeByte))
}

/**
 * Where a reference leads that stands at `from`, as text to be vetted.
 * Absolute ones are vetted as written. A URL parser would clean the others up first (tabs, backslashes), so they must
 * be clean; what is left can name no other host. Blanks are cut off at the ends and escaped behind the host, as browsers do
 * (https://url.spec.whatwg.org/#concept-basic-url-parser): editors paste them.
 */
export const resolveReference = (reference: string, from: URL): string => {
  const target = behindAuthority(reference.trim(), (text) => text.replaceAll(BLANKS, encodeURIComponent))
  if (!isPlainText(target) || /^[a-z][a-z0-9+.-]*:/i.test(target)) return target
  return target.startsWith('//') ? from.protocol + target : (URL.parse(target, from)?.href ?? target)
}

/** Undefined when there is nothing to follow: then the answer is the answer. */
export const nextHop = (status: number, headers: Readonly<Record<string, string>>, from: URL): string | undefined => {
  if (!REDIRECTS.has(status) || !headers.location?.trim()) return undefined
  return resolveReference(decodeReference(headers.location), from)
}
