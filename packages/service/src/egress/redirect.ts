// The next hop that an answer asks for, as text for the same checks as the first address. It decides nothing itself:
// what it returns is as untrusted as what it read.

import { isUtf8 } from 'node:buffer'
import { isPlainText } from './vet-url.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Header text arrives byte by byte; many servers send UTF-8 although RFC 9110 section 10.2.2 wants it escaped. */
const decodeLocation = (location: string): string => {
  const bytes = Buffer.from(location, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : location
}

/** Undefined when there is nothing to follow: then the answer is the answer. */
export const nextHop = (status: number, headers: Readonly<Record<string, string>>, from: URL): string | undefined => {
  if (!REDIRECTS.has(status) || !headers.location) return undefined
  const location = decodeLocation(headers.location)
  // Absolute ones are vetted as written. A URL parser would clean the others up first (tabs, backslashes), so they must
  // be clean; what is left can name no other host.
  if (!isPlainText(location) || /^[a-z][a-z0-9+.-]*:/i.test(location)) return location
  return location.startsWith('//') ? from.protocol + location : new URL(location, from).href
}
