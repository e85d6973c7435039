// The plain text of a post → HTML, with links to the Pages and people that it mentions. Facebook counts in code points.

import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { POST_LIMITS } from '../../post/bound-html.ts'
import { cutText } from '../../post/cut-text.ts'
import { inlineHtml } from '../../post/describe-text.ts'
import { linkHtml } from '../../post/text.ts'
import { writtenHtml } from '../../post/written-html.ts'
import { LINKS, SITE } from './map-page.ts'

type Mention = { readonly start: number; readonly end: number; readonly id: string }

/** Ignores mentions that overlap or are out of range. Returns null when there is no text. */
export const messageHtml = (message: unknown, tags: unknown): string | null => {
  if (typeof message !== 'string') return null
  const points = Array.from(cutText(message, POST_LIMITS.characters))
  const mentions = jsonList(tags)
    .flatMap((tag) => mentionOf(tag, points.length) ?? [])
    .sort((one, other) => one.start - other.start)
  const textBetween = (from: number, to?: number) => points.slice(from, to).join('')
  let html = ''
  let at = 0
  for (const { start, end, id } of mentions) {
    if (start < at) continue
    const name = textBetween(start, end).replace(/\s+/g, ' ')
    html += inlineHtml(textBetween(at, start), LINKS) + linkHtml(`${SITE}/${id}`, name)
    at = end
  }
  return writtenHtml(html + inlineHtml(textBetween(at), LINKS))
}

const mentionOf = (tag: unknown, length: number): Mention | undefined => {
  const { id, offset, length: count } = jsonObject(tag)
  const isPlace = Number.isSafeInteger(offset) && Number.isSafeInteger(count)
  if (typeof id !== 'string' || !/^\d{1,24}$/.test(id) || !isPlace) return undefined
  const [start, end] = [Number(offset), Number(offset) + Number(count)]
  return start >= 0 && end > start && end <= length ? { start, end, id } : undefined
}
