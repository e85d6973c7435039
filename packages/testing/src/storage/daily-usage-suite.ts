// What every backend must do with daily usage: under concurrent charges and refunds, the days of a month add up to its
// meter.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Charge,
  MAX_USES_A_DAY,
  OTHER,
  type Refund,
  type Store,
  USE_DIMENSIONS,
  type Use,
  type UseDimension,
} from '@central-api/service/storage/store.ts'
import fc from 'fast-check'
import { createLicense, DAY, fresh, type OpenTwo, openBeforeTests } from './fixture.ts'

const FIRST = 20_000 * DAY
const MONTH = { from: FIRST, before: FIRST + 30 * DAY }
const METERS = ['scans', 'validations'] as const
type Meter = (typeof METERS)[number]

const useOf = (values: Partial<Use> = {}): Use => ({
  day: FIRST,
  platform: 'rss',
  endpoint: 'scan-profile',
  site: 'a.example',
  ...values,
})

const chargeOf = (
  licenseId: string,
  uses: readonly (Use & { readonly count: number })[],
  { meter = 'scans', limit = null }: { readonly meter?: Meter; readonly limit?: number | null } = {},
): Charge => ({
  licenseId,
  windows: [
    { meter, startsAt: FIRST, limit },
    { meter: 'burst', startsAt: 1, limit: null },
  ],
  count: uses.reduce((sum, { count }) => sum + count, 0),
  uses,
})

const refundOf = (licenseId: string, use: Use, count: number, meter: Meter = 'scans'): Refund => ({
  ...{ licenseId, meter, startsAt: FIRST, count, use },
})

