import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { budget } from '@central-api/testing/storage/budgets-suite.ts'
import { credential } from '@central-api/testing/storage/credentials-suite.ts'
import { act, keyOf, license } from '@central-api/testing/storage/fixture.ts'
import { request } from '@central-api/testing/storage/requests-suite.ts'
import { event, webhook } from '@central-api/testing/storage/webhooks-suite.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { adoptCopy } from './adopt-copy.ts'
import { compareCopy } from './compare-copy.ts'
import { copyStore } from './copy-store.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

const LICENSES = 1_500
const MONTHS = [Date.UTC(2030, 0), Date.UTC(2030, 1)]
const now = () => Date.UTC(2030, 1, 2)

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

const open = async (context: TestContext, url: string) => {
  const store = await openStore(url)
  context.after(() => store.close())
  return store
}

const charge = (store: Store, licenseId: string, startsAt: number, count: number, meter = 'scans') =>
  store.usage.commit([{ licenseId, windows: [{ meter, startsAt, limit: null }], count }], [])

const USE = { platform: 'rss', endpoint: 'scan-profile', site: 'garden.example' } as const

/** A SQLite store in use, and an empty database. */
const start = async (context: TestContext, licenses = LICENSES) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const sourceUrl = `sqlite:${join(folder, 'central.db')}`
  const targetUrl = await server.createDatabase()
  const [source, target] = [await open(context, sourceUrl), await open(context, targetUrl)]
  await source.plans.put(
    {
      name: 'pro',
      scans: 9,
      validations: 9,
      burst: 9,
      sites: 5,
      connections: null,
      media: 'proxy',
      mediaMb: null,
      platforms: ['rss'],
    },
    act(),
  )
  const records = Array.from({ length: licenses }, (_, n) => license({ name: n % 3 === 0 ? null : `Käufer ${n} ☕` }))
  for (const record of records) await source.licenses.create(record, keyOf(record.id), act())
  const charges = records.flatMap(({ id: licenseId }, n) =>
    MONTHS.map((day) => ({
      licenseId,
      windows: [{ meter: 'scans', startsAt: day, limit: null }],
      count: n + 1,
      uses: [{ ...USE, day, count: n + 1 }],
    })),
  )
  await source.usage.commit(charges, [])
  const ids = records.map(({ id }) => id)
  const [first = ''] = ids
  await source.sites.activate({ licenseId: first, site: 'garden.example', firstSeenAt: 1 }, null)
  await source.grants.claim('client', { jti: 'j', kid: 'k1', issuedAt: 7 }, 0)
  const signingKey = { publicJwk: '{}', sealedPrivateJwk: 'x', createdAt: 1, retiredAt: null }
  await source.signingKeys.add({ ...signingKey, kid: 'k1' }, 0, act())
  const given = credential({ sealedToken: 'sealed' })
  await source.credentials.put(given)
  await source.budgets.put([budget({ key: 'daily', left: 9.5 })])
  await source.distinctUses.add({ owner: 'one', value: 'bread', at: 1 }, 0, 1)
  // Concerns cached pages only, which are not copied.
  await source.mediaMarks.adopt([{ subject: 'forgotten', markedAt: 1 }])
  await source.connections.adoptRemoved(['cn_removed'])
  await source.goneProfiles.mark('sandbox gone', 1)
  await source.webhooks.create(webhook(), 1, act())
  await source.webhookEvents.publish(event({ at: 1 }))
  await source.traffic.add([{ stepMs: 60_000, startsAt: 0, platform: 'rss', measure: 'ok', count: 1 }])
  // The request log is not copied.
  await source.requests.add([request({ licenseId: first })])
  return { sourceUrl, targetUrl, source, target, ids, first, signingKey, given }
}

const copy = (source: Pick<Store, 'copies'>, target: Pick<Store, 'copies'>) => copyStore({ source, target, now })
const total = (counts: readonly { readonly written: number; readonly removed: number }[]) => ({
  written: counts.reduce((sum, { written }) => sum + written, 0),
  removed: counts.reduce((sum, { removed }) => sum + removed, 0),
})

