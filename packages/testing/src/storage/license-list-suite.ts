// What every backend must do to list licenses: every filter and order is compared with a plain implementation.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type CopyRow,
  LICENSE_ORDERS,
  type LicenseFilter,
  type LicenseOrder,
  type LicensePosition,
  type LicenseRecord,
  type Store,
} from '@central-api/service/storage/store.ts'
import { act, createLicense, license, type OpenTwo, PLAN } from './fixture.ts'

const NOW = 50_000
const MONTH = 0
const SCANS = 40
/** More than one step reads, and more than "few". */
const MANY = 12_000

type Facts = { readonly record: LicenseRecord; readonly sites: readonly string[]; readonly used: number }

const NAMES = [null, 'alpha', 'Alphabet', 'ALPINE', 'Beta', 'beta', 'Ωmega', 'a_b', '100%', ''] as const

/** Licenses that differ in everything that filters use. */
const someLicenses = (): readonly Facts[] =>
  Array.from({ length: 120 }, (_, n) => ({
    record: license({
      name: NAMES[n % NAMES.length] ?? null,
      plan: n % 3 === 0 ? 'pro' : 'small',
      mode: n % 7 === 0 ? 'test' : 'live',
      status: n % 5 === 1 ? 'suspended' : n % 11 === 2 ? 'revoked' : 'active',
      expiresAt: n % 4 === 0 ? null : NOW + (n % 9) * 1_000 - 4_000,
      createdAt: 1_000 + Math.floor(n / 3),
      externalId: n % 2 === 0 ? `order-${n}` : null,
      email: n % 3 === 0 ? null : `Buyer${n % 4}@Example.com`,
    }),
    sites: n % 6 === 0 ? [`s${n % 4}.example`, `own${n}.example`] : [],
    used: n % 50,
  }))

const fill = async (store: Store, facts: readonly Facts[]) => {
  await store.plans.put({ ...PLAN, scans: SCANS }, act())
  await store.plans.put({ ...PLAN, name: 'small', scans: SCANS / 2 }, act())
  for (const { record, sites, used } of facts) {
    await createLicense(store, record)
    for (const site of sites) await store.sites.activate({ licenseId: record.id, site, firstSeenAt: 1 }, null)
    const windows = [{ meter: 'scans', startsAt: MONTH, limit: null }]
    if (used > 0) await store.usage.commit([{ licenseId: record.id, windows, count: used }], [])
  }
}

const statusOf = ({ status, expiresAt }: LicenseRecord) =>
  status !== 'revoked' && expiresAt !== null && expiresAt <= NOW ? 'expired' : status

const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

/** Whether the license matches the filter. */
const isRequested = ({ record, sites, used }: Facts, filter: LicenseFilter): boolean => {
  const { id, status, plan, mode, expiresBefore, usedOver, site, name, email, externalId } = filter
  const quota = record.plan === 'pro' ? SCANS : SCANS / 2
  return (
    (id === undefined || record.id === id) &&
    (status === undefined || statusOf(record) === status.is) &&
    (plan === undefined || record.plan === plan) &&
    (mode === undefined || record.mode === mode) &&
    (expiresBefore === undefined || (record.expiresAt !== null && record.expiresAt < expiresBefore)) &&
    (usedOver === undefined ||
      (record.mode === 'live' && usedOver.month === MONTH && used > 0 && used * 100 >= usedOver.percent * quota)) &&
    (site === undefined || sites.includes(site)) &&
    (name === undefined || (record.name ?? '').toLowerCase().startsWith(name.toLowerCase())) &&
    (email === undefined || same(record.email, email)) &&
    (externalId === undefined || record.externalId === externalId)
  )
}

const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const KEYS: Readonly<Record<LicenseOrder, (record: LicenseRecord) => string | number>> = {
  newest: ({ createdAt }) => -createdAt,
  oldest: ({ createdAt }) => createdAt,
  name: ({ name }) => lower(name ?? ''),
  expiresAt: ({ expiresAt }) => expiresAt ?? Number.MAX_SAFE_INTEGER,
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))

const inOrder = (facts: readonly Facts[], order: LicenseOrder): readonly string[] =>
  facts
    .map(({ record }) => record)
    .toSorted(
      (one, other) =>
        compare(KEYS[order](one), KEYS[order](other)) ||
        (order === 'newest' ? compare(other.id, one.id) : compare(one.id, other.id)),
    )
    .map(({ id }) => id)

const at = NOW
const FILTERS: readonly LicenseFilter[] = [
  {},
  ...(['active', 'suspended', 'expired', 'revoked'] as const).map((is) => ({ status: { is, at } })),
  { plan: 'small' },
  { plan: 'none' },
  { mode: 'test' },
  { mode: 'live' },
  { expiresBefore: NOW },
  { usedOver: { percent: 80, month: MONTH } },
  { usedOver: { percent: 100, month: MONTH } },
  { usedOver: { percent: 1, month: MONTH + 1 } },
  { site: 's0.example' },
  { site: 'nobody.example' },
  { name: 'ALPH' },
  { name: 'a_' },
  { name: '100%' },
  { email: 'buyer1@EXAMPLE.com' },
  { externalId: 'order-6' },
  { id: 'lic_nowhere' },
  { plan: 'small', mode: 'live', status: { is: 'suspended', at }, expiresBefore: NOW + 2_000 },
  { site: 's2.example', email: 'buyer2@example.com' },
]

