// What every backend must do with charges: exact counts under concurrency.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

export const usageSuite = (open: OpenTwo): void => {
  describe('usage', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('a charge takes units of every window or of none, as many as the fullest one has left', async () => {
      const licenseId = fresh('lic')
      const windows = [
        { meter: 'scans', startsAt: 1, limit: 10 },
        { meter: 'burst', startsAt: 2, limit: 4 },
      ]
      const settle = async (count: number) => (await store.usage.commit([{ licenseId, windows, count }], []))[0]
      assert.deepEqual(await settle(3), { admitted: 3, used: [3, 3] })
      assert.deepEqual(await settle(3), { admitted: 1, used: [4, 4] })
      assert.deepEqual(await settle(1), { admitted: 0, used: [4, 4] })
      assert.equal(await other.usage.read(licenseId, 'scans', 1), 4)
      assert.equal(await other.usage.read(licenseId, 'scans', 99), 0)
      const [window, ...more] = await other.usage.readAll([licenseId, 'lic_none'], ['scans', 'none'], 1)
      assert.deepEqual([window, more], [{ licenseId, meter: 'scans', used: 4 }, []])
      assert.deepEqual(await other.usage.readAll([], ['scans'], 1), [])
    })

    test('a window without a limit only counts', async () => {
      const licenseId = fresh('lic')
      const windows = [{ meter: 'scans', startsAt: 1, limit: null }]
      const [decision] = await store.usage.commit([{ licenseId, windows, count: 1_000_000 }], [])
      assert.deepEqual(decision, { admitted: 1_000_000, used: [1_000_000] })
    })

    test('bytes are counted beyond what 32 bits hold', async () => {
      const licenseId = fresh('lic')
      const windows = [{ meter: 'media_bytes', startsAt: 1, limit: null }]
      for (let at = 0; at < 5; at += 1) await store.usage.commit([{ licenseId, windows, count: 1_000_000_000 }], [])
      assert.equal(await other.usage.read(licenseId, 'media_bytes', 1), 5_000_000_000)
    })

    test('refunded units can be charged again, and counts never go below zero', async () => {
      const licenseId = fresh('lic')
      const charge = { licenseId, windows: [{ meter: 'scans', startsAt: 1, limit: 2 }], count: 2 }
      const refund = { licenseId, meter: 'scans', startsAt: 1, count: 1 }
      await store.usage.commit([charge], [])
      assert.deepEqual(await store.usage.commit([charge], [refund]), [{ admitted: 1, used: [2] }])
      await store.usage.commit([], [{ ...refund, count: 99 }])
      assert.equal(await other.usage.read(licenseId, 'scans', 1), 0)
    })

    test('two connections together never admit more than the limit', async () => {
      const licenseId = fresh('lic')
      const windows = [{ meter: 'scans', startsAt: 1, limit: 1_000 }]
      const decisions = await Promise.all(
        Array.from({ length: 400 }, (_, n) =>
          (n % 2 ? store : other).usage.commit([{ licenseId, windows, count: 5 }], []),
        ),
      )
      assert.equal(
        decisions.flat().reduce((sum, { admitted }) => sum + admitted, 0),
        1_000,
      )
      assert.equal(await store.usage.read(licenseId, 'scans', 1), 1_000)
    })

    test('counts other owners like licenses, many units at once, from any start', async () => {
      const platform = `platform:video:${fresh('credential')}`
      const licenseId = fresh('lic')
      const startsAt = 1_900_000_123_457
      const windows = [{ meter: 'units:day', startsAt, limit: 10_000 }]
      const charges = [
        { licenseId: platform, windows, count: 1_000 },
        { licenseId, windows: [{ meter: 'scans', startsAt: 1, limit: 5 }], count: 1 },
      ]
      const decisions = await Promise.all(
        Array.from({ length: 12 }, (_, n) => (n % 2 ? store : other).usage.commit(charges, [])),
      )
      const total = (at: number) => decisions.reduce((sum, each) => sum + (each[at]?.admitted ?? 0), 0)
      assert.deepEqual([total(0), total(1)], [10_000, 5])
      await store.usage.commit([], [{ licenseId: platform, meter: 'units:day', startsAt, count: 80 }])
      assert.equal(await other.usage.read(platform, 'units:day', startsAt), 9_920)
      // The next window starts at zero.
      const next = {
        licenseId: platform,
        windows: [{ meter: 'units:day', startsAt: startsAt + 1, limit: 9 }],
        count: 20,
      }
      assert.deepEqual(await other.usage.commit([next], []), [{ admitted: 9, used: [9] }])
    })

    test('lists the meters with a prefix, each once and in order', async () => {
      const prefix = `${fresh('meter')}:`
      const meters = ['', 'a', 'b', 'b:c', 'z', 'é', '\u{1f9ea}', '%'].map((name) => prefix + name)
      const windows = [...meters, prefix.slice(0, -1), `${prefix.slice(0, -1)};`, prefix.toUpperCase()].flatMap(
        (meter) => [1, 2, 3].map((startsAt) => ({ meter, startsAt, limit: null })),
      )
      const licenseIds = Array.from({ length: 4 }, () => fresh('lic'))
      await store.usage.commit(
        licenseIds.map((licenseId) => ({ licenseId, windows, count: 1 })),
        [],
      )
      const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
      assert.deepEqual(await other.usage.listMeters(prefix), meters.toSorted(byBytes))
      assert.deepEqual(await other.usage.listMeters(fresh('none')), [])
    })

    test('sweeps old windows of one meter, the oldest first, in steps', async () => {
      const licenseIds = Array.from({ length: 7 }, () => fresh('lic'))
      const windowsAt = (startsAt: number) => [
        { meter: 'minute', startsAt, limit: 4 },
        { meter: 'month', startsAt, limit: 4 },
      ]
      for (const startsAt of [1, 2, 3]) {
        const charges = licenseIds.map((licenseId) => ({ licenseId, windows: windowsAt(startsAt), count: 1 }))
        await store.usage.commit(charges, [])
      }
      const left = async (meter: string) => {
        const counts = [1, 2, 3].map(async (startsAt) => {
          const used = await Promise.all(licenseIds.map((licenseId) => store.usage.read(licenseId, meter, startsAt)))
          return used.reduce((sum, count) => sum + count, 0)
        })
        return Promise.all(counts)
      }
      const sweep = (from: number) => store.usage.sweep('minute', { from, before: 3 }, 5)
      assert.deepEqual(await sweep(1), { dropped: 5, upTo: 1 })
      assert.deepEqual(await left('minute'), [2, 7, 7])
      assert.deepEqual(await sweep(1), { dropped: 5, upTo: 2 })
      assert.deepEqual(await left('minute'), [0, 4, 7])
      assert.deepEqual(await sweep(2), { dropped: 4, upTo: 3 })
      assert.equal(await sweep(1), undefined)
      assert.deepEqual(await left('minute'), [0, 0, 7])
      assert.deepEqual(await left('month'), [7, 7, 7])
    })
  })
}