test('copies every row, and writes nothing when repeated', async (context) => {
  const { source, target, first } = await start(context)
  const seen: string[] = []
  const { copied, comparison } = await copyStore({
    source,
    target,
    now,
    onProgress: ({ table, done, total: all }) => seen.push(`${table} ${done} of ${all}`),
  })
  assert.equal(comparison.isSame, true)
  assert.deepEqual(
    comparison.tables.map(({ table, rows, different }) => [table, rows.source, rows.target, different]),
    [
      ['plans', 1, 1, 0],
      ['licenses', LICENSES, LICENSES, 0],
      ['license_keys', LICENSES, LICENSES, 0],
      ['sites', 1, 1, 0],
      ['grants', 1, 1, 0],
      ['signing_keys', 1, 1, 0],
      ['usage', 2 * LICENSES, 2 * LICENSES, 0],
      ['daily_usage', 2 * LICENSES, 2 * LICENSES, 0],
      ['credentials', 1, 1, 0],
      ['budgets', 1, 1, 0],
      ['distinct_uses', 1, 1, 0],
      ['audit_entries', LICENSES + 3, LICENSES + 3, 0],
      ['answers', 0, 0, 0],
      ['operators', 0, 0, 0],
      ['start_settings', 0, 0, 0],
      ['webhooks', 1, 1, 0],
      ['webhook_events', 1, 1, 0],
      ['webhook_deliveries', 1, 1, 0],
      ['platform_alarms', 0, 0, 0],
      ['connect_apps', 0, 0, 0],
      ['connect_grants', 0, 0, 0],
      ['connections', 0, 0, 0],
      ['disconnections', 1, 1, 0],
      ['media_marks', 1, 1, 0],
      ['traffic_counts', 1, 1, 0],
    ],
  )
  const used = (LICENSES * (LICENSES + 1)) / 2
  assert.deepEqual(comparison.usage, [
    { meter: 'scans', month: '2030-01', source: used, target: used },
    { meter: 'scans', month: '2030-02', source: used, target: used },
  ])
  assert.deepEqual(total(copied), { written: 7 * LICENSES + 16, removed: 0 })
  assert.ok(seen.includes(`licenses 1000 of ${LICENSES}`) && seen.includes(`usage ${2 * LICENSES} of ${2 * LICENSES}`))
  assert.deepEqual(await target.licenses.find(first), await source.licenses.find(first))
  assert.deepEqual(await target.goneProfiles.find(['sandbox gone']), [undefined])
  assert.deepEqual(await target.copies.mark(), { finishedAt: now() })

  const again = await copy(source, target)
  assert.deepEqual([total(again.copied), again.comparison], [{ written: 0, removed: 0 }, comparison])
})

