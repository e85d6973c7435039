import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { NO_CONNECTIONS } from '@central-api/testing/platforms/suite/no-connections.ts'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import { dataOf } from '@central-api/testing/scanning/fixture.ts'
import { createBodyBudget } from '../src/egress/body-budget.ts'
import { isApiError } from '../src/errors.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { createCursors } from '../src/scanning/cursor.ts'
import { createFailureMemory } from '../src/scanning/failure-memory.ts'
import { createGoneProfiles } from '../src/scanning/gone-profiles.ts'
import { createIdentities } from '../src/scanning/identities.ts'
import { createPageCache } from '../src/scanning/page-cache.ts'
import { createPages } from '../src/scanning/pages.ts'
import { createPageReader } from '../src/scanning/read-page.ts'
import { parseScan } from '../src/scanning/scan.ts'
import { createUpstreams } from '../src/upstream/create-upstreams.ts'
import { createRegistry } from '../src/upstream/registry.ts'

const TEST_LICENSE = { license: { mode: 'test' }, plan: { platforms: [] } } as const
const DEADLINE_MS = 10_000

type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** The engine with the sandbox, and a clock that advances only during waits. */
const startEngine = (wait?: Wait) => {
  let time = 1_000_000
  const waits: number[] = []
  const now = () => time
  const random = () => 0.5
  const onStoreError = () => assert.fail()
  const freshMs = 300_000
  const held = { find: async () => undefined, put: async () => {}, removeWithin: async () => {} }
  const cursors = createCursors({ keys: [createHash('sha256').update('key').digest()], now, randomBytes })
  const registry = createRegistry([sandbox], {})
  const identities = createIdentities({ pages: held, now, onStoreError })
  const bodies = createBodyBudget({ maxBytes: 0, maxBytesOfLicense: 0 })
  const upstreams = createUpstreams({
    egress: { fetch: () => assert.fail('a call'), bodies, close: async () => {} },
    ...{ registry, freshMs, now, elapsed: now, random, randomBytes, onStoreError },
    store: createTestStore(),
    connected: NO_CONNECTIONS,
    keys: [Buffer.alloc(32)],
    owner: 'process',
    sharedHostPerMinute: 600,
    async wait(milliseconds, signal) {
      signal.throwIfAborted()
      waits.push(milliseconds)
      await wait?.(milliseconds, signal)
      time += milliseconds
    },
  })
  const pages = createPages({
    reader: createPageReader({
      ...{
        registry,
        parsingJobs: upstreams.parsingJobs,
        bodies,
        elapsed: now,
        freshMs,
        deadlineMs: DEADLINE_MS,
        pageSize: 20,
      },
    }),
    cache: createPageCache({ pages: held, cursors, now, maxBytes: 10_000_000, onStoreError }),
    gone: createGoneProfiles({
      store: { mark: async () => {}, find: async (findings) => findings.map(() => undefined), list: async () => [] },
      now,
      onStoreError,
    }),
    leases: { acquire: async () => ({ release: () => {} }), idle: async () => {} },
    failures: createFailureMemory({ now, random }),
    governor: upstreams.governor,
    ...{ cursors, identities, now, freshMs, staleMs: 600_000, maxStaleMs: 1_000_000 },
  })
  const scan = (handle: string, cursor?: string) => {
    const requested = { platform: 'sandbox', handle, ...(cursor !== undefined && { cursor }) }
    return parseScan(requested, TEST_LICENSE, registry, cursors, identities, 'public')
  }
  return { pages, scan, waits }
}

test('a test license pages through the whole sandbox', async () => {
  const { pages, scan } = startEngine()
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const data = dataOf((await pages.get(scan('@Demo', cursor))).page)
    assert.equal(data.body.handle, 'demo')
    for (const post of data.body.posts) {
      assert.equal(post.source.kind, 'sandbox')
      ids.push(post.id)
    }
    cursor = data.nextCursor ?? undefined
  } while (cursor !== undefined)
  assert.equal(new Set(ids).size, 95)
  assert.equal(ids.length, 95)
})

test('slow.<ms> takes that long, and is then cached like any page', async () => {
  const { pages, scan, waits } = startEngine()
  assert.equal((await pages.get(scan('slow.2000'))).cache, 'miss')
  assert.equal((await pages.get(scan('slow.2000'))).cache, 'hit')
  assert.deepEqual(waits, [2000])
})

test('slow.<ms> beyond the deadline is platform_timeout at the deadline', async () => {
  const { pages, scan, waits } = startEngine()
  await assert.rejects(pages.get(scan('slow.20000')), (error) => isApiError(error, 'platform_timeout'))
  assert.deepEqual(waits, [0.95 * DEADLINE_MS])
})

test('the engine returns an error of the sandbox unchanged', async () => {
  const { pages, scan } = startEngine()
  for (const code of ['quota_exceeded', 'platform_rate_limited', 'profile_private', 'internal_error'] as const)
    await assert.rejects(pages.get(scan(`error.${code}`)), (error) => isApiError(error, code))
  assert.throws(
    () => scan('error.link_timeout'),
    (error) =>
      isApiError(error, 'handle_malformed') && /“demo”, “empty” or “error\.profile_not_found”/.test(error.message),
  )
})
