// What the tests of scanning stand on: the whole engine around a made-up platform, an egress that answers as it is told,
// and a clock and timers that are moved by hand. For tests alone.

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
import { createPages } from '@central-api/service/scanning/pages.ts'
import { createPageReader } from '@central-api/service/scanning/read-page.ts'
import type { Scan } from '@central-api/service/scanning/scan.ts'
import { createTurns, type Turns } from '@central-api/service/scanning/turns.ts'
import type { CachedPage, Store } from '@central-api/service/storage/store.ts'
import { type Platform, platform } from '@central-api/service/upstream/contract/platform.ts'
import type { Source } from '@central-api/service/upstream/contract/source.ts'
import { createUpstreams } from '@central-api/service/upstream/create-upstreams.ts'
import { createRegistry } from '@central-api/service/upstream/registry.ts'
import { createTestStore } from '../platforms/suite/test-store.ts'
import { createFakeTimers } from '../runtime/clock/fake-timers.ts'

export const START = Date.UTC(2030, 0, 1)
export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
export const FRESH_MS = 5 * MINUTE_MS
export const STALE_MS = 10 * MINUTE_MS
export const HELD_MS = 30 * DAY_MS
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
  /** What every call is answered with; throws what the egress would throw. */
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

/** Never answers; ends with the reason of the signal. */
export const hang = ({ signal }: EgressRequest): Promise<EgressResponse> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** How a platform fails → what the egress sees of it. */
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
  'an address that may not be fetched any more': () => {
    throw new ApiError('link_blocked')
  },
  'a fault of its own code': () => {
    throw new TypeError('broken')
  },
}

/** Asks its API for `/<handle>?after=…`, which answers `{ text, next }`. */
export const stub: Platform = platform({
  id: 'stub',
  name: 'Stub',
  handles: ['name', '@name'],
  variants: { posts: 'all', media: 'pictures' },
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

/** The stub with a source that reads posts in another way. */
export const stubReading = (posts: Source['posts']): Platform => {
  const [api] = stub.sources
  return api ? { ...stub, sources: [{ ...api, posts }] } : stub
}

export type StubStore = Pick<Store['pages'], 'find' | 'put' | 'claim' | 'release' | 'findOrClaim' | 'putAndRelease'> & {
  readonly goneProfiles: Store['goneProfiles']
  readonly held: Map<string, CachedPage>
  finds: number
  puts: number
  failing: boolean
}

/** Holds pages as a store does: the newest of a key. */
export const createStubStore = (): StubStore => {
  const claims = new Map<string, { owner: string; until: number }>()
  const gone = new Map<string, number>()
  const store: StubStore = {
    goneProfiles: {
      mark: async (finding, at) => void gone.set(finding, Math.max(at, gone.get(finding) ?? 0)),
      find: async (findings) => findings.map((finding) => gone.get(finding)),
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
    async findOrClaim(keys, since, turn) {
      const findNewer = async () => {
        const page = await store.find(...keys)
        return page && page.fetchedAt > since ? page : undefined
      }
      const page = await findNewer()
      const isClaimed = page === undefined && (await store.claim(keys[0], turn))
      return { page: isClaimed ? await findNewer() : page, isClaimed }
    },
    async putAndRelease(key, page, turn) {
      await store.put(key, page).finally(() => store.release(turn.key, turn.owner))
    },
    held: new Map(),
    finds: 0,
    puts: 0,
    failing: false,
    async find(...keys) {
      store.finds += 1
      if (store.failing) throw new Error('The store is away')
      const found = keys.flatMap((key) => store.held.get(key.toString('hex')) ?? [])
      return found.toSorted((left, right) => right.fetchedAt - left.fetchedAt)[0]
    },
    async put(key, page) {
      store.puts += 1
      if (store.failing) throw new Error('The store is away')
      const id = key.toString('hex')
      if ((store.held.get(id)?.fetchedAt ?? 0) < page.fetchedAt) store.held.set(id, page)
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
  /** The process's name among those on the same store. */
  readonly owner?: string
  /** What passes for waiting; the clock moves on by default. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The engine as the service puts it together; a new one on the same store is a restart. */
export const startEngine = ({ clock = createClock(), store = createStubStore(), ...options }: EngineOptions = {}) => {
  const { platform: subject = stub, maxBytes = 10_000_000, owner = 'process' } = options
  const { now } = clock
  const egress = createStubEgress()
  const timers = createFakeTimers()
  const cursors = cursorsAt(now)
  const registry = createRegistry([subject], {})
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
  const turns = createTurns({
    pages: store,
    cache,
    owner,
    turnMs: DEADLINE_MS,
    now,
    elapsed: now,
    random,
    wait,
    onStoreError,
  })
  const upstreams = createUpstreams({
    ...{ egress, registry, owner, freshMs: FRESH_MS, now, elapsed: now, random, randomBytes, wait, onStoreError },
    store: createTestStore(),
    keys: [CURSOR_KEY],
    sharedHostPerMinute: 600,
  })
  const identities = createIdentities({ pages: store, now, onStoreError })
  const gone = createGoneProfiles({ store: store.goneProfiles, now, onStoreError })
  const pages = createPages({
    ...{ cache, cursors, identities, gone, turns, now, freshMs: FRESH_MS, staleMs: STALE_MS, heldMs: HELD_MS },
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
  const scanOf = (handle = 'name', after?: string, variant = 'posts'): Scan => ({
    platform: subject,
    handle,
    variant,
    after: after && `api ${after}`,
  })
  const calls = () => egress.requests.length
  return {
    ...{ clock, store, egress, timers, cursors, registry, cache, identities, gone, pages, upstreams, scanOf, calls },
    ...{ storeErrors, faults, outcomes },
  }
}

/** For a process that has its store to itself: it is always its turn. */
export const everyTurn: Turns = { take: async () => ({ end: () => {} }), idle: async () => {} }

/** `data` of the answer that the page is. */
export const dataOf = ({ content }: Pick<Page, 'content'>) => JSON.parse(gunzipSync(content.bytes).toString()).data

/** The text of the page's first post. */
export const textOf = ({ page }: { readonly page: Pick<Page, 'content'> }): string | undefined =>
  dataOf(page).body.posts[0]?.text

/** An engine that holds a page of `first`, fetched at START, and what was called for it taken off the count. */
export const startWithPage = async () => {
  const engine = startEngine()
  await engine.pages.get(engine.scanOf())
  await engine.pages.idle()
  engine.egress.requests.length = 0
  return engine
}

export const answering = (text: string, next?: string) => () => jsonResponse({ text, next })

export const rejectsWith = (attempt: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(attempt, (error) => isApiError(error, code))

/** What a client aborts with. */
export const gone = new Error('The client hung up')

/** Lets everything that waits for no timer happen. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
