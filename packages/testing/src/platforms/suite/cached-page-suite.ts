// Proves that a cached page is served with all its posts while calls fail, and fresh again afterwards, for first and
// later pages.
// Plays every failure of a network, proxy, browser challenge or broken server on several calls of a scan, once and
// permanently.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createCursors } from '@central-api/service/scanning/cursor.ts'
import { createFailureMemory } from '@central-api/service/scanning/failure-memory.ts'
import { createGoneProfiles } from '@central-api/service/scanning/gone-profiles.ts'
import { createIdentities } from '@central-api/service/scanning/identities.ts'
import { createPageCache } from '@central-api/service/scanning/page-cache.ts'
import { createPages, type GotPage } from '@central-api/service/scanning/pages.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import { alwaysLease, createStubStore } from '../../scanning/fixture.ts'
import { isOfOwners, withOnly } from './refusal-suite.ts'
import type { SimulatedFailure, SimulatedResponse, Simulator } from './simulator.ts'
import { createWalker, type Walker } from './test-walker.ts'

export type CachedPageCase = {
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly start: () => Promise<Simulator>
  /** Source → handle of a profile that it serves, if it is not the simulator's usual one. */
  readonly handles?: Readonly<Record<string, string>>
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const CHALLENGE =
  '<!doctype html><html lang="en"><head><title>Just a moment...</title></head><body><p>Checking your browser</p></body></html>'

/** Error bodies of proxies, gateways and frameworks, which no platform writes. */
const FOREIGN_BODIES: readonly unknown[] = [
  { message: 'Forbidden' },
  { detail: 'Not found.' },
  {
    type: 'https://developers.proxy.example/errors/1020',
    title: 'Error 1020: Access denied',
    status: 403,
    detail: 'The owner of this website has banned your access.',
    error_code: 1020,
    error_name: 'access_denied',
    retryable: false,
  },
  [],
  {},
]

const REFUSING = [401, 403, 404, 410, 451]

/** Name → response to a call. */
const RESPONSES: ReadonlyMap<string, SimulatedResponse> = new Map<string, SimulatedResponse>([
  ...[...REFUSING, 407, 429, 500, 502, 503, 504, 521, 530].map(
    (status) => [`${status} with a page`, { status, headers: HTML, body: CHALLENGE }] as const,
  ),
  ...[...REFUSING, 503].map((status) => [`${status} with nothing`, { status, body: '' }] as const),
  ...REFUSING.map(
    (status, at) => [`${status} with JSON`, { status, body: FOREIGN_BODIES[at % FOREIGN_BODIES.length] }] as const,
  ),
  ...[200, 202].map((status) => [`${status} with a page`, { status, headers: HTML, body: CHALLENGE }] as const),
  ['200 with nothing', { body: '' }],
  ['200 with half of its JSON', { headers: { 'content-type': 'application/json' }, body: '{"data":[{"id":"1",' }],
  ['200 with null', { headers: { 'content-type': 'application/json' }, body: 'null' }],
  ['204', { status: 204, body: '' }],
])

/** Played on every call, because simulators have no login page. */
const LOGIN = { status: 302, headers: { location: '/login?next=%2F' }, body: '' } as const satisfies SimulatedResponse

const FAULTS = ['reset', 'garbage', 'truncated'] as const satisfies readonly SimulatedFailure[]

const [HOUR_MS, DEADLINE_MS] = [60 * 60_000, 20_000]
const TIMES = { freshMs: 5 * 60_000, staleMs: 10 * 60_000, maxStaleMs: 30 * 24 * HOUR_MS }
/** Time between two failures. A partial page does not replace a complete one that is up to a day old. */
const [PAUSE_MS, LATER_MS] = [12 * HOUR_MS, 25 * 60_000]
const LONGEST_PAUSE_MS = 7 * HOUR_MS

type Played = { readonly usualHandle?: string | undefined; readonly isLater?: boolean }

/** A full page may take several calls. When all calls fail alike, a few posts are enough. */
const [WHOLE_PAGE, FEW_POSTS] = [20, 4]

type Served = { readonly ids: readonly string[]; readonly hasMore: boolean; readonly cache: GotPage['cache'] }

const servedIn = ({ page, cache }: GotPage): Served => {
  const { body, nextCursor } = JSON.parse(gunzipSync(page.content.bytes).toString()).data
  return { ids: body.posts.map(({ id }: { readonly id: string }) => id), hasMore: nextCursor !== null, cache }
}

/** Whether no post is lost: posts that a failed call left out must follow behind the cursor. `mayEnd`: a feed ends at a
 * broken document. */
const isComplete = ({ ids, hasMore }: Served, expected: readonly string[], mayEnd: boolean): boolean =>
  ids.length === expected.length || (ids.length > 0 && (hasMore || mayEnd))
    ? ids.every((id, at) => id === expected[at])
    : false

/** The pages of one process, with a fake clock. */
const startPages = (platform: Platform, walker: Walker, pageSize: number, now: () => number) => {
  const store = createStubStore()
  const { upstreams, reader } = walker.start()
  const onStoreError = (error: unknown) => assert.fail(String(error))
  const cursors = createCursors({ keys: [Buffer.alloc(32, 7)], now, randomBytes: (size) => Buffer.alloc(size, 7) })
  const pages = createPages({
    reader: reader(pageSize, DEADLINE_MS),
    cache: createPageCache({ pages: store, cursors, now, maxBytes: 10_000_000, onStoreError }),
    identities: createIdentities({ pages: store, now, onStoreError }),
    gone: createGoneProfiles({ store: store.goneProfiles, now, onStoreError }),
    failures: createFailureMemory({ now, random: () => 0.5 }),
    ...{ cursors, now, leases: alwaysLease, governor: upstreams.governor, ...TIMES },
  })
  const get = (handle: string, after?: string) =>
    pages.get({ platform, handle, variant: 'posts', after, access: PUBLIC }).then(servedIn)
  return { pages, get }
}

export const cachedPageSuite = ({ platform, environment, start, handles = {} }: CachedPageCase): void => {
  const playAll = async (subject: Platform, { usualHandle, isLater = false }: Played = {}) => {
    const isFromEachCall = !isLater && subject.sources[0] === platform.sources[0]
    const simulator = await start()
    let at = Date.UTC(2030, 0, 1)
    const walker = createWalker(subject, environment, simulator, { now: () => at })
    const started = startPages(subject, walker, isFromEachCall ? WHOLE_PAGE : FEW_POSTS, () => at)
    const { pages } = started
    const handle = usualHandle ?? simulator.handle
    const isFeed = subject.sources[0]?.provenance === 'feed'
    const faults: string[] = []
    try {
      const after = isLater ? (await walker.page({ handle, deadlineMs: DEADLINE_MS })).next : undefined
      const get = () => started.get(handle, after)
      const { ids } = await get()
      // By now the account must be read again, and tokens exist.
      at += PAUSE_MS
      const before = simulator.calls()
      await get()
      const calls = simulator.calls() - before

      const expectServed = async (what: string) => {
        const served = await get().catch(String)
        if (typeof served === 'string') faults.push(`${what}: ${served}`)
        else if (!isComplete(served, ids, isFeed)) faults.push(`${what}: ${served.ids.length} of ${ids.length} posts`)
      }

      const play = async (what: string, fail: () => () => void) => {
        at += PAUSE_MS
        const lift = fail()
        await expectServed(what)
        lift()
        const liftOther = simulator.failFrom(1, { status: 500, body: 'Internal Server Error' })
        at += LATER_MS
        await expectServed(`${what}, then 500`)
        liftOther()
        at += LONGEST_PAUSE_MS
        // The request may join one that started during the failure, or be served stale and revalidated.
        await get().catch(String)
        await pages.idle()
        at += LATER_MS
        const recovered = await get().catch(String)
        if (typeof recovered === 'string' || recovered.cache === 'stale')
          faults.push(`${what}, then recovered: ${JSON.stringify(recovered)}`)
      }

      if (calls === 0) return
      for (const [name, response] of RESPONSES) {
        for (const nth of isFromEachCall ? new Set([1, calls]) : [])
          await play(`${name} on call ${nth} of ${calls}`, () => responseOnce(simulator, nth, response))
        await play(`${name} on all calls`, () => simulator.failFrom(1, response))
      }
      await play('a redirect to a login on all calls', () => simulator.failFrom(1, LOGIN))
      for (const fault of FAULTS) {
        for (const nth of new Set(isLater ? [1] : [1, calls]))
          await play(`${fault} from call ${nth} of ${calls} on`, () => simulator.failFrom(nth, fault))
      }
      assert.deepEqual(faults, [])
    } finally {
      await walker.close()
      await simulator.close()
    }
  }

  test('a cached page is served with all its posts, whatever fails between the service and the platform', () =>
    playAll(platform))
  test('a cached later page is served as well', () => playAll(platform, { isLater: true }))
  for (const source of platform.sources.slice(1).filter((each) => !isOfOwners(platform, each))) {
    test(`a cached page of only its source “${source.id}” is served as well`, () =>
      playAll(withOnly(platform, source), { usualHandle: handles[source.id] }))
  }
}

/** Replaces only the n-th good response from now. */
const responseOnce = (simulator: Simulator, nth: number, failure: SimulatedResponse): (() => void) => {
  let responses = 0
  simulator.change((response) => {
    responses += 1
    return responses === nth ? failure : response
  })
  return () => simulator.change()
}