/** The ids of all pages. */
const pagesOf = async (store: Store, filter: LicenseFilter, order: LicenseOrder, limit: number): Promise<string[]> => {
  const ids: string[] = []
  let after: LicensePosition | undefined
  do {
    const page = await store.licenses.list({ limit, order, after, filter })
    assert.ok(page.licenses.length === limit || page.next === null)
    ids.push(...page.licenses.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after !== undefined)
  return ids
}

export const licenseListSuite = (open: OpenTwo): void => {
  describe('lists of licenses', () => {
    const facts = someLicenses()
    let store: Store
    let dispose: () => Promise<void>
    before(async () => {
      const opened = await open()
      dispose = opened.dispose
      store = opened.stores[0]
      await fill(store, facts)
    })
    after(() => dispose())

    for (const filter of FILTERS) {
      test(`${JSON.stringify(filter)} matches the right licenses, page by page, in every order`, async () => {
        const requested = facts.filter((each) => isRequested(each, filter))
        for (const order of LICENSE_ORDERS) {
          const expected = inOrder(requested, order)
          assert.deepEqual(await pagesOf(store, filter, order, 7), expected, order)
        }
      })
    }

    test('a text with a NUL matches nothing: a backend may stop reading at it, or reject it', async () => {
      for (const field of ['search', 'name', 'email', 'externalId', 'id', 'plan', 'site']) {
        for (const text of ['\0', '\0zzzz', 'a\0']) {
          for (const order of LICENSE_ORDERS) {
            assert.deepEqual(await pagesOf(store, { [field]: text }, order, 7), [], `${field} ${order}`)
          }
        }
      }
    })

    test('combines a search with other filters, also when it names a license', async () => {
      const [first] = facts
      const { id = '', plan = '' } = first?.record ?? {}
      const found = async (filter: LicenseFilter) => await pagesOf(store, filter, 'newest', 9)
      assert.deepEqual(await found({ search: id }), [id])
      assert.deepEqual(await found({ id }), [id])
      assert.deepEqual(await found({ id, plan: 'none' }), [])
      assert.deepEqual(await found({ search: id, plan }), [id])
      assert.deepEqual(await found({ search: id, plan: 'none' }), [])
      const own = facts.filter(({ record, sites }) => record.plan === 'small' && sites.includes('s2.example'))
      assert.deepEqual(await found({ search: 'S2.exam', plan: 'small' }), inOrder(own, 'newest'))
    })

    test('a page continues after the previous one, even when licenses were added or removed, its last one included', async () => {
      for (const order of LICENSE_ORDERS) {
        const all = await pagesOf(store, {}, order, 200)
        const { next } = await store.licenses.list({ limit: 30, order })
        assert.deepEqual(next, await store.licenses.positionOf(String(all[29]), order))
        // No license has this id; only the position matters.
        const gone = next && { ...next, id: `${next.id}~` }
        const { licenses } = await store.licenses.list({ limit: 200, order, after: gone ?? undefined })
        const rest = licenses.map(({ id }) => id)
        assert.ok(rest.length >= all.length - 31, order)
        assert.deepEqual(rest, all.slice(all.length - rest.length))
      }
      assert.equal(await store.licenses.positionOf('lic_none', 'name'), undefined)
    })
  })

  test(`finds rare matches among ${MANY} licenses from one end to the other`, async () => {
    const { stores, dispose } = await open()
    try {
      const [store] = stores
      await store.plans.put(PLAN, act())
      await store.plans.put({ ...PLAN, name: 'other' }, act())
      const name = (n: number) => `n${String(n).padStart(6, '0')}`
      const rows: CopyRow[] = Array.from({ length: MANY }, (_, n) => ({
        ...{ id: `lic_${name(n)}`, name: name(n), plan: n % 2 ? 'pro' : 'other', mode: n % 3 ? 'live' : 'test' },
        ...{ status: n % 4 ? 'active' : 'suspended', expires_at: n + 1, created_at: n },
        ...{ external_id: null, email: n % 5_000 ? null : 'rare@example.com', notes: null, metadata: '{}' },
      }))
      for (let n = 0; n < MANY; n += 500) await store.copies.put('licenses', rows.slice(n, n + 500))
      for (const order of LICENSE_ORDERS) {
        const sorted = order === 'newest' ? rows.toReversed() : rows
        const ids = (is: (n: number) => boolean) =>
          sorted.filter(({ created_at }) => is(Number(created_at))).map(({ id }) => String(id))
        const page = (filter: LicenseFilter) => pagesOf(store, filter, order, 5_500)
        // By a condition without an index, by one of many, of none, and of few licenses.
        assert.deepEqual(
          await page({ search: '09' }),
          ids((n) => name(n).includes('09')),
        )
        assert.deepEqual(
          await page({ plan: 'pro', mode: 'test', status: { is: 'active', at: 0 } }),
          ids((n) => n % 2 === 1 && n % 3 === 0 && n % 4 !== 0),
        )
        assert.deepEqual(await page({ plan: 'pro', status: { is: 'suspended', at: 0 } }), [])
        assert.deepEqual(
          await page({ email: 'rare@example.com' }),
          ids((n) => n % 5_000 === 0),
        )
        assert.deepEqual(
          await page({ status: { is: 'expired', at: 4_999 } }),
          ids((n) => n < 4_999),
        )
      }
    } finally {
      await dispose()
    }
  })
}
