// What every backend must do with distinct uses: no owner uses more than the allowed number of values in a span,
// whoever asks, at whatever time.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

export const distinctUsesSuite = (open: OpenTwo): void => {
  describe('distinct uses', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('adds values until there are as many as allowed; a known one costs nothing and restarts nothing', async () => {
      const owner = fresh('owner')
      const add = (value: string, at: number) => store.distinctUses.add({ owner, value, at }, 0, 2)
      assert.deepEqual([await add('a', 1), await add('b', 2), await add('c', 3)], [true, true, false])
      assert.deepEqual([await add('a', 4), await add('b', 5)], [true, true])
      assert.deepEqual(await other.distinctUses.list([owner], 0), [
        { owner, value: 'a', at: 1 },
        { owner, value: 'b', at: 2 },
      ])
      assert.equal(await store.distinctUses.add({ owner: fresh('owner'), value: 'c', at: 3 }, 0, 2), true)
    })

    test('a value is free again when its span has passed, and counts from its next use on', async () => {
      const owner = fresh('owner')
      const add = (value: string, at: number, since: number) => store.distinctUses.add({ owner, value, at }, since, 1)
      assert.equal(await add('a', 10, 0), true)
      assert.equal(await add('b', 20, 10), false, 'the first instant of the span is part of it')
      assert.equal(await add('a', 21, 11), true)
      assert.deepEqual(await store.distinctUses.list([owner], 11), [{ owner, value: 'a', at: 21 }])
      assert.equal(await add('b', 22, 11), false)
      assert.equal(await add('b', 40, 22), true)
    })

    test('concurrent uses of two processes never exceed the number', async () => {
      const owner = fresh('owner')
      const uses = Array.from({ length: 40 }, (_, n) => ({ owner, value: `value ${n % 20}`, at: n }))
      const added = await Promise.all(uses.map((use, n) => (n % 3 ? store : other).distinctUses.add(use, 0, 7)))
      const used = new Set((await other.distinctUses.list([owner], 0)).map(({ value }) => value))
      assert.equal(used.size, 7)
      for (const [n, { value }] of uses.entries()) if (added[n]) assert.ok(used.has(value))
    })

    test('lists the uses of several owners, oldest first, and sweeps old ones', async () => {
      const owners = [fresh('owner'), fresh('owner')]
      for (const [n, owner] of owners.entries())
        for (const at of [100 + n, 300 - n]) await store.distinctUses.add({ owner, value: `at ${at}`, at }, 0, 9)
      const listed = async () => (await other.distinctUses.list(owners, 0)).map(({ at }) => at)
      assert.deepEqual(await listed(), [100, 101, 299, 300])
      assert.ok((await store.distinctUses.sweep(299)) >= 2)
      assert.deepEqual(await listed(), [299, 300])
      assert.deepEqual(await other.distinctUses.list([], 0), [])
    })
  })
}
