// Requests an embed in parallel with other work. The request has less time, ends with the other work, and never causes
// its error.

import type { ValidationContext } from './validation-result.ts'

/** The embed's own time limit: without it, a slow embed would delay the whole response. */
const EMBED_MS = 5_000

/** Runs `work` in parallel with `send`. If `work` ends without waiting for it, `send` is aborted. */
export const inParallel = async <Requested, Result>(
  send: (context: ValidationContext) => Promise<Requested>,
  work: (pending: Promise<Requested>) => Promise<Result>,
  context: ValidationContext,
  elapsed: () => number,
): Promise<Result> => {
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, ended.signal])
  const pending = send({ ...context, signal, deadline: Math.min(context.deadline, elapsed() + EMBED_MS) })
  pending.catch(() => {})
  try {
    return await work(pending)
  } finally {
    ended.abort()
  }
}
