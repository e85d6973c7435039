// What a sweep must do on every backend: delete everything that is over, in small steps, in one process at a time.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Store, Swept } from '@central-api/service/storage/store.ts'
import { type SweepOptions, sweepStore } from '@central-api/service/storage/sweep.ts'
import { budget } from './budgets-suite.ts'
import { ticket } from './connect-tickets-suite.ts'
import { act, fresh, type OpenTwo, PLAN } from './fixture.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const START = Date.UTC(2030, 0, 15)
const LIMITS = { weighed: 7, rows: 5, pages: 3 }
const PAGE_BYTES = 100

type Opened = { readonly store: Store; readonly other: Store; readonly clock: { at: number } }

const key = (n: number) => createHash('sha256').update(`${n}`).digest()

/** Puts pages that were fetched one after another, the last one now. */
const putPages = async ({ store, clock }: Opened, count: number, everyMs: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const fetchedAt = clock.at - (count - 1 - n) * everyMs
    await store.pages.put(key(n), { body: Buffer.alloc(PAGE_BYTES), next: null, fetchedAt })
  }
}

const countPages = async ({ other }: Opened, count: number): Promise<number[]> => {
  const pages = await Promise.all(Array.from({ length: count }, (_, n) => other.pages.find(key(n))))
  return pages.flatMap((page, n) => (page === undefined ? [] : [n]))
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

export const sweepSuite = (open: OpenTwo): void => {
  describe('sweeping', () => {
    /** Each test has stores of its own, because it counts everything in them. */
    const withStores = async (use: (opened: Opened) => Promise<void>) => {
      const { stores, dispose } = await open()
      try {
        await use({ store: stores[0], other: stores[1], clock: { at: START } })
      } finally {
        await dispose()
      }
    }
    const sweep = ({ store, clock }: Opened, changed: Partial<SweepOptions> = {}) =>
      sweepStore({
        ...{
          store,
          now: () => clock.at,
          shortMeters: [{ meter: 'burst', keptMs: 10 * MINUTE_MS }],
          auditKeptMs: 400 * DAY_MS,
          usesKeptMs: 400 * DAY_MS,
          cachedPageMs: 30 * DAY_MS,
          maxPageBytes: 1e9,
        },
        limits: LIMITS,
        ...changed,
      })

    test('drops pages over the maximum age, and then the oldest until the rest fits', () =>
      withStores(async (opened) => {
        await putPages(opened, 40, DAY_MS)
        await sweep(opened)
        assert.deepEqual(await countPages(opened, 40), range(9, 40))
        opened.clock.at += 10 * MINUTE_MS
        // The first one is 30 days and ten minutes old now.
        await sweep(opened, { maxPageBytes: 30 * PAGE_BYTES })
        assert.deepEqual(await countPages(opened, 40), range(10, 40))
        opened.clock.at += 10 * MINUTE_MS
        await sweep(opened, { maxPageBytes: 18 * PAGE_BYTES - 1 })
        assert.deepEqual(await countPages(opened, 40), range(23, 40))
        opened.clock.at += 10 * MINUTE_MS
        await sweep(opened, { maxPageBytes: PAGE_BYTES - 1 })
        assert.deepEqual(await countPages(opened, 40), [])
      }))

    test('one process sweeps in ten minutes, and it may be another one the next time', () =>
      withStores(async (opened) => {
        const { store, other, clock } = opened
        const all = () => Promise.all(range(0, 10).map((n) => sweep(opened, { store: n % 2 ? store : other })))
        assert.equal((await all()).filter(Boolean).length, 1)
        clock.at += 8 * MINUTE_MS
        assert.equal((await all()).filter(Boolean).length, 0)
        clock.at += 2 * MINUTE_MS
        assert.equal((await all()).filter(Boolean).length, 1)
      }))

    test('a process without the lease makes no other calls', () =>
      withStores(async (opened) => {
        await sweep(opened)
        const never = () => assert.fail('asked')
        const { claim } = opened.other.pages
        const pages = { claim, sweepLeases: never, weigh: never, sweep: never }
        const [usage, only] = [{ listMeters: never, sweep: never, sweepUses: never }, { sweep: never }]
        const store = {
          usage,
          grants: only,
          audit: only,
          responses: only,
          changes: only,
          budgets: only,
          connectTickets: only,
          distinctUses: only,
          goneProfiles: only,
          webhookEvents: only,
          deliveries: only,
          pages,
        }
        assert.equal(await sweep(opened, { store }), false)
      }))

    test('deletes stored responses after a day, and no sooner', () =>
      withStores(async (opened) => {
        const { store, other, clock } = opened
        await store.plans.put(PLAN, act())
        const ages = [DAY_MS + 2, DAY_MS + 1, DAY_MS, 0]
        const put = (age: number) =>
          store.plans.put(PLAN, act({ response: { key: `${age}`, sealed: 'sealed', givenAt: clock.at - age } }))
        for (const age of ages) await put(age)
        await sweep(opened)
        const left = await Promise.all(ages.map((age) => other.responses.find(`${age}`)))
        assert.deepEqual(left.map(Boolean), [false, false, true, true])
      }))

    test('deletes old daily usage, and keeps monthly usage', () =>
      withStores(async (opened) => {
        const { store, other, clock } = opened
        const licenseId = fresh('lic')
        const today = clock.at - (clock.at % DAY_MS)
        for (const day of [today, today - 399 * DAY_MS, today - 401 * DAY_MS]) {
          const use = { day, platform: 'rss', endpoint: 'posts', site: '' }
          const windows = [{ meter: 'scans', startsAt: 1, limit: null }]
          await store.usage.commit([{ licenseId, windows, count: 1, uses: [{ ...use, count: 1 }] }], [])
        }
        await sweep(opened)
        const left = await other.usage.sumUses(
          [licenseId],
          { from: today - 500 * DAY_MS, before: today + DAY_MS },
          'day',
        )
        assert.deepEqual(
          left.map(({ by }) => by),
          [today - 399 * DAY_MS, today],
        )
        assert.equal(await other.usage.read(licenseId, 'scans', 1), 3)
      }))

    test('no statement weighs or drops more rows than its limit, and everything due is deleted', () =>
      withStores(async (opened) => {
        const { store, clock } = opened
        await putPages(opened, 100, MINUTE_MS)
        const [licenseIds, old] = [range(0, 33).map(() => fresh('lic')), clock.at - 60 * MINUTE_MS]
        const charge = (licenseId: string, startsAt: number) => ({
          ...{ licenseId, windows: [{ meter: 'burst', startsAt, limit: null }], count: 1 },
        })
        await store.usage.commit(
          licenseIds.flatMap((id) => [charge(id, old), charge(id, clock.at)]),
          [],
        )
        for (const n of range(0, 22)) {
          await store.grants.claim(`old${n}`, { jti: 'j', kid: 'k', issuedAt: clock.at - DAY_MS + n }, 0)
        }
        const requested: [what: string, most: number, count: number][] = []
        const watched =
          <A extends readonly unknown[]>(what: string, send: (...args: A) => Promise<Swept | undefined>) =>
          async (...args: A): Promise<Swept | undefined> => {
            const swept = await send(...args)
            requested.push([what, Number(args.at(-1)), swept?.dropped ?? 0])
            return swept
          }
        const pages = {
          ...store.pages,
          sweep: watched('pages', store.pages.sweep),
          async weigh(before: number, most: number) {
            const part = await store.pages.weigh(before, most)
            requested.push(['weighed', most, (part?.bytes ?? 0) / PAGE_BYTES])
            return part
          },
        }
        const usage = { ...store.usage, sweep: watched('rows', store.usage.sweep) }
        const grants = { sweep: watched('rows', store.grants.sweep) }
        await sweep(opened, { store: { ...store, usage, grants, pages }, maxPageBytes: 36 * PAGE_BYTES })

        const limits = new Map(Object.entries(LIMITS))
        for (const [what, most, count] of requested) {
          assert.ok(count <= most && most <= (limits.get(what) ?? 0), `${what}: ${count} of ${most}`)
        }
        const dropped = (name: string) =>
          requested.reduce((sum, [what, , count]) => sum + (what === name ? count : 0), 0)
        assert.deepEqual([dropped('pages'), dropped('rows')], [64, 33 + 22])
        assert.deepEqual(await countPages(opened, 100), range(64, 100))
        for (const id of licenseIds) assert.equal(await store.usage.read(id, 'burst', clock.at), 1)
        // Five full parts, then smaller steps down to the last page that fits.
        assert.equal(requested.filter(([what]) => what === 'weighed').length, 5 + 1 + 1 + 1)
      }))

    test('deletes units of platforms when their window is over, after a month if its length is unknown, and of no other meter', () =>
      withStores(async (opened) => {
        const { store, other, clock } = opened
        const owner = 'platform:video:0a1b'
        const ages = [0, 5 * MINUTE_MS, DAY_MS, 31 * DAY_MS + 1_234, 33 * DAY_MS].map((age) => clock.at - age)
        const meters = ['units', 'units:', 'units:day', 'units:minute', 'unity', 'scans']
        const windows = meters.flatMap((meter) => ages.map((startsAt) => ({ meter, startsAt, limit: null })))
        // More owners than one statement drops windows.
        const owners = [owner, ...range(0, 12).map((n) => `platform:video:${n}`)]
        await store.usage.commit(
          owners.map((licenseId) => ({ licenseId, windows, count: 1_000 })),
          [],
        )
        await sweep(opened, { unitWindowMs: (meter) => (meter === 'units:minute' ? MINUTE_MS : undefined) })
        const left = async (meter: string) => {
          const used = await Promise.all(
            owners.map((id) => Promise.all(ages.map((startsAt) => other.usage.read(id, meter, startsAt)))),
          )
          assert.equal(new Set(used.map(String)).size, 1, meter)
          return used[0]
        }
        for (const meter of ['units', 'unity', 'scans']) {
          assert.deepEqual(await left(meter), [1_000, 1_000, 1_000, 1_000, 1_000], meter)
        }
        for (const meter of ['units:', 'units:day']) {
          assert.deepEqual(await left(meter), [1_000, 1_000, 1_000, 1_000, 0], meter)
        }
        assert.deepEqual(await left('units:minute'), [1_000, 1_000, 0, 0, 0])
      }))

    test('keeps budgets for a week after their end, and gone profiles as long as their pages', () =>
      withStores(async (opened) => {
        const { store, other, clock } = opened
        const ends = [clock.at + DAY_MS, clock.at - 7 * DAY_MS, clock.at - 7 * DAY_MS - 1]
        await store.budgets.put(ends.map((resetsAt) => budget({ resetsAt })))
        const marks = [30 * DAY_MS, 30 * DAY_MS + 1].map((age) => clock.at - age)
        for (const at of marks) await store.goneProfiles.mark(`gone ${at}`, at)
        await sweep(opened)
        assert.deepEqual(
          new Set((await other.budgets.list(0)).map(({ resetsAt }) => resetsAt)),
          new Set(ends.slice(0, 2)),
        )
        const found = await other.goneProfiles.find(marks.map((at) => `gone ${at}`))
        assert.deepEqual(found, [marks[0], undefined])
      }))

    test('deletes tickets before they are an hour old, and keeps those that may be asked about', () =>
      withStores(async (opened) => {
        const { store, other, clock } = opened
        const ages = [46, 45, 0].map((minutes) => minutes * MINUTE_MS)
        for (const age of ages)
          await store.connectTickets.create(ticket({ id: `of ${age}`, createdAt: clock.at - age }))
        await sweep(opened)
        const left = await Promise.all(ages.map((age) => other.connectTickets.find(`of ${age}`)))
        assert.deepEqual(left.map(Boolean), [false, true, true])
      }))

    test('a sweep ends with its lease, and the next one continues', () =>
      withStores(async (opened) => {
        const { store, clock } = opened
        await putPages(opened, 30, 1)
        const pages = {
          ...store.pages,
          async sweep(...requested: Parameters<Store['pages']['sweep']>) {
            clock.at += 2 * MINUTE_MS
            return store.pages.sweep(...requested)
          },
        }
        await sweep(opened, { store: { ...store, pages }, maxPageBytes: 0 })
        // One step finds nothing old enough; four find three each.
        assert.deepEqual(await countPages(opened, 30), range(12, 30))
        await sweep(opened, { maxPageBytes: 0 })
        assert.deepEqual(await countPages(opened, 30), [])
      }))
  })
}
