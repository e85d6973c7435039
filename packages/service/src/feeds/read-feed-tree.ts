// Parses a feed's document to its items with their fields, however faulty it is: an unclosed element ends where the next field or item
// starts, and anything that is not a field is text. Stops at its limits, after a complete item.

import { type ByteText, createByteText } from '../parsing/byte-text.ts'
import { charactersFrom, createSearch } from '../parsing/create-search.ts'
import { declareEntity } from '../parsing/declare-entity.ts'
import { createReferenceDecoder } from '../parsing/decode-references.ts'
import { keepCompiled } from '../parsing/keep-compiled.ts'
import type { ScannedTag } from '../parsing/scan-tag.ts'
import { createXmlScanner, MAX_FIELD_PIECES, type XmlPiece, type XmlScanner } from '../parsing/scan-xml.ts'
import type { FeedElement } from './feed-element.ts'
import { createNames, type FeedFormat } from './feed-names.ts'
import { type Beginning, endsText, mayContainMarkup, mayContainText, mayNest } from './field-rules.ts'
import { createFieldTable } from './field-table.ts'
import {
  addTag,
  beginMarkup,
  beginText,
  closeElement,
  listOf,
  type OpenElement,
  openElement,
  partChildren,
} from './open-element.ts'

export type FeedTree = {
  readonly format: FeedFormat
  /** The fields of the channel, or of an Atom feed itself. */
  readonly channel: FeedElement
  readonly items: readonly FeedElement[]
}

export const TREE_LIMITS = {
  items: 2_000,
  /** Fields, and the elements in them. */
  elements: 50_000,
  /** Tags and texts, including those inside texts. */
  pieces: 300_000,
  depth: 32,
} as const

export type TreeLimits = { readonly [name in keyof typeof TREE_LIMITS]: number }

/** Characters that XML forbids. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r\u0080-\u009f]/gu
const hasControlCharacters = createSearch(
  [...charactersFrom(0x00, 0x1f), '\x7f'].filter((each) => each.search(CONTROL_CHARACTERS) === 0),
)
/** Pieces before the root: broken servers print notices there. */
const MAX_BEFORE_ROOT = 500
const ROOT = /^(?:[^:]{1,64}:)?(rss|rdf|feed)$/i
const FORMATS = new Map<string | undefined, FeedFormat>([
  ['rss', 'rss'],
  ['rdf', 'rdf'],
  ['feed', 'atom'],
])
/** Elements that start an HTML page, which may mention feeds. */
const PAGE = /^(?:html|head|body|title|meta)$/i
const PAGE_TYPE = /^<!doctype\s{1,8}html/i
/** Elements around the items, which may be repeated or missing. */
const AROUND_ITEMS = new Set(['rss', 'rdf', 'feed', 'channel'])

/** `utf8` is a document or its start; undefined when it is not a feed. */
export const readFeedTree = (utf8: Buffer, limits: TreeLimits = TREE_LIMITS, isStart = false): FeedTree | undefined => {
  const text = withoutControlCharacters(createByteText(utf8))
  const scanner = createXmlScanner(text)
  const root = findRoot(scanner)
  return root && createReader(text, scanner, root, limits, isStart)()
}

const withoutControlCharacters = (text: ByteText): ByteText =>
  hasControlCharacters(text.bytes)
    ? createByteText(Buffer.from(text.bytes.replace(CONTROL_CHARACTERS, ''), 'latin1'))
    : text

type Root = {
  readonly tag: ScannedTag
  readonly format: FeedFormat
  /** The entities that the document type declares. */
  readonly entities: ReadonlyMap<string, string>
}

