import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Charge } from '../../storage/store.ts'
import { createImageQuota } from './image-quota.ts'
import { MEDIA_METER } from './quota.ts'

const JANUARY = Date.UTC(2030, 0)
const LICENSE = { id: 'lic_1', mode: 'live' } as const
const MB_1 = { media: 'proxy', mediaMb: 1 } as const

/** A store of usage that counts its calls. */
const start = () => {
  const used = new Map<string, number>()
  const calls = { read: 0, commit: 0 }
  let [time, isDown, gate] = [JANUARY, false, Promise.resolve()]
  const errors: unknown[] = []
  const keyOf = (id: string, meter: string, startsAt: number) => `${id} ${meter} ${startsAt}`
  const quota = createImageQuota({
    usage: {
      async read(...window) {
        calls.read += 1
        if (isDown) throw new Error('down')
        return used.get(keyOf(...window)) ?? 0
      },
      async commit(charges: readonly Charge[]) {
        calls.commit += 1
        await gate
        if (isDown) throw new Error('down')
        return charges.map(({ licenseId, windows: [window], count }) => {
          const key = keyOf(licenseId, window?.meter ?? '', window?.startsAt ?? 0)
          used.set(key, (used.get(key) ?? 0) + count)
          return { admitted: count, used: [used.get(key) ?? 0] }
        })
      },
    },
    now: () => time,
    elapsed: () => time,
    onStoreError: (error) => errors.push(error),
  })
  return {
    ...{ quota, used, calls, errors },
    pass: (ms: number) => {
      time += ms
    },
    fail(fails: boolean) {
      isDown = fails
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    counted: (id: string = LICENSE.id, startsAt = JANUARY) => used.get(keyOf(id, MEDIA_METER, startsAt)) ?? 0,
  }
}

test('a plan, a test license and a limit of 0 decide without the store', () => {
  const { quota, calls } = start()
  assert.equal(quota.mayProxy(LICENSE, { media: 'none', mediaMb: null }), false)
  assert.equal(quota.mayProxy(LICENSE, { media: 'proxy', mediaMb: null }), true)
  assert.equal(quota.mayProxy(LICENSE, { media: 'proxy', mediaMb: 0 }), false)
  assert.equal(quota.mayProxy({ ...LICENSE, mode: 'test' }, { media: 'proxy', mediaMb: 0 }), true)
  assert.equal(quota.mayProxy({ ...LICENSE, mode: 'test' }, { media: 'none', mediaMb: 5 }), false)
  assert.deepEqual(calls, { read: 0, commit: 0 })
})

test('the last byte is the limit, and the next month has its own', async () => {
  const { quota, pass, counted } = start()
  quota.charge(LICENSE.id, 999_999)
  await quota.idle()
  assert.equal(quota.mayProxy(LICENSE, MB_1), true)
  quota.charge(LICENSE.id, 1)
  await quota.idle()
  assert.equal(quota.mayProxy(LICENSE, MB_1), false)
  assert.equal(quota.mayProxy({ ...LICENSE, id: 'lic_2' }, MB_1), true)
  pass(31 * 86_400_000)
  assert.equal(quota.mayProxy(LICENSE, MB_1), true)
  quota.charge(LICENSE.id, 5)
  await quota.idle()
  assert.deepEqual([counted(), counted(LICENSE.id, Date.UTC(2030, 1))], [1_000_000, 5])
})

test('what another process counted is read once a minute, once at the same time', async () => {
  const { quota, used, calls, pass } = start()
  for (let at = 0; at < 50; at += 1) assert.equal(quota.mayProxy(LICENSE, MB_1), true)
  await quota.idle()
  assert.equal(calls.read, 1)
  used.set(`${LICENSE.id} ${MEDIA_METER} ${JANUARY}`, 1_000_000)
  pass(59_999)
  assert.equal(quota.mayProxy(LICENSE, MB_1), true)
  assert.equal(calls.read, 1)
  pass(1)
  quota.mayProxy(LICENSE, MB_1)
  await quota.idle()
  assert.equal(calls.read, 2)
  assert.equal(quota.mayProxy(LICENSE, MB_1), false)
})

test('images that are fetched while the store counts are counted together', async () => {
  const { quota, calls, counted, hold } = start()
  const release = hold()
  for (let at = 0; at < 100; at += 1) quota.charge(at % 2 ? LICENSE.id : 'lic_2', 10)
  release()
  await quota.idle()
  assert.equal(calls.commit, 2)
  assert.deepEqual([counted(), counted('lic_2')], [500, 500])
})

test('a store that is down stops nobody, and nothing is counted twice', async () => {
  const { quota, fail, errors, counted } = start()
  fail(true)
  assert.equal(quota.mayProxy(LICENSE, MB_1), true)
  quota.charge(LICENSE.id, 700)
  await quota.idle()
  assert.equal(errors.length, 2)
  fail(false)
  quota.charge(LICENSE.id, 5)
  await quota.idle()
  assert.equal(counted(), 5)
})
