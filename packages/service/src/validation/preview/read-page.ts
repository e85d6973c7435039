// One streaming read of a page that hands every tag to all sources and stops where nothing more is wanted.
// Depth and repetition are bounded: the parser's own stack costs the square of the depth.

import { Parser } from 'htmlparser2'
import { fieldsInBody } from './body-need.ts'
import type { Findings } from './findings.ts'
import { HEAD_ELEMENTS } from './head-elements.ts'
import { html } from './sources/html.ts'
import { jsonLd } from './sources/json-ld.ts'
import { microformats } from './sources/microformats.ts'
import { openGraph } from './sources/open-graph.ts'
import type { Source, SourceTable } from './sources/source.ts'
import { twitterCard } from './sources/twitter-card.ts'

const SOURCES: SourceTable = { openGraph, twitterCard, jsonLd, microformats, html }

/** Characters handed to the parser at once: the most that is read past the end of the head. */
const CHUNK = 8 * 1024
/** Open elements; real pages stay below 100. A page that goes deeper is read up to there. */
const MAX_DEPTH = 512
/** What is inside belongs to a drawing, a formula or a part that is not shown: its titles are not the page's. */
const INERT = new Set(['svg', 'math', 'template'])

type Reading = {
  /** Reads on until `isEnough` says so or the text ends; the index behind the last chunk. */
  readonly run: (from: number, isEnough: () => boolean) => number
  readonly isPastHead: () => boolean
  readonly settle: () => void
  readonly end: () => void
}

const openReading = (text: string, sources: readonly Source[], setBase: (href: string) => void): Reading => {
  let depth = 0
  let inertDepth: number | undefined
  let hasHead = false
  let isPastHead = false
  let isTooDeep = false

  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'head') hasHead = true
      if (name === 'body' || (!hasHead && !HEAD_ELEMENTS.has(name))) isPastHead = true
      if (name === 'base' && attributes.href !== undefined) setBase(attributes.href)
      if (INERT.has(name)) inertDepth ??= depth
      if (inertDepth === undefined) for (const source of sources) source.open?.({ name, attributes, depth })
      depth += 1
      if (depth > MAX_DEPTH) {
        isTooDeep = true
        parser.pause()
      }
    },
    ontext: (chunk) => {
      if (inertDepth === undefined) for (const source of sources) source.text?.(chunk)
    },
    onclosetag: (name) => {
      depth -= 1
      if (name === 'head') isPastHead = true
      if (inertDepth === depth) inertDepth = undefined
      else if (inertDepth === undefined) for (const source of sources) source.close?.(name, depth)
    },
  })

  return {
    run: (from, isEnough) => {
      let at = from
      while (at < text.length && !isTooDeep && !isEnough()) {
        parser.write(text.slice(at, at + CHUNK))
        at += CHUNK
      }
      return at
    },
    isPastHead: () => isPastHead,
    settle: () => {
      for (const source of sources) source.settle?.()
    },
    end: () => {
      for (const source of sources) {
        source.end?.()
        source.settle?.()
      }
    },
  }
}

/** Reads the head, and the body where it may fill what is missing; the values go to `findings`. */
export const readPage = (text: string, findings: Findings, setBase: (href: string) => void): void => {
  const names = Object.keys(SOURCES) as (keyof SourceTable)[]
  const sources = names.map((name) => SOURCES[name](findings.reportFrom(name)))
  const reading = openReading(text, sources, setBase)
  const at = reading.run(0, reading.isPastHead)
  reading.settle()
  const wanted = at < text.length ? fieldsInBody(text.slice(at), findings.has) : []
  if (wanted.length > 0) reading.run(at, () => false)
  reading.end()
}
