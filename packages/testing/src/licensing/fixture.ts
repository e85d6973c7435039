// The setup of licensing tests: a real store in memory, a manual clock, and deterministic random bytes.

import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { RandomBytes } from '@central-api/service/crypto/random-bytes.ts'
import { type Peppers, parsePeppers } from '@central-api/service/licensing/keys/pepper.ts'
import { STARTING_PLANS } from '@central-api/service/licensing/licenses/plans.ts'
import { openSqlite } from '@central-api/service/storage/sqlite/open.ts'
import type { Actor, Store } from '@central-api/service/storage/store.ts'

/** The actor of changes in tests. */
export const OPERATOR: Actor = { kind: 'operator', name: 'gardener', from: '192.0.2.1', requestId: 'r-1' }

export const START = Date.parse('2030-01-01T00:00:00Z')
export const HOUR_MS = 3_600_000
export const OLD_SECRET = 'old-secret-old-secret-old-secret-'
export const NEW_SECRET = 'new-secret-new-secret-new-secret-'

export type Clock = {
  /** The system clock; tests may set it. */
  at: number
  readonly now: () => number
  /** The monotonic clock: advances only by advance(), whatever the system clock is set to. */
  readonly elapsed: () => number
  advance(ms: number): void
}

export type Fixture = {
  readonly store: Store
  readonly clock: Clock
  readonly now: () => number
  readonly elapsed: () => number
  readonly randomBytes: RandomBytes
  readonly peppers: Peppers
}

const createClock = (): Clock => {
  let elapsedMs = 0
  const clock = {
    at: START,
    now: () => clock.at,
    elapsed: () => elapsedMs,
    advance: (ms: number) => {
      clock.at += ms
      elapsedMs += ms
    },
  }
  return clock
}

/** Bytes that look random, never repeat, and are the same in every run. */
export const createCountedBytes = (): RandomBytes => {
  let count = 0
  const block = (): Buffer => {
    count += 1
    return createHash('sha256').update(String(count)).digest()
  }
  return (size) => Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, block)).subarray(0, size)
}

/** A store of its own with the default plans, closed when the test ends. */
export const createFixture = async (context: TestContext): Promise<Fixture> => {
  const clock = createClock()
  const store = await openSqlite({ file: ':memory:' })
  context.after(() => store.close())
  await store.plans.seed(STARTING_PLANS)
  return {
    store,
    clock,
    now: clock.now,
    elapsed: clock.elapsed,
    randomBytes: createCountedBytes(),
    peppers: parsePeppers(OLD_SECRET),
  }
}

/** A promise that the test settles. */
export const createGate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}
