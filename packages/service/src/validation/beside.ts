// Asks for an embed while something else is being asked for. It is given less time, ends with the other work, and never
// becomes the reason for an error.

import type { Errand } from './finding.ts'

/** Whoever has no embed by then goes without: the rest of the answer does not wait for all of its time. */
const EMBED_MS = 5_000

/** Runs `work` beside what `ask` asks for. What `work` does not wait for is called off. */
export const beside = async <Asked, Result>(
  ask: (errand: Errand) => Promise<Asked>,
  work: (asked: Promise<Asked>) => Promise<Result>,
  errand: Errand,
  elapsed: () => number,
): Promise<Result> => {
  const over = new AbortController()
  const signal = AbortSignal.any([errand.signal, over.signal])
  const asked = ask({ ...errand, signal, deadline: Math.min(errand.deadline, elapsed() + EMBED_MS) })
  asked.catch(() => {})
  try {
    return await work(asked)
  } finally {
    over.abort()
  }
}
