// Checks while one of several replicas is disconnected from the shared database by any means: its responses are correct and
// in time, the other replicas serve all requests, and after the reconnect it recovers and receives missed changes.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  HANDLER_MS,
  isAnswered,
  isUnavailable,
  recover,
  requireHonest,
  responsesUntilRevoked,
  type Scan,
  startCallers,
  statusOf,
} from './callers.ts'

export type Cut = {
  readonly origins: readonly string[]
  /** The disconnected replica. */
  readonly origin: string
  readonly license: { readonly scan: Scan; readonly used: () => Promise<number> }
  /** Another license, and a function that revokes it while the replica is disconnected. */
  readonly revoked: { readonly scan: Scan; readonly revoke: () => Promise<unknown> }
  readonly cut: () => unknown
  readonly mend: () => unknown
  readonly cutMs: number
  /** Called repeatedly while it is disconnected. */
  readonly check?: () => Promise<unknown>
}

const CALLERS = 2
const BEFORE_MS = 200
const BETWEEN_CHECKS_MS = 250
const REVOKED_WITHIN_MS = 1_000

export const checkCut = async (context: TestContext, options: Cut) => {
  const { origins, origin, license, revoked, cut, mend, cutMs, check = async () => {} } = options
  assert.equal(statusOf(await revoked.scan(origin)), 200)
  const callers = startCallers(origins, license.scan, CALLERS)
  await sleep(BEFORE_MS)
  await cut()
  const cutAt = callers.heard.length
  await revoked.revoke()
  for (const end = performance.now() + cutMs; performance.now() < end; await sleep(BETWEEN_CHECKS_MS)) await check()
  await mend()
  const mendedAt = callers.heard.length
  const startedAt = performance.now()
  const answeredMs = await responsesUntilRevoked(origin, revoked.scan)
  await recover(origins, license.scan)
  const recoveredMs = Math.round(performance.now() - startedAt)
  const during = callers.heard.slice(cutAt, mendedAt)
  await callers.stop()
  // Each of its clients can have had one request in flight when it was disconnected.
  assert.ok(during.filter((timed) => timed.origin === origin && isAnswered(timed.outcome)).length <= CALLERS)
  assert.ok(during.some((timed) => timed.origin === origin && isUnavailable(timed.outcome)))
  const ofOthers = during.filter((timed) => timed.origin !== origin)
  assert.ok(ofOthers.some(({ outcome }) => isAnswered(outcome)))
  assert.deepEqual(
    ofOthers.filter(({ outcome }) => !isAnswered(outcome)),
    [],
  )
  const hearing = { heard: callers.heard, more: origins.length, counted: await license.used() }
  const { longestMs, summary } = requireHonest(hearing)
  context.diagnostic(
    `${summary}; a revoked license was answered for ${Math.round(answeredMs)} ms after it was mended, all went on after ${recoveredMs} ms`,
  )
  assert.ok(longestMs < HANDLER_MS)
  assert.ok(answeredMs < REVOKED_WITHIN_MS, `${answeredMs} ms`)
}
