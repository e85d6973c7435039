// What every backend must do with cached pages, and the leases to fetch them.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { type OpenTwo, openBeforeTests } from './fixture.ts'

export const pagesSuite = (open: OpenTwo): void => {
  describe('cached pages', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('returns the newest page that was put', async () => {
      const key = randomBytes(32)
      const page = (text: string, fetchedAt: number, next: string | null) => ({
        body: Buffer.from(text),
        next,
        fetchedAt,
      })
      assert.equal(await store.pages.find(key), undefined)
      await store.pages.put(key, page('first ☕', 1_000, 'n'))
      await store.pages.put(key, page('older', 999, null))
      assert.deepEqual(await other.pages.find(key), page('first ☕', 1_000, 'n'))
      await other.pages.put(key, page('newer', 1_001, null))
      assert.deepEqual(await store.pages.find(key), page('newer', 1_001, null))
    })

    test('returns the newest page of several keys', async () => {
      const keys = [randomBytes(32), randomBytes(32), randomBytes(32)] as const
      const page = (text: string, fetchedAt: number) => ({ body: Buffer.from(text), next: null, fetchedAt })
      assert.equal(await store.pages.find(...keys), undefined)
      await store.pages.put(keys[0], page('older', 1_000))
      assert.deepEqual(await store.pages.find(...keys), page('older', 1_000))
      await store.pages.put(keys[1], page('newer', 1_001))
      assert.deepEqual(await other.pages.find(...keys), page('newer', 1_001))
      assert.deepEqual(await other.pages.find(keys[0]), page('older', 1_000))
    })

    test('one owner has the lease to fetch a page, until it releases it or its time is over', async () => {
      const key = randomBytes(32)
      const claim = (by: Store, owner: string, now: number) => by.pages.claim(key, { owner, now, until: now + 100 })
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) => claim(n % 2 ? store : other, `o${n}`, 1_000)),
      )
      assert.equal(claims.filter(Boolean).length, 1)
      const winner = `o${claims.indexOf(true)}`
      await store.pages.release(key, 'another')
      assert.equal(await claim(other, 'late', 1_099), false)
      await store.pages.release(key, winner)
      assert.equal(await claim(other, 'next', 1_099), true)
      assert.equal(await claim(store, 'heir', 1_199), true)
    })

    test('returns a page, or the lease, or neither while another owner has the lease', async () => {
      const keys = [randomBytes(32), randomBytes(32)] as const
      const [key, second] = keys
      const page = (text: string, fetchedAt: number) => ({ body: Buffer.from(text), next: 'n', fetchedAt })
      const send = (by: Store, owner: string, since: number) =>
        by.pages.findOrClaim(keys, since, { owner, now: 1_000, until: 1_100 })
      const requested = await Promise.all(
        Array.from({ length: 20 }, (_, n) => send(n % 2 ? store : other, `o${n}`, -1)),
      )
      assert.deepEqual(new Set(requested.map((response) => response.page)), new Set([undefined]))
      assert.equal(requested.filter(({ isClaimed }) => isClaimed).length, 1)
      const winner = `o${requested.findIndex(({ isClaimed }) => isClaimed)}`
      await store.pages.put(second, page('beside', 1_001))
      assert.deepEqual(await send(other, 'next', -1), { page: page('beside', 1_001), isClaimed: false })
      assert.deepEqual(await send(other, 'next', 1_001), { page: undefined, isClaimed: false })
      await store.pages.putAndRelease(key, page('newer ☕', 1_002), { key, owner: winner })
      assert.deepEqual(await send(other, 'next', 1_001), { page: page('newer ☕', 1_002), isClaimed: false })
      assert.deepEqual(await send(other, 'next', 1_002), { page: undefined, isClaimed: true })
      assert.deepEqual(await send(store, 'late', 1_002), { page: undefined, isClaimed: false })
    })

    test('releases the lease with a page of another key, also when the page cannot be stored', async () => {
      const [key, another] = [randomBytes(32), randomBytes(32)]
      const lease = { owner: 'a', now: 1_000, until: 1_100 }
      const page = { body: Buffer.from('x'), next: null, fetchedAt: 1_000 }
      const claim = () => store.pages.claim(key, lease)
      assert.equal(await claim(), true)
      await store.pages.putAndRelease(another, page, { key, owner: 'another' })
      assert.equal(await claim(), false)
      await store.pages.putAndRelease(another, { ...page, fetchedAt: 1_001 }, { key, owner: 'a' })
      assert.equal(await claim(), true)
      assert.deepEqual(await store.pages.find(another), { ...page, fetchedAt: 1_001 })
      const broken = { ...page, fetchedAt: null } as unknown as typeof page
      await assert.rejects(store.pages.putAndRelease(key, broken, { key, owner: 'a' }))
      assert.equal(await claim(), true)
      assert.equal(await store.pages.find(key), undefined)
    })

    test('pages and leases from before the clock was set back are replaced', async () => {
      const key = randomBytes(32)
      const HOUR_MS = 3_600_000
      const page = (body: string, fetchedAt: number) => ({ body: Buffer.from(body), next: null, fetchedAt })
      const claim = (owner: string, now: number) => store.pages.claim(key, { owner, now, until: now + 100 })
      assert.equal(await claim('dead', HOUR_MS), true)
      assert.equal(await claim('next', HOUR_MS - 60_000), false)
      assert.equal(await claim('next', HOUR_MS - 60_001), true)
      await store.pages.put(key, page('ahead', HOUR_MS))
      await store.pages.put(key, page('late', HOUR_MS - 60_000))
      assert.deepEqual(await store.pages.find(key), page('ahead', HOUR_MS))
      await store.pages.put(key, page('now', HOUR_MS - 60_001))
      assert.deepEqual(await store.pages.find(key), page('now', HOUR_MS - 60_001))
    })

    test('sweeps expired leases, and no others', async () => {
      const [dead, live] = [randomBytes(32), randomBytes(32)]
      await store.pages.claim(dead, { owner: 'a', now: 0, until: 500 })
      await store.pages.claim(live, { owner: 'a', now: 0, until: 600 })
      assert.equal(await other.pages.sweepLeases(600), 1)
      assert.equal(await other.pages.claim(live, { owner: 'b', now: 599, until: 700 }), false)
    })

    test('weighs pages from the newest, and drops them from the oldest, in steps', async () => {
      const keys = Array.from({ length: 8 }, () => randomBytes(32))
      // The third to the fifth have the same time.
      const times = [10, 11, 12, 12, 12, 13, 14, 15]
      for (const [n, key] of keys.entries())
        await store.pages.put(key, { body: Buffer.alloc(2 ** n), next: null, fetchedAt: times[n] ?? 0 })
      assert.deepEqual(await store.pages.weigh(100, 2), { bytes: 0b11000000, since: 14 })
      assert.deepEqual(await store.pages.weigh(14, 2), { bytes: 0b00111100, since: 12 })
      assert.deepEqual(await store.pages.weigh(12, 50), { bytes: 0b00000011, since: 10 })
      assert.equal(await store.pages.weigh(10, 50), undefined)

      const cached = async () => {
        const pages = await Promise.all(keys.map((key) => other.pages.find(key)))
        return pages.map((page) => (page === undefined ? '-' : 'x')).join('')
      }
      const sweep = (from: number, before: number, most: number) => store.pages.sweep({ from, before }, most)
      assert.equal(await sweep(0, 10, 5), undefined)
      assert.deepEqual(await sweep(10, 14, 1), { dropped: 1, upTo: 10 })
      assert.equal(await cached(), '-xxxxxxx')
      assert.deepEqual(await sweep(0, 14, 2), { dropped: 4, upTo: 12 })
      assert.equal(await cached(), '-----xxx')
      assert.deepEqual(await sweep(13, 14, 2), { dropped: 1, upTo: 13 })
      assert.equal(await sweep(0, 14, 2), undefined)
      assert.equal(await cached(), '------xx')
    })
  })
}
