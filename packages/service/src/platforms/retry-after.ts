// What an answer says of when to come back, as an error carries it.

import type { HttpAnswer } from './platform.ts'

/** RFC 9110, section 10.2.3, in seconds; a platform that gives a date is left to the engine's own pace. */
export const retryAfter = ({ headers }: HttpAnswer): { readonly retryAfterSeconds?: number } => {
  const seconds = headers['retry-after'] ?? ''
  return /^\d{1,6}$/.test(seconds) ? { retryAfterSeconds: Number(seconds) } : {}
}
