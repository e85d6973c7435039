import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Egress } from '../egress/egress.ts'
import type { MediaHome } from './home/media-home.ts'
import { createMediaMarks } from './media-marks.ts'
import { createMediaProxy } from './media-proxy.ts'
import type { Renderer } from './rendering/renderer.ts'

test('a slow home delays nobody who forgets an account, and the proxy closes when its copies are deleted', async () => {
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  const home: MediaHome = {
    get: async () => undefined,
    put: async () => {},
    remove: async () => {},
    async *list() {
      await slow.promise
      order.push('listed')
      yield* []
    },
  }
  const proxy = createMediaProxy({
    ...{ home, baseUrl: 'https://central.example', widths: [], formats: ['webp'], mayShow: async () => true },
    ...{
      keptMs: () => 1,
      maxBytes: 1,
      now: () => 0,
      elapsed: () => 0,
      onHomeError: (error) => assert.fail(`${error}`),
    },
    payers: { note: () => {}, find: async () => undefined, idle: async () => {} },
    charge: () => {},
    keysFor: (purpose) => [Buffer.alloc(32, purpose)],
    marks: createMediaMarks({ add: async () => {}, adopt: async () => {}, list: async () => [] }),
    ...{ place: 'here', perMinute: 1, pagesKeptMs: 1 },
    store: { find: async () => [], mark: async () => {}, list: async () => [] },
    leases: { acquire: async () => ({}), idle: async () => {} },
    isOwnUrl: () => true,
    readAgain: () => assert.fail('nothing is read again'),
    onStoreError: (error) => assert.fail(`${error}`),
    onFault: (error) => assert.fail(`${error}`),
    egress: { close: async () => {} } as Egress,
    renderer: { close: async () => {} } as Renderer,
  })
  await proxy.forgetConnection('cn_1')
  order.push('forgotten')
  const closed = proxy.close().then(() => order.push('closed'))
  slow.resolve()
  await closed
  assert.deepEqual(order, ['forgotten', 'listed', 'closed'])
})
