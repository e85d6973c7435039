// Where what is no HTML ends in it: the content of some elements, and comments.

/** Their content is no HTML up to their own end tag; of `plaintext` there is none.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments */
const RAW = ['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']
const NEVER = /(?!)/g

/** Where the content of such an element ends. */
export const RAW_ENDS: ReadonlyMap<string, RegExp> = new Map(
  RAW.map((name) => [name, name === 'plaintext' ? NEVER : new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]),
)

/** Where such content ends; what nobody closes goes on to the end. */
export const endOfRaw = (html: string, rawEnd: RegExp, from: number): number => {
  rawEnd.lastIndex = from
  return rawEnd.exec(html)?.index ?? html.length
}

/** Behind the beginning of a comment. */
const EMPTY_COMMENT = /-?>/y
const COMMENT_END = /--!?>/g

/** Where what is behind a comment begins, from behind its beginning. */
export const endOfComment = (html: string, from: number): number => {
  EMPTY_COMMENT.lastIndex = from
  if (EMPTY_COMMENT.test(html)) return EMPTY_COMMENT.lastIndex
  COMMENT_END.lastIndex = from
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length
}
