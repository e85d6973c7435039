// Parses a page once, passes each tag to all sources, and stops when no field needs more.

import { createHtmlParser, type HtmlReader } from '../../post/markup/parse-html.ts'
import { fieldsInBody } from './body-need.ts'
import type { Candidates } from './candidates.ts'
import { HEAD_ELEMENTS } from './head-elements.ts'
import { html } from './sources/html.ts'
import { jsonLd } from './sources/json-ld.ts'
import { microformats } from './sources/microformats.ts'
import { openGraph } from './sources/open-graph.ts'
import type { Source, SourceTable } from './sources/source.ts'
import { twitterCard } from './sources/twitter-card.ts'

const SOURCES: SourceTable = { openGraph, twitterCard, jsonLd, microformats, html }

/** Characters parsed at a time: at most this much is parsed after the end of the head. */
const CHUNK = 8 * 1024
/** Open elements; real pages have fewer than 100. A deeper page is parsed up to this depth. */
const MAX_DEPTH = 512
/** A drawing, a formula or a template: titles inside are not the page's. */
const INERT = new Set(['svg', 'math', 'template'])

type PageScan = {
  /** Parses the head, and returns the offset of the unparsed rest. */
  readonly readHead: () => number
  readonly readBody: () => void
  readonly flush: () => void
  readonly end: () => void
}

const startScan = (text: string, sources: readonly Source[], setBase: (href: string) => void): PageScan => {
  let depth = 0
  let inertDepth: number | undefined
  let hasHead = false
  let isPastHead = false
  let isOver = false

  const close = (name: string) => {
    depth -= 1
    if (name === 'head') isPastHead = true
    if (inertDepth === depth) inertDepth = undefined
    else if (inertDepth === undefined) for (const source of sources) source.close?.(name, depth)
  }
  const reader: HtmlReader = {
    open({ name, isVoid }, attributes) {
      if (name === 'head') hasHead = true
      if (name === 'body' || (!hasHead && !HEAD_ELEMENTS.has(name))) isPastHead = true
      if (name === 'base' && attributes.href !== undefined) setBase(attributes.href)
      if (INERT.has(name)) inertDepth ??= depth
      if (inertDepth === undefined) for (const source of sources) source.open?.({ name, attributes, depth })
      depth += 1
      if (isVoid) close(name)
    },
    close({ name }) {
      // Elements that are still open at the end are incomplete, and do not count as closed.
      if (!isOver) close(name)
    },
    text(chunk) {
      if (inertDepth === undefined) for (const source of sources) source.text?.(chunk)
    },
  }
  const parser = createHtmlParser(text, reader, MAX_DEPTH)

  return {
    readHead: () => {
      let at = 0
      for (let to = CHUNK; at < text.length && !isPastHead; to += CHUNK) at = parser.read(to)
      return at
    },
    readBody: () => void parser.read(text.length),
    flush: () => {
      for (const source of sources) source.flush?.()
    },
    end: () => {
      isOver = true
      parser.end()
      for (const source of sources) {
        source.end?.()
        source.flush?.()
      }
    },
  }
}

/** Parses the head, and the body if it may fill missing fields; the values go to `candidates`. */
export const readPage = (text: string, candidates: Candidates, setBase: (href: string) => void): void => {
  const names = Object.keys(SOURCES) as (keyof SourceTable)[]
  const sources = names.map((name) => SOURCES[name](candidates.reportFrom(name)))
  const scan = startScan(text, sources, setBase)
  const at = scan.readHead()
  scan.flush()
  const wanted = at < text.length ? fieldsInBody(text.slice(at), candidates.has) : []
  if (wanted.length > 0) scan.readBody()
  scan.end()
}
