// Inline Markdown → HTML that is not yet safe. It takes linear time for any input: a mark is remembered when it opens,
// and stays as written if nothing closes it.

import { BARE_URL_START, bareUrlAt } from '../bare-url.ts'
import { linkHtml } from '../link-html.ts'
import { escapeAttribute, escapeText } from './escape.ts'

export type MarkdownDialect = {
  /** Whether a line end is a break; otherwise only after two spaces or a backslash. */
  readonly breaks?: boolean
  /** Sign of a mention → the URL of the account's page, such as for `!name@host`. */
  readonly mentions?: Readonly<Record<string, (name: string, host: string) => string>>
  /** The text that an image with this title stands for, if it is a drawn character. */
  readonly drawn?: (title: string) => string | undefined
}

type Open = {
  /** Index of its piece, and position in the text. */
  readonly piece: number
  readonly at: number
  /** `*`, `_`, `~`, `[` or `!`. */
  readonly sign: string
  readonly length: number
}

/** More than people nest. When it is exceeded, the oldest mark stays as written. */
const MAX_OPEN = 32

/** Sign → its elements by length. */
const ELEMENTS: ReadonlyMap<string, readonly (string | undefined)[]> = new Map([
  ['*', [undefined, 'em', 'strong']],
  ['_', [undefined, 'em', 'strong']],
  ['~', [undefined, undefined, 's']],
])

/** Where a construct may start or end. */
const SPECIAL = new RegExp(`[*_~\`[\\]!\\\\<&\\n@]|${BARE_URL_START}`, 'gi')
const LINE_END = /\n[ \t]{0,20}/y
const ESCAPED_END = /\\\n[ \t]{0,20}/y
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy
const ANGLED = /<(?<url>https?:\/\/[^\s<>]{1,2000})>/iy
const BARE = new RegExp(BARE_URL_START, 'iy')
const TARGET =
  /\([ \n]{0,4}<?(?<url>[^\s<>()]{0,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,200}){0,3})>?(?:[ \n]{1,4}(?:"(?<title>[^"]{0,500})"|'[^']{0,500}'))?[ \n]{0,4}\)/y
