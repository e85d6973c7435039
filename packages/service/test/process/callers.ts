// Clients that send requests to replicas during failures, and the checks of their responses.

import assert from 'node:assert/strict'
import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, type Outcome } from './load.ts'

/** The server's timeout for a request. The store's timeouts are shorter. */
export const HANDLER_MS = 20_000
const RETRY_MS = 20
/** Longer than any timeout of the service, so only a replica that does not recover fails. */
const RECOVERED_WITHIN_MS = 60_000
/** Less than the store timeout. */
const ALIVE_WITHIN_MS = 2_000

export type Scan = (origin: string) => Promise<Outcome>
export type Timed = { readonly origin: string; readonly outcome: Outcome; readonly tookMs: number }

export const statusOf = (outcome: Outcome): number | string => ('status' in outcome ? outcome.status : outcome.failure)
export const isAnswered = (outcome: Outcome): boolean => statusOf(outcome) === 200

/** Whether a response is that of a service without its store. */
export const isUnavailable = (outcome: Outcome): boolean =>
  'status' in outcome &&
  outcome.status === 503 &&
  JSON.parse(outcome.text).error.code === 'unavailable' &&
  Number(outcome.retryAfter) > 0

/** Runs `each` clients for every replica until stopped. */
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

/** The time until every replica responds again. */
export const recover = async (origins: readonly string[], scan: Scan): Promise<number> => {
  const startedAt = performance.now()
  for (const origin of origins) {
    for (let outcome = await scan(origin); !isAnswered(outcome); outcome = await scan(origin)) {
      assert.ok(isUnavailable(outcome), JSON.stringify(outcome))
      assert.ok(performance.now() - startedAt < RECOVERED_WITHIN_MS, `${origin} has not recovered`)
      await sleep(RETRY_MS)
    }
  }
  return Math.round(performance.now() - startedAt)
}

/** Whether replicas respond to /healthz immediately while their store does not respond. A replica that waits for the store
 * is late every time, a busy machine only sometimes. */
export const startLiveness = () => {
  const tookMs: number[] = []
  return {
    async send(agent: Agent, origin: string) {
      const startedAt = performance.now()
      assert.equal(await isAlive(agent, origin), true)
      tookMs.push(performance.now() - startedAt)
    },
    judge() {
      const median = tookMs.toSorted((a, b) => a - b)[tookMs.length >> 1] ?? Number.NaN
      assert.ok(median < ALIVE_WITHIN_MS, `half of ${tookMs.length} within ${median} ms`)
    },
  }
}

export type Hearing = {
  readonly heard: readonly Timed[]
  /** Responses for the same license that are not among them. */
  readonly more: number
  readonly counted: number
}

/** Checks that every request succeeded or was rejected correctly, that no successful response is uncharged, and that nothing
 * is charged without a request. */
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

/** The maximum counted time of a response. Longer ones are due to a busy machine. */
const MAX_OF_AN_ANSWER_MS = 25

/** For each replica, how long it accepted a license after `revoke`, measured as the total of its response times. On a slow or
 * busy machine each response takes longer, but not the total. */
export const measureRevocation = async (origins: readonly string[], scan: Scan, revoke: () => Promise<unknown>) => {
  for (const origin of origins) assert.equal(statusOf(await scan(origin)), 200)
  await revoke()
  return Promise.all(origins.map((origin) => responsesUntilRevoked(origin, scan)))
}

/** The same for one replica after the license was revoked. `unavailable` responses do not count. */
export const responsesUntilRevoked = async (origin: string, scan: Scan): Promise<number> => {
  for (let spentMs = 0; ; ) {
    const requestedAt = performance.now()
    const outcome = await scan(origin)
    if (isAnswered(outcome)) spentMs += Math.min(performance.now() - requestedAt, MAX_OF_AN_ANSWER_MS)
    else if (isUnavailable(outcome)) await sleep(RETRY_MS)
    else {
      assert.ok('text' in outcome && JSON.parse(outcome.text).error.code === 'license_revoked', JSON.stringify(outcome))
      return spentMs
    }
  }
}
