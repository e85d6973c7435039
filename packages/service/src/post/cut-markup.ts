// HTML as the walk writes it, cut to a length and whole again. It knows only that form: every `<` begins a tag, every
// `>` ends one, every `&` begins a reference, and every element is closed.

import { cutText } from './cut-text.ts'

const TAG = /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g

/** At most so many characters from the beginning, behind them the end tags of what is open there. */
export const cutMarkup = (html: string, most: number): string => {
  if (html.length <= most) return html
  const end = cutText(html, most)
  const start = end.slice(0, endOfWhole(end))
  const open: { readonly name: string; readonly from: number; readonly to: number }[] = []
  for (const { 0: tag, 1: isEnd, 2: name = '', 3: isVoid, index } of start.matchAll(TAG)) {
    if (isEnd) open.pop()
    else if (!isVoid) open.push({ name, from: index, to: index + tag.length })
  }
  // What was opened last and holds nothing shows nothing.
  let to = start.length
  for (let last = open.at(-1); last?.to === to; last = open.at(-1)) {
    to = last.from
    open.pop()
  }
  const endTags = open.reverse().map(({ name }) => `</${name}>`)
  return start.slice(0, to) + endTags.join('')
}

/** Where the last tag or reference begins when it is cut, else the end. */
export const endOfWhole = (html: string): number => {
  const tag = html.lastIndexOf('<')
  if (tag > html.lastIndexOf('>')) return tag
  const reference = html.lastIndexOf('&')
  return reference > html.lastIndexOf(';') ? reference : html.length
}
