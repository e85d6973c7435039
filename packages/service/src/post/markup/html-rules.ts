// How HTML is read, whatever is made of it: elements without content, what ends where, what is no HTML. Tables to read.

/** Elements without content. https://html.spec.whatwg.org/multipage/syntax.html#void-elements, and those of old. */
export const VOID: ReadonlySet<string> = new Set([
  ...['area', 'base', 'basefont', 'br', 'col', 'command', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'keygen'],
  ...['link', 'meta', 'param', 'source', 'track', 'wbr'],
])

const P = ['p']
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p']
const CONTROLS = ['input', 'option', 'optgroup', 'select', 'button', 'datalist', 'textarea']
const implied = (closed: readonly string[], ...openers: readonly string[]) =>
  openers.map((name) => [name, new Set(closed)] as const)

/** Element → what it ends when that is the innermost open one.
 * https://html.spec.whatwg.org/multipage/syntax.html#optional-tags, and what readers of HTML add to it. */
export const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...implied(P, 'p', 'blockquote', 'details', 'div', 'dl', 'figcaption', 'figure', 'hr', 'ol', 'pre', 'table', 'ul'),
  ...implied(P, 'address', 'article', 'aside', 'fieldset', 'footer', 'form', 'header', 'main', 'nav', 'section'),
  ...implied(HEADINGS, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
  ...implied(['a'], 'a'),
  ...implied(['li'], 'li'),
  ...implied(['dd', 'dt'], 'dd', 'dt'),
  ...implied(['rt', 'rp'], 'rt', 'rp'),
  ...implied(['tr', 'th', 'td'], 'tr'),
  ...implied(['th'], 'th'),
  ...implied(['thead', 'th', 'td'], 'td'),
  ...implied(['thead', 'tbody'], 'tbody', 'tfoot'),
  ...implied(['head', 'link', 'script'], 'body'),
  ...implied(CONTROLS, 'select', 'input', 'output', 'button', 'datalist', 'textarea'),
  ...implied(['option'], 'option'),
  ...implied(['optgroup', 'option'], 'optgroup'),
])

/** Elements of other languages, whose rules hold within them, and those in which HTML goes on.
 * https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point */
export type Language = 'html' | 'svg' | 'math'
export const ENTERS: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['svg', 'svg'],
  ['math', 'math'],
  ...['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml', 'desc', 'title'].map((name) => [name, 'html'] as const),
])
