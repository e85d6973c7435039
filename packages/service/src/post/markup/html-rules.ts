// Tables of how HTML is parsed: void elements, implied end tags, foreign content.

/** Void elements (https://html.spec.whatwg.org/multipage/syntax.html#void-elements), including obsolete ones. */
export const VOID: ReadonlySet<string> = new Set([
  ...['area', 'base', 'basefont', 'br', 'col', 'command', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'keygen'],
  ...['link', 'meta', 'param', 'source', 'track', 'wbr'],
])

const P = ['p']
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p']
const CONTROLS = ['input', 'option', 'optgroup', 'select', 'button', 'datalist', 'textarea']
const implied = (closed: readonly string[], ...openers: readonly string[]) =>
  openers.map((name) => [name, new Set(closed)] as const)

/** Element → open elements that it closes if they are innermost
 * (https://html.spec.whatwg.org/multipage/syntax.html#optional-tags, and what parsers add to it). */
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

/** Elements of foreign languages, and those that switch back to HTML
 * (https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point). */
export type Language = 'html' | 'svg' | 'math'
export const ENTERS: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['svg', 'svg'],
  ['math', 'math'],
  ...['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml', 'desc', 'title'].map((name) => [name, 'html'] as const),
])
