// The elements of HTML whose content is none.

/** Their content is no HTML up to their own end tag; of `plaintext` there is none.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments */
const RAW = ['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']
const NEVER = /(?!)/g

/** Where the content of such an element ends. */
export const RAW_ENDS: ReadonlyMap<string, RegExp> = new Map(
  RAW.map((name) => [name, name === 'plaintext' ? NEVER : new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]),
)
