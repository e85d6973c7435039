// What a post's HTML may be made of: elements, attributes, and what is done with the rest. Tables to read; nothing passes that
// is not in them.

/** Attributes that every element may have, then those of its own, in the order in which they are written. */
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

const OWN_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['time', ['datetime']],
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan', 'scope']],
  ['img', ['alt', 'width', 'height', 'loading']],
  ['video', ['width', 'height']],
  ['source', ['type']],
])

/** Element that may be written → its attributes; addresses are the walker's own business. */
export const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map(
  [...INLINE, ...BLOCKS, ...WITHOUT_END].map((name) => [name, [...(OWN_ATTRIBUTES.get(name) ?? []), ...EVERYWHERE]]),
)

export const BLOCK: ReadonlySet<string> = new Set(BLOCKS)

/** What stands on lines of its own in a page becomes a plain block, so that no two words grow together. */
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

/** Elements whose content nobody reads, or which HTML reads in another way than text. */
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

/** Elements without content. https://html.spec.whatwg.org/multipage/syntax.html#void-elements, and those of old. */
export const VOID: ReadonlySet<string> = new Set([
  ...['area', 'base', 'basefont', 'br', 'col', 'command', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'keygen'],
  ...['link', 'meta', 'param', 'source', 'track', 'wbr'],
])

/** Without content they show nothing, and only make room. */
export const NOTHING_WHEN_EMPTY: ReadonlySet<string> = new Set([
  ...INLINE.filter((name) => name !== 'video' && name !== 'audio'),
  ...['p', 'div', 'figure', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'],
])

const P = ['p']
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p']
const implied = (closed: readonly string[], ...openers: readonly string[]) =>
  openers.map((name) => [name, new Set(closed)] as const)

/** Element → what it ends when that is the innermost open one, as the parser has it. */
export const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...implied(P, 'p', 'blockquote', 'details', 'div', 'dl', 'figcaption', 'figure', 'hr', 'ol', 'pre', 'table', 'ul'),
  ...implied(HEADINGS, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
  ...implied(['li'], 'li'),
  ...implied(['dd', 'dt'], 'dd', 'dt'),
  ...implied(['rt', 'rp'], 'rt', 'rp'),
  ...implied(['tr', 'th', 'td'], 'tr'),
  ...implied(['th'], 'th'),
  ...implied(['thead', 'th', 'td'], 'td'),
  ...implied(['thead', 'tbody'], 'tbody', 'tfoot'),
])

/** What is shown where a player cannot be stands in them. */
const PLAYERS: ReadonlySet<string> = new Set(['video', 'audio'])

/** What these tables say of an element, looked up once for each of its tags. */
export type Element = {
  readonly name: string
  readonly isVoid: boolean
  readonly isUnread: boolean
  readonly isPlayer: boolean
  /** As what its tags are written, by those who only write them; undefined where they are left out. */
  readonly writtenAs: string | undefined
}

const describe = (name: string): Element => {
  const written = RENAMED.get(name) ?? name
  return {
    name,
    isVoid: VOID.has(name),
    isUnread: UNREAD.has(name),
    isPlayer: PLAYERS.has(name),
    writtenAs: WRITTEN.has(written) && !PLAYERS.has(name) ? written : undefined,
  }
}

const ELEMENTS: ReadonlyMap<string, Element> = new Map(
  [WRITTEN, RENAMED, UNREAD, VOID].flatMap((table) => [...table.keys()]).map((name) => [name, describe(name)]),
)

/** `name` in lower case. */
export const elementNamed = (name: string): Element => ELEMENTS.get(name) ?? describe(name)

const matching = (pattern: RegExp) => (value: string) => {
  const text = value.trim()
  return pattern.test(text) ? text : null
}
const LONGEST_TITLE = 1_000

/** Attribute → its value as it is written, or null when it is left out. */
export const ATTRIBUTES: ReadonlyMap<string, (value: string) => string | null> = new Map([
  ['alt', (value: string) => value.slice(0, 10 * LONGEST_TITLE)],
  ['title', (value: string) => value.trim().slice(0, LONGEST_TITLE).trim() || null],
  ['lang', matching(/^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4}$/i)],
  ['dir', matching(/^(?:ltr|rtl|auto)$/i)],
  ['width', matching(/^\d{1,5}%?$/)],
  ['height', matching(/^\d{1,5}%?$/)],
  ['loading', matching(/^(?:lazy|eager)$/i)],
  ['datetime', matching(/^[\d\s.,:+TZPWDHMS-]{1,64}$/i)],
  ['start', matching(/^-?\d{1,6}$/)],
  ['colspan', matching(/^\d{1,3}$/)],
  ['rowspan', matching(/^\d{1,3}$/)],
  ['scope', matching(/^(?:row|col|rowgroup|colgroup)$/i)],
  ['type', (value: string) => /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(value.trim())?.[0] ?? null],
])
