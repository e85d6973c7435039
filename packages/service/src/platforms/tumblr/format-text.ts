// Converts the text of a block and its inline formats to HTML. Offsets count Unicode code points, and ranges may overlap.
// https://github.com/tumblr/docs/blob/master/npf-spec.md

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { linkHtml } from '../../post/text.ts'
import { unwrapUrl } from './unwrap-url.ts'

const ELEMENTS: ReadonlyMap<unknown, string> = new Map([
  ['bold', 'b'],
  ['italic', 'i'],
  ['strikethrough', 's'],
  ['small', 'small'],
])

/** The URL that a format links to. */
const TARGETS: ReadonlyMap<unknown, (format: JsonObject) => string | null> = new Map([
  ['link', ({ url }: JsonObject) => unwrapUrl(url)],
  ['mention', ({ blog }: JsonObject) => unwrapUrl(jsonObject(blog).url)],
])

type Range = { readonly start: number; readonly end: number }
type Link = Range & { readonly url: string }
/** An element that opens (1) or closes (-1) at a position. */
type Change = { readonly at: number; readonly element: string; readonly by: 1 | -1 }

/** Inline HTML; line breaks are left unchanged. */
export const formatText = (text: string, formatting: unknown): string => {
  const formats = jsonList(formatting).map(jsonObject)
  if (formats.length === 0) return escapeText(text)
  const points = Array.from(text)
  const changes = changesOf(formats, points.length)
  let html = ''
  let at = 0
  for (const link of linksOf(formats, points.length)) {
    html += changes.write(points, at, link.start) + wrapLink(link.url, changes.write(points, link.start, link.end))
    at = link.end
  }
  return html + changes.write(points, at, points.length)
}

const rangeOf = ({ start, end }: JsonObject, length: number): Range | undefined =>
  typeof start === 'number' && typeof end === 'number' && Number.isInteger(start) && start >= 0 && start < end
    ? { start: Math.min(start, length), end: Math.min(Math.floor(end), length) }
    : undefined

/** In the order of the text. Of overlapping links, only the first is kept. */
const linksOf = (formats: readonly JsonObject[], length: number): readonly Link[] => {
  let last = 0
  return formats
    .flatMap((format): Link[] => {
      const range = rangeOf(format, length)
      const url = TARGETS.get(format.type)?.(format) ?? null
      return range === undefined || url === null ? [] : [{ ...range, url }]
    })
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      const isFree = start >= last && end > start
      if (isFree) last = end
      return isFree
    })
}

const wrapLink = (url: string, inner: string): string => {
  const [opening = ''] = linkHtml(url, '').split('</a>', 1)
  return `${opening}${inner}</a>`
}

/** Writes consecutive parts of the text; each code point is written only once. */
const changesOf = (formats: readonly JsonObject[], length: number) => {
  const changes = formats
    .flatMap((format): Change[] => {
      const range = rangeOf(format, length)
      const element = ELEMENTS.get(format.type)
      if (range === undefined || element === undefined) return []
      return [
        { at: range.start, element, by: 1 },
        { at: range.end, element, by: -1 },
      ]
    })
    .toSorted((one, other) => one.at - other.at)
  const holding = new Map<string, number>()
  let next = 0
  return {
    write(points: readonly string[], from: number, to: number): string {
      let html = ''
      for (let at = from; at < to; ) {
        for (; (changes[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next += 1) {
          const { element = '', by = 1 } = changes[next] ?? {}
          holding.set(element, (holding.get(element) ?? 0) + by)
        }
        const end = Math.min(to, changes[next]?.at ?? to)
        const open = [...holding].flatMap(([element, count]) => (count > 0 ? element : []))
        const text = escapeText(points.slice(at, end).join(''))
        html += open.reduceRight((inner, element) => `<${element}>${inner}</${element}>`, text)
        at = end
      }
      return html
    },
  }
}
