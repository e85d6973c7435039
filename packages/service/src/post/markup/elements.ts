// Tables of the elements and attributes that a post's HTML may have, and of how others are treated. Nothing else
// passes.

import { RAW_ENDS } from '../../parsing/raw-ends.ts'
import { ATTRIBUTES, type CleanValue } from './attributes.ts'
import { ENDS, ENTERS, type Language, VOID } from './html-rules.ts'

/** Attributes of every element, followed by its own, in the order in which they are written. */
const EVERYWHERE = ['lang', 'dir', 'title'] as const

const INLINE = [
  ...[
    'a',
    'span',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'del',
    'ins',
    'sub',
    'sup',
    'small',
    'mark',
    'abbr',
    'q',
    'cite',
  ],
  ...['code', 'kbd', 'time', 'ruby', 'rt', 'rp', 'bdi', 'bdo', 'video', 'audio'],
]
const BLOCKS = [
  ...[
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'pre',
    'div',
    'figure',
  ],
  ...['figcaption', 'details', 'summary', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]
const WITHOUT_END = ['br', 'hr', 'wbr', 'img', 'source']

type AttributeName = keyof typeof ATTRIBUTES

const OWN_ATTRIBUTES: ReadonlyMap<string, readonly AttributeName[]> = new Map<string, readonly AttributeName[]>([
  ['time', ['datetime']],
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan', 'scope']],
  ['img', ['alt', 'width', 'height', 'loading']],
  ['video', ['width', 'height']],
  ['source', ['type']],
])

/** Element that may be written → its attributes. walkHtml handles URLs. */
export const WRITTEN: ReadonlyMap<string, readonly AttributeName[]> = new Map(
  [...INLINE, ...BLOCKS, ...WITHOUT_END].map((name) => [name, [...(OWN_ATTRIBUTES.get(name) ?? []), ...EVERYWHERE]]),
)

const BLOCK: ReadonlySet<string> = new Set(BLOCKS)

/** Block elements become a plain block, so that words on both sides stay apart. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ...[
    'section',
    'article',
    'header',
    'footer',
    'aside',
    'main',
    'nav',
    'address',
    'center',
    'fieldset',
    'form',
    'hgroup',
  ].map((name) => [name, 'div'] as const),
  ['dir', 'ul'],
  ['menu', 'ul'],
  ['strike', 's'],
  ['tt', 'code'],
  ['samp', 'code'],
  ['acronym', 'abbr'],
])

/** Elements whose content is invisible, or which HTML does not parse as text. */
export const UNREAD: ReadonlySet<string> = new Set([
  ...[
    'script',
    'style',
    'template',
    'noscript',
    'title',
    'textarea',
    'select',
    'option',
    'datalist',
    'button',
    'iframe',
  ],
  ...['noembed', 'noframes', 'xmp', 'plaintext', 'svg', 'annotation', 'annotation-xml'],
])

/** Without content they are invisible or only take up space. */
const NOTHING_WHEN_EMPTY: ReadonlySet<string> = new Set([
  ...INLINE.filter((name) => name !== 'video' && name !== 'audio'),
  ...['p', 'div', 'figure', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'],
])

/** Elements that start and end a line of the text; paragraphs also have an empty line around them. */
const PARAGRAPHS: ReadonlySet<string> = new Set([
  ...['p', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dir', 'menu', 'table', 'figure'],
])
const LINES: ReadonlySet<string> = new Set([
  ...PARAGRAPHS,
  ...['div', 'section', 'article', 'li', 'dl', 'dt', 'dd', 'tr', 'figcaption', 'hr', 'header', 'footer', 'aside'],
  ...['details', 'summary', 'main', 'nav', 'address', 'center', 'fieldset', 'form', 'hgroup', 'caption'],
])

/** Their content is a fallback for browsers that cannot play them. */
const PLAYERS: ReadonlySet<string> = new Set(['video', 'audio'])
const MEDIA: ReadonlySet<string> = new Set(['img', 'picture', 'source', 'video', 'audio', 'iframe', 'embed'])

/** The table rows of an element, looked up once per tag. */
export type Element = {
  readonly name: string
  readonly startTag: string
  readonly endTag: string
  readonly isVoid: boolean
  readonly isUnread: boolean
  readonly isPlayer: boolean
  readonly isMedia: boolean
  readonly isBlock: boolean
  readonly isNothingWhenEmpty: boolean
  /** Line breaks of the text before and after it; 2 means an empty line. */
  readonly lines: 0 | 1 | 2
  /** The element that is written instead; undefined if its tags are left out. */
  readonly writtenAs: Element | undefined
  /** Attributes that are written, and how they are cleaned. */
  readonly attributes: readonly (readonly [name: string, clean: CleanValue])[]
  /** Open elements that it closes if they are innermost. */
  readonly ends: ReadonlySet<string> | undefined
  /** Where its content ends, if that is not HTML. */
  readonly rawEnd: RegExp | undefined
  /** The language of its content; undefined if it is the language around it. */
  readonly enters: Language | undefined
}

const describe = (name: string): Element => {
  const written = RENAMED.get(name) ?? name
  const element = {
    name,
    startTag: `<${name}>`,
    endTag: `</${name}>`,
    isVoid: VOID.has(name),
    isUnread: UNREAD.has(name),
    isPlayer: PLAYERS.has(name),
    isMedia: MEDIA.has(name),
    isBlock: BLOCK.has(name),
    isNothingWhenEmpty: NOTHING_WHEN_EMPTY.has(name),
    lines: linesOf(name),
    writtenAs: undefined as Element | undefined,
    attributes: (WRITTEN.get(name) ?? []).map((each) => [each, ATTRIBUTES[each]] as const),
    ends: ENDS.get(name),
    rawEnd: RAW_ENDS.get(name),
    enters: ENTERS.get(name),
  }
  if (WRITTEN.has(written) && !PLAYERS.has(name)) element.writtenAs = written === name ? element : elementNamed(written)
  return element
}

const linesOf = (name: string): Element['lines'] => {
  if (PARAGRAPHS.has(name)) return 2
  return LINES.has(name) ? 1 : 0
}

const known = new Map<string, Element>()

/** `name` in lower case. */
export const elementNamed = (name: string): Element => known.get(name) ?? describe(name)

for (const table of [WRITTEN, RENAMED, UNREAD, VOID, LINES, ENDS, ENTERS])
  for (const name of table.keys()) known.set(name, elementNamed(name))

/** All elements in the tables. */
export const ELEMENTS: ReadonlyMap<string, Element> = known