test('another pass copies what was created, changed, refunded and deleted since', async (context) => {
  const { source, target, ids, first, signingKey, given } = await start(context, 300)
  await copy(source, target)

  const made = license()
  await source.licenses.create(made, keyOf(made.id), act())
  await source.licenses.setStatus(first, 'revoked', act())
  await source.sites.release(first, 'garden.example')
  await source.keys.rotate(keyOf(String(ids[1])), 5, act())
  await source.grants.sweep({ from: 0, before: 8 }, 1)
  await source.grants.claim('another', { jti: 'j2', kid: 'k2', issuedAt: 9 }, 0)
  await source.signingKeys.add({ ...signingKey, kid: 'k0' }, 2, act())
  await charge(source, first, MONTHS[0] ?? 0, 41)
  const [day = 0] = MONTHS
  const refund = { licenseId: String(ids[9]), meter: 'scans', startsAt: day, use: { ...USE, day } }
  const whole = { ...refund, licenseId: String(ids[8]) }
  await source.usage.commit(
    [],
    [
      { ...refund, count: 4 },
      { ...whole, count: 9 },
    ],
  )

  const renewed = { ...given, sealedToken: 'sealed anew', renewedAt: 9, version: 1 }
  await source.credentials.put(renewed)
  await source.credentials.put(credential())
  await source.budgets.put([budget({ key: 'weekly' })])
  await source.budgets.sweep(Number.MAX_SAFE_INTEGER)
  const [{ id: hook = '' } = {}] = await source.webhooks.list()
  await source.webhookEvents.publish(event())
  await source.deliveries.sweep({ from: 0, before: Number.MAX_SAFE_INTEGER }, 1)
  await source.webhooks.remove(hook, act())

  const { copied, comparison } = await copy(source, target)
  assert.equal(comparison.isSame, true)
  assert.deepEqual(
    copied.map(({ table, written, removed }) => [table, written, removed]),
    [
      ['plans', 0, 0],
      ['licenses', 2, 0],
      // The key of the new license, the new one of a rotation, and the previous one.
      ['license_keys', 3, 0],
      ['sites', 0, 1],
      ['grants', 1, 1],
      ['signing_keys', 2, 0],
      ['usage', 3, 0],
      ['daily_usage', 1, 1],
      ['credentials', 2, 0],
      ['budgets', 0, 1],
      ['distinct_uses', 0, 0],
      // The license, its end, the key, the signing key and the webhook; not the site that released itself.
      ['audit_entries', 5, 0],
      ['answers', 0, 0],
      ['operators', 0, 0],
      ['start_settings', 0, 0],
      ['webhooks', 0, 1],
      ['webhook_events', 1, 0],
      ['webhook_deliveries', 0, 1],
      ['platform_alarms', 0, 0],
      ['connect_apps', 0, 0],
      ['connect_grants', 0, 0],
      ['connections', 0, 0],
      ['disconnections', 0, 0],
      ['media_marks', 0, 0],
      ['traffic_counts', 0, 0],
    ],
  )
  assert.deepEqual(await target.credentials.find(given.id), { ...renewed, version: 2 })
  assert.equal(await target.usage.read(first, 'scans', MONTHS[0] ?? 0), 42)
  assert.equal(await target.usage.read(String(ids[9]), 'scans', MONTHS[0] ?? 0), 6)

  // Another key signs now, and the previous one is gone.
  await source.signingKeys.add({ ...signingKey, kid: 'k3' }, 3, act())
  await source.signingKeys.remove(4)
  assert.equal((await copy(source, target)).comparison.isSame, true)
  assert.deepEqual(
    (await target.signingKeys.list()).map(({ kid }) => kid),
    ['k3'],
  )
})

test('a pass under load copies one moment', async (context) => {
  const { sourceUrl, source, target } = await start(context, 400)
  const busy = await open(context, sourceUrl)
  let loading = true
  let made = 0
  const load = (async () => {
    for (; loading; made += 1) {
      const record = license()
      await busy.licenses.create(record, keyOf(record.id), act())
      await charge(busy, record.id, MONTHS[1] ?? 0, 1)
    }
  })()
  let puts = 0
  // A license is added to the source with every write to the target.
  const put = async (...[table, rows]: Parameters<Store['copies']['put']>) => {
    puts += 1
    for (const before = made; made === before; ) await setImmediate()
    await target.copies.put(table, rows)
  }
  const { comparison } = await copy(source, { copies: { ...target.copies, put } })
  loading = false
  await load
  assert.ok(puts > 5 && made >= puts, `${made} made, ${puts} times put`)
  assert.equal(comparison.isSame, true)
  const last = await copy(source, target)
  assert.equal(last.comparison.isSame, true)
  assert.equal(await target.licenses.count(), 400 + made)
})

test('an interrupted copy continues, and no service starts on it before it is complete', async (context) => {
  const { source, target } = await start(context, 600)
  let puts = 0
  let written = 0
  const failing = (at: number) => ({
    copies: {
      ...target.copies,
      put: async (...[table, rows]: Parameters<Store['copies']['put']>) => {
        if (rows.length === 0) return
        puts += 1
        if (puts === at) throw new Error('The power is off')
        await target.copies.put(table, rows)
        written += rows.length
      },
    },
  })
  for (let at = 1; ; at += 2) {
    puts = 0
    const failed = await copy(source, failing(at)).then(
      () => false,
      (error: unknown) => /The power is off/.test(String(error)),
    )
    if (!failed) break
    assert.deepEqual(await target.copies.mark(), { finishedAt: null })
    await assert.rejects(adoptCopy(target), /an incomplete copy\. Run central-api migrate to its end/)
  }
  // Existing rows are not written again.
  assert.equal(written, 7 * 600 + 16)
  assert.equal((await copy(source, target)).comparison.isSame, true)
  await adoptCopy(target)
  assert.equal(await target.copies.mark(), undefined)
})

