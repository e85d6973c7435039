// Cuts HTML that walkHtml wrote. It relies on that form: every `<` starts a tag, every `>` ends one, every `&` starts a
// reference, and every element is closed.

import { cutText } from './cut-text.ts'

const TAG = /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g

/** At most `most` characters from the start, followed by the end tags of open elements. */
export const cutMarkup = (html: string, most: number): string => {
  if (html.length <= most) return html
  const end = cutText(html, most)
  const start = end.slice(0, endOfWhole(end))
  const open: { readonly name: string; readonly from: number; readonly to: number }[] = []
  for (const { 0: tag, 1: isEnd, 2: name = '', 3: isVoid, index } of start.matchAll(TAG)) {
    if (isEnd) open.pop()
    else if (!isVoid) open.push({ name, from: index, to: index + tag.length })
  }
  // Drops empty elements at the end, which show nothing.
  let to = start.length
  for (let last = open.at(-1); last?.to === to; last = open.at(-1)) {
    to = last.from
    open.pop()
  }
  const endTags = open.reverse().map(({ name }) => `</${name}>`)
  return start.slice(0, to) + endTags.join('')
}

/** The start of a cut-off tag or reference, else the end. */
export const endOfWhole = (html: string): number => {
  const tag = html.lastIndexOf('<')
  if (tag > html.lastIndexOf('>')) return tag
  const reference = html.lastIndexOf('&')
  return reference > html.lastIndexOf(';') ? reference : html.length
}
