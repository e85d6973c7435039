// HTML from elsewhere, cut where its elements are nested deeper than those of any page that people read. Parsers shift and
// search the list of open elements at each tag: without a bound the work grows with the square of the depth, and a page of
// 2 MiB takes minutes. Whatever parses a stranger's HTML in one piece takes it from here.

import { Parser } from 'htmlparser2'

/** Open elements; real pages stay below 100. */
export const MAX_DEPTH = 256
/** Characters handed to the parser at once. */
export const CHUNK = 8 * 1024

const hasMoreTags = (html: string, most: number): boolean => {
  let at = -1
  for (let count = 0; count <= most; count += 1) {
    at = html.indexOf('<', at + 1)
    if (at === -1) return false
  }
  return true
}

/** The HTML, or what of it comes before the first element that is too deep. */
export const boundNesting = (html: string): string => {
  if (!hasMoreTags(html, MAX_DEPTH)) return html
  let depth = 0
  let cutAt: number | undefined
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth <= MAX_DEPTH || cutAt !== undefined) return
      cutAt = parser.startIndex
      parser.pause()
    },
    onclosetag() {
      depth -= 1
    },
  })
  for (let at = 0; at < html.length && cutAt === undefined; at += CHUNK) parser.write(html.slice(at, at + CHUNK))
  return cutAt === undefined ? html : html.slice(0, cutAt)
}
