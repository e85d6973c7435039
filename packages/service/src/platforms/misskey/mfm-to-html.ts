// MFM, Misskey's markup, → unsafe HTML, which callers must sanitize. Never throws, and runs in linear time. Marks that
// are not closed stay as text.

import { POST_LIMITS } from '../../post/bound-html.ts'
import { cutText } from '../../post/cut-text.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { LEAVES, MARKS, type MfmContext } from './mfm-marks.ts'

/** Misskey's own nesting limit. */
const MAX_OPEN = 20
const MAX_QUOTES = 5

/** `host`: the author's server. */
export const mfmToHtml = (text: string, host: string): string =>
  writeBlocks(cutText(text, POST_LIMITS.characters).replace(/\r\n?/g, '\n').split('\n'), host, 0)

const FENCE = /^```/
const QUOTED = /^> ?/

const writeBlocks = (lines: readonly string[], host: string, depth: number): string => {
  const html: string[] = []
  let plain: string[] = []
  let hasFence = true
  const flush = () => {
    if (plain.some((line) => line.trim() !== '')) html.push(`<p>${writeInline(plain.join('\n'), host)}</p>`)
    plain = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (hasFence && FENCE.test(line)) {
      const end = findClosingFence(lines, at)
      hasFence = end !== -1
      if (hasFence) {
        flush()
        html.push(`<pre><code>${escapeText(lines.slice(at + 1, end).join('\n'))}</code></pre>`)
        at = end
        continue
      }
    }
    if (depth < MAX_QUOTES && QUOTED.test(line)) {
      flush()
      const quoted = [line]
      while (QUOTED.test(lines[at + 1] ?? '')) {
        at += 1
        quoted.push(lines[at] ?? '')
      }
      const inner = quoted.map((each) => each.replace(QUOTED, ''))
      html.push(`<blockquote>${writeBlocks(inner, host, depth + 1)}</blockquote>`)
    } else plain.push(line)
  }
  flush()
  return html.join('')
}

const findClosingFence = (lines: readonly string[], from: number): number => {
  for (let at = from + 1; at < lines.length; at += 1) if (FENCE.test(lines[at] ?? '')) return at
  return -1
}

/** An open mark: its index in `pieces`, its source if it is never closed, its closing mark, and its HTML. */
type Open = {
  readonly piece: number
  readonly literal: string
  readonly closes: string
  readonly html: readonly [string, string]
}

/** `$[name.options content]`. Animations and effects are ignored. */
const FUNCTION = /\$\[(?<name>[a-z0-9_]{1,30})(?:\.[^\s[\]]{1,200})?[ \n]/iy
/** Text that is readable only on hover. */
const BLURRED = '<span class="mfm-blur">'
const RUBY = /(?<base>[^\s[\]]{1,200}) (?<reading>[^[\]]{1,200})\]/y
/** First characters of all syntax. */
const SPECIAL = /[*~<`\\_[?h@#$\]\n]/g
const TAG = /\*\*|~~|<\/?(?:b|i|s|small|center)>/y

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const writeInline = (text: string, host: string, isLabel = false): string => {
  const context: MfmContext = { host, label: (label) => writeInline(label, host, true) }
  const pieces: string[] = []
  const open: Open[] = []

  const begin = (literal: string, closes: string, html: readonly [string, string]) => {
    if (open.length < MAX_OPEN) open.push({ piece: pieces.length, literal, closes, html })
    pieces.push(escapeText(literal))
  }
  /** Marks that were opened inside and not closed stay as text. */
  const end = (closes: string): boolean => {
    const at = open.findLastIndex((each) => each.closes === closes)
    const [closed] = at === -1 ? [] : open.splice(at)
    if (closed === undefined) return false
    pieces[closed.piece] = closed.html[0]
    pieces.push(closed.html[1])
    return true
  }

  /** Writes the syntax at `at` and returns its length. */
  const writeAt = (at: number): number => {
    const leaf = leafAt(text, at, isLabel)
    if (leaf) {
      pieces.push(leaf.rule.write(leaf.match.groups ?? {}, context))
      return leaf.match[0].length
    }
    const [tag] = matchAt(TAG, text, at) ?? []
    if (tag !== undefined) {
      const mark = MARKS.get(tag)
      if (!end(tag)) {
        if (mark) begin(tag, mark.closes, [`<${mark.element}>`, `</${mark.element}>`])
        else pieces.push(escapeText(tag))
      }
      return tag.length
    }
    const called = matchAt(FUNCTION, text, at)
    if (called) return called[0].length + writeFunction(called, at + called[0].length)
    if (text[at] === '\n') return writeLineEnds(at)
    if (text[at] !== ']' || !end(']')) pieces.push(escapeText(text[at] ?? ''))
    return 1
  }

  /** An empty line starts a new paragraph, unless a mark is open. */
  const writeLineEnds = (at: number): number => {
    let count = 1
    while (text[at + count] === '\n') count += 1
    pieces.push(count > 1 && open.length === 0 ? '</p><p>' : '<br>'.repeat(Math.min(count, 2)))
    return count
  }

  /** Returns how much of the content was written as well. */
  const writeFunction = (called: RegExpExecArray, from: number): number => {
    const ruby = called.groups?.name === 'ruby' ? matchAt(RUBY, text, from) : null
    if (ruby?.groups === undefined || ruby === null) {
      begin(called[0], ']', [called.groups?.name === 'blur' ? BLURRED : '<span>', '</span>'])
      return 0
    }
    const { base = '', reading = '' } = ruby.groups
    pieces.push(`<ruby>${escapeText(base)}<rp>(</rp><rt>${escapeText(reading)}</rt><rp>)</rp></ruby>`)
    return ruby[0].length
  }

  for (let at = 0; at < text.length; ) {
    SPECIAL.lastIndex = at
    const special = SPECIAL.exec(text)?.index ?? text.length
    if (special > at) pieces.push(escapeText(text.slice(at, special)))
    at = special < text.length ? special + writeAt(special) : special
  }
  return pieces.join('')
}

const leafAt = (text: string, at: number, isLabel: boolean) => {
  const first = text.charAt(at)
  for (const rule of LEAVES) {
    if (!rule.begins.includes(first) || (isLabel && rule.isLink)) continue
    const match = matchAt(rule.pattern, text, at)
    if (match) return { rule, match }
  }
  return undefined
}
