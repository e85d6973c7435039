// What every backend must do to search licenses: its index finds exactly the licenses that a scan finds.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type CopyRow,
  LICENSE_ORDERS,
  type LicenseOrder,
  type LicenseRecord,
  type Store,
} from '@central-api/service/storage/store.ts'
import fc from 'fast-check'
import { act, keyOf, license, type OpenTwo, PLAN } from './fixture.ts'

/** More licenses than are checked before the index is used. */
const OTHERS = 1_600
const MATCHES = 150
const SITES = 60

/** The characters of words and of their escapes, and letters whose case differs between languages. */
const SIGNS = [
  ...['a', 'A', 'b', 'B', 'c', '1', '2', ' ', '-', '.', '@', '%', '_', '\\', '"', "'", '*', '^', '\n', '\ud800'],
  ...[
    'ä',
    'Ä',
    'a\u0308',
    'ß',
    'İ',
    'i',
    'I',
    'ı',
    'Σ',
    'σ',
    'ς',
    'Я',
    'я',
    'ж',
    '語',
    '字',
    '\u0301',
    '😀',
    'ﬃ',
    '𐐀',
    '𐐨',
  ],
] as const
const textOf = (maxLength: number) =>
  fc.array(fc.constantFrom(...SIGNS), { maxLength }).map((signs) => signs.join('').replaceAll('\ud800', '\ufffd'))

const drawn = <T>(arbitrary: fc.Arbitrary<T>, count: number) => fc.sample(arbitrary, { numRuns: count })

/** The same licenses in a store that is scanned, and in one so large that the index is used. */
type Pair = { readonly alone: Store; readonly among: Store }

const otherRows = (): readonly CopyRow[] =>
  Array.from({ length: OTHERS }, (_, n) => ({
    ...{ id: `lic_other${n}`, name: null, plan: 'pro', mode: 'live', status: 'active', expires_at: 1 + n },
    ...{ created_at: n % 2 ? 10_000_000 : 1, external_id: null, email: null, notes: null, metadata: '{}' },
  }))

export const licenseSearchSuite = (open: OpenTwo): void => {
  describe('searching licenses by text', () => {
    let pair: Pair
    const disposals: (() => Promise<void>)[] = []
    const matches: readonly LicenseRecord[] = drawn(
      fc.record({ name: fc.option(textOf(14)), email: fc.option(textOf(8)) }),
      MATCHES,
    ).map(({ name, email }, n) => license({ name, email, createdAt: 5_000 + n, expiresAt: n % 3 ? null : 50_000 + n }))
    const sites = drawn(textOf(10), SITES)

    const inBoth = async (change: (store: Store) => Promise<unknown>) => {
      for (const store of [pair.alone, pair.among]) await change(store)
    }
    const find = async (store: Store, search: string, order: LicenseOrder) => {
      const { licenses } = await store.licenses.list({ limit: 1_000, order, filter: { search } })
      return licenses.map(({ id }) => id)
    }
    const pageAfterPage = async (store: Store, search: string, order: LicenseOrder) => {
      const ids: string[] = []
      let after: Awaited<ReturnType<Store['licenses']['list']>>['next'] | undefined
      do {
        const page = await store.licenses.list({ limit: 7, order, after: after ?? undefined, filter: { search } })
        ids.push(...page.licenses.map(({ id }) => id))
        after = page.next
      } while (after !== null)
      return ids
    }
    const readAll = async (table: 'licenses' | 'sites') => (await Array.fromAsync(pair.alone.copies.read(table))).flat()

    /** By parts of the current texts, and by other texts. */
    const compareBoth = async (numRuns: number) => {
      const texts = [...(await readAll('licenses')), ...(await readAll('sites'))]
        .flatMap(({ name, email, site }) => [name, email, site])
        .filter((text) => typeof text === 'string')
      const parts = fc
        .tuple(fc.constantFrom(...texts), fc.nat(9), fc.nat(5))
        .map(([text, from, more]) => [...text].slice(from, from + 1 + more).join(''))
      const searches = fc.oneof({ weight: 3, arbitrary: parts }, textOf(6)).filter((search) => search !== '')
      let found = 0
      const property = fc.asyncProperty(searches, fc.constantFrom(...LICENSE_ORDERS), async (search, order) => {
        const expected = await find(pair.alone, search, order)
        if ([...search].length >= 3) found += expected.length
        assert.deepEqual(await find(pair.among, search, order), expected)
        assert.deepEqual(await pageAfterPage(pair.among, search, order), expected)
      })
      await fc.assert(property, { numRuns })
      assert.ok(found > 0)
    }

    before(async () => {
      const opened = [await open(), await open()] as const
      disposals.push(...opened.map(({ dispose }) => dispose))
      pair = { alone: opened[0].stores[0], among: opened[1].stores[0] }
      const others = otherRows()
      await inBoth(async (store) => {
        await store.plans.put(PLAN, act())
        const [one, ...rest] = matches
        assert.ok(one)
        await store.licenses.create(one, keyOf(one.id), act())
        const made = rest.map((each) => ({ license: each, key: null }))
        const part = { importId: 'imp', from: 'edd', file: 'export.csv', firstLine: 2, lastLine: MATCHES }
        await store.licenses.createAll(made, act(), part)
        for (const [n, site] of sites.entries())
          await store.sites.activate({ licenseId: matches[n % 40]?.id ?? '', site, firstSeenAt: 1 }, null)
      })
      for (let n = 0; n < OTHERS; n += 400) await pair.among.copies.put('licenses', others.slice(n, n + 400))
    })
    after(async () => {
      for (const dispose of disposals) await dispose()
    })

    test('the index finds the same licenses as a scan, in each order, page by page', async () => {
      await compareBoth(150)
    })

    test('finds licenses by their current texts, however they were changed', async () => {
      const texts = drawn(fc.record({ name: fc.option(textOf(14)), email: fc.option(textOf(8)) }), MATCHES)
      const copied = (await readAll('licenses')).slice(60, 110)
      await inBoth(async (store) => {
        for (const [n, { id }] of matches.slice(0, 30).entries()) await store.licenses.update(id, texts[n] ?? {}, act())
        for (const { id } of matches.slice(30, 50)) await store.licenses.remove(id, act())
        for (const [n, site] of sites.slice(0, 20).entries()) await store.sites.release(matches[n % 40]?.id ?? '', site)
        // As written by a copy, some changed and some not.
        const rows = copied.map((row, n) => (n % 3 ? { ...row, ...texts[n + 50] } : row))
        const left = new Set((await store.licenses.findAll(rows.map(({ id }) => String(id)))).map(({ id }) => id))
        await store.copies.put(
          'licenses',
          rows.filter(({ id }) => left.has(String(id))),
        )
        const gone = await store.licenses.find(matches.at(-1)?.id ?? '')
        if (gone) await store.copies.remove('licenses', [{ id: gone.id }])
      })
      await compareBoth(100)
    })

    test('finds licenses by the end of a key too, when it is also part of names', async () => {
      const [named, keyed] = matches.slice(-20)
      assert.ok(named && keyed)
      await inBoth(async (store) => {
        await store.licenses.update(named.id, { name: 'a Blog of mine' }, act())
        await store.keys.rotate(keyOf(keyed.id, { hint: 'Blog', hash: `blog${keyed.id}` }), 5_000, act())
      })
      assert.deepEqual(await find(pair.among, 'Blog', 'oldest'), await find(pair.alone, 'Blog', 'oldest'))
      assert.deepEqual(new Set(await find(pair.among, 'Blog', 'oldest')), new Set([named.id, keyed.id]))
    })
  })
}
