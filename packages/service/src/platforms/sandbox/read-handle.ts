// Parses the handles of the sandbox, which say what it should do.

import type { ErrorCode } from '../../errors.ts'
import { canonicalizeKind, type Named, readKind } from './kinds.ts'
import { SCAN_ERROR_CODES } from './scan-errors.ts'

/** Handles that are plain names. */
const NAMES = ['demo', 'empty', 'fleeting', 'moved'] as const

export type Behavior =
  | { readonly is: (typeof NAMES)[number] }
  | ({ readonly is: 'kind' } & Named)
  | { readonly is: 'error'; readonly code: ErrorCode }
  | { readonly is: 'slow'; readonly milliseconds: number }

/** The longest delay of a page. */
export const MAX_SLOW_MS = 30_000

/** `name`, `@name`, `@name@sandbox.example` and the profile's URL. */
const SPELLING =
  /^(?:(?:https?:\/\/)?sandbox\.example\/@(?<there>[a-z0-9._]+)\/?(?:[?#].*)?|@?(?<name>[a-z0-9._]+)(?:@sandbox\.example)?)$/

/** The bare name, or the handle of another kind; undefined when the sandbox has no such handle. */
export const canonicalizeHandle = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  const kind = canonicalizeKind(text)
  if (kind !== undefined) return kind
  const groups = SPELLING.exec(text)?.groups
  const name = groups?.there ?? groups?.name ?? ''
  return readHandle(name) === undefined ? undefined : name
}

/** The behavior that a canonical handle requests. */
export const readHandle = (handle: string): Behavior | undefined => {
  const name = NAMES.find((known) => known === handle)
  if (name !== undefined) return { is: name }
  const named = readKind(handle)
  if (named !== undefined) return { is: 'kind', ...named }
  const groups = /^(?:error\.(?<code>[a-z_]+)|slow\.(?<milliseconds>0|[1-9]\d{0,4}))$/.exec(handle)?.groups
  const code = SCAN_ERROR_CODES.find((known) => known === groups?.code)
  if (code !== undefined) return { is: 'error', code }
  const milliseconds = Number(groups?.milliseconds)
  return milliseconds <= MAX_SLOW_MS ? { is: 'slow', milliseconds } : undefined
}
