// Where raw content in HTML ends: that of some elements, and comments.

/** Elements with raw content up to their own end tag; `plaintext` has none
 * (https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments). */
const RAW = ['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']
const NEVER = /(?!)/g

/** Element → where its raw content ends. */
export const RAW_ENDS: ReadonlyMap<string, RegExp> = new Map(
  RAW.map((name) => [name, name === 'plaintext' ? NEVER : new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]),
)

/** The end of raw content; unclosed content continues to the end. */
export const endOfRaw = (html: string, rawEnd: RegExp, from: number): number => {
  rawEnd.lastIndex = from
  return rawEnd.exec(html)?.index ?? html.length
}

/** Right after `<!--`. */
const EMPTY_COMMENT = /-?>/y
const COMMENT_END = /--!?>/g

/** The position after a comment. `from`: right after `<!--`. */
export const endOfComment = (html: string, from: number): number => {
  EMPTY_COMMENT.lastIndex = from
  if (EMPTY_COMMENT.test(html)) return EMPTY_COMMENT.lastIndex
  COMMENT_END.lastIndex = from
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length
}
