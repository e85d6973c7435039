// Iterates over the tags of a page without building a tree, for callers that look for a few of them. Comments, scripts
// and other raw content are skipped as in browsers. It takes a few milliseconds for any page.
// https://html.spec.whatwg.org/multipage/parsing.html#data-state

import { endOfComment, endOfRaw, RAW_ENDS } from './raw-ends.ts'
import { type Attributes, endOfTag, endOfTagName, NO_ATTRIBUTES, readStartTag } from './read-start-tag.ts'

export type Tag = {
  /** In lower case. */
  readonly name: string
  readonly isEnd: boolean
  /** As written, parsed when called. Empty for an end tag. */
  readonly attributes: () => Attributes
  /** Where it starts, and the position after it. */
  readonly from: number
  readonly end: number
}

/** Tags, comments and declarations that are visited. */
const MAX_MARKS = 10_000
/** Characters of a tag whose attributes are parsed. */
const LONGEST_TAG = 32 * 1024

/** The next markup: a comment, a declaration, an end tag, a start tag. */
const MARKUP = /<(?:!--|[!?]|\/[a-z]|[a-z])/gi

const asWritten = (value: string): string => value

const behindSign = (html: string, from: number): number => {
  const at = html.indexOf('>', from)
  return at === -1 ? html.length : at + 1
}

/** Visits tags in order until `visit` returns true, or after very many. A tag that is cut off at the end is skipped. */
export const walkTags = (html: string, visit: (tag: Tag) => boolean): void => {
  let at = 0
  for (let marks = 0; at < html.length && marks < MAX_MARKS; marks += 1) {
    MARKUP.lastIndex = at
    const found = MARKUP.exec(html)
    if (found === null) return
    const [sign] = found
    const from = found.index
    if (sign === '<!--') at = endOfComment(html, from + sign.length)
    else if (sign === '<!' || sign === '<?') at = behindSign(html, from)
    else {
      const isEnd = sign.startsWith('</')
      const nameFrom = from + (isEnd ? 2 : 1)
      const nameTo = endOfTagName(html, nameFrom)
      const name = html.slice(nameFrom, nameTo).toLowerCase()
      const end = endOfTag(html, nameTo)
      if (end === undefined) return
      const hasAttributes = !isEnd && end - from <= LONGEST_TAG
      const attributes = () =>
        (hasAttributes ? readStartTag(html, nameTo, asWritten)?.attributes : undefined) ?? NO_ATTRIBUTES
      if (visit({ name, isEnd, attributes, from, end })) return
      const rawEnd = isEnd ? undefined : RAW_ENDS.get(name)
      at = rawEnd === undefined ? end : endOfRaw(html, rawEnd, end)
    }
  }
}