/** `scanner` is positioned after the root. */
const createReader = (
  text: ByteText,
  scanner: XmlScanner,
  root: Root,
  limits: TreeLimits,
  isStart: boolean,
): (() => FeedTree) => {
  const decode = createReferenceDecoder(root.entities)
  const names = createNames(root.format, root.tag, decode)
  const fields = createFieldTable({ text, names, decode })
  const itemName = root.format === 'atom' ? 'entry' : 'item'
  const channel = openElement(names.root, true)
  const bases: string[] = []
  let language: string | undefined
  const items: FeedElement[] = []
  let elements = 0
  /** The open elements, innermost last. The channel is always open. */
  const stack: OpenElement[] = [channel]
  const top = (): OpenElement => stack.at(-1) ?? channel

  const isItem = (open: OpenElement | undefined) => open?.name === itemName
  /** Whether an item is open, and no element inside it. */
  const isInItem = () => stack.length === 2 && isItem(stack[1])

  const put = (element: FeedElement) => {
    if (isInItem()) fields.addElement(element)
    else top().children.push(element)
  }

  const closeTop = (isClosed: boolean) => {
    const open = stack.pop()
    if (open === undefined) return
    if (isItem(open) && stack.length === 1) {
      items.push(closeElement(open, fields.take()))
      return
    }
    const { own, behind } = partChildren(open, isClosed)
    put(closeElement(open, listOf(own)))
    for (const each of behind) put(each)
  }
  const closeTo = (depth: number) => {
    while (stack.length > depth) closeTop(false)
  }
  const readOuterAttributes = (attributes: ReadonlyMap<string, string>) => {
    const base = attributes.get('xml:base')
    if (base !== undefined) bases.push(base)
    language = attributes.get('xml:lang') ?? language
  }

  const begin = (tag: ScannedTag) => {
    // The default namespace of an unclosed element does not apply to an item.
    const beginsItem = tag.name.toLowerCase() === itemName
    const defaultPrefix = beginsItem ? '' : top().defaultPrefix
    const begun = { name: names.nameOf(tag.name, defaultPrefix), isDeclared: names.isDeclared(tag.name) }
    if (begun.name === itemName) closeTo(1)
    while (stack.length > 1 && endsBefore(top(), begun)) closeTop(false)
    const open = top()
    if (open.text !== undefined) return addTag(open, tag, begun.name)
    const named = names.open(tag, defaultPrefix)
    const { name } = named
    if (!open.hasFields && mayContainMarkup(open.name) && !endsText(open.name, named, false))
      return beginMarkup(open, tag, named, decode)
    if (AROUND_ITEMS.has(name) && stack.length === 1) return readOuterAttributes(named.attributes)
    open.hasFields = true
    elements += 1
    closeTo(limits.depth - 1)
    stack.push(openElement(named, name === itemName))
    if (tag.isEmpty) closeTop(true)
  }

  /** The depth of the innermost open element with one of two names; 0 when there is none. */
  const depthOf = (name: string, plain: string): number => {
    let depth = stack.length - 1
    while (depth > 0 && stack[depth]?.name !== name && stack[depth]?.name !== plain) depth -= 1
    return depth
  }

  const end = (tagName: string, source: string) => {
    const open = top()
    const plain = names.nameOf(tagName, '')
    const name = open.defaultPrefix === '' ? plain : names.nameOf(tagName, open.defaultPrefix)
    if (open.text !== undefined && open.name === name && open.namesakes > 0) {
      open.namesakes -= 1
      return open.text.close(source, name)
    }
    const depth = depthOf(name, plain)
    if (depth > 0) {
      closeTo(depth + 1)
      closeTop(true)
    } else if (AROUND_ITEMS.has(plain)) closeTo(1)
    else open.text?.close(source, name)
  }

  const characters = (piece: XmlPiece & { readonly kind: 'text' | 'cdata' }) => {
    const open = top()
    if (open.text === undefined && (open.hasFields || !mayContainText(open.name) || piece.text.trim() === '')) return
    const text = open.text ?? beginText(open, decode)
    if (piece.kind === 'text') text.addText(piece.text)
    else text.addCdata(piece.text)
  }

  let count = 0
  const isWithinLimits = (pieces: number, fields: number): boolean =>
    count + pieces <= limits.pieces && elements + fields <= limits.elements && items.length < limits.items

  /** Reads a text-only field in one step, which is most of the content of items. */
  const takeField = (): boolean => {
    if (!isInItem() || stack[1]?.defaultPrefix !== '' || !isWithinLimits(MAX_FIELD_PIECES, 1)) return false
    const field = scanner.fieldAhead()
    if (field === undefined) return false
    const name = names.nameIn(text.bytes, field.at + 1, field.nameTo)
    if (name === itemName || !mayContainText(name)) return false
    scanner.pass(field)
    count += field.pieces
    elements += 1
    fields.add(name, field)
    return true
  }

  return () => {
    readOuterAttributes(names.root.attributes)
    let isWhole = true
    for (;;) {
      if (takeField()) continue
      const piece = scanner.next()
      if (piece === undefined) break
      count += 1
      isWhole = isWithinLimits(0, 0)
      if (!isWhole) break
      if (piece.kind === 'open') begin(piece.tag)
      else if (piece.kind === 'close') end(piece.name, piece.source)
      else if (piece.kind !== 'declaration') characters(piece)
    }
    // An item that is cut off inside a text would be a different item.
    const isCut = isStart || !isWhole || stack.slice(2).some(({ text }) => text !== undefined)
    if (isCut && isItem(stack[1])) stack.length = 1
    closeTo(1)
    return {
      format: root.format,
      channel: { ...closeElement(channel, listOf(channel.children)), bases, language },
      items,
    }
  }
}

const NOTHING = createByteText(Buffer.alloc(0))
// Keeps the compiled closures alive between feeds.
keepCompiled(
  createReader(
    NOTHING,
    createXmlScanner(NOTHING),
    { tag: { name: 'rss', isEmpty: false, source: '<rss>' }, format: 'rss', entities: new Map() },
    TREE_LIMITS,
    false,
  ),
)

/** Whether an open element without an end tag ends before the element that starts. */
const endsBefore = (open: OpenElement, begun: Beginning): boolean => {
  if (open.text !== undefined) return endsText(open.name, begun, open.text.hasElements())
  if (mayContainMarkup(open.name) && !open.hasFields) return endsText(open.name, begun, false)
  return begun.name === open.name && !mayNest(open.name)
}

/** Templates also put the HTML doctype before a feed, so the first element decides. */
const findRoot = (scanner: XmlScanner): Root | undefined => {
  let hasHtmlDoctype = false
  const entities = new Map<string, string>()
  for (let count = 0; count < MAX_BEFORE_ROOT; count += 1) {
    const piece = scanner.next()
    if (!piece) return undefined
    if (piece.kind === 'declaration') {
      hasHtmlDoctype ||= PAGE_TYPE.test(piece.text)
      declareEntity(entities, piece.text)
    }
    if (piece.kind !== 'open') continue
    const format = FORMATS.get(ROOT.exec(piece.tag.name)?.[1]?.toLowerCase())
    if (format !== undefined) return { tag: piece.tag, format, entities }
    if (hasHtmlDoctype || PAGE.test(piece.tag.name)) return undefined
  }
  return undefined
}
