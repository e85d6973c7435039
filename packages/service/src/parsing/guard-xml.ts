// Looks an XML document over before any parser sees it: one linear scan that refuses what makes parsers explode.
// It never expands anything, and it never hands a refused document on.

export const XML_LIMITS = {
  depth: 64,
  elements: 10_000,
  /** Tags, comments, CDATA, instructions. */
  parts: 50_000,
  /** White space and quoted values in tags: two for an attribute as most are written. */
  attributeParts: 40_000,
  nameLength: 256,
  referenceDigits: 8,
} as const

export type XmlLimits = { readonly [name in keyof typeof XML_LIMITS]: number }

/** Why a document was refused. */
export class XmlRefusal extends Error {
  override readonly name = 'XmlRefusal'
}

export type XmlOutline = {
  /** The root element's name without its prefix, in lower case. */
  readonly root: string
  readonly elements: number
  readonly depth: number
}

/** Parts that hold no markup, by how they begin and end. */
const OPAQUE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

const SPACES = ' \t\r\n'
const HIGHEST_CODE_POINT = 0x10ffff
const REFERENCE = /^(?:[0-9]+|[xX][0-9a-fA-F]+)$/

/**
 * The outline of a document that may be parsed. Throws XmlRefusal for a document type or any other declaration (entities
 * are declared there), for too many or too deeply nested elements, too many other parts or attributes, for numeric references beyond Unicode, and for a
 * document that is cut off. Markup inside CDATA and comments is text.
 */
export const guardXml = (xml: string, limits: XmlLimits = XML_LIMITS): XmlOutline => {
  const open: string[] = []
  let root: string | undefined
  let elements = 0
  let depth = 0
  let parts = 0
  let attributeParts = 0
  let from = 0

  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', from)) {
    parts += 1
    if (parts > limits.parts) throw new XmlRefusal(`The document has more than ${limits.parts} parts.`)
    checkReferences(xml.slice(from, at), limits)
    from = endOfOpaque(xml, at) ?? endOfStray(xml, at) ?? at
    if (from > at) continue
    if (xml[at + 1] === '!') throw new XmlRefusal('The document declares a document type or entities.')
    const tag = scanTag(xml, at)
    const { end } = tag
    attributeParts += tag.attributeParts
    if (attributeParts > limits.attributeParts) throw new XmlRefusal('The document has too many attributes.')
    checkReferences(xml.slice(at, end), limits)
    from = end
    const name = nameAt(xml, xml[at + 1] === '/' ? at + 2 : at + 1, limits)
    if (xml[at + 1] === '/') {
      close(open, name)
      continue
    }
    root ??= name
    elements += 1
    if (elements > limits.elements) throw new XmlRefusal(`The document has more than ${limits.elements} elements.`)
    depth = Math.max(depth, open.length + 1)
    if (depth > limits.depth) throw new XmlRefusal(`The document nests more than ${limits.depth} elements deep.`)
    if (xml[end - 2] !== '/') open.push(name)
  }
  checkReferences(xml.slice(from), limits)
  if (root === undefined) throw new XmlRefusal('The document has no element.')
  if (open.length > 0) throw new XmlRefusal('The document is cut off.')
  return { root: localName(root), elements, depth }
}

const endOfOpaque = (xml: string, at: number): number | undefined => {
  const part = OPAQUE.find(([begin]) => xml.startsWith(begin, at))
  if (part === undefined) return undefined
  const end = xml.indexOf(part[1], at + part[0].length)
  if (end === -1) throw new XmlRefusal('The document is cut off.')
  return end + part[1].length
}

/** A `<` that begins no tag is text; careless feeds have it. */
const endOfStray = (xml: string, at: number): number | undefined =>
  /[\s\d<=]/.test(xml[at + 1] ?? ' ') ? at + 1 : undefined

/** The index behind the `>` that ends the tag (one in a quoted value does not), and what there is before it. */
const scanTag = (xml: string, at: number): { readonly end: number; readonly attributeParts: number } => {
  let quote = ''
  let attributeParts = 0
  let inSpace = false
  for (let index = at + 1; index < xml.length; index += 1) {
    const character = xml[index] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
      continue
    }
    if (character === '>') return { end: index + 1, attributeParts }
    const isSpace = SPACES.includes(character)
    const isQuote = character === '"' || character === "'"
    if (isQuote) quote = character
    if (isQuote || (isSpace && !inSpace)) attributeParts += 1
    inSpace = isSpace
  }
  throw new XmlRefusal('The document is cut off.')
}

const nameAt = (xml: string, at: number, { nameLength }: XmlLimits): string => {
  let end = at
  while (end - at <= nameLength && end < xml.length && !' \t\r\n/>'.includes(xml[end] ?? ' ')) end += 1
  if (end === at) throw new XmlRefusal('The document has a tag without a name.')
  if (end - at > nameLength) throw new XmlRefusal('The document has a name that is too long.')
  return xml.slice(at, end).toLowerCase()
}

/** Feeds in the wild leave elements open; an end tag closes the ones inside it too. */
const close = (open: string[], name: string) => {
  const index = open.lastIndexOf(name)
  if (index !== -1) open.length = index
}

const checkReferences = (piece: string, { referenceDigits }: XmlLimits) => {
  for (let at = piece.indexOf('&#'); at !== -1; at = piece.indexOf('&#', at + 2)) {
    const window = piece.slice(at + 2, at + 3 + referenceDigits)
    const end = window.indexOf(';')
    const digits = end === -1 ? window : window.slice(0, end)
    const endless = end === -1 && digits.length > referenceDigits
    if (REFERENCE.test(digits) && (endless || (end !== -1 && codePoint(digits) > HIGHEST_CODE_POINT)))
      throw new XmlRefusal('The document refers to a character that does not exist.')
  }
}

const codePoint = (digits: string): number =>
  /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10)

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
