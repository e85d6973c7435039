// What the budgets of upstreams need from every backend: what is counted here is exact through restarts and across
// replicas.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { createDistinctValues } from '@central-api/service/upstream/budgets/distinct-values.ts'
import { createUnits } from '@central-api/service/upstream/budgets/units.ts'
import type { Bucket } from '@central-api/service/upstream/contract/limits.ts'
import { fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

const SEARCHES: Bucket = { name: 'search', allows: 100, per: { midnight: 'America/Los_Angeles' }, of: 'credential' }
const TAGS: Bucket = { name: 'tags', allows: 30, per: { seconds: 7 * 86_400 }, of: 'credential', distinct: true }
const START = Date.parse('2026-01-15T12:00:00.000Z')
const MIDNIGHT = Date.parse('2026-01-16T08:00:00.000Z')
const WEEK_MS = 7 * 86_400_000

export const countedBudgetsSuite = (open: OpenTwo): void => {
  describe('counted budgets', () => {
    const stores: Store[] = []
    openBeforeTests(open, (one, other) => stores.push(one, other))
    const storeOf = (nth: number): Store => stores[nth % 2] ?? assert.fail()

    test('a hundred searches a day are a hundred for two replicas that restart before each', async () => {
      const owner = fresh('owner')
      const clock = { ms: START }
      const take = (nth: number) =>
        createUnits({ usage: storeOf(nth).usage, now: () => clock.ms }).take(owner, SEARCHES, 1)
      const taken = await Promise.all(Array.from({ length: 120 }, (_, nth) => take(nth)))
      assert.equal(taken.filter((endsAt) => endsAt === undefined).length, 98)
      assert.deepEqual(new Set(taken), new Set([undefined, MIDNIGHT]))
      clock.ms = MIDNIGHT
      assert.equal(await take(0), undefined)
    })

    test('thirty hashtags in a week are thirty for two replicas that restart before each', async () => {
      const owner = fresh('owner')
      const clock = { ms: START }
      const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
      const take = (nth: number, value: string, given = keys) =>
        createDistinctValues({ uses: storeOf(nth).distinctUses, keys: given, now: () => clock.ms }).take(
          owner,
          TAGS,
          value,
        )
      for (let nth = 0; nth < 30; nth += 1) {
        assert.deepEqual(await take(nth, `tag ${nth}`), { isAdmitted: true, left: 29 - nth, endsAt: START + WEEK_MS })
        clock.ms += 1
      }
      const full = { isAdmitted: false, left: 0, endsAt: START + WEEK_MS }
      assert.deepEqual(await Promise.all([take(0, 'more'), take(1, 'more')]), [full, full])
      assert.deepEqual(await take(1, 'tag 3'), { ...full, isAdmitted: true })
      // After the pepper was replaced, the used ones are still known.
      assert.equal((await take(1, 'tag 3', [Buffer.alloc(32, 3), ...keys])).isAdmitted, true)
      clock.ms = START + WEEK_MS - 1
      assert.equal((await take(0, 'more')).isAdmitted, false)
      clock.ms = START + WEEK_MS
      assert.deepEqual(await take(0, 'more'), { isAdmitted: true, left: 0, endsAt: START + 1 + WEEK_MS })
      const listed = await storeOf(1).distinctUses.list([`${owner}:tags`], 0)
      assert.ok(
        listed.every(({ value }) => !/tag|more/.test(value)),
        'no hashtag is stored',
      )
    })
  })
}
