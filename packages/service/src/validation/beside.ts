// Requests an embed in parallel with other work. The request has less time, ends with the other work, and never causes
// its error.

import type { Errand } from './finding.ts'

/** The embed's own time limit: without it, a slow embed would delay the whole response. */
const EMBED_MS = 5_000

/** Runs `work` in parallel with `send`. If `work` ends without waiting for it, `send` is aborted. */
export const beside = async <Requested, Result>(
  send: (errand: Errand) => Promise<Requested>,
  work: (requested: Promise<Requested>) => Promise<Result>,
  errand: Errand,
  elapsed: () => number,
): Promise<Result> => {
  const over = new AbortController()
  const signal = AbortSignal.any([errand.signal, over.signal])
  const requested = send({ ...errand, signal, deadline: Math.min(errand.deadline, elapsed() + EMBED_MS) })
  requested.catch(() => {})
  try {
    return await work(requested)
  } finally {
    over.abort()
  }
}
