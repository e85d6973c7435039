// Callers that ask replicas one thing after another while something happens to them, and the rules that what they heard is
// held to.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isShed, isUnavailable, type Outcome } from './load.ts'

/** After this the server gives up on a request by itself; the store's own time-outs are shorter. */
export const HANDLER_MS = 20_000
/** Share of the requests that a machine which others work on may refuse for want of a processor. */
export const MOST_SHED = 0.001
const RETRY_MS = 20

export type Scan = (origin: string) => Promise<Outcome>
export type Timed = { readonly origin: string; readonly outcome: Outcome; readonly tookMs: number }

export const statusOf = (outcome: Outcome): number | string => ('status' in outcome ? outcome.status : outcome.failure)
export const isAnswered = (outcome: Outcome): boolean => statusOf(outcome) === 200

/** `each` callers of every replica, until told to stop. */
export const startCallers = (origins: readonly string[], scan: Scan, each: number) => {
  let running = true
  const heard: Timed[] = []
  const callers = origins.flatMap((origin) =>
    Array.from({ length: each }, async () => {
      while (running) {
        const startedAt = performance.now()
        const outcome = await scan(origin)
        heard.push({ origin, outcome, tookMs: performance.now() - startedAt })
      }
    }),
  )
  return {
    heard,
    async stop() {
      running = false
      await Promise.all(callers)
    },
  }
}

/** How long until every replica answers again. */
export const recover = async (origins: readonly string[], scan: Scan): Promise<number> => {
  const startedAt = performance.now()
  for (const origin of origins) {
    for (let outcome = await scan(origin); !isAnswered(outcome); outcome = await scan(origin)) {
      assert.ok(isUnavailable(outcome), JSON.stringify(outcome))
      await sleep(RETRY_MS)
    }
  }
  return Math.round(performance.now() - startedAt)
}

export type Hearing = {
  readonly heard: readonly Timed[]
  /** Answers to the same license that are not among them. */
  readonly more: number
  readonly counted: number
}

/** Everything was answered, or refused as it should be; nothing answered is missing from what was counted, and nothing is
 * counted that was not asked for. */
export const requireHonest = ({ heard, more, counted }: Hearing) => {
  const answered = heard.filter(({ outcome }) => isAnswered(outcome)).length + more
  const refused = heard.filter(({ outcome }) => isUnavailable(outcome)).length
  const wrong = heard.filter(({ outcome }) => !isAnswered(outcome) && !isUnavailable(outcome))
  assert.deepEqual(wrong, [])
  const longestMs = Math.round(Math.max(...heard.map(({ tookMs }) => tookMs)))
  const summary = `${answered} answered, ${refused} refused, ${counted} counted, the longest took ${longestMs} ms`
  assert.ok(answered <= counted && counted <= answered + refused, summary)
  return { refused, longestMs, summary }
}

/** For each replica how long after the call of `revoke` a scan was asked for that was answered last of all. */
export const measureRevocation = async (origins: readonly string[], scan: Scan, revoke: () => Promise<unknown>) => {
  for (const origin of origins) assert.equal(statusOf(await scan(origin)), 200)
  await revoke()
  const revokedAt = performance.now()
  const poll = async (origin: string) => {
    for (;;) {
      const askedAt = performance.now()
      const outcome = await scan(origin)
      // What was asked before may be answered yet; the time of asking is what counts.
      if (isAnswered(outcome) || isShed(outcome)) continue
      assert.ok('text' in outcome && JSON.parse(outcome.text).error.code === 'license_revoked')
      return askedAt - revokedAt
    }
  }
  return Promise.all(origins.map(poll))
}