test('finds rows that differ, are missing or are extra', async (context) => {
  const { source, target, targetUrl, ids, first } = await start(context, 300)
  await copy(source, target)
  await server.run(
    targetUrl,
    `update usage set used = used - 1 where license_id = '${ids[7]}' and starts_at = ${MONTHS[0]};
     update licenses set status = 'suspended' where id = '${first}';
     delete from license_keys where license_id = '${ids[3]}';
     insert into sites values ('${first}', 'evil.example', 1)`,
  )
  const { isSame, tables, usage } = await compareCopy(source.copies, target.copies)
  assert.equal(isSame, false)
  const wrong = tables.filter(({ different }) => different > 0)
  assert.deepEqual(
    wrong.map(({ table, different, rows }) => [table, different, rows.target - rows.source]),
    [
      ['licenses', 1, 0],
      ['license_keys', 1, -1],
      ['sites', 1, 1],
      ['usage', 1, 0],
    ],
  )
  assert.deepEqual(wrong[0]?.examples, [first])
  assert.deepEqual(wrong[3]?.examples, [`scans ${MONTHS[0]} ${ids[7]}`])
  for (const { table, checksum } of tables) {
    assert.equal(
      checksum.source !== checksum.target,
      wrong.some((one) => one.table === table),
      table,
    )
  }
  assert.deepEqual(
    usage.map(({ month, source: ours, target: theirs }) => [month, ours - theirs]),
    [
      ['2030-01', 1],
      ['2030-02', 0],
    ],
  )
})

test('a copy that changes during the comparison stays unfinished', async (context) => {
  const { source, target, first } = await start(context, 3)
  const meddled = {
    copies: {
      ...target.copies,
      remove: async (...[table, rows]: Parameters<Store['copies']['remove']>) => {
        await target.copies.remove(table, rows)
        // The last read before the comparison.
        if (table === 'plans') await target.licenses.setStatus(first, 'suspended', act())
      },
    },
  }
  assert.equal((await copy(source, meddled)).comparison.isSame, false)
  assert.deepEqual(await target.copies.mark(), { finishedAt: null })
})

test('does not change a store that a service was started on, or one of another installation', async (context) => {
  const { source, target, targetUrl } = await start(context, 3)
  await copy(source, target)
  const foreign = license()
  await target.licenses.create(foreign, keyOf(foreign.id), act())
  await assert.rejects(copy(source, target), new RegExp(`another installation: it has the license ${foreign.id}`))
  await server.run(
    targetUrl,
    `delete from license_keys where license_id = '${foreign.id}'; delete from licenses where id = '${foreign.id}'`,
  )
  await copy(source, target)
  await adoptCopy(target)
  await source.licenses.setStatus(
    String((await source.licenses.list({ limit: 1 })).licenses[0]?.id),
    'suspended',
    act(),
  )
  await assert.rejects(copy(source, target), /a service was started on it/)
  assert.deepEqual(
    new Set((await target.licenses.list({ limit: 9 })).licenses.map(({ status }) => status)),
    new Set(['active']),
  )
})

test('names the column and the row of a text that the target does not accept', async (context) => {
  const { source, target } = await start(context, 3)
  const record = license({ name: 'A\u0000B' })
  await source.licenses.create(record, keyOf(record.id), act())
  const said = `does not accept "name" of "${record.id}" in the table "licenses": .* NUL character`
  await assert.rejects(copy(source, target), new RegExp(said))
  await source.licenses.update(record.id, { name: 'AB' }, act())
  assert.equal((await copy(source, target)).comparison.isSame, true)
})

test('copies back in the same way', async (context) => {
  const { source, target } = await start(context, 300)
  await copy(source, target)
  await adoptCopy(target)
  const back = await open(context, 'sqlite::memory:')
  assert.equal((await copy(target, back)).comparison.isSame, true)
  assert.equal((await compareCopy(source.copies, back.copies)).isSame, true)
})
