// What every backend of the store must show, run over each of them against the real thing.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { KeyRecord, LicenseRecord, PlanRecord, Store } from './store.ts'
import { StoreError } from './store-error.ts'

const PLAN: PlanRecord = { name: 'pro', scans: 10, validations: 20, burst: 30, sites: 5, platforms: null }
const DAY = 86_400_000

let serial = 0
const fresh = (prefix: string) => {
  serial += 1
  return `${prefix}_${serial}_${randomBytes(4).toString('hex')}`
}

export const license = (values: Partial<LicenseRecord> = {}): LicenseRecord => ({
  id: fresh('lic'),
  name: null,
  plan: 'pro',
  mode: 'live',
  status: 'active',
  expiresAt: null,
  createdAt: 1_000,
  ...values,
})

export const keyOf = (licenseId: string, values: Partial<KeyRecord> = {}): KeyRecord => ({
  hash: randomBytes(32).toString('hex'),
  pepperVersion: 1,
  licenseId,
  hint: 'abcd',
  createdAt: 1_000,
  expiresAt: null,
  ...values,
})

/** Runs the suite over stores that `open` makes; two of one call share their data. */
export const storeSuite = (
  backend: string,
  open: () => Promise<{ stores: [Store, Store]; dispose: () => Promise<void> }>,
) => {
  describe(`the store on ${backend}`, () => {
    let store: Store
    let other: Store
    let dispose: () => Promise<void>
    before(async () => {
      const opened = await open()
      ;[store, other] = opened.stores
      dispose = opened.dispose
      await store.plans.put(PLAN)
    })
    after(() => dispose())

    const createLicense = async (values: Partial<LicenseRecord> = {}) => {
      const record = license(values)
      const key = keyOf(record.id)
      await store.licenses.create(record, key)
      return { record, key }
    }

    test('a plan is what was last put, and seeding leaves those that are there alone', async () => {
      await store.plans.put({ ...PLAN, name: 'own', platforms: ['rss', 'mastodon'], sites: null })
      await store.plans.seed([
        { ...PLAN, name: 'own', scans: 1 },
        { ...PLAN, name: 'seeded', scans: 2 },
      ])
      assert.deepEqual(await other.plans.find('own'), {
        ...PLAN,
        name: 'own',
        platforms: ['rss', 'mastodon'],
        sites: null,
      })
      assert.equal((await store.plans.find('seeded'))?.scans, 2)
      assert.equal(await store.plans.find('none'), undefined)
      const names = (await store.plans.list()).map(({ name }) => name)
      assert.deepEqual(
        names,
        ['seeded', 'own', 'pro'].sort((a, b) => names.indexOf(a) - names.indexOf(b)),
      )
    })

    test('a license comes with its first key, or not at all', async () => {
      const { record, key } = await createLicense({ name: 'A ☕', expiresAt: 5 * DAY, mode: 'test' })
      assert.deepEqual(await other.licenses.find(record.id), record)
      assert.deepEqual(await other.keys.findByHash(key.hash), key)

      const second = license()
      await assert.rejects(store.licenses.create(second, { ...key, licenseId: second.id }), StoreError)
      assert.equal(await store.licenses.find(second.id), undefined)
    })

    test('where there is a license no first one is made, and nothing of it is left', async () => {
      await createLicense()
      const count = await store.licenses.count()
      const record = license()
      const key = keyOf(record.id)
      assert.equal(await store.licenses.create(record, key, true), false)
      assert.equal(await other.licenses.find(record.id), undefined)
      assert.equal(await other.keys.findByHash(key.hash), undefined)
      assert.equal(await store.licenses.count(), count)
    })

    test('of twenty processes that start together on an empty store one makes the first license', async () => {
      const { stores, dispose: disposeEmpty } = await open()
      try {
        await stores[0].plans.put(PLAN)
        const made = await Promise.all(
          Array.from({ length: 20 }, (_, n) => {
            const record = license()
            return stores[n % 2 ? 0 : 1].licenses.create(record, keyOf(record.id), true)
          }),
        )
        assert.equal(made.filter(Boolean).length, 1)
        assert.equal(await stores[0].licenses.count(), 1)
      } finally {
        await disposeEmpty()
      }
    })

    test('licenses are listed newest first, page after page', async () => {
      const ids: string[] = []
      for (const createdAt of [9_000, 9_000, 9_001, 9_002]) ids.push((await createLicense({ createdAt })).record.id)
      const newest = (await store.licenses.list({ limit: 4 })).map(({ id }) => id)
      assert.deepEqual(new Set(newest), new Set(ids))
      const paged: string[] = []
      for (let before: string | undefined; paged.length < 4; before = paged.at(-1)) {
        paged.push(...(await store.licenses.list({ limit: 1, before })).map(({ id }) => id))
      }
      assert.deepEqual(paged, newest)
    })

    test('licenses are found by a part of the name, the id, the end of a key, or a part of a site', async () => {
      const { record } = await createLicense({ name: 'Bäckerei 100%_\\ Söhne', createdAt: 20_000 })
      const { record: second } = await createLicense({ name: 'BÄCKEREI', createdAt: 20_001 })
      await store.keys.rotate(keyOf(second.id, { hint: 'Zz09' }), 5_000)
      await store.sites.activate({ licenseId: second.id, site: 'a_b.example/Blog', firstSeenAt: 1_000 }, null)
      const found = async (search: string, limit = 10, before?: string) =>
        (await store.licenses.list({ limit, before, search })).map(({ id }) => id)
      assert.deepEqual(await found('CKEREI'), [second.id, record.id])
      assert.deepEqual(await found('ckerei', 1), [second.id])
      assert.deepEqual(await found('ckerei', 1, second.id), [record.id])
      assert.deepEqual(await found('0%_\\ S'), [record.id])
      assert.deepEqual(await found(second.id), [second.id])
      assert.deepEqual(await found('Zz09'), [second.id])
      assert.deepEqual(await found('_B.EXAMPLE/blog'), [second.id])
      for (const nobody of ['zz09', 'z09', 'B__kerei', 'a-b.example', second.id.slice(0, -1), "' or 1=1 --"]) {
        assert.deepEqual(await found(nobody), [], nobody)
      }
    })

    test('revoked is final, other states follow each other', async () => {
      const { record } = await createLicense()
      assert.equal(await store.licenses.setStatus(record.id, 'suspended'), true)
      assert.equal(await store.licenses.setStatus(record.id, 'active'), true)
      assert.equal(await store.licenses.setStatus(record.id, 'revoked'), true)
      assert.equal(await store.licenses.setStatus(record.id, 'active'), false)
      assert.equal((await other.licenses.find(record.id))?.status, 'revoked')
      assert.equal(await store.licenses.setStatus('lic_none', 'suspended'), false)
    })

    test('a license is updated in what is named only', async () => {
      const { record } = await createLicense({ name: 'old' })
      assert.equal(await store.licenses.update(record.id, { expiresAt: 7 * DAY }), true)
      assert.deepEqual(await other.licenses.find(record.id), { ...record, expiresAt: 7 * DAY })
      assert.equal(await store.licenses.update(record.id, { name: null, expiresAt: null }), true)
      assert.deepEqual(await other.licenses.find(record.id), { ...record, name: null })
    })

    test('rotating a key ends the validity of the others, and leaves an earlier end as it is', async () => {
      const { record, key } = await createLicense()
      const second = keyOf(record.id, { createdAt: 2_000 })
      const third = keyOf(record.id, { createdAt: 3_000 })
      await store.keys.rotate(second, 5_000)
      await store.keys.rotate(third, 9_000)
      assert.deepEqual(await other.keys.listOf(record.id), [
        third,
        { ...second, expiresAt: 9_000 },
        { ...key, expiresAt: 5_000 },
      ])
    })

    test('a key moves to another pepper', async () => {
      const { key } = await createLicense()
      const hash = randomBytes(32).toString('hex')
      await store.keys.rehash(key.hash, hash, 2)
      assert.deepEqual(await other.keys.findByHash(hash), { ...key, hash, pepperVersion: 2 })
      assert.equal(await store.keys.findByHash(key.hash), undefined)
    })

    test('fifty sites that arrive together on two connections never exceed the limit', async () => {
      const { record } = await createLicense()
      const admitted = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          (n % 2 ? store : other).sites.activate({ licenseId: record.id, site: `s${n}.example`, firstSeenAt: n }, 5),
        ),
      )
      assert.equal(admitted.filter(Boolean).length, 5)
      assert.equal((await store.sites.listOf(record.id)).length, 5)
    })

    test('a site that is there is admitted again, a released one makes room, and no limit is no limit', async () => {
      const { record } = await createLicense()
      const site = (name: string) => ({ licenseId: record.id, site: name, firstSeenAt: 1 })
      assert.equal(await store.sites.activate(site('a'), 1), true)
      assert.equal(await other.sites.activate(site('a'), 1), true)
      assert.equal(await other.sites.activate(site('b'), 1), false)
      assert.equal(await store.sites.release(record.id, 'a'), true)
      assert.equal(await store.sites.release(record.id, 'a'), false)
      assert.equal(await other.sites.activate(site('b'), 1), true)
      assert.equal(await other.sites.activate(site('c'), null), true)
    })

    test('a client has one grant until it is due for renewal, however many ask at once', async () => {
      const client = fresh('client')
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? store : other).grants.claim(client, { jti: `j${n}`, kid: 'k', issuedAt: 1_000 + n }, 500),
        ),
      )
      assert.equal(new Set(claims.map(({ jti }) => jti)).size, 1)
      const renewed = { jti: 'new', kid: 'k2', issuedAt: 9_000 }
      assert.deepEqual(await store.grants.claim(client, renewed, 8_000), renewed)
      await store.grants.sweep(9_001)
      const after = { jti: 'after', kid: 'k2', issuedAt: 9_500 }
      assert.deepEqual(await store.grants.claim(client, after, 0), after)
    })

    test('there is one current signing key, also when two processes make their first at once', async () => {
      const key = (kid: string) => ({ kid, publicJwk: '{}', sealedPrivateJwk: 'x', createdAt: serial, retiredAt: null })
      await Promise.all([store.signingKeys.add(key('a'), 0, true), other.signingKeys.add(key('b'), 0, true)])
      assert.equal((await store.signingKeys.list()).length, 1)
      await other.signingKeys.add(key('c'), 7_000)
      const all = await store.signingKeys.list()
      assert.deepEqual(
        all.filter(({ retiredAt }) => retiredAt === null).map(({ kid }) => kid),
        ['c'],
      )
      assert.deepEqual(
        all.filter(({ retiredAt }) => retiredAt !== null).map(({ retiredAt }) => retiredAt),
        [7_000],
      )
      assert.equal(await store.signingKeys.remove(7_001), 1)
      assert.equal((await store.signingKeys.list()).length, 1)
    })

    test('a charge takes one of every window or of none, and as many as the fullest has room for', async () => {
      const licenseId = fresh('lic')
      const windows = [
        { meter: 'scans', startsAt: 1, limit: 10 },
        { meter: 'burst', startsAt: 2, limit: 4 },
      ]
      const settle = async (count: number) => (await store.usage.settle([{ licenseId, windows, count }], []))[0]
      assert.deepEqual(await settle(3), { admitted: 3, used: [3, 3] })
      assert.deepEqual(await settle(3), { admitted: 1, used: [4, 4] })
      assert.deepEqual(await settle(1), { admitted: 0, used: [4, 4] })
      assert.equal(await other.usage.read(licenseId, 'scans', 1), 4)
      assert.equal(await other.usage.read(licenseId, 'scans', 99), 0)
    })

    test('a window without a limit only counts', async () => {
      const licenseId = fresh('lic')
      const windows = [{ meter: 'scans', startsAt: 1, limit: null }]
      const [decision] = await store.usage.settle([{ licenseId, windows, count: 1_000_000 }], [])
      assert.deepEqual(decision, { admitted: 1_000_000, used: [1_000_000] })
    })

    test('what is given back can be had again, and never goes below nothing', async () => {
      const licenseId = fresh('lic')
      const charge = { licenseId, windows: [{ meter: 'scans', startsAt: 1, limit: 2 }], count: 2 }
      const refund = { licenseId, meter: 'scans', startsAt: 1, count: 1 }
      await store.usage.settle([charge], [])
      assert.deepEqual(await store.usage.settle([charge], [refund]), [{ admitted: 1, used: [2] }])
      await store.usage.settle([], [{ ...refund, count: 99 }])
      assert.equal(await other.usage.read(licenseId, 'scans', 1), 0)
    })

    test('two connections together never admit more than the limit', async () => {
      const licenseId = fresh('lic')
      const windows = [{ meter: 'scans', startsAt: 1, limit: 1_000 }]
      const decisions = await Promise.all(
        Array.from({ length: 400 }, (_, n) =>
          (n % 2 ? store : other).usage.settle([{ licenseId, windows, count: 5 }], []),
        ),
      )
      assert.equal(
        decisions.flat().reduce((sum, { admitted }) => sum + admitted, 0),
        1_000,
      )
      assert.equal(await store.usage.read(licenseId, 'scans', 1), 1_000)
    })

    test('windows that are over are swept, of the one meter', async () => {
      const licenseId = fresh('lic')
      const windows = [
        { meter: 'minute', startsAt: 1, limit: 4 },
        { meter: 'month', startsAt: 1, limit: 4 },
      ]
      await store.usage.settle([{ licenseId, windows, count: 1 }], [])
      assert.equal(await store.usage.sweep('minute', 2), 1)
      assert.equal(await store.usage.read(licenseId, 'minute', 1), 0)
      assert.equal(await store.usage.read(licenseId, 'month', 1), 1)
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

    test('every change that others must hear of is told, in order, with its subject', async () => {
      const from = await store.changes.latest()
      const { record } = await createLicense()
      await store.sites.activate({ licenseId: record.id, site: 'a', firstSeenAt: 1 }, null)
      assert.deepEqual(await other.changes.since(from), [])
      await store.licenses.setStatus(record.id, 'suspended')
      await store.plans.put(PLAN)
      await store.sites.release(record.id, 'a')
      await store.signingKeys.add(
        { kid: fresh('kid'), publicJwk: '{}', sealedPrivateJwk: 'x', createdAt: 1, retiredAt: null },
        1,
      )
      const changes = await other.changes.since(from)
      const told = changes.map(({ topic, subject }) => `${topic} ${topic === 'signing_key' ? '' : subject}`.trim())
      assert.deepEqual([...new Set(told)], [`license ${record.id}`, 'plan pro', `site ${record.id}`, 'signing_key'])
      assert.equal(await other.changes.latest(), changes.at(-1)?.seq)
      await store.changes.sweep(Number.MAX_SAFE_INTEGER)
      assert.deepEqual(await store.changes.since(from), [])
    })

    test('the numbers of changes go on after the old ones were swept', async () => {
      const { record } = await createLicense()
      await store.licenses.setStatus(record.id, 'suspended')
      const [first] = (await store.changes.since(0)).slice(-1)
      await store.changes.sweep(Number.MAX_SAFE_INTEGER)
      await store.licenses.setStatus(record.id, 'active')
      const [second] = (await store.changes.since(0)).slice(-1)
      assert.ok(first && second && second.seq > first.seq)
    })

    test('a store that is closed says that it is unavailable', async () => {
      const { stores, dispose: disposeClosed } = await open()
      await stores[0].close()
      const unavailable = (error: unknown) => error instanceof StoreError && error.kind === 'unavailable'
      await assert.rejects(stores[0].ping(), unavailable)
      await assert.rejects(stores[0].usage.settle([], []), unavailable)
      await disposeClosed()
    })
  })
}
