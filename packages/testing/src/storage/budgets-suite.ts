// What every backend must do with budgets: the last reported one wins, regardless of the order of writes.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BudgetRecord, Store } from '@central-api/service/storage/store.ts'
import { fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

export const budget = (values: Partial<BudgetRecord> = {}): BudgetRecord => ({
  key: fresh('budget'),
  left: 90,
  limit: 100,
  resetsAt: 1_900_000_000_000,
  reportedAt: 1_000,
  ...values,
})

export const budgetsSuite = (open: OpenTwo): void => {
  describe('budgets', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    const find = async (key: string) => (await other.budgets.list(0)).find((record) => record.key === key)

    test('stores budgets as reported, including fractions and no limit', async () => {
      const records = [
        budget({ key: fresh('a'), left: 0.25, limit: 1 }),
        budget({ key: fresh('b'), left: 596.5, limit: null }),
        budget({ key: fresh('c'), left: -1 }),
      ]
      await store.budgets.put(records)
      const keys = new Set(records.map(({ key }) => key))
      assert.deepEqual(
        (await other.budgets.list(0)).filter(({ key }) => keys.has(key)),
        records,
      )
      await store.budgets.put([])
    })

    test('keeps the budget reported last, and of two with the same time the one with less left', async () => {
      const first = budget({ left: 50, reportedAt: 2_000 })
      await store.budgets.put([first])
      await other.budgets.put([{ ...first, left: 10, reportedAt: 1_999 }])
      assert.deepEqual(await find(first.key), first)
      await other.budgets.put([{ ...first, left: 51 }])
      assert.deepEqual(await find(first.key), first)
      await other.budgets.put([{ ...first, left: 49 }])
      assert.equal((await find(first.key))?.left, 49)
      // A new window has more left.
      const next = { ...first, left: 99, limit: 200, resetsAt: first.resetsAt + 1, reportedAt: 2_001 }
      await store.budgets.put([next])
      assert.deepEqual(await find(first.key), next)
    })

    test('keeps the newest per key within one put, in any order', async () => {
      const [old, newer, newest] = [90, 80, 70].map((left, n) => budget({ key: 'often', left, reportedAt: 5_000 + n }))
      assert.ok(old && newer && newest)
      await store.budgets.put([newer, newest, old, { ...newest, left: 71 }])
      assert.deepEqual(await find('often'), newest)
    })

    test('concurrent puts in any order keep the newest of each', async () => {
      const keys = Array.from({ length: 1_200 }, () => fresh('many'))
      const reported = (reportedAt: number) => keys.map((key) => budget({ key, left: reportedAt, reportedAt }))
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => {
          const records = reported(n + 1)
          return (n % 2 ? store : other).budgets.put(n % 3 ? records : records.toReversed())
        }),
      )
      const ours = new Set(keys)
      const stored = (await store.budgets.list(0)).filter(({ key }) => ours.has(key))
      assert.equal(stored.length, keys.length)
      assert.deepEqual(new Set(stored.map(({ reportedAt }) => reportedAt)), new Set([8]))
    })

    test('lists budgets with an open window, and sweeps the others', async () => {
      const [ended, ending, going] = [100, 200, 300].map((resetsAt) => budget({ resetsAt }))
      assert.ok(ended && ending && going)
      await store.budgets.put([ended, ending, going])
      const listed = async (after: number) => {
        const keys = new Set((await other.budgets.list(after)).map(({ key }) => key))
        return [ended, ending, going].map(({ key }) => keys.has(key))
      }
      assert.deepEqual(await listed(0), [true, true, true])
      assert.deepEqual(await listed(200), [false, false, true])
      assert.equal(await store.budgets.sweep(200), 1)
      assert.deepEqual(await listed(0), [false, true, true])
    })

    test('notifies others when a budget is used up and when the end of a used-up one moves, and not otherwise', async () => {
      const from = await store.changes.latest()
      const reported = async () =>
        (await other.changes.since(from)).map(({ topic, subject }) => [topic, subject === record.key])
      const record = budget()
      const news = ['budget', true]
      let reportedAt = record.reportedAt
      const put = (values: Partial<BudgetRecord>) => {
        reportedAt += 1
        return store.budgets.put([{ ...record, reportedAt, ...values }])
      }
      await put({})
      await put({ left: 1 })
      assert.deepEqual(await reported(), [])
      await put({ left: 0 })
      assert.deepEqual(await reported(), [news])
      await put({ left: 0 })
      await put({ left: 0, reportedAt: 1 })
      assert.deepEqual(await reported(), [news])
      await put({ left: 0, resetsAt: record.resetsAt + 1 })
      assert.deepEqual(await reported(), [news, news])
      await put({ left: 100 })
      await put({ left: -1 })
      assert.deepEqual(await reported(), [news, news, news])
      await store.budgets.put([budget({ left: 0 })])
      assert.deepEqual(await reported(), [news, news, news, ['budget', false]])
    })
  })
}
