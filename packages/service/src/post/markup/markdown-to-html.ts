// Markdown (CommonMark with GitHub's tables, strikethrough and bare URLs, as far as people use it in posts) → HTML that
// is not yet safe: pass it through walkHtml. HTML in it is text. It never throws and takes linear time.
// https://spec.commonmark.org/0.31.2/

import { POST_LIMITS } from '../bound-html.ts'
import { cutText } from '../cut-text.ts'
import { escapeText } from './escape.ts'
import { type MarkdownDialect, writeInline } from './markdown-inline.ts'

/** Depth of nested blocks; deeper ones are text. */
const MAX_DEPTH = 8

export const markdownToHtml = (markdown: string, dialect: MarkdownDialect = {}): string => {
  const lines = cutText(markdown, POST_LIMITS.characters).replace(/\r\n?/g, '\n').split('\n')
  return writeBlocks(lines, dialect, 0)
}

/** A block: its HTML, and the first line after it. */
type Block = { readonly html: string; readonly end: number }
type Reader = (lines: readonly string[], at: number, dialect: MarkdownDialect, depth: number) => Block | undefined

const isBlank = (line = ''): boolean => line.trim() === ''

const FENCE = /^ {0,3}(?<fence>`{3,}(?!`)|~{3,}(?!~))(?<info>[^`]*)$/
const readFence: Reader = (lines, at) => {
  const { fence, info = '' } = FENCE.exec(lines[at] ?? '')?.groups ?? {}
  if (fence === undefined) return undefined
  let end = at + 1
  while (end < lines.length && !isFenceEnd(lines[end] ?? '', fence)) end += 1
  const [, language] = LANGUAGE.exec(info) ?? []
  const tag = language === undefined ? '<code>' : `<code class="language-${language}">`
  return { html: `<pre>${tag}${escapeText(lines.slice(at + 1, end).join('\n'))}</code></pre>`, end: end + 1 }
}
/** The first word after the fence (https://spec.commonmark.org/0.31.2/#info-string). */
const LANGUAGE = /^\s*(\w+)/
const isFenceEnd = (line: string, fence: string): boolean => {
  const text = line.trim()
  return text.length >= fence.length && text.startsWith(fence) && text === fence.charAt(0).repeat(text.length)
}

/** `::: spoiler title` … `:::` */
const SPOILER = /^ {0,3}:{3,}\s{0,9}spoiler(?:\s(?<title>.*))?$/i
const readSpoiler: Reader = (lines, at, dialect, depth) => {
  const groups = SPOILER.exec(lines[at] ?? '')?.groups
  if (groups === undefined) return undefined
  let end = at + 1
  while (end < lines.length && !/^ {0,3}:{3,}\s*$/.test(lines[end] ?? '')) end += 1
  const title = writeInline(groups.title?.trim() || 'Spoiler', dialect)
  const inner = writeBlocks(lines.slice(at + 1, end), dialect, depth + 1)
  return { html: `<details class="spoiler"><summary>${title}</summary>${inner}</details>`, end: end + 1 }
}

const HEADING = /^ {0,3}(?<signs>#{1,6})(?:[ \t](?<title>.*))?$/
const readHeading: Reader = (lines, at, dialect) => {
  const { signs, title = '' } = HEADING.exec(lines[at] ?? '')?.groups ?? {}
  if (signs === undefined) return undefined
  const name = `h${signs.length}`
  return { html: `<${name}>${writeInline(withoutSigns(title.trim()), dialect)}</${name}>`, end: at + 1 }
}
/** Signs at the end are decoration if a space precedes them. */
const withoutSigns = (title: string): string => {
  let end = title.length
  while (title.charAt(end - 1) === '#') end -= 1
  return end === 0 || /\s/.test(title.charAt(end - 1)) ? title.slice(0, end).trim() : title
}

const readRule: Reader = (lines, at) => {
  const line = lines[at] ?? ''
  const signs = line.replace(/[ \t]/g, '')
  return /^ {0,3}\S/.test(line) && /^(?:-{3,}|\*{3,}|_{3,})$/.test(signs) ? { html: '<hr>', end: at + 1 } : undefined
}

const QUOTED = /^ {0,3}> ?/
const readQuote: Reader = (lines, at, dialect, depth) => {
  if (!QUOTED.test(lines[at] ?? '')) return undefined
  let end = at + 1
  // A paragraph continues without the sign (lazy continuation).
  while (QUOTED.test(lines[end] ?? '') || isLazy(lines, end)) end += 1
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTED, ''))
  return { html: `<blockquote>${writeBlocks(inner, dialect, depth + 1)}</blockquote>`, end }
}

const isLazy = (lines: readonly string[], at: number): boolean =>
  !isBlank(lines[at]) && !isBlank(lines[at - 1]?.replace(QUOTED, '')) && !beginsBlock(lines, at)

const ITEM = /^(?<indent> {0,3})(?<sign>[-*+]|(?<number>\d{1,9})[.)])(?:(?<space>[ \t]{1,20})\S|[ \t]{0,20}$)/
const isOfList = (line: string, kind: string): boolean => ITEM.exec(line)?.groups?.sign?.slice(-1) === kind
const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].replace(/\t/g, '    ').length ?? 0

const readList: Reader = (lines, at, dialect, depth) => {
  const first = ITEM.exec(lines[at] ?? '')?.groups
  if (first?.sign === undefined || readRule(lines, at, dialect, depth)) return undefined
  const kind = first.sign.slice(-1)
  const items: (readonly string[])[] = []
  let isLoose = false
  let end = at
  while (end < lines.length && isOfList(lines[end] ?? '', kind)) {
    const { item, end: behind, next } = readItem(lines, end)
    isLoose ||= item.some((line, index) => isBlank(line) && index < item.length - 1 && depth < 1)
    isLoose ||= next > behind && isOfList(lines[next] ?? '', kind)
    items.push(item)
    end = next > behind && !isOfList(lines[next] ?? '', kind) ? behind : next
  }
  const written = items.map(
    (item) => `<li>${isLoose ? writeBlocks(item, dialect, depth + 1) : writeTight(item, dialect, depth + 1)}</li>`,
  )
  const name = first.number === undefined ? 'ul' : 'ol'
  const start = first.number === undefined || first.number === '1' ? '' : ` start="${Number(first.number)}"`
  return { html: `<${name}${start}>${written.join('')}</${name}>`, end }
}

/** The lines of an item, where it ends, and where the content after empty lines starts. */
const readItem = (lines: readonly string[], at: number) => {
  const { indent = '', sign = '', space = ' ' } = ITEM.exec(lines[at] ?? '')?.groups ?? {}
  const width = indent.length + sign.length + (space.length > 4 ? 1 : space.length)
  const item = [(lines[at] ?? '').slice(width)]
  let end = at + 1
  let next = end
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (isBlank(line)) continue
    const isWithin = indentOf(line) >= Math.min(width, 4)
    if (!isWithin && (next > end || beginsBlock(lines, next))) break
    for (; end < next; end += 1) item.push('')
    item.push(isWithin ? dedent(line, width) : line)
    end = next + 1
  }
  return { item, end, next }
}

const dedent = (line: string, width: number): string => {
  const untabbed = line.replace(/^[ \t]+/, (space) => space.replace(/\t/g, '    '))
  return untabbed.slice(Math.min(width, indentOf(untabbed)))
}

/** An item whose text is not a paragraph. */
const writeTight = (item: readonly string[], dialect: MarkdownDialect, depth: number): string =>
  writeBlocks(item, dialect, depth).replace(/^<p>(?<words>.*?)<\/p>/s, '$<words>')

const readCode: Reader = (lines, at) => {
  let end = at
  while (end < lines.length && !isBlank(lines[end]) && indentOf(lines[end] ?? '') >= 4) end += 1
  if (end === at) return undefined
  const code = lines.slice(at, end).map((line) => dedent(line, 4))
  return { html: `<pre><code>${escapeText(code.join('\n'))}</code></pre>`, end }
}

const DELIMITERS = /^(?=[ \t|:]*-)[ \t|:-]*$/
const MAX_COLUMNS = 50
const readTable: Reader = (lines, at, dialect) => {
  const [head = '', delimiters = ''] = [lines[at], lines[at + 1]]
  if (
    !head.includes('|') ||
    !delimiters.includes('|') ||
    !/^[ \t|:-]+$/.test(delimiters) ||
    !DELIMITERS.test(delimiters.trim())
  )
    return undefined
  const columns = cellsOf(head)
  if (columns.length !== cellsOf(delimiters).length) return undefined
  let end = at + 2
  while (end < lines.length && !isBlank(lines[end]) && (lines[end] ?? '').includes('|')) end += 1
  const row = (line: string, name: string) => {
    const cells = cellsOf(line).slice(0, columns.length)
    return `<tr>${cells.map((cell) => `<${name}>${writeInline(cell, dialect)}</${name}>`).join('')}</tr>`
  }
  const body = lines.slice(at + 2, end).map((line) => row(line, 'td'))
  return { html: `<table><thead>${row(head, 'th')}</thead><tbody>${body.join('')}</tbody></table>`, end }
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/, MAX_COLUMNS)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** Blocks that can interrupt a paragraph. */
const ENDING: readonly Reader[] = [readFence, readSpoiler, readHeading, readRule, readQuote, readList]
const STARTS = [FENCE, SPOILER, HEADING, QUOTED, ITEM]
const beginsBlock = (lines: readonly string[], at: number): boolean =>
  STARTS.some((pattern) => pattern.test(lines[at] ?? ''))

const SETEXT = /^ {0,3}(?<sign>=+|-+)[ \t]*$/

const writeBlocks = (lines: readonly string[], dialect: MarkdownDialect, depth: number): string => {
  const html: string[] = []
  let paragraph: string[] = []
  const flush = (name = 'p') => {
    const text = paragraph.join('\n').trim()
    if (text !== '') html.push(`<${name}>${writeInline(text, dialect)}</${name}>`)
    paragraph = []
  }
  const readers = depth > MAX_DEPTH ? [readFence, readHeading, readRule] : ENDING
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const { sign } = (paragraph.length > 0 && SETEXT.exec(line)?.groups) || {}
    const block = sign === undefined ? readAny(readers, paragraph.length > 0, lines, at, dialect, depth) : undefined
    if (isBlank(line)) flush()
    if (sign !== undefined) flush(sign.startsWith('=') ? 'h1' : 'h2')
    else if (block) {
      flush()
      html.push(block.html)
    } else if (!isBlank(line)) paragraph.push(line.replace(/^[ \t]+/, ''))
    at = block?.end ?? at + 1
  }
  flush()
  return html.join('')
}

const readAny = (
  readers: readonly Reader[],
  isParagraph: boolean,
  lines: readonly string[],
  at: number,
  dialect: MarkdownDialect,
  depth: number,
): Block | undefined => {
  if (isBlank(lines[at])) return undefined
  // Only a list that starts with 1 can interrupt a paragraph.
  const isNumber = isParagraph && (ITEM.exec(lines[at] ?? '')?.groups?.number ?? '1') !== '1'
  for (const read of isParagraph ? readers : [...readers, readTable, readCode]) {
    if (isNumber && read === readList) continue
    const block = read(lines, at, dialect, depth)
    if (block) return block
  }
  return undefined
}
