// What every backend must do to read and write rows for a copy; runs against real backends.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { compareKeys, copiedTables } from '@central-api/service/storage/copied-tables.ts'
import type { CopiedTable, CopyRow, RowReader, Store } from '@central-api/service/storage/store.ts'
import { StoreError } from '@central-api/service/storage/store-error.ts'
import { budget } from './budgets-suite.ts'
import { connectApp, connectGrant, connection } from './connections-suite.ts'
import { credential } from './credentials-suite.ts'
import { act, keyOf, license, operator } from './fixture.ts'
import { event, webhook } from './webhooks-suite.ts'

const PLAN = {
  name: 'pro',
  scans: 10,
  validations: 20,
  burst: 30,
  sites: null,
  connections: 7,
  media: 'none' as const,
  mediaMb: 12,
  platforms: ['rss'],
}

export const readAll = async (rows: Pick<RowReader, 'read'>, table: CopiedTable): Promise<CopyRow[]> => {
  const all: CopyRow[] = []
  for await (const batch of rows.read(table)) all.push(...batch)
  return all
}

/** At least one row in each table, and more than one batch of usage. */
const fill = async (store: Store) => {
  await store.plans.put(PLAN, act())
  for (const site of ['a.example', 'z.example', '\u{1f9ea}.example', '\uff5a.example']) {
    const record = license({ name: 'Ünï ☕', expiresAt: 5, externalId: site, metadata: { ö: '☕' } })
    await store.licenses.create(record, keyOf(record.id), act())
    await store.sites.activate({ licenseId: record.id, site, firstSeenAt: 1 }, null)
    await store.sites.activate({ licenseId: record.id, site: `b.${site}`, firstSeenAt: 1 }, null)
    const window = (startsAt: number) => ({ meter: startsAt % 2 ? 'scans' : 'burst', startsAt, limit: null })
    const windows = Array.from({ length: 300 }, (_, n) => window(n * 1_000_000_007))
    const use = { day: 0, platform: 'rss', endpoint: 'posts' }
    const uses = [site, `b.${site}`, ''].map((of) => ({ ...use, site: of, count: 1 }))
    await store.usage.commit([{ licenseId: record.id, windows, count: 3, uses }], [])
  }
  await store.grants.claim('client', { jti: 'j', kid: 'k', issuedAt: 7 }, 0)
  await store.signingKeys.add(
    { kid: 'k', publicJwk: '{}', sealedPrivateJwk: 'x', createdAt: 1, retiredAt: null },
    0,
    act(),
    true,
  )
  await store.credentials.put(credential({ owner: 'é', sealedToken: 'sealed', expiresAt: 9 }))
  await store.credentials.put(credential())
  const owner = license()
  await store.licenses.create(owner, keyOf(owner.id), act())
  const grant = connectGrant(owner.id)
  await store.connectGrants.put(grant)
  await store.connectApps.put(connectApp({ licenseId: owner.id, sealedSecret: null }))
  for (const values of [
    { host: 'é.example', grantId: grant.id },
    { displayName: 'Ünï ☕', expiresAt: 9 },
  ])
    await store.connections.create(connection(owner.id, values), null)
  const response = { key: 'key', sealed: 'sealed', givenAt: 1 }
  await store.operators.create(operator(), act({ response }))
  await store.startSettings.put([{ name: 'PORT', value: '8080', isSecret: false }], act())
  await store.webhooks.create(webhook({ types: ['quota.80', 'quota.100'] }), 9, act())
  await store.webhooks.create(webhook(), 9, act())
  for (const subject of ['ab', 'cd']) await store.mediaMarks.add(subject, act())
  await store.connections.adoptRemoved(['cn_\u{1f9ea}', 'cn_\uff5a'])
  for (const onceKey of [null, 'once']) await store.webhookEvents.publish(event({ onceKey }))
  await store.alarms.raise('sandbox', 1, 2, event())
  const counted = { stepMs: 60_000, startsAt: 60_000, platform: 'sandbox', measure: 'ok', count: 3 }
  await store.traffic.add([counted, { ...counted, platform: '' }, { ...counted, stepMs: 900_000, startsAt: 0 }])
  for (const value of ['\u{1f9ea}', '\uff5a']) await store.distinctUses.add({ owner: 'é', value, at: 1 }, 0, 9)
  await store.budgets.put([budget({ key: '\u{1f9ea}', left: 1 / 3, limit: null }), budget({ key: '\uff5a' })])
}

