// What can be asked of the sandbox, written as a handle.

import type { ErrorCode } from '../../errors.ts'
import { SCAN_ERROR_CODES } from './scan-errors.ts'

/** Those that stand for themselves. */
const NAMES = ['demo', 'empty', 'fleeting', 'moved'] as const

export type Wish =
  | { readonly is: (typeof NAMES)[number] }
  | { readonly is: 'error'; readonly code: ErrorCode }
  | { readonly is: 'slow'; readonly milliseconds: number }

/** The longest that a page can be made to take. */
export const MAX_SLOW_MS = 30_000

/** `name`, `@name`, `@name@sandbox.example` and the profile's address. */
const SPELLING =
  /^(?:(?:https?:\/\/)?sandbox\.example\/@(?<there>[a-z0-9._]+)\/?(?:[?#].*)?|@?(?<name>[a-z0-9._]+)(?:@sandbox\.example)?)$/

/** The bare name; undefined when the sandbox knows no such. */
export const canonicalizeHandle = (input: string): string | undefined => {
  const groups = SPELLING.exec(input.trim().toLowerCase())?.groups
  const name = groups?.there ?? groups?.name ?? ''
  return readHandle(name) === undefined ? undefined : name
}

/** What a canonical handle asks for. */
export const readHandle = (handle: string): Wish | undefined => {
  const name = NAMES.find((known) => known === handle)
  if (name !== undefined) return { is: name }
  const groups = /^(?:error\.(?<code>[a-z_]+)|slow\.(?<milliseconds>0|[1-9]\d{0,4}))$/.exec(handle)?.groups
  const code = SCAN_ERROR_CODES.find((known) => known === groups?.code)
  if (code !== undefined) return { is: 'error', code }
  const milliseconds = Number(groups?.milliseconds)
  return milliseconds <= MAX_SLOW_MS ? { is: 'slow', milliseconds } : undefined
}
