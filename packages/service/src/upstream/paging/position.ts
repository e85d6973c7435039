// The position of a walk: a batch of the upstream, and what pages have returned of it and of the batches before.

import { hash } from 'node:crypto'
import { parseJson } from '../../parsing/parse-json.ts'
import { Refused } from '../contract/refusal.ts'

/** The items returned last, by which the next page finds where to continue. */
export type Trace = {
  /** Of the items returned last, newest first. */
  readonly keys: readonly string[]
  /** The date of the newest of them. Newer items were returned before, or have appeared since. */
  readonly top: string | null
}

export type Position = {
  /** The batch to read; undefined for the first. */
  readonly at: string | undefined
  /** Whether no item of that batch has been returned. */
  readonly isUnread: boolean
  readonly trace: Trace | undefined
  /** Where the previous batches began, as `visit` encodes it. */
  readonly visited: string
}

export const BEGINNING: Position = { at: undefined, isUnread: true, trace: undefined, visited: '' }

/** A position has 2,000 characters; sixty keys and the visited batches take the rest. */
export const LONGEST_AT = 1_000

/** Enough of a hash to distinguish sixty items. */
export const shortKey = (id: string): string => hash('sha256', id, 'base64url').slice(0, 10)

/** Characters of each hash, and how many batches are remembered: loops of upstreams are shorter than that. */
const VISIT = { characters: 5, most: 30 } as const

const visitOf = (at: string): string => hash('sha256', at, 'base64url').slice(0, VISIT.characters)

export const visit = (visited: string, at: string | undefined): string =>
  at === undefined ? visited : `${visited}${visitOf(at)}`.slice(-VISIT.characters * VISIT.most)

export const wasVisited = (visited: string, at: string): boolean => {
  const wanted = visitOf(at)
  for (let from = 0; from < visited.length; from += VISIT.characters) if (visited.startsWith(wanted, from)) return true
  return false
}

/** Precedes the visited batches, which positions of older versions lack. No key begins with it. */
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
