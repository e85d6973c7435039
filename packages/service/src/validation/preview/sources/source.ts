// The contract of a source: it receives the page once, as it is parsed, and reports raw values. It never cleans,
// resolves or judges them.

import type { PreviewField, SourceName } from '../preview.ts'

export type OpenTag = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The number of open elements around it. */
  readonly depth: number
}

/** Reports a raw value. Within a source, the lowest rank wins; among equal ranks, the first one of the page. */
export type Report = (field: PreviewField, value: string | undefined, rank?: number) => void

/** All methods are optional; text comes in pieces. An element closes at the depth at which it opened. */
export type Source = {
  readonly open?: (tag: OpenTag) => void
  readonly text?: (chunk: string) => void
  readonly close?: (name: string, depth: number) => void
  /** Reports what was collected: called after the head, and again at the end. */
  readonly flush?: () => void
  /** Called at the end of the page: elements that are still open are incomplete. */
  readonly end?: () => void
}

export type OpenSource = (report: Report) => Source

export type SourceTable = Readonly<Record<Exclude<SourceName, 'linkHeader'>, OpenSource>>
