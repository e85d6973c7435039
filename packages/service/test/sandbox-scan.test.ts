import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isApiError } from '../src/errors.ts'
import { createRegistry } from '../src/platforms/registry.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { createCursors } from '../src/scanning/cursor.ts'
import { createFailureMemory } from '../src/scanning/failure-memory.ts'
import { everyTurn } from '../src/scanning/fixture.ts'
import { createPageCache } from '../src/scanning/page-cache.ts'
import { createPages } from '../src/scanning/pages.ts'
import { parseScan } from '../src/scanning/scan.ts'

const TEST_LICENSE = { license: { mode: 'test' }, plan: { platforms: [] } } as const
const DEADLINE_MS = 10_000

/** The engine around the sandbox, with a clock that only moves when somebody waits. */
const startEngine = () => {
  let time = 1_000_000
  const waits: number[] = []
  const now = () => time
  const cursors = createCursors({ keys: [createHash('sha256').update('key').digest()], now, randomBytes })
  const registry = createRegistry([sandbox], {})
  const pages = createPages({
    registry,
    cache: createPageCache({
      pages: { find: async () => undefined, put: async () => {} },
      cursors,
      now,
      maxBytes: 10_000_000,
      onStoreError: () => assert.fail(),
    }),
    turns: everyTurn,
    failures: createFailureMemory({ now, random: () => 0.5 }),
    upstream: () => ({ get: () => assert.fail('a call') }),
    now,
    freshMs: 300_000,
    staleMs: 600_000,
    heldMs: 1_000_000,
    deadlineMs: DEADLINE_MS,
    pageSize: 20,
    async wait(milliseconds, signal) {
      signal.throwIfAborted()
      waits.push(milliseconds)
      time += milliseconds
    },
  })
  const scan = (handle: string, cursor?: string) =>
    parseScan({ platform: 'sandbox', handle, ...(cursor !== undefined && { cursor }) }, TEST_LICENSE, registry, cursors)
  return { pages, scan, waits }
}

const answerOf = (bytes: Buffer) => JSON.parse(bytes.toString()).data

test('a test license walks the whole sandbox through the engine', async () => {
  const { pages, scan } = startEngine()
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const data = answerOf((await pages.get(scan('@Demo', cursor))).page.bytes)
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

test('slow.<ms> takes that long, and then is held like any page', async () => {
  const { pages, scan, waits } = startEngine()
  assert.equal((await pages.get(scan('slow.2000'))).cache, 'miss')
  assert.equal((await pages.get(scan('slow.2000'))).cache, 'hit')
  assert.deepEqual(waits, [2000])
})

test('slow.<ms> beyond the deadline waits for the deadline and is platform_timeout', async () => {
  const { pages, scan, waits } = startEngine()
  await assert.rejects(pages.get(scan('slow.20000')), (error) => isApiError(error, 'platform_timeout'))
  assert.deepEqual(waits, [DEADLINE_MS])
})

test('an error of the sandbox comes out of the engine as it is', async () => {
  const { pages, scan } = startEngine()
  for (const code of ['quota_exceeded', 'platform_rate_limited', 'profile_private', 'internal_error'] as const)
    await assert.rejects(pages.get(scan(`error.${code}`)), (error) => isApiError(error, code))
  assert.throws(
    () => scan('error.link_timeout'),
    (error) => isApiError(error, 'handle_malformed') && /demo or empty or error\.profile_not_found/.test(error.message),
  )
})

test('when nobody waits any more, the wait ends at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let reason: unknown
  const pages = createPages({
    registry: createRegistry([sandbox], {}),
    cache: {
      peek: () => undefined,
      find: async () => undefined,
      put: () => assert.fail(),
      reload: async () => undefined,
      stored: async () => {},
      idle: async () => {},
    },
    turns: everyTurn,
    failures: createFailureMemory({ now: () => 0, random: () => 0.5 }),
    upstream: () => ({ get: () => assert.fail('a call') }),
    now: () => 0,
    freshMs: 1,
    staleMs: 1,
    heldMs: 1,
    deadlineMs: DEADLINE_MS,
    pageSize: 20,
    wait: (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
          reject(signal.reason)
        })
        resolve()
      }),
  })
  const { scan } = startEngine()
  const caller = new AbortController()
  const got = pages.get(scan('slow.9000'), { signal: caller.signal })
  await promise
  caller.abort(new Error('gone'))
  await assert.rejects(got, /gone/)
  await pages.idle()
  assert.equal(reason instanceof Error && reason.message, 'gone')
})
