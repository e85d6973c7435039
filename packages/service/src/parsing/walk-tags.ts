// The tags of a page, without its text and its tree: for those who look for a few of them. What stands in comments, scripts and other
// elements whose content is no HTML is passed over, as browsers do. Whatever the page is, it takes a few milliseconds.
// https://html.spec.whatwg.org/multipage/parsing.html#data-state

import { RAW_ENDS } from './raw-ends.ts'
import { type Attributes, endOfTag, endsName, NO_ATTRIBUTES, readStartTag } from './read-start-tag.ts'

export type Tag = {
  /** In lower case. */
  readonly name: string
  readonly isEnd: boolean
  /** As they are written, read when they are asked for; none of an end tag. */
  readonly attributes: () => Attributes
  /** Where it begins, and where what is behind it does. */
  readonly from: number
  readonly end: number
}

/** Tags, comments and declarations that are gone over. */
const MOST_MARKS = 10_000
/** Characters of a tag whose attributes are read. */
const LONGEST_TAG = 32 * 1024

/** The next thing that is no text: a comment, another declaration, an end tag, a start tag. */
const MARKUP = /<(?:!--|[!?]|\/[a-z]|[a-z])/gi
/** Behind the beginning of a comment. */
const EMPTY_COMMENT = /-?>/y
const COMMENT_END = /--!?>/g

const asWritten = (value: string): string => value

const behind = (pattern: RegExp, html: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(html) ? pattern.lastIndex : html.length
}

const behindSign = (html: string, from: number): number => {
  const at = html.indexOf('>', from)
  return at === -1 ? html.length : at + 1
}

const behindComment = (html: string, from: number): number => {
  EMPTY_COMMENT.lastIndex = from
  return EMPTY_COMMENT.test(html) ? EMPTY_COMMENT.lastIndex : behind(COMMENT_END, html, from)
}

const nameEnd = (html: string, from: number): number => {
  let at = from
  while (at < html.length && !endsName(html.charCodeAt(at))) at += 1
  return at
}

/** Where the content of an element ends that is no HTML; what nobody closes goes on to the end. */
const behindRaw = (html: string, name: string, from: number): number => {
  const pattern = RAW_ENDS.get(name)
  if (pattern === undefined) return from
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

/** Goes over the tags in their order until `visit` returns true, or there were very many. A tag that the end cuts off is none. */
export const walkTags = (html: string, visit: (tag: Tag) => boolean): void => {
  let at = 0
  for (let marks = 0; at < html.length && marks < MOST_MARKS; marks += 1) {
    MARKUP.lastIndex = at
    const found = MARKUP.exec(html)
    if (found === null) return
    const [sign] = found
    const from = found.index
    if (sign === '<!--') at = behindComment(html, from + sign.length)
    else if (sign === '<!' || sign === '<?') at = behindSign(html, from)
    else {
      const isEnd = sign.startsWith('</')
      const nameFrom = from + (isEnd ? 2 : 1)
      const nameTo = nameEnd(html, nameFrom)
      const name = html.slice(nameFrom, nameTo).toLowerCase()
      const end = endOfTag(html, nameTo)
      if (end === undefined) return
      const hasAttributes = !isEnd && end - from <= LONGEST_TAG
      const attributes = () =>
        (hasAttributes ? readStartTag(html, nameTo, asWritten)?.attributes : undefined) ?? NO_ATTRIBUTES
      if (visit({ name, isEnd, attributes, from, end })) return
      at = isEnd ? end : behindRaw(html, name, end)
    }
  }
}
