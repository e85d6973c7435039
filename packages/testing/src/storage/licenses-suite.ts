// What every backend must do with plans, licenses, keys, sites, grants and signing keys.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { copiedTables } from '@central-api/service/storage/copied-tables.ts'
import type { CopyRow, LicensePosition, LicenseRecord, Store } from '@central-api/service/storage/store.ts'
import { StoreError } from '@central-api/service/storage/store-error.ts'
import { act, createLicense, DAY, fresh, keyOf, license, type OpenTwo, openBeforeTests, PLAN } from './fixture.ts'
import { event, webhook } from './webhooks-suite.ts'

const range = (to: number) => Array.from({ length: to }, (_, n) => n)

export const licensesSuite = (open: OpenTwo): void => {
  describe('licenses', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('put replaces a plan, and seeding keeps existing plans', async () => {
      await store.plans.put({ ...PLAN, name: 'own', platforms: ['rss', 'mastodon'], sites: null }, act())
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

    test('creates a license with its first key, or not at all', async () => {
      const { record, key } = await createLicense(store, { name: 'A ☕', expiresAt: 5 * DAY, mode: 'test' })
      assert.deepEqual(await other.licenses.find(record.id), record)
      assert.deepEqual(await other.keys.findByHash(key.hash), key)

      const second = license()
      await assert.rejects(store.licenses.create(second, { ...key, licenseId: second.id }, act()), StoreError)
      assert.equal(await store.licenses.find(second.id), undefined)
    })

    test('counts active live licenses that end in a span', async () => {
      const [from, before] = [9_000_000, 9_000_010]
      for (const expiresAt of [from - 1, from, from + 9, before]) await createLicense(store, { expiresAt })
      await createLicense(store, { expiresAt: from, mode: 'test' })
      for (const status of ['suspended', 'revoked'] as const) await createLicense(store, { expiresAt: from, status })
      await createLicense(store, { expiresAt: null })
      assert.equal(await other.licenses.countEnding({ from, before }), 2)
    })

    test('does not create a first license when one exists, and leaves nothing behind', async () => {
      await createLicense(store)
      const count = await store.licenses.count()
      const record = license()
      const key = keyOf(record.id)
      assert.equal(await store.licenses.create(record, key, act(), true), false)
      assert.equal(await other.licenses.find(record.id), undefined)
      assert.equal(await other.keys.findByHash(key.hash), undefined)
      assert.equal(await store.licenses.count(), count)
    })

    test('of twenty processes that start on an empty store one creates the first license', async () => {
      const { stores, dispose: disposeEmpty } = await open()
      try {
        await stores[0].plans.put(PLAN, act())
        const made = await Promise.all(
          Array.from({ length: 20 }, (_, n) => {
            const record = license()
            return stores[n % 2 ? 0 : 1].licenses.create(record, keyOf(record.id), act(), true)
          }),
        )
        assert.equal(made.filter(Boolean).length, 1)
        assert.equal(await stores[0].licenses.count(), 1)
      } finally {
        await disposeEmpty()
      }
    })

    test('updates several licenses in one transaction with entries and events, except those without an act', async () => {
      const hook = webhook({ types: ['license.suspended'] })
      await store.webhooks.create(hook, 25, act())
      const records = await Promise.all(range(4).map(() => createLicense(store).then(({ record }) => record)))
      const [one, two, three, four] = records.map(({ id }) => id) as [string, string, string, string]
      const toEvent = ({ id }: LicenseRecord) => event({ type: 'license.suspended', licenseId: id, data: id })
      const toAct = ({ id }: LicenseRecord) => (id === two ? undefined : act({ action: 'license.suspend', toEvent }))
      const ids = [one, fresh('lic'), two, three]
      const before = await store.licenses.updateAll(ids, { status: 'suspended' }, toAct)
      const byId = (a: LicenseRecord, b: LicenseRecord) => (a.id < b.id ? -1 : 1)
      assert.deepEqual(before.toSorted(byId), records.slice(0, 3).toSorted(byId))
      const states = await Promise.all([one, two, three, four].map((id) => other.licenses.find(id)))
      assert.deepEqual(
        states.map((found) => found?.status),
        ['suspended', 'active', 'suspended', 'active'],
      )
      for (const [id, times] of [
        [one, 1],
        [two, 0],
        [three, 1],
        [four, 0],
      ] as const) {
        const entries = await other.audit.list({ limit: 10, subject: id, action: 'license.suspend' })
        const expected = { before: { status: 'active' }, after: { status: 'suspended' } }
        assert.deepEqual(
          entries.map((entry) => ({ before: entry.before, after: entry.after })),
          times ? [expected] : [],
        )
      }
      const reported = await other.deliveries.list(hook.id, { limit: 10 })
      assert.deepEqual(reported.map((delivery) => delivery.event.data).sort(), [one, three].sort())
      assert.deepEqual(await store.licenses.updateAll([], { plan: 'pro' }, () => act()), [])
      // Changes nothing when one entry cannot be written.
      const twice = act()
      await assert.rejects(
        store.licenses.updateAll([two, four], { status: 'revoked' }, () => twice),
        StoreError,
      )
      assert.equal((await other.licenses.find(four))?.status, 'active')
      await store.webhooks.remove(hook.id, act())
    })

    test('concurrent changes of the same licenses in different orders all succeed', async () => {
      const ids = await Promise.all(range(20).map(() => createLicense(store).then(({ record }) => record.id)))
      const change = (by: Store, of: readonly string[], status: 'active' | 'suspended') =>
        by.licenses.updateAll(of, { status }, (found) => (found.status === status ? undefined : act()))
      await Promise.all(
        range(10).map((n) =>
          change(n % 2 ? store : other, n % 2 ? ids : ids.toReversed(), n % 3 ? 'active' : 'suspended'),
        ),
      )
      await change(store, ids, 'suspended')
      const found = await other.licenses.findAll([...ids, 'lic_nowhere'])
      assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(ids))
      assert.ok(found.every(({ status }) => status === 'suspended'))
      assert.deepEqual(await other.licenses.findAll([]), [])
    })

    test('lists licenses newest first, page by page', async () => {
      const ids: string[] = []
      for (const createdAt of [9_000, 9_000, 9_001, 9_002])
        ids.push((await createLicense(store, { createdAt })).record.id)
      const newest = (await store.licenses.list({ limit: 4 })).licenses.map(({ id }) => id)
      assert.deepEqual(new Set(newest), new Set(ids))
      const paged: string[] = []
      for (let after: LicensePosition | undefined; paged.length < 4; ) {
        const { licenses, next } = await store.licenses.list({ limit: 1, after })
        paged.push(...licenses.map(({ id }) => id))
        assert.deepEqual(next, await other.licenses.positionOf(String(paged.at(-1)), 'newest'))
        after = next ?? undefined
      }
      assert.deepEqual(paged, newest)
    })

    test('finds licenses by a part of the name, the id, the end of a key, or a part of a site', async () => {
      const { record } = await createLicense(store, { name: 'Bäckerei 100%_\\ Söhne', createdAt: 20_000 })
      const { record: second } = await createLicense(store, { name: 'BÄCKEREI', createdAt: 20_001 })
      await store.keys.rotate(keyOf(second.id, { hint: 'Zz09' }), 5_000, act())
      await store.sites.activate({ licenseId: second.id, site: 'a_b.example/Blog', firstSeenAt: 1_000 }, null)
      const found = async (search: string, limit = 10, afterId = '') => {
        const after = await store.licenses.positionOf(afterId, 'newest')
        return (await store.licenses.list({ limit, after, filter: { search } })).licenses.map(({ id }) => id)
      }
      assert.deepEqual(await found('CKEREI'), [second.id, record.id])
      assert.deepEqual(await found('ckerei', 1), [second.id])
      assert.deepEqual(await found('ckerei', 1, second.id), [record.id])
      assert.deepEqual(await found('0%_\\ S'), [record.id])
      assert.deepEqual(await found(second.id), [second.id])
      assert.deepEqual(await found('Zz09'), [second.id])
      assert.deepEqual(await found('_B.EXAMPLE/blog'), [second.id])
      // What looks like the end of a key is searched in names only if no key ends in it; a plain word always is.
      const { record: named } = await createLicense(store, { name: 'Zz09 Blog, Xy12', createdAt: 20_002 })
      await store.keys.rotate(keyOf(second.id, { hint: 'Blog' }), 5_000, act())
      assert.deepEqual(await found('Zz09'), [second.id])
      assert.deepEqual(await found('Xy12'), [named.id])
      assert.deepEqual(await found('Blog'), [named.id, second.id])
      for (const unmatched of ['zz08', 'z08', 'B__kerei', 'a-b.example', second.id.slice(0, -1), "' or 1=1 --"]) {
        assert.deepEqual(await found(unmatched), [], unmatched)
      }
    })

    test('stores details, finds licenses by them, and changes only the named fields', async () => {
      const details = {
        externalId: fresh('shop'),
        email: 'Bea@Example.COM',
        notes: 'two\nlines',
        metadata: { a: '', b: '☕' },
      }
      const { record } = await createLicense(store, { ...details, createdAt: 30_000 })
      assert.deepEqual(await other.licenses.find(record.id), record)
      assert.deepEqual(await other.licenses.findByExternalId(details.externalId), record)
      assert.equal(await other.licenses.findByExternalId(details.externalId.toUpperCase()), undefined)
      const found = async (search: string) =>
        (await other.licenses.list({ limit: 9, filter: { search } })).licenses.map(({ id }) => id)
      for (const search of [details.externalId, 'bea@example.com', 'ea@exam']) {
        assert.deepEqual(await found(search), [record.id], search)
      }
      assert.equal(await store.licenses.update(record.id, { email: null, metadata: { b: 'c' } }, act()), true)
      assert.deepEqual(await other.licenses.find(record.id), { ...record, email: null, metadata: { b: 'c' } })
    })

    test('no two licenses have the same external id, however they get it', async () => {
      const externalId = fresh('shop')
      const made = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => createLicense(n % 2 ? store : other, { externalId })),
      )
      assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
      const isConflict = (error: unknown) => error instanceof StoreError && error.kind === 'conflict'
      for (const one of made) if (one.status === 'rejected') assert.ok(isConflict(one.reason), String(one.reason))
      const { record } = await createLicense(store)
      await assert.rejects(store.licenses.update(record.id, { externalId, name: 'x' }, act()), isConflict)
      assert.deepEqual(await other.licenses.find(record.id), record)
    })

    test('creates many licenses at once, with and without keys, all or none', async () => {
      const part = { importId: fresh('imp'), from: 'edd', file: 'export.csv', firstLine: 2, lastLine: 301 }
      const made = Array.from({ length: 300 }, (_, n) => {
        const record = license({ externalId: fresh('outside'), metadata: { n: String(n) } })
        return { license: record, key: n % 3 === 0 ? null : keyOf(record.id) }
      })
      const count = await store.licenses.count()
      await store.licenses.createAll([], act(), part)
      const written = act({ action: 'license.import' })
      await store.licenses.createAll(made, written, part)
      assert.equal(await other.licenses.count(), count + 300)
      const { license: last, key } = made.at(-1) ?? assert.fail()
      assert.deepEqual(await other.licenses.find(last.id), last)
      assert.deepEqual(await other.keys.listOf(last.id), key === null ? [] : [key])
      const ids = made.map(({ license: { id } }) => id)
      const keys = await other.keys.listOfAll(ids)
      assert.deepEqual(new Set(keys.map(({ hash }) => hash)), new Set(made.flatMap((each) => each.key?.hash ?? [])))
      assert.deepEqual(await other.keys.listOfAll([]), [])

      for (const conflict of [
        { license: license({ id: last.id }), key: null },
        { license: license({ externalId: last.externalId }), key: null },
        { license: license(), key },
      ]) {
        const fine = { license: license(), key: null }
        await assert.rejects(
          store.licenses.createAll([fine, conflict], act(), part),
          (error) => error instanceof StoreError && error.kind === 'conflict',
        )
        assert.equal(await other.licenses.find(fine.license.id), undefined)
      }
      assert.equal(await store.licenses.count(), count + 300)
      const { importId, ...facts } = part
      assert.deepEqual(await other.audit.list({ limit: 9, subject: importId }), [
        { ...written, subject: { kind: 'import', id: importId }, before: null, after: { ...facts, made: 300 } },
      ])
    })

    test('finds which ids, external ids and keys exist, with their licenses', async () => {
      const [one, two] = [await createLicense(store, { externalId: fresh('outside') }), await createLicense(store)]
      const nothing = { ids: [], externalIds: [], hashes: [] }
      assert.deepEqual(await other.licenses.findKnown(nothing), { licenses: [], keys: [] })
      const [first, second] = [
        { id: one.record.id, externalId: one.record.externalId },
        { id: two.record.id, externalId: null },
      ]
      assert.deepEqual(await other.licenses.findKnown({ ...nothing, ids: ['lic_none', second.id] }), {
        licenses: [second],
        keys: [],
      })
      const externalIds = ['none', first.externalId ?? '']
      assert.deepEqual(await other.licenses.findKnown({ ...nothing, externalIds }), { licenses: [first], keys: [] })
      const known = await other.licenses.findKnown({ ids: [first.id], externalIds, hashes: ['none', two.key.hash] })
      assert.deepEqual(new Set(known.licenses.map(({ id }) => id)), new Set([first.id, second.id]))
      assert.deepEqual(known.keys, [{ hash: two.key.hash, licenseId: second.id }])
    })

    test('revoked is final, other statuses may change', async () => {
      const { record } = await createLicense(store)
      assert.equal(await store.licenses.setStatus(record.id, 'suspended', act()), true)
      assert.equal(await store.licenses.setStatus(record.id, 'active', act()), true)
      assert.equal(await store.licenses.setStatus(record.id, 'revoked', act()), true)
      assert.equal(await store.licenses.setStatus(record.id, 'active', act()), false)
      assert.equal((await other.licenses.find(record.id))?.status, 'revoked')
      assert.equal(await store.licenses.setStatus('lic_none', 'suspended', act()), false)
    })

    test('removing a license leaves only its usage in sums', async () => {
      const months = [0, 1_000, 2_000]
      const use = (licenseId: string, count: number, meter = 'scans') => {
        const windows = months.map((startsAt) => ({ meter, startsAt, limit: null }))
        const uses = [DAY, 3 * DAY].map((day) => ({
          ...{ day, platform: 'rss', endpoint: 'scan-profile', site: `blog-of-${licenseId}`, count: 1 },
        }))
        return store.usage.commit([{ licenseId, windows, count, uses }], [])
      }
      const daily = async () => {
        let sum = 0
        for await (const rows of store.copies.read('daily_usage'))
          for (const row of rows) if (row.platform === 'rss') sum += Number(row.used)
        return sum
      }
      const sumOf = async (startsAt: number) => {
        let sum = 0
        for await (const rows of store.copies.read('usage'))
          for (const row of rows) if (row.meter === 'scans' && row.starts_at === startsAt) sum += Number(row.used)
        return sum
      }
      const stays = await createLicense(store)
      await use(stays.record.id, 5)
      const before = await Promise.all(months.map(sumOf))
      for (const count of [3, 4]) {
        const { record, key } = await createLicense(store, { name: 'Nobody', email: 'gone@example.com' })
        await store.sites.activate({ licenseId: record.id, site: `gone${count}.example`, firstSeenAt: 1 }, null)
        await use(record.id, count)
        await use(record.id, count, 'validations')
        await store.webhookEvents.publish(event({ licenseId: record.id, onceKey: `quota ${record.id}` }))
        const used = await daily()
        const named = await store.audit.list({ limit: 9, subject: record.id })
        assert.ok(JSON.stringify(named).includes('gone@example.com'))
        const removal = act()
        assert.equal(await other.licenses.remove(record.id, removal), true)
        const left = await store.audit.list({ limit: 9, subject: record.id })
        const subject = { kind: 'license', id: record.id }
        const was = { plan: 'pro', mode: 'live', status: 'active' }
        assert.deepEqual(await store.audit.find(removal.id), { ...removal, subject, before: was, after: null })
        const others = left.filter(({ id }) => id !== removal.id)
        assert.deepEqual(
          others,
          named.map((entry) => ({ ...entry, before: null, after: null })),
        )
        assert.equal(await store.licenses.remove(record.id, act()), false)
        assert.equal(await store.licenses.find(record.id), undefined)
        assert.equal(await store.keys.findByHash(key.hash), undefined)
        for (const table of copiedTables) {
          // The entry still shows that a license with this id existed.
          const isLeft = (rows: readonly CopyRow[]) => JSON.stringify(rows).includes(record.id)
          if (table === 'audit_entries') continue
          for await (const rows of store.copies.read(table)) assert.ok(!isLeft(rows), table)
        }
        assert.equal(await daily(), used)
      }
      assert.deepEqual(
        await Promise.all(months.map(sumOf)),
        before.map((sum) => sum + 7),
      )
      assert.equal(await store.usage.read(stays.record.id, 'scans', 0), 5)
      assert.deepEqual(await store.licenses.find(stays.record.id), stays.record)
    })

    test('what is added to a license during its removal is removed too, or refused', async () => {
      const { record } = await createLicense(store)
      await Promise.allSettled([
        ...Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? store : other).sites.activate({ licenseId: record.id, site: `s${n}.example`, firstSeenAt: n }, null),
        ),
        store.keys.rotate(keyOf(record.id, { createdAt: 2_000 }), 5_000, act()),
        other.licenses.remove(record.id, act()),
        store.keys.rotate(keyOf(record.id, { createdAt: 2_000 }), 5_000, act()),
      ])
      assert.equal(await store.licenses.find(record.id), undefined)
      assert.deepEqual([await store.keys.listOf(record.id), await other.sites.listOf(record.id)], [[], []])
    })

    test('updates only the named fields', async () => {
      const { record } = await createLicense(store, { name: 'old' })
      assert.equal(await store.licenses.update(record.id, { expiresAt: 7 * DAY }, act()), true)
      assert.deepEqual(await other.licenses.find(record.id), { ...record, expiresAt: 7 * DAY })
      assert.equal(await store.licenses.update(record.id, { name: null, expiresAt: null }, act()), true)
      assert.deepEqual(await other.licenses.find(record.id), { ...record, name: null })
    })

    test('rotation ends the other keys, and keeps an earlier end', async () => {
      const { record, key } = await createLicense(store)
      const second = keyOf(record.id, { createdAt: 2_000 })
      const third = keyOf(record.id, { createdAt: 3_000 })
      await store.keys.rotate(second, 5_000, act())
      await store.keys.rotate(third, 9_000, act())
      assert.deepEqual(await other.keys.listOf(record.id), [
        third,
        { ...second, expiresAt: 9_000 },
        { ...key, expiresAt: 5_000 },
      ])
    })

    test('moves a key to another pepper', async () => {
      const { key } = await createLicense(store)
      const hash = randomBytes(32).toString('hex')
      await store.keys.rehash(key.hash, hash, 2)
      assert.deepEqual(await other.keys.findByHash(hash), { ...key, hash, pepperVersion: 2 })
      assert.equal(await store.keys.findByHash(key.hash), undefined)
    })

    test('fifty concurrent sites on two connections never exceed the limit', async () => {
      const { record } = await createLicense(store)
      const admitted = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          (n % 2 ? store : other).sites.activate({ licenseId: record.id, site: `s${n}.example`, firstSeenAt: n }, 5),
        ),
      )
      assert.equal(admitted.filter(Boolean).length, 5)
      assert.equal((await store.sites.listOf(record.id)).length, 5)
    })

    test('admits a known site again, frees a slot on release, and has no limit without one', async () => {
      const { record } = await createLicense(store)
      const site = (name: string) => ({ licenseId: record.id, site: name, firstSeenAt: 1 })
      assert.equal(await store.sites.activate(site('a'), 1), true)
      assert.equal(await other.sites.activate(site('a'), 1), true)
      assert.equal(await other.sites.activate(site('b'), 1), false)
      assert.equal(await store.sites.release(record.id, 'a'), true)
      assert.equal(await store.sites.release(record.id, 'a'), false)
      assert.equal(await other.sites.activate(site('b'), 1), true)
      assert.equal(await other.sites.activate(site('c'), null), true)
    })

    test('a client has one grant until its renewal, under concurrent requests', async () => {
      const client = fresh('client')
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? store : other).grants.claim(client, { jti: `j${n}`, kid: 'k', issuedAt: 1_000 + n }, 500),
        ),
      )
      assert.equal(new Set(claims.map(({ jti }) => jti)).size, 1)
      const renewed = { jti: 'new', kid: 'k2', issuedAt: 9_000 }
      assert.deepEqual(await store.grants.claim(client, renewed, 8_000), renewed)
      assert.deepEqual(await store.grants.sweep({ from: 0, before: 9_001 }, 10), { dropped: 1, upTo: 9_000 })
      assert.equal(await store.grants.sweep({ from: 0, before: 9_001 }, 10), undefined)
      const after = { jti: 'after', kid: 'k2', issuedAt: 9_500 }
      assert.deepEqual(await store.grants.claim(client, after, 0), after)
    })

    test('replaces a grant from before the clock was set back, and keeps one of a clock slightly ahead', async () => {
      const client = fresh('client')
      const ahead = { jti: 'ahead', kid: 'k', issuedAt: 9_000 }
      await store.grants.claim(client, ahead, 0, 9_000)
      const now = { jti: 'now', kid: 'k', issuedAt: 4_000 }
      assert.deepEqual(await other.grants.claim(client, now, 0, 9_000), ahead)
      assert.deepEqual(await other.grants.claim(client, now, 0, 8_999), now)
      assert.deepEqual(await store.grants.claim(client, ahead, 0, 9_000), now)
    })

    test('has one current signing key, also when two processes create the first one', async () => {
      const key = (kid: string) => ({ kid, publicJwk: '{}', sealedPrivateJwk: 'x', createdAt: 1, retiredAt: null })
      await Promise.all([
        store.signingKeys.add(key('a'), 0, act(), true),
        other.signingKeys.add(key('b'), 0, act(), true),
      ])
      assert.equal((await store.signingKeys.list()).length, 1)
      await other.signingKeys.add(key('c'), 7_000, act())
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
  })
}
