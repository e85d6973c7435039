// Where a page sends its visitors on by itself: static sites and old servers have no other redirect.

import { decodeHTMLAttribute } from 'entities/decode'
import type { EgressAnswer, Reference } from '../egress/egress.ts'
import { decodeReference } from '../egress/redirect.ts'
import { decodeText } from '../parsing/decode-text.ts'
import { parseRefresh, type Refresh } from '../parsing/parse-refresh.ts'
import { walkTags } from '../parsing/walk-tags.ts'
import { mayBeMarkup } from './page-markup.ts'

/** What is shown for longer is there to be read. */
const MOST_SECONDS = 5
/** A page that only leads on is short. */
const MAX_BYTES = 64 * 1024
/** What is in them is not there for a visitor whose browser runs scripts, or not there at all. */
const INERT: ReadonlySet<string> = new Set(['noscript', 'template', 'svg', 'math'])

type Found = Pick<Reference, 'base'> & { readonly refresh: Refresh }

const inHeader = ({ headers, url }: EgressAnswer): Found | undefined => {
  const refresh = headers.refresh === undefined ? undefined : parseRefresh(decodeReference(headers.refresh))
  return refresh && { refresh, base: new URL(url) }
}

/** The first that can be read, by the base that stands before it. */
const inText = (text: string, url: string): Found | undefined => {
  let found: Found | undefined
  let base: URL | undefined
  let inert = 0
  walkTags(text, ({ name, isEnd, attributes }) => {
    if (INERT.has(name)) inert = Math.max(0, inert + (isEnd ? -1 : 1))
    if (isEnd || inert > 0) return false
    if (name === 'base') base ??= URL.parse(decodeHTMLAttribute(attributes().href ?? ''), url) ?? undefined
    if (name !== 'meta' || attributes()['http-equiv']?.trim().toLowerCase() !== 'refresh') return false
    const refresh = parseRefresh(decodeHTMLAttribute(attributes().content ?? ''))
    found = refresh && { refresh, base: base ?? new URL(url) }
    return found !== undefined
  })
  return found
}

const inPage = ({ headers, url, body }: EgressAnswer): Found | undefined => {
  const type = headers['content-type']
  if (!mayBeMarkup(type) || body.length === 0) return undefined
  const { text } = decodeText(body.subarray(0, MAX_BYTES), type)
  return /\brefresh\b/i.test(text) ? inText(text, url) : undefined
}

const withoutFragment = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length)

/** Undefined where it sends nobody on, or only after a while, to itself, or to something else than a page of the web. */
export const pageRefresh = (answer: EgressAnswer): Reference | undefined => {
  // What is no success is told as it is, wherever it leads.
  if (answer.status < 200 || answer.status >= 300) return undefined
  const { refresh, base } = inHeader(answer) ?? inPage(answer) ?? {}
  if (!refresh?.reference || !base || refresh.seconds > MOST_SECONDS) return undefined
  const target = URL.parse(refresh.reference, base)
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  if (withoutFragment(target) === withoutFragment(new URL(answer.url))) return undefined
  return { written: refresh.reference, base }
}
