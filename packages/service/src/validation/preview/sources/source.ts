// The contract of a source: it hears the page once, as it is read, and reports raw values. It never cleans, resolves or judges them.

import type { PreviewField, SourceName } from '../preview.ts'

export type OpenTag = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** How many elements are open around it. */
  readonly depth: number
}

/** Reports a raw value. Within a source the lowest rank wins, and among equals the first of the page. */
export type Report = (field: PreviewField, value: string | undefined, rank?: number) => void

/** All methods are optional; text comes in pieces. An element closes at the depth it opened at. */
export type Source = {
  readonly open?: (tag: OpenTag) => void
  readonly text?: (chunk: string) => void
  readonly close?: (name: string, depth: number) => void
  /** What was gathered is to be reported: behind the head, and once more at the end. */
  readonly settle?: () => void
  /** Nothing more will be read: what is still open is all there is. */
  readonly end?: () => void
}

export type OpenSource = (report: Report) => Source

export type SourceTable = Readonly<Record<Exclude<SourceName, 'linkHeader'>, OpenSource>>
