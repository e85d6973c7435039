// Converts the blocks of a post to HTML, in the order of display. The HTML is not sanitized; the caller must do that.
// https://github.com/tumblr/docs/blob/master/npf-spec.md

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { escapeHtml } from '../../post/markup/escape.ts'
import type { Media } from '../../post/post.ts'
import { linkHtml } from '../../post/text.ts'
import { formatText } from './format-text.ts'
import { mapCard, mapMedium } from './map-blocks.ts'
import { unwrapUrl } from './unwrap-url.ts'

export type ShownBlock = {
  readonly block: JsonObject
  readonly medium: Media | null
  /** The asker, when the block belongs to a question; empty when anonymous. */
  readonly asker: JsonObject | undefined
}

/** Subtype → the element around the text. */
const ELEMENTS: ReadonlyMap<unknown, string> = new Map([
  ['heading1', 'h1'],
  ['heading2', 'h2'],
  ['quote', 'blockquote'],
  ['indented', 'blockquote'],
])
const LISTS: ReadonlyMap<unknown, string> = new Map([
  ['ordered-list-item', 'ol'],
  ['unordered-list-item', 'ul'],
])
const MAX_LEVEL = 7

/** In the order of the layout's rows, then the blocks that no row names. */
export const orderBlocks = (content: unknown, layout: unknown): readonly ShownBlock[] => {
  const blocks = jsonList(content).map(jsonObject)
  const layouts = jsonList(layout).map(jsonObject)
  const askers = new Map<unknown, JsonObject>()
  for (const { type, blocks: indexes, attribution } of layouts) {
    if (type === 'ask')
      for (const index of jsonList(indexes)) askers.set(index, jsonObject(jsonObject(attribution).blog))
  }
  const rows = layouts
    .filter(({ type }) => type === 'rows')
    .flatMap(({ display, rows: old }) => [
      ...jsonList(display).flatMap((row) => jsonList(jsonObject(row).blocks)),
      ...jsonList(old).flatMap(jsonList),
    ])
  const order = new Set([...rows, ...blocks.keys()])
  return [...order].flatMap((index) => {
    const block = typeof index === 'number' ? blocks[index] : undefined
    return block === undefined ? [] : [{ block, medium: mapMedium(block), asker: askers.get(index) }]
  })
}

/** A list stays open while its items follow each other. */
const createLists = () => {
  const open: string[] = []
  const closeTo = (depth: number): string => {
    let html = ''
    while (open.length > depth) html += `</li></${open.pop()}>`
    return html
  }
  return {
    close: () => closeTo(0),
    item(list: string, level: number, inner: string): string {
      const depth = Math.min(level, open.length, MAX_LEVEL) + 1
      let html = closeTo(depth)
      if (open.length === depth && open.at(-1) === list) return `${html}</li><li>${inner}`
      html += closeTo(depth - 1)
      open.push(list)
      return `${html}<${list}><li>${inner}`
    },
  }
}

const textHtml = ({ block: { subtype, text, formatting } }: ShownBlock): string => {
  const inner = lines(formatText(typeof text === 'string' ? text : '', formatting))
  const element = ELEMENTS.get(subtype) ?? 'p'
  return `<${element}>${inner}</${element}>`
}

const lines = (inline: string): string => inline.replace(/\r?\n/g, '<br />')

const imageHtml = ({ block, medium }: ShownBlock): string => {
  if (medium?.url == null) return ''
  const { url, alt, width, height } = medium
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`
  const caption = stringOrNull(block.caption)
  const below = caption === null ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt ?? '')}"${size} />${below}</figure>`
}

const linkParagraph = (url: string | null, text: string): string =>
  `<p>${url === null ? escapeHtml(text) : linkHtml(url, text)}</p>`

const cardHtml = ({ block, medium }: ShownBlock): string => {
  const card = mapCard(block, medium)
  return card === null ? '' : linkParagraph(card.url, card.title ?? stringOrNull(block.display_url) ?? card.url)
}

/** Only subscribers can read what is behind the paywall. */
const paywallHtml = ({ block: { url, title, text } }: ShownBlock): string => {
  const words = stringOrNull(title) ?? stringOrNull(text)
  return words === null ? '' : linkParagraph(unwrapUrl(url), words)
}

/** Often the block of text before it has the same words. */
const questionHtml = ({ block: { question } }: ShownBlock, before: ShownBlock | undefined): string => {
  const text = stringOrNull(question)
  return text === null || text === stringOrNull(before?.block.text) ? '' : linkParagraph(null, text)
}

const RENDERERS: ReadonlyMap<unknown, (shown: ShownBlock, before: ShownBlock | undefined) => string> = new Map([
  ['text', textHtml],
  ['image', imageHtml],
  ['link', cardHtml],
  ['video', cardHtml],
  ['audio', cardHtml],
  ['paywall', paywallHtml],
  ['poll', questionHtml],
])

/** `isSkipped`: whether the block is mapped elsewhere, as the title or the card of the post. */
export const blocksHtml = (shown: readonly ShownBlock[], isSkipped: (block: JsonObject) => boolean): string => {
  const lists = createLists()
  let html = ''
  let quoted: JsonObject | undefined
  for (const [index, each] of shown.entries()) {
    const { block, asker } = each
    if (isSkipped(block)) continue
    const list = block.type === 'text' ? LISTS.get(block.subtype) : undefined
    if (list === undefined || asker !== quoted) html += lists.close()
    if (asker !== quoted) {
      html += `${quoted ? '</blockquote>' : ''}${asker ? `${signedBy(asker)}<blockquote>` : ''}`
      quoted = asker
    }
    if (list === undefined) html += RENDERERS.get(block.type)?.(each, shown[index - 1]) ?? ''
    else {
      const text = typeof block.text === 'string' ? block.text : ''
      const level = typeof block.indent_level === 'number' ? Math.max(0, Math.floor(block.indent_level)) : 0
      html += lists.item(list, level, lines(formatText(text, block.formatting)))
    }
  }
  return html + lists.close() + (quoted ? '</blockquote>' : '')
}

/** The name of the blog before a quotation; empty when it is anonymous. */
export const signedBy = (blog: JsonObject): string => {
  const name = stringOrNull(blog.name)
  if (name === null) return ''
  return `<p>${linkHtml(stringOrNull(blog.url) ?? `https://${name}.tumblr.com/`, name)}:</p>`
}
