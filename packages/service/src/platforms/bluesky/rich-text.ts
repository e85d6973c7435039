// Text with facets → HTML. Facets use byte offsets of the UTF-8 text, not characters.
// https://docs.bsky.app/docs/advanced-guides/post-richtext

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { linkHtml } from '../../post/text.ts'
import { writtenHtml } from '../../post/written-html.ts'
import { isDid } from './canonicalize-handle.ts'
import { profileUrl } from './map-profile.ts'

type Span = { readonly start: number; readonly end: number; readonly url: string }

const TAG = 'app.bsky.richtext.facet#tag'

/** Type of a facet → the URL of its link. */
const TARGETS: Readonly<Record<string, (feature: JsonObject) => string | undefined>> = {
  'app.bsky.richtext.facet#link': ({ uri }) => (typeof uri === 'string' ? uri : undefined),
  'app.bsky.richtext.facet#mention': ({ did }) => (typeof did === 'string' && isDid(did) ? profileUrl(did) : undefined),
  [TAG]: ({ tag }) =>
    typeof tag === 'string' && tag !== '' ? `https://bsky.app/hashtag/${encodeURIComponent(tag)}` : undefined,
}

/** Hashtags without the `#`, in the order of the facets. */
export const tagsOf = (facets: unknown): readonly unknown[] =>
  jsonList(facets)
    .flatMap((facet) => jsonList(jsonObject(facet).features))
    .map(jsonObject)
    .flatMap(({ $type, tag }) => ($type === TAG ? [tag] : []))

/** Facets become links. Ignores facets that overlap, are out of range, or split a character. */
export const richTextToHtml = (text: string, facets: unknown): string | null => {
  const bytes = Buffer.from(text, 'utf8')
  const spans = jsonList(facets)
    .flatMap((facet) => spanOf(facet, bytes) ?? [])
    .sort((one, other) => one.start - other.start)
  let html = ''
  let at = 0
  for (const { start, end, url } of spans) {
    if (start < at) continue
    html += escapeText(bytes.toString('utf8', at, start)) + linkHtml(url, oneLine(bytes.toString('utf8', start, end)))
    at = end
  }
  return writtenHtml(html + escapeText(bytes.toString('utf8', at)))
}

const spanOf = (value: unknown, bytes: Buffer): Span | undefined => {
  const facet = jsonObject(value)
  const { byteStart: start, byteEnd: end } = jsonObject(facet.index)
  if (!isBoundary(start, bytes) || !isBoundary(end, bytes) || start >= end) return undefined
  for (const feature of jsonList(facet.features).map(jsonObject)) {
    const url = lookUp(TARGETS, String(feature.$type))?.(feature)
    if (url !== undefined) return { start, end, url }
  }
  return undefined
}

/** Whether the offset is the start of a character or the end of the text: bytes 10xxxxxx continue a character (RFC
 * 3629, section 3). */
const isBoundary = (offset: unknown, bytes: Buffer): offset is number =>
  typeof offset === 'number' &&
  Number.isInteger(offset) &&
  offset >= 0 &&
  offset <= bytes.length &&
  ((bytes[offset] ?? 0) & 0xc0) !== 0x80

/** A link cannot span paragraphs. */
const oneLine = (text: string): string => text.replace(/(?<!\s)\s+/g, (space) => (space.includes('\n') ? ' ' : space))
