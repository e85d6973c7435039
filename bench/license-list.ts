// What a page of the list of licenses costs in a store of a million, for each filter and each order.

import { openStore } from '../packages/service/src/storage/open-store.ts'
import type { LicenseFilter, LicenseOrder, Store } from '../packages/service/src/storage/store.ts'
import { LICENSE_ORDERS } from '../packages/service/src/storage/store.ts'
import { act } from '../packages/testing/src/storage/fixture.ts'
import { median } from './figures.ts'

const BATCH = 1_000
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const NOW = START + 400 * DAY_MS
const MONTH = Date.UTC(2027, 1, 1)
const PAGE = 50

export type ListFigure = {
  readonly what: string
  readonly order: LicenseOrder
  readonly ms: number
  readonly found: number
}

const CUSTOMERS = ['Garden', 'Shop', 'Blog', 'Agency', 'Studio', 'Magazine', 'Bakery', 'School'] as const
const KEY_SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Pseudo-random, and the same in every run. */
const drawn = (n: number): number => {
  const mixed = Math.imul(n ^ (n >>> 16), 0x85eb_ca6b)
  return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35) ^ (mixed >>> 16)) >>> 0
}
const idOf = (n: number): string => `lic_${drawn(n).toString(36).padStart(8, '0')}${String(n).padStart(12, '0')}`
const hintOf = (n: number): string =>
  Array.from({ length: 4 }, (_, at) => KEY_SIGNS[drawn(n * 4 + at + 1) % KEY_SIGNS.length]).join('')

/** One in twenty is suspended, one in two hundred revoked, one in fifty a test license; a third have an end date. */
const licenseOf = (n: number) => ({
  id: idOf(n),
  name: n % 10 === 0 ? null : `${CUSTOMERS[n % CUSTOMERS.length]} of customer ${n}`,
  plan: n % 100 === 0 ? 'agency' : n % 3 === 0 ? 'pro' : 'starter',
  mode: n % 50 === 0 ? ('test' as const) : ('live' as const),
  status: n % 200 === 7 ? ('revoked' as const) : n % 20 === 3 ? ('suspended' as const) : ('active' as const),
  expiresAt: n % 3 === 1 ? START + (drawn(n) % 800) * DAY_MS : null,
  createdAt: START + n * 30,
  externalId: n % 2 ? `order-${n}` : null,
  email: `customer-${n}@example.com`,
  notes: null,
  metadata: {},
})

const fill = async (store: Store, size: number): Promise<void> => {
  const limits = {
    scans: 1_000,
    validations: 1_000,
    burst: 60,
    sites: null,
    connections: null,
    media: 'proxy' as const,
    mediaMb: null,
    platforms: null,
  }
  for (const name of ['starter', 'pro', 'agency', 'none']) await store.plans.put({ name, ...limits }, act())
  for (let from = 0; from < size; from += BATCH) {
    const licenses = Array.from({ length: BATCH }, (_, n) => licenseOf(from + n))
    const bodies = licenses.map((license, n) => ({
      license,
      key: {
        hash:
          drawn(from + n)
            .toString(16)
            .padStart(8, '0') + String(from + n).padStart(56, '0'),
        ...{ pepperVersion: 1, licenseId: license.id, hint: hintOf(from + n), createdAt: START, expiresAt: null },
      },
    }))
    const part = { importId: 'bench', from: 'csv', file: 'bench.csv', firstLine: from, lastLine: from + BATCH }
    await store.licenses.createAll(bodies, act(), part)
    await store.copies.put(
      'sites',
      licenses.map(({ id }, n) => ({ license_id: id, site: `blog-${from + n}.example`, first_seen_at: START })),
    )
    await store.copies.put(
      'usage',
      licenses.map(({ id }, n) => ({
        ...{ license_id: id, meter: 'scans', starts_at: MONTH, used: drawn(from + n) % 1_010 },
      })),
    )
  }
}

/** Filters of an operator, by printed name. `middle` is a license in the middle of the store. */
const filtersOf = (middle: number): Readonly<Record<string, LicenseFilter>> => ({
  'no filter': {},
  'status=active': { status: { is: 'active', at: NOW } },
  'status=suspended': { status: { is: 'suspended', at: NOW } },
  'status=expired': { status: { is: 'expired', at: NOW } },
  'status=revoked': { status: { is: 'revoked', at: NOW } },
  'plan, a third': { plan: 'pro' },
  'plan, one in a hundred': { plan: 'agency' },
  'plan, none': { plan: 'none' },
  'mode=test': { mode: 'test' },
  'expiresBefore, few': { expiresBefore: START + DAY_MS / 2 },
  'expiresBefore, many': { expiresBefore: NOW },
  'usedOver=80': { usedOver: { percent: 80, month: MONTH } },
  'usedOver=100': { usedOver: { percent: 100, month: MONTH } },
  'usedOver=200, none': { usedOver: { percent: 200, month: MONTH } },
  site: { site: `blog-${middle}.example` },
  'name, an eighth': { name: 'garden' },
  'name, one': { name: `garden of customer ${middle}` },
  email: { email: `customer-${middle}@example.com` },
  externalId: { externalId: `order-${middle + 1}` },
  'an id': { id: idOf(middle) },
  'an unknown id': { id: 'lic_nowhere0000000000000' },
  'search: an external id': { search: `order-${middle + 1}` },
  'search: an e-mail address': { search: `customer-${middle}@example.com` },
  'search: the end of a key': { search: hintOf(middle) },
  'search: a word in many names': { search: 'bakery' },
  'search: a word in no name': { search: 'nobody at all' },
  'revoked and of a small plan': { status: { is: 'revoked', at: NOW }, plan: 'agency' },
  'test and suspended': { mode: 'test', status: { is: 'suspended', at: NOW } },
})

/** Fills the store if needed, and times the first page of each list and one from the middle. */
export const measureLicenseList = async (
  databaseUrl: string,
  { size, times }: { readonly size: number; readonly times: number },
  print: (figure: ListFigure) => void,
): Promise<void> => {
  const store = await openStore(databaseUrl)
  try {
    if ((await store.licenses.count()) < size) await fill(store, size)
    const middle = size / 2
    for (const [what, filter] of Object.entries(filtersOf(middle))) {
      for (const order of LICENSE_ORDERS) {
        const figures: number[] = []
        let found = 0
        for (let n = 0; n < times; n += 1) {
          const startedAt = performance.now()
          const { licenses } = await store.licenses.list({ limit: PAGE, order, filter })
          figures.push(performance.now() - startedAt)
          found = licenses.length
          // Slow lists are timed once.
          if (performance.now() - startedAt > 1_000) break
        }
        print({ what, order, ms: median(figures), found })
      }
    }
  } finally {
    await store.close()
  }
}
