// Where a walk stands: at a batch of its upstream, behind what was given of it and before it.

import { hash } from 'node:crypto'
import { parseJson } from '../../parsing/parse-json.ts'
import { Refused } from '../contract/refusal.ts'

/** What was given last, by which a page finds where to begin. */
export type Trace = {
  /** Of the items given last, newest first. */
  readonly keys: readonly string[]
  /** The date of the newest of them; what is newer was given before, or has come since. */
  readonly top: string | null
}

export type Position = {
  /** The batch to read; undefined is the first. */
  readonly at: string | undefined
  /** Whether nothing of that batch was given yet. */
  readonly isUnread: boolean
  readonly trace: Trace | undefined
  /** Where the batches before began, as `visit` writes them. */
  readonly visited: string
}

export const BEGINNING: Position = { at: undefined, isUnread: true, trace: undefined, visited: '' }

/** A position of 2,000 characters, less what sixty keys and the batches before take. */
export const LONGEST_AT = 1_000

/** Enough of a hash to tell sixty items apart. */
export const shortKey = (id: string): string => hash('sha256', id, 'base64url').slice(0, 10)

/** Characters of a hash, and batches that are remembered: no upstream that goes in a circle has a larger one. */
const VISIT = { characters: 5, most: 30 } as const

const visitOf = (at: string): string => hash('sha256', at, 'base64url').slice(0, VISIT.characters)

export const visit = (visited: string, at: string | undefined): string =>
  at === undefined ? visited : `${visited}${visitOf(at)}`.slice(-VISIT.characters * VISIT.most)

export const wasVisited = (visited: string, at: string): boolean => {
  const wanted = visitOf(at)
  for (let from = 0; from < visited.length; from += VISIT.characters) if (visited.startsWith(wanted, from)) return true
  return false
}

/** In front of the batches before, which positions of older versions do not have: no key begins with it. */
const VISITED = '~'

export const encodePosition = ({ at, isUnread, trace, visited }: Position): string =>
  JSON.stringify([
    at ?? null,
    isUnread ? 'unread' : null,
    trace?.top ?? null,
    ...(trace?.keys ?? []),
    ...(visited === '' ? [] : [VISITED + visited]),
  ])

/** Throws Refused (`invalid_cursor`). */
export const decodePosition = (text: string): Position => {
  const parts = readJson(text)
  const isPosition =
    Array.isArray(parts) && parts.length >= 3 && parts.every((part) => part === null || typeof part === 'string')
  if (!isPosition) throw new Refused('invalid_cursor')
  const [at, unread, top, ...rest] = parts
  const keys = rest.filter((part) => !part?.startsWith(VISITED))
  return {
    at: at ?? undefined,
    isUnread: unread !== null,
    trace: keys.length === 0 ? undefined : { keys, top },
    visited: rest.find((part) => part?.startsWith(VISITED))?.slice(VISITED.length) ?? '',
  }
}

const readJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Refused('invalid_cursor', { cause })
  }
}