const MENTION = /(?<![\w/])(?<sign>[@!])(?<name>\w[\w.-]{0,100})@(?<host>[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8})/iy
const ESCAPED = /\\(?<character>[!-/:-@[-`{-~])/y
const RUN = /\*+|_+|~+/y
const WORD = /[\p{L}\p{N}]/u
const SPACE = /\s|^$/

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Length of a backtick run → positions of runs of that length. */
const codeRuns = (text: string): Map<number, number[]> => {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const positions = runs.get(run.length)
    if (positions) positions.push(index)
    else runs.set(run.length, [index])
  }
  for (const places of runs.values()) places.reverse()
  return runs
}

export const writeInline = (
  text: string,
  { breaks = false, mentions = {}, drawn = () => undefined }: MarkdownDialect,
): string => {
  const pieces: string[] = []
  const open: Open[] = []
  const runs = codeRuns(text)

  const begin = (at: number, sign: string, length: number): number => {
    if (open.length === MAX_OPEN) open.shift()
    open.push({ piece: pieces.length, at, sign, length })
    pieces.push(escapeText(text.slice(at, at + length)))
    return length
  }
  const takeOpen = (isIt: (each: Open) => boolean): Open | undefined => {
    const found = open.findLastIndex(isIt)
    return found === -1 ? undefined : open.splice(found)[0]
  }

  /** Asterisks close before they open; the rest of a run stays as written. */
  const writeRun = (at: number, run: string): number => {
    const [before, behind] = [text.charAt(at - 1), text.charAt(at + run.length)]
    const sign = run.charAt(0)
    const isInWord = sign === '_' && WORD.test(before) && WORD.test(behind)
    const mayOpen = !SPACE.test(behind) && !isInWord
    const mayClose = !SPACE.test(before) && !isInWord
    let left = (sign === '~' ? run.length === 2 : run.length <= 3) ? run.length : 0
    if (left === 0) pieces.push(run)
    while (mayClose && left > 0) {
      const most = left
      const closed = takeOpen((each) => each.sign === sign && each.length <= most)
      if (closed === undefined) break
      const element = ELEMENTS.get(sign)?.[closed.length]
      pieces[closed.piece] = `<${element}>`
      pieces.push(`</${element}>`)
      left -= closed.length
    }
    const from = at + run.length - left
    if (!mayOpen) pieces.push(text.slice(from, from + left))
    else {
      if (left % 2 === 1) begin(from, sign, 1)
      if (left > 1) begin(from + (left % 2), sign, 2)
    }
    return run.length
  }

  const writeCode = (at: number): number => {
    const length = matchAt(/`+/y, text, at)?.[0].length ?? 1
    const places = runs.get(length) ?? []
    while (places.length > 0 && (places.at(-1) ?? 0) <= at) places.pop()
    const end = places.at(-1)
    if (end === undefined) {
      pieces.push(text.slice(at, at + length))
      return length
    }
    const code = text.slice(at + length, end).replace(/\n/g, ' ')
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    pieces.push(`<code>${escapeText(isPadded ? code.slice(1, -1) : code)}</code>`)
    return end + length - at
  }

  /** A closing bracket makes a link or an image if a URL follows it. */
  const writeBracket = (at: number): number => {
    const bracket = open.findLast(({ sign }) => sign === '[' || sign === '!')
    const target = bracket && matchAt(TARGET, text, at + 1)
    const { url, title = '' } = target?.groups ?? {}
    if (bracket === undefined || target === undefined || target === null || !url) {
      if (bracket) open.splice(open.indexOf(bracket), 1)
      pieces.push(']')
      return 1
    }
    takeOpen((each) => each === bracket)
    const href = escapeAttribute(url)
    if (bracket.sign === '!') {
      const character = drawn(title)
      pieces.length = bracket.piece
      if (character !== undefined) pieces.push(escapeText(character))
      else pieces.push(`<img src="${href}" alt="${escapeAttribute(text.slice(bracket.at + 2, at))}">`)
    } else {
      pieces[bracket.piece] = `<a href="${href}">`
      pieces.push('</a>')
    }
    return 1 + target[0].length
  }

  const writeBare = (at: number): number => {
    const { written, url } = bareUrlAt(text, at) ?? {}
    if (written === undefined || url === undefined) {
      pieces.push(escapeText(text.charAt(at)))
      return 1
    }
    // Within a link it is the label.
    pieces.push(open.some(({ sign }) => sign === '[') ? escapeText(written) : linkHtml(url, written))
    return written.length
  }

  type Rule = readonly [begins: string, pattern: RegExp, write: (match: RegExpExecArray, at: number) => number]
  const wholly = (match: RegExpExecArray, html: string): number => {
    pieces.push(html)
    return match[0].length
  }
  const RULES: readonly Rule[] = [
    [
      '\n',
      LINE_END,
      (match, at) => wholly(match, breaks || text.slice(Math.max(0, at - 2), at) === '  ' ? '<br>' : '\n'),
    ],
    ['\\', ESCAPED_END, (match) => wholly(match, '<br>')],
    ['\\', ESCAPED, (match) => wholly(match, escapeText(match.groups?.character ?? ''))],
    ['&', REFERENCE, (match) => wholly(match, match[0])],
    ['<', ANGLED, (match) => wholly(match, linkHtml(match.groups?.url ?? '', match.groups?.url ?? ''))],
    ['hHwW', BARE, (_, at) => writeBare(at)],
    [
      '@!',
      MENTION,
      (match) => {
        const { sign = '', name = '', host = '' } = match.groups ?? {}
        const address = Object.hasOwn(mentions, sign) ? mentions[sign]?.(name, host) : undefined
        return wholly(match, address === undefined ? escapeText(match[0]) : linkHtml(address, match[0]))
      },
    ],
    ['*_~', RUN, (match, at) => writeRun(at, match[0])],
    ['`', /`/y, (_, at) => writeCode(at)],
    [']', /\]/y, (_, at) => writeBracket(at)],
    ['[', /\[/y, (match, at) => begin(at, '[', match[0].length)],
    ['!', /!\[/y, (match, at) => begin(at, '!', match[0].length)],
  ]

  const writeAt = (at: number): number => {
    for (const [begins, pattern, write] of RULES) {
      const match = begins.includes(text.charAt(at)) ? matchAt(pattern, text, at) : null
      if (match) return write(match, at)
    }
    pieces.push(escapeText(text.charAt(at)))
    return 1
  }

  for (let at = 0; at < text.length; ) {
    SPECIAL.lastIndex = at
    const special = SPECIAL.exec(text)?.index ?? text.length
    if (special > at) pieces.push(escapeText(text.slice(at, special)))
    at = special < text.length ? special + writeAt(special) : special
  }
  return pieces.join('')
}