/** Runs the suite over stores from `open`; two stores of one call share their data. */
export const copiesSuite = (
  backend: string,
  open: () => Promise<{ stores: [Store, Store]; dispose: () => Promise<void> }>,
) => {
  describe(`copying rows of the store on ${backend}`, () => {
    let store: Store
    let other: Store
    let empty: Store
    const disposals: (() => Promise<void>)[] = []
    before(async () => {
      const [full, second] = [await open(), await open()]
      ;[store, other] = full.stores
      empty = second.stores[0]
      disposals.push(full.dispose, second.dispose)
      await fill(store)
    })
    after(async () => {
      for (const dispose of disposals) await dispose()
    })

    test('reads every row once in key order, and counts the same number', async () => {
      for (const table of copiedTables) {
        const rows = await readAll(store.copies, table)
        assert.ok(rows.length > 0, table)
        assert.equal(await store.copies.count(table), rows.length)
        for (const [n, row] of rows.entries()) {
          const before = rows[n - 1]
          assert.ok(before === undefined || compareKeys(table, before, row) < 0, `${table} ${JSON.stringify(row)}`)
        }
      }
    })

    test('a snapshot shows the rows at its start, and blocks no writer', async () => {
      await store.copies.snapshot(async (rows) => {
        const stored = await readAll(rows, 'usage')
        const record = license()
        await other.licenses.create(record, keyOf(record.id), act())
        await other.usage.commit(
          [{ licenseId: record.id, windows: [{ meter: 'scans', startsAt: 0, limit: 1 }], count: 1 }],
          [],
        )
        assert.deepEqual(await readAll(rows, 'usage'), stored)
        const ids = (await readAll(rows, 'licenses')).map(({ id }) => id)
        assert.ok(!ids.includes(record.id))
        assert.deepEqual(await other.licenses.find(record.id), record)
      })
      assert.equal((await readAll(store.copies, 'licenses')).length, 6)
    })

    test('copied rows are equal, and copying them again replaces them', async () => {
      for (const table of copiedTables) {
        const rows = await readAll(store.copies, table)
        for (const part of [rows.slice(0, 200), rows.slice(100), []]) {
          for (let n = 0; n < part.length; n += 200) await empty.copies.put(table, part.slice(n, n + 200))
        }
        assert.deepEqual(await readAll(empty.copies, table), rows)
      }
      const [first] = (await store.licenses.list({ limit: 1 })).licenses
      assert.deepEqual(await empty.licenses.find(String(first?.id)), first)
      const [plan, site] = [await empty.plans.find('pro'), await readAll(empty.copies, 'sites')]
      assert.deepEqual(plan, PLAN)
      assert.equal(site.length, 8)
      assert.deepEqual(await empty.credentials.list(), await store.credentials.list())
      assert.deepEqual(await empty.budgets.list(0), await store.budgets.list(0))
    })

    test('rejects a batch with an invalid row as a whole', async () => {
      const count = await empty.copies.count('license_keys')
      const row = { pepper_version: 1, hint: 'abcd', created_at: 1, expires_at: null }
      const [known] = (await empty.licenses.list({ limit: 1 })).licenses
      const rows = [
        { ...row, hash: 'good', license_id: String(known?.id) },
        { ...row, hash: 'bad', license_id: 'lic_none' },
      ]
      await assert.rejects(empty.copies.put('license_keys', rows), StoreError)
      assert.equal(await empty.copies.count('license_keys'), count)
    })

    test('accepts an external id that moved to a license earlier in the order', async () => {
      const [one, two] = await readAll(empty.copies, 'licenses')
      await empty.copies.put('licenses', [{ ...two, external_id: 'order-1' } as CopyRow])
      await empty.copies.put('licenses', [{ ...one, external_id: 'order-1' } as CopyRow])
      assert.equal((await empty.licenses.findByExternalId('order-1'))?.id, one?.id)
      await empty.copies.put('licenses', [one, two] as CopyRow[])
      assert.deepEqual((await readAll(empty.copies, 'licenses')).slice(0, 2), [one, two])
    })

    test('accepts a new signing key before the previous one is retired', async () => {
      const [old] = await readAll(empty.copies, 'signing_keys')
      const next = { ...old, kid: 'a', retired_at: null }
      await empty.copies.put('signing_keys', [next, { ...old, retired_at: 9 } as CopyRow] as CopyRow[])
      assert.deepEqual(
        (await readAll(empty.copies, 'signing_keys')).map(({ kid, retired_at }) => [kid, retired_at]),
        [
          ['a', null],
          ['k', 9],
        ],
      )
    })

    test('removes the given rows, and no others', async () => {
      const rows = await readAll(empty.copies, 'usage')
      await empty.copies.remove('usage', rows.slice(10, 260))
      await empty.copies.remove('usage', [])
      assert.deepEqual(await readAll(empty.copies, 'usage'), [...rows.slice(0, 10), ...rows.slice(260)])
    })

    test('keeps a mark until it is removed', async () => {
      assert.equal(await other.copies.mark(), undefined)
      await store.copies.setMark({ finishedAt: null })
      assert.deepEqual(await other.copies.mark(), { finishedAt: null })
      await other.copies.setMark({ finishedAt: 1_900_000_000_000 })
      assert.deepEqual(await store.copies.mark(), { finishedAt: 1_900_000_000_000 })
      await store.copies.setMark(undefined)
      assert.equal(await other.copies.mark(), undefined)
    })
  })
}
