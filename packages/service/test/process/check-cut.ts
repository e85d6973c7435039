// What holds while one of several replicas is cut off from the database that they share, however it is cut: it answers
// nobody wrongly and nobody late, the others answer everybody, and once it is mended it goes on and learns what it missed.

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
  /** The one of them that is cut off. */
  readonly origin: string
  readonly license: { readonly scan: Scan; readonly used: () => Promise<number> }
  /** Another license, and what revokes it while the one cannot hear of it. */
  readonly revoked: { readonly scan: Scan; readonly revoke: () => Promise<unknown> }
  readonly cut: () => unknown
  readonly mend: () => unknown
  readonly cutMs: number
  /** Called again and again while it is cut off. */
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
  // Each of its callers may have had one answer under way when it was cut off.
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