export const dailyUsageSuite = (open: OpenTwo): void => {
  describe('daily usage', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    const sumsOf = async (licenseId: string, by: UseDimension, days = MONTH) =>
      (await other.usage.sumUses([licenseId], days, by)).map((sum) => [sum.meter, sum.by, sum.used])

    /** Checks that every breakdown of the month adds up to its meters. */
    const assertExact = async (licenseId: string) => {
      for (const by of USE_DIMENSIONS) {
        const sums = await other.usage.sumUses([licenseId], MONTH, by)
        for (const meter of METERS) {
          const total = sums.reduce((sum, each) => sum + (each.meter === meter ? each.used : 0), 0)
          assert.equal(total, await other.usage.read(licenseId, meter, FIRST), `${meter} by ${by}`)
        }
        assert.ok(sums.every(({ used }) => used > 0))
      }
    }

    test('reports usage by day, platform, endpoint and site, each in order', async () => {
      const licenseId = fresh('lic')
      const next = { day: FIRST + DAY }
      await store.usage.commit(
        [
          chargeOf(licenseId, [
            { ...useOf(next), count: 2 },
            { ...useOf({ platform: 'mastodon', site: '' }), count: 3 },
          ]),
          chargeOf(licenseId, [{ ...useOf({ platform: '', endpoint: 'validate-link' }), count: 4 }], {
            meter: 'validations',
          }),
          chargeOf(fresh('lic'), [{ ...useOf(), count: 99 }]),
        ],
        [],
      )
      await store.usage.commit([chargeOf(licenseId, [{ ...useOf(next), count: 1 }])], [])
      assert.deepEqual(await sumsOf(licenseId, 'day'), [
        ['scans', FIRST, 3],
        ['validations', FIRST, 4],
        ['scans', FIRST + DAY, 3],
      ])
      assert.deepEqual(await sumsOf(licenseId, 'platform'), [
        ['validations', '', 4],
        ['scans', 'mastodon', 3],
        ['scans', 'rss', 3],
      ])
      assert.deepEqual(await sumsOf(licenseId, 'endpoint'), [
        ['scans', 'scan-profile', 6],
        ['validations', 'validate-link', 4],
      ])
      assert.deepEqual(await sumsOf(licenseId, 'site'), [
        ['scans', '', 3],
        ['scans', 'a.example', 3],
        ['validations', 'a.example', 4],
      ])
      assert.deepEqual(await sumsOf(licenseId, 'day', { from: FIRST + 1, before: FIRST + 2 * DAY }), [
        ['scans', FIRST + DAY, 3],
      ])
      assert.deepEqual(await sumsOf(licenseId, 'day', { from: FIRST, before: FIRST }), [])
      await assertExact(licenseId)
    })

    test('sums up the usage of several licenses, without that of others', async () => {
      const [one, two, third] = [fresh('lic'), fresh('lic'), fresh('lic')]
      for (const [n, licenseId] of [one, two, third].entries()) {
        const uses = [useOf({ site: `${licenseId}.example` }), useOf({ day: FIRST + DAY })]
        await store.usage.commit(
          [
            chargeOf(
              licenseId,
              uses.map((use) => ({ ...use, count: 10 ** n })),
            ),
          ],
          [],
        )
      }
      const sums = (by: UseDimension) => other.usage.sumUses([one, two], MONTH, by)
      assert.deepEqual(await sums('day'), [
        { meter: 'scans', by: FIRST, used: 11 },
        { meter: 'scans', by: FIRST + DAY, used: 11 },
      ])
      assert.deepEqual(await sums('platform'), [{ meter: 'scans', by: 'rss', used: 22 }])
      assert.equal((await sums('site')).length, 3)
      assert.deepEqual(await other.usage.sumUses([], MONTH, 'day'), [])
    })

    test('counts the first uses of a charge that is admitted in part', async () => {
      const licenseId = fresh('lic')
      const [a, b] = [useOf({ platform: 'a' }), useOf({ platform: 'b' })]
      const uses = [
        { ...a, count: 2 },
        { ...b, count: 2 },
        { ...a, count: 5 },
      ]
      const [decision] = await store.usage.commit([chargeOf(licenseId, uses, { limit: 6 })], [])
      assert.equal(decision?.admitted, 6)
      assert.deepEqual(await sumsOf(licenseId, 'platform'), [
        ['scans', 'a', 4],
        ['scans', 'b', 2],
      ])
      const none = useOf({ platform: 'c' })
      await store.usage.commit([chargeOf(licenseId, [{ ...none, count: 1 }], { limit: 6 })], [])
      assert.equal((await sumsOf(licenseId, 'platform')).length, 2)
    })

    test('a refund reduces its day, and a use without units disappears', async () => {
      const licenseId = fresh('lic')
      const [a, b] = [useOf({ site: 'a.example' }), useOf({ site: 'b.example', day: FIRST + DAY })]
      await store.usage.commit(
        [
          chargeOf(licenseId, [
            { ...a, count: 3 },
            { ...b, count: 3 },
          ]),
        ],
        [],
      )
      await store.usage.commit([], [refundOf(licenseId, a, 1), refundOf(licenseId, b, 3)])
      assert.deepEqual(await sumsOf(licenseId, 'site'), [['scans', 'a.example', 2]])
      // Refunded and charged in the same batch, it stays.
      await store.usage.commit([chargeOf(licenseId, [{ ...a, count: 2 }])], [refundOf(licenseId, a, 2)])
      assert.deepEqual(await sumsOf(licenseId, 'site'), [['scans', 'a.example', 2]])
      await assertExact(licenseId)
    })

    test('keeps a limited number of uses per day and meter; the others share one row, and are refunded from it', async () => {
      const licenseId = fresh('lic')
      const sites = Array.from({ length: MAX_USES_A_DAY + 7 }, (_, n) => useOf({ site: `${n}.example` }))
      const half = sites.length / 2
      for (const part of [sites.slice(0, half), sites.slice(half)]) {
        await store.usage.commit(
          [
            chargeOf(
              licenseId,
              part.map((use) => ({ ...use, count: 2 })),
            ),
          ],
          [],
        )
      }
      await store.usage.commit([chargeOf(licenseId, [{ ...useOf(), count: 1 }], { meter: 'validations' })], [])
      const rest = async () => {
        const sums = await sumsOf(licenseId, 'site')
        assert.equal(new Set(sums.map(([, by]) => by)).size, sums.length)
        return sums.find(([, by]) => by === OTHER)?.[2]
      }
      assert.equal((await sumsOf(licenseId, 'site')).length, MAX_USES_A_DAY + 2)
      assert.equal(await rest(), 14)
      assert.deepEqual(await sumsOf(licenseId, 'platform'), [
        ['scans', OTHER, 14],
        ['scans', 'rss', 2 * MAX_USES_A_DAY],
        ['validations', 'rss', 1],
      ])
      const reported = new Set((await sumsOf(licenseId, 'site')).map(([, by]) => by))
      const [apart, together] = [
        sites.filter(({ site }) => reported.has(site)),
        sites.filter(({ site }) => !reported.has(site)),
      ] as const
      const [one, two] = together
      assert.ok(apart[0] && one && two)
      await store.usage.commit([], [refundOf(licenseId, one, 1)])
      assert.equal(await rest(), 13)
      // One use disappears, so another one fits; its refund beyond its own units comes from the shared row.
      await store.usage.commit([], [refundOf(licenseId, apart[0], 2)])
      await store.usage.commit([chargeOf(licenseId, [{ ...one, count: 1 }])], [])
      assert.deepEqual(
        (await sumsOf(licenseId, 'site')).find(([, by]) => by === one.site),
        ['scans', one.site, 1],
      )
      await store.usage.commit([], [refundOf(licenseId, one, 2)])
      assert.equal(await rest(), 12)
      await store.usage.commit(
        [],
        together.map((use) => refundOf(licenseId, use, use === one ? 0 : 2)),
      )
      assert.equal(await rest(), undefined)
      await assertExact(licenseId)
    })

    test('under concurrent charges and refunds the days add up to the meter', async () => {
      const use = fc.record({
        day: fc.constantFrom(FIRST, FIRST + DAY),
        platform: fc.constantFrom('', 'rss', 'é'),
        endpoint: fc.constantFrom('scan-profile', 'posts'),
        // More than are kept separately.
        site: fc.nat(MAX_USES_A_DAY).map((n) => `${n}.example`),
        count: fc.integer({ min: 1, max: 4 }),
      })
      const turn = fc.record({
        meter: fc.constantFrom(...METERS),
        uses: fc.array(use, { minLength: 1, maxLength: 40 }),
        limit: fc.option(fc.nat(150)),
        giveBack: fc.array(fc.nat(), { maxLength: 20 }),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(turn, { maxLength: 5 }), { minLength: 4, maxLength: 4 }),
          async (workers) => {
            const licenseId = fresh('lic')
            const work = async (turns: (typeof workers)[number], from: Store) => {
              const kept: { readonly use: Use; count: number; readonly meter: Meter }[] = []
              for (const { meter, uses, limit, giveBack } of turns) {
                const refunds: Refund[] = []
                for (const n of kept.length > 0 ? giveBack : []) {
                  const charged = kept[n % kept.length]
                  if (charged === undefined || charged.count === 0) continue
                  const count = 1 + (n % charged.count)
                  charged.count -= count
                  refunds.push(refundOf(licenseId, charged.use, count, charged.meter))
                }
                const [decision] = await from.usage.commit([chargeOf(licenseId, uses, { meter, limit })], refunds)
                let left = decision?.admitted ?? 0
                for (const { count, ...of } of uses) {
                  const units = Math.min(count, left)
                  left -= units
                  kept.push({ use: of, count: units, meter })
                }
              }
              return kept
            }
            const kept = await Promise.all(workers.map((turns, n) => work(turns, n % 2 ? store : other)))
            await assertExact(licenseId)
            const counted = kept.flat()
            const total = (meter: Meter) =>
              counted.reduce((sum, each) => sum + (each.meter === meter ? each.count : 0), 0)
            for (const meter of METERS) assert.equal(await store.usage.read(licenseId, meter, FIRST), total(meter))
            for (const day of [FIRST, FIRST + DAY]) {
              const sites = await sumsOf(licenseId, 'site', { from: day, before: day + DAY })
              assert.ok(sites.length <= 2 * (MAX_USES_A_DAY + 1))
            }
            // After all refunds no usage of any day is left.
            const all = counted.map(({ use, count, meter }) => refundOf(licenseId, use, count, meter))
            await store.usage.commit([], all)
            assert.deepEqual(await sumsOf(licenseId, 'day'), [])
            await assertExact(licenseId)
          },
        ),
        { numRuns: 40 },
      )
    })

    test('lists a month by license, page by page, without licenses that have no usage', async () => {
      const startsAt = FIRST + 40 * DAY
      const made = [await createLicense(store, { name: 'Garden' }), await createLicense(store)]
      const ids = [...made.map(({ record }) => record.id), fresh('lic'), fresh('lic'), fresh('lic')].sort()
      const licenseOf = (id: string | undefined) => {
        const { name, plan, mode } = made.find(({ record }) => record.id === id)?.record ?? {}
        return plan && mode ? { name: name ?? null, plan, mode } : null
      }
      const windows = (meter: string) => [{ meter, startsAt, limit: null }]
      for (const [n, licenseId] of ids.entries()) {
        await store.usage.commit([{ licenseId, windows: windows('scans'), count: n + 1 }], [])
        if (n % 2) await store.usage.commit([{ licenseId, windows: windows('validations'), count: 10 * n }], [])
      }
      await store.usage.commit([], [{ licenseId: String(ids[2]), meter: 'scans', startsAt, count: 3 }])
      const page = { meters: METERS, startsAt, limit: 3 }
      const first = await other.usage.listMonth(page)
      assert.deepEqual(first, [
        { licenseId: ids[0], license: licenseOf(ids[0]), used: { scans: 1 } },
        { licenseId: ids[1], license: licenseOf(ids[1]), used: { scans: 2, validations: 10 } },
        { licenseId: ids[3], license: licenseOf(ids[3]), used: { scans: 4, validations: 30 } },
      ])
      assert.deepEqual(await other.usage.listMonth({ ...page, after: first.at(-1)?.licenseId }), [
        { licenseId: ids[4], license: licenseOf(ids[4]), used: { scans: 5 } },
      ])
      assert.deepEqual(await other.usage.listMonth({ ...page, startsAt: startsAt + 1 }), [])
    })

    test('sweeps daily usage by day, the oldest first, in steps; monthly usage stays', async () => {
      const day = 100 * DAY
      const ids = Array.from({ length: 7 }, () => fresh('lic')).sort()
      const charges = ids.flatMap((licenseId) =>
        [0, 1, 2].map((n) =>
          chargeOf(licenseId, [
            { ...useOf({ day: day + n * DAY }), count: 1 },
            { ...useOf({ day: day + n * DAY, site: '' }), count: 1 },
          ]),
        ),
      )
      await store.usage.commit(charges, [])
      const sweep = (from: number) => store.usage.sweepUses({ from, before: day + 2 * DAY }, 5)
      // The sixth has the same license and day as the fifth.
      assert.deepEqual(await sweep(0), { dropped: 6, upTo: day })
      assert.deepEqual(await sweep(day), { dropped: 6, upTo: day })
      assert.deepEqual(await sweep(day), { dropped: 6, upTo: day + DAY })
      assert.deepEqual(await sweep(day + DAY), { dropped: 6, upTo: day + DAY })
      assert.deepEqual(await sweep(day + DAY), { dropped: 4, upTo: day + 2 * DAY })
      assert.equal(await sweep(0), undefined)
      const span = { from: day, before: day + 9 * DAY }
      assert.deepEqual(await sumsOf(String(ids[0]), 'day', span), [['scans', day + 2 * DAY, 2]])
      assert.equal(await store.usage.read(String(ids[0]), 'scans', FIRST), 6)
    })
  })
}
