import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { NO_RENEWALS, NOTHING_GONE } from '@central-api/testing/media/doubles.ts'
import { createStubStore } from '@central-api/testing/scanning/fixture.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'
import { parseAllowList } from '../egress/allow-list.ts'
import { createEgress } from '../egress/create-egress.ts'
import { createStoreLeases } from '../scanning/store-lease.ts'
import type { Reach } from '../upstream/contract/reach.ts'
import { createCopies } from './copies.ts'
import type { MediaHome } from './home/media-home.ts'
import { createImages } from './images.ts'
import { MEDIA_EGRESS_LIMITS, MEDIA_LIMITS } from './limits.ts'
import { createMediaKeys, NO_SUBJECT } from './media-key.ts'
import { isRefusal } from './media-result.ts'
import { createOnce } from './once.ts'

const JPEG = Buffer.concat([Buffer.from('ffd8ffc0000b080258032001011100', 'hex'), Buffer.alloc(2_000, 7)])
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')
const keys = createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] })

const createHome = () => {
  const stored = new Map<string, { readonly bytes: Buffer; readonly storedAt: number }>()
  const state = { broken: false }
  const home: MediaHome = {
    get: async (name) => stored.get(name),
    async put(name, bytes, storedAt) {
      if (state.broken) throw new Error('the disk is full')
      stored.set(name, { bytes, storedAt })
    },
    remove: async (name) => void stored.delete(name),
    async *list() {},
  }
  return { home, stored, state }
}

/** Processes on one store, each with a place for its copies. */
const start = async (context: TestContext, homes: readonly (readonly [string, MediaHome])[]) => {
  const state: { gate?: Promise<void> | undefined } = {}
  const network = await startStubNetwork({
    async respond(_, response) {
      await state.gate
      response.end(JPEG)
    },
  })
  const { resolver, connect } = network
  const store = createStubStore()
  const clock = { now: 0 }
  let renders = 0
  const processes = homes.map(([place, home], n) => {
    const egress = createEgress({ allow: parseAllowList(''), resolver, connect, limits: MEDIA_EGRESS_LIMITS })
    context.after(() => egress.close())
    const leases = createStoreLeases({
      ...{ pages: store, owner: `process ${n}`, leaseMs: MEDIA_LIMITS.leaseMs, now: () => clock.now },
      ...{ elapsed: () => clock.now, random: () => 0.5, onStoreError: () => {} },
      async wait() {
        await setImmediate()
      },
    })
    const marks = { isForgotten: () => false }
    const images = createImages({
      ...{ keys, marks, gone: NOTHING_GONE, renewals: NO_RENEWALS, egress, mayShow: async () => true },
      copies: createCopies({
        ...{ home, keys, marks, gone: NOTHING_GONE, keptMs: (id) => (id === 'pass' ? 0 : 1_000), maxBytes: 1_000_000 },
        ...{ now: () => clock.now, onHomeError: () => {} },
      }),
      once: createOnce(leases, place),
      renderer: {
        isAvailable: true,
        jobs: 0,
        start: async () => undefined,
        async render(_, { read }) {
          await read()
          renders += 1
          await setImmediate()
          return { bytes: WEBP, frames: 1 }
        },
        idle: async () => {},
        close: async () => {},
      },
      ...{ widths: [320], formats: ['webp'], now: () => clock.now, elapsed: () => clock.now },
    })
    return images
  })
  context.after(() => network.close())
  const ask = async (images: (typeof processes)[number], reach: Reach = 'public', platform = 'rss') => {
    const key = {
      reach,
      platform,
      post: NO_SUBJECT,
      account: NO_SUBJECT,
      url: `https://cdn.example.com/${platform}.jpg`,
    }
    const size = { width: 320, accept: 'image/webp' }
    return images.get(keys.seal(key) ?? '', { size })
  }
  return { processes, network, store, state, ask, renders: () => renders }
}

test('a thousand callers of three processes cause one fetch and one rendering', async (context) => {
  const { home } = createHome()
  const { processes, network, ask, renders } = await start(context, Array(3).fill(['bucket', home]))
  const results = await Promise.all(Array.from({ length: 1_000 }, (_, n) => ask(processes[n % 3] ?? assert.fail())))
  assert.ok(results.every((result) => !isRefusal(result) && result.type === 'image/webp'))
  assert.deepEqual([network.requests.length, renders()], [1, 1])
})

test('processes that share no copies do not wait for each other, and neither do reaches', async (context) => {
  const homes = ['one', 'other'].map((place) => [place, createHome().home] as const)
  const { processes, network, state, ask, renders } = await start(context, homes)
  const [one, other] = processes
  assert.ok(one && other)
  const gate = Promise.withResolvers<void>()
  state.gate = gate.promise
  let isOver = false
  const first = ask(one).finally(() => {
    isOver = true
  })
  while (network.requests.length === 0) await setImmediate()
  state.gate = undefined
  await Promise.all([ask(other), ask(one, 'cn_1')])
  assert.deepEqual([network.requests.length, renders(), isOver], [3, 2, false])
  gate.resolve()
  await first
})

test('what was made costs no lease, and what may not be kept neither', async (context) => {
  const { home } = createHome()
  const { processes, store, ask } = await start(context, [['bucket', home]])
  const [images] = processes
  assert.ok(images)
  await ask(images)
  let leases = 0
  const { findOrClaim } = store
  store.findOrClaim = (...lease) => {
    leases += 1
    return findOrClaim(...lease)
  }
  assert.ok(!isRefusal(await ask(images)))
  assert.ok(!isRefusal(await ask(images, 'public', 'pass')))
  assert.equal(leases, 0)
  await ask(images, 'cn_1')
  assert.equal(leases, 2)
})

test('a store or a disk that fails keeps nobody waiting', async (context) => {
  const { home, state } = createHome()
  const { processes, store, ask } = await start(context, Array(2).fill(['bucket', home]))
  state.broken = true
  const all = () => Promise.all(processes.map((images) => ask(images)))
  assert.ok((await all()).every((result) => !isRefusal(result)))
  store.failing = true
  assert.ok((await all()).every((result) => !isRefusal(result)))
})
