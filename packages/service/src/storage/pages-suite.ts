// What every backend must show of held pages, and of the turns to fetch them.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { type OpenTwo, openBeforeTests } from './fixture.ts'
import type { Store } from './store.ts'

export const pagesSuite = (open: OpenTwo): void => {
  describe('held pages', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('a held page is the newest that was put', async () => {
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

    test('of all who would fetch a page one has the turn, until it gives it back or its time is over', async () => {
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

    test('pages are swept by age, and the oldest first when there are too many bytes', async () => {
      await store.pages.sweep(Number.MAX_SAFE_INTEGER, 0)
      const keys = Array.from({ length: 5 }, () => randomBytes(32))
      for (const [n, key] of keys.entries())
        await store.pages.put(key, { body: Buffer.alloc(100), next: null, fetchedAt: 1_000 + n })
      assert.equal(await store.pages.sweep(1_001, 1_000), 1)
      assert.equal(await store.pages.sweep(0, 250), 2)
      const held = await Promise.all(keys.map(async (key) => (await other.pages.find(key)) !== undefined))
      assert.deepEqual(held, [false, false, false, true, true])
    })
  })
}
