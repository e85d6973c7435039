// Asks for an embed while something else is being asked for. It is given less time, ends with the other work, and never
// becomes the reason for an error.

import type { Errand } from './finding.ts'

/** Whoever has no embed by then goes without: the rest of the answer does not wait for all of its time. */
const EMBED_MS = 5_000

/** Runs `work` beside what `ask` asks for. What `work` does not wait for is called off. */
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
