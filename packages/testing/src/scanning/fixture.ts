// For tests: the whole engine with a stub platform, an egress that returns what a test sets, and a clock and timers
// that tests move.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { createBodyBudget } from '@central-api/service/egress/body-budget.ts'
import type { Egress, EgressRequest, EgressResponse } from '@central-api/service/egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import { jsonObject } from '@central-api/service/parsing/json-value.ts'
import { Type } from '@central-api/service/parsing/type.ts'
import { buildPost, buildProfile } from '@central-api/service/post/build-post.ts'
import { copyBytes } from '@central-api/service/runtime/event-loop/owned-bytes.ts'
import { createCursors } from '@central-api/service/scanning/cursor.ts'
import { createFailureMemory } from '@central-api/service/scanning/failure-memory.ts'
import { createGoneProfiles } from '@central-api/service/scanning/gone-profiles.ts'
import { createIdentities } from '@central-api/service/scanning/identities.ts'
import type { Page } from '@central-api/service/scanning/page.ts'
import { createPageCache } from '@central-api/service/scanning/page-cache.ts'
import { createPageLeases, type PageLeases } from '@central-api/service/scanning/page-lease.ts'
import { createPages } from '@central-api/service/scanning/pages.ts'
import { createPageReader } from '@central-api/service/scanning/read-page.ts'
import type { Scan } from '@central-api/service/scanning/scan.ts'
import type { CachedPage, Store } from '@central-api/service/storage/store.ts'
import { type Platform, platform } from '@central-api/service/upstream/contract/platform.ts'
import { type Access, PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import type { Source } from '@central-api/service/upstream/contract/source.ts'
import { createUpstreams } from '@central-api/service/upstream/create-upstreams.ts'
import type { ConnectedCredentials } from '@central-api/service/upstream/credentials/connected.ts'
import { createRegistry } from '@central-api/service/upstream/registry.ts'
import { NO_CONNECTIONS } from '../platforms/suite/no-connections.ts'
import { createTestStore } from '../platforms/suite/test-store.ts'
import { createFakeTimers } from '../runtime/clock/fake-timers.ts'

export const START = Date.UTC(2030, 0, 1)
export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
export const FRESH_MS = 5 * MINUTE_MS
export const STALE_MS = 10 * MINUTE_MS
export const MAX_STALE_MS = 30 * DAY_MS
export const DEADLINE_MS = 10_000

export type Clock = { readonly now: () => number; advance(ms: number): void }

export const createClock = (): Clock => {
  let at = START
  return {
    now: () => at,
    advance: (ms) => {
      at += ms
    },
  }
}

export const jsonResponse = (value: unknown): EgressResponse => ({
  status: 200,
  url: 'https://api.stub.example/',
  headers: { 'content-type': 'application/json' },
  body: copyBytes(Buffer.from(JSON.stringify(value))),
})

export const statusResponse = (status: number, headers: Record<string, string> = {}): EgressResponse => ({
  ...jsonResponse({}),
  status,
  headers,
})

export type StubEgress = Egress & {
  readonly requests: EgressRequest[]
  /** The response to every call; throws what the egress would throw. */
  response: (request: EgressRequest) => EgressResponse | Promise<EgressResponse>
}

export const createStubEgress = (): StubEgress => {
  const stub: StubEgress = {
    requests: [],
    response: () => jsonResponse({ text: 'first' }),
    async fetch(request) {
      stub.requests.push(request)
      return stub.response(request)
    },
    bodies: createBodyBudget({ maxBytes: Infinity, maxBytesOfLicense: Infinity }),
    close: async () => {},
  }
  return stub
}

/** Never responds; rejects with the signal's reason. */
export const hang = ({ signal }: EgressRequest): Promise<EgressResponse> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** How a platform fails → what the egress returns or throws. */
export const FAILURES: Readonly<Record<string, StubEgress['response']>> = {
  'a time-out': () => {
    throw new ApiError('link_timeout')
  },
  'a reset': () => {
    throw new ApiError('link_unreachable')
  },
  'a 500': () => statusResponse(500),
  garbage: () => ({ ...jsonResponse({}), body: copyBytes(Buffer.from('<html>')) }),
  'a rate limit': () => statusResponse(429),
  'refused credentials': () => statusResponse(401),
  'a URL that is blocked now': () => {
    throw new ApiError('link_blocked')
  },
  'a bug in its own code': () => {
    throw new TypeError('broken')
  },
}

/** Requests `/<handle>?after=…`, and expects `{ text, next }`. */
export const stub: Platform = platform({
  id: 'stub',
  name: 'Stub',
  handles: ['name', '@name'],
  variants: { posts: 'all', media: 'images' },
  settings: Type.Object({}),
  origins: ['https://api.stub.example'],
  canonicalize: (input) => /^@?([a-z0-9]+)$/i.exec(input)?.[1]?.toLowerCase(),
  sources: [
    {
      id: 'api',
      provenance: 'official_api',
      account: async ({ handle }) => ({ id: handle, profile: buildProfile({ handle }), keep: undefined }),
      async posts({ send, handle, after }) {
        const response = await send({ url: `https://api.stub.example/${handle}`, query: { after } })
        const { text, next } = jsonObject(response.json())
        const post = buildPost({ id: '1', kind: 'text', text: String(text) })
        return { posts: [post], next: typeof next === 'string' ? next : undefined }
      },
    },
  ],
})

/** The stub with another way to read posts. */
export const stubReading = (posts: Source['posts']): Platform => {
  const [api] = stub.sources
  return api ? { ...stub, sources: [{ ...api, posts }] } : stub
}

export type StubStore = Pick<
  Store['pages'],
  'find' | 'put' | 'claim' | 'release' | 'findOrClaim' | 'putAndRelease' | 'removeWithin'
> & {
  readonly goneProfiles: Store['goneProfiles']
  readonly stored: Map<string, CachedPage>
  finds: number
  puts: number
  failing: boolean
}

/** Keeps pages like a store: the newest of each key. */
export const createStubStore = (): StubStore => {
  const claims = new Map<string, { owner: string; until: number }>()
  const gone = new Map<string, number>()
  const store: StubStore = {
    goneProfiles: {
      mark: async (key, at) => void gone.set(key, Math.max(at, gone.get(key) ?? 0)),
      find: async (keys) => keys.map((key) => gone.get(key)),
      list: async () => [],
      sweep: async () => 0,
    },
    async claim(key, { owner, now, until }) {
      if (store.failing) throw new Error('The store is away')
      const id = key.toString('hex')
      if ((claims.get(id)?.until ?? 0) > now) return false
      claims.set(id, { owner, until })
      return true
    },
    async release(key, owner) {
      const id = key.toString('hex')
      if (claims.get(id)?.owner === owner) claims.delete(id)
    },
    async findOrClaim(keys, since, lease) {
      const findNewer = async () => {
        const page = await store.find(...keys)
        return page && page.fetchedAt > since ? page : undefined
      }
      const page = await findNewer()
      const isClaimed = page === undefined && (await store.claim(keys[0], lease))
      return { page: isClaimed ? await findNewer() : page, isClaimed }
    },
    async putAndRelease(key, page, lease) {
      await store.put(key, page).finally(() => store.release(lease.key, lease.owner))
    },
    async removeWithin(prefix) {
      for (const key of store.stored.keys()) if (key.startsWith(prefix.toString('hex'))) store.stored.delete(key)
    },
    stored: new Map(),
    finds: 0,
    puts: 0,
    failing: false,
    async find(...keys) {
      store.finds += 1
      if (store.failing) throw new Error('The store is away')
      const found = keys.flatMap((key) => store.stored.get(key.toString('hex')) ?? [])
      return found.toSorted((left, right) => right.fetchedAt - left.fetchedAt)[0]
    },
    async put(key, page) {
      store.puts += 1
      if (store.failing) throw new Error('The store is away')
      const id = key.toString('hex')
      if ((store.stored.get(id)?.fetchedAt ?? 0) < page.fetchedAt) store.stored.set(id, page)
    },
  }
  return store
}

const CURSOR_KEY = createHash('sha256').update('cursors').digest()

export const cursorsAt = (now: () => number) => {
  let count = 0
  const randomBytes = (size: number): Buffer => {
    count += 1
    return createHash('sha512').update(String(count)).digest().subarray(0, size)
  }
  return createCursors({ keys: [CURSOR_KEY], now, randomBytes })
}

export type EngineOptions = {
  readonly clock?: Clock
  readonly store?: StubStore
  readonly platform?: Platform
  readonly maxBytes?: number
  readonly connected?: ConnectedCredentials
  readonly environment?: Readonly<Record<string, string>>
  /** Identifies the process on its store. */
  readonly owner?: string
  /** Replaces waiting; moves the clock by default. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The engine as the service composes it; a new one on the same store is a restart. */
export const startEngine = ({
  clock = createClock(),
  store = createStubStore(),
  connected = NO_CONNECTIONS,
  environment = {},
  ...options
}: EngineOptions = {}) => {
  const { platform: scanned = stub, maxBytes = 10_000_000, owner = 'process' } = options
  const { now } = clock
  const egress = createStubEgress()
  const timers = createFakeTimers()
  const cursors = cursorsAt(now)
  const registry = createRegistry([scanned], environment)
  const storeErrors: unknown[] = []
  const faults: unknown[] = []
  const outcomes: string[] = []
  const cache = createPageCache({
    pages: store,
    cursors,
    now,
    maxBytes,
    onStoreError: (error) => storeErrors.push(error),
  })
  const random = () => 0.5
  const moveOn = async (milliseconds: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    clock.advance(milliseconds)
  }
  const { wait = moveOn } = options
  const onStoreError = (error: unknown) => storeErrors.push(error)
  const leases = createPageLeases({
    pages: store,
    cache,
    owner,
    leaseMs: DEADLINE_MS,
    now,
    elapsed: now,
    random,
    wait,
    onStoreError,
  })
  const upstreams = createUpstreams({
    ...{ egress, registry, owner, freshMs: FRESH_MS, now, elapsed: now, random, randomBytes, wait, onStoreError },
    store: createTestStore(),
    connected,
    keys: [CURSOR_KEY],
    sharedHostPerMinute: 600,
  })
  const identities = createIdentities({ pages: store, now, onStoreError })
  const gone = createGoneProfiles({ store: store.goneProfiles, now, onStoreError })
  const pages = createPages({
    ...{
      cache,
      cursors,
      identities,
      gone,
      leases,
      now,
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
      maxStaleMs: MAX_STALE_MS,
    },
    reader: createPageReader({
      ...{
        registry,
        parsingJobs: upstreams.parsingJobs,
        bodies: egress.bodies,
        elapsed: now,
        freshMs: FRESH_MS,
        deadlineMs: DEADLINE_MS,
        pageSize: 20,
      },
      setTimer: timers.setTimer,
      onFault: (error) => faults.push(error),
    }),
    failures: createFailureMemory({ now, random }),
    governor: upstreams.governor,
    onFetch: ({ outcome }) => outcomes.push(outcome),
  })
  const scanOf = (handle = 'name', after?: string, variant = 'posts', access: Access = PUBLIC): Scan => ({
    platform: scanned,
    handle,
    variant,
    after: after && `api ${after}`,
    access,
  })
  const calls = () => egress.requests.length
  return {
    ...{ clock, store, egress, timers, cursors, registry, cache, identities, gone, pages, upstreams, scanOf, calls },
    ...{ storeErrors, faults, outcomes },
  }
}

/** For a process with its own store: it always has the lease. */
export const alwaysLease: PageLeases = { acquire: async () => ({ release: () => {} }), idle: async () => {} }

/** `data` of the page's response. */
export const dataOf = ({ content }: Pick<Page, 'content'>) => JSON.parse(gunzipSync(content.bytes).toString()).data

/** The text of the page's first post. */
export const textOf = ({ page }: { readonly page: Pick<Page, 'content'> }): string | undefined =>
  dataOf(page).body.posts[0]?.text

/** An engine with a cached page of the text `first`, fetched at START; its calls are not counted. */
export const startWithPage = async () => {
  const engine = startEngine()
  await engine.pages.get(engine.scanOf())
  await engine.pages.idle()
  engine.egress.requests.length = 0
  return engine
}

export const respondingWith = (text: string, next?: string) => () => jsonResponse({ text, next })

export const rejectsWith = (attempt: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(attempt, (error) => isApiError(error, code))

/** The reason with which a client aborts. */
export const gone = new Error('The client hung up')

/** Waits one iteration of the event loop, so that everything without a timer happens. */
export const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve))
