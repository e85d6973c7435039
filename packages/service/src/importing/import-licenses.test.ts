import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { exportFile, importBytes, importExport, plansFor, textBytes } from '@central-api/testing/importing/fixture.ts'
import { createFixture, type Fixture, OPERATOR, START } from '@central-api/testing/licensing/fixture.ts'
import { createLicenseKey } from '../licensing/keys/license-key.ts'
import { createLicenses } from '../licensing/licenses/licenses.ts'
import type { LicenseRecord } from '../storage/store.ts'
import { StoreError } from '../storage/store-error.ts'
import { ImportError } from './import-error.ts'

const time = (text: string): number => Date.parse(text)

/** The imported license by its id in the shop. */
const byExternalId = async ({
  store,
}: Fixture): Promise<Readonly<Record<string, Omit<LicenseRecord, 'id' | 'externalId'>>>> =>
  Object.fromEntries(
    (await store.licenses.list({ limit: 100 })).licenses.map(({ id: _id, externalId, ...rest }) => [
      externalId ?? '',
      rest,
    ]),
  )

/** What no license of the export has. */
const NONE = { name: null, email: null, notes: null, mode: 'live', status: 'active', expiresAt: null } as const

const usable = async (fixture: Fixture, key: string): Promise<string | null> =>
  (await createLicenses(fixture).exchange(key)).externalId

test('Easy Digital Downloads: products and prices are plans, seconds are dates, lifetime is no end', async (context) => {
  const fixture = await createFixture(context)
  const plans = plansFor(
    { 'Social Feed Pro#2': 'pro', 'Social Feed Pro': 'starter', 'Social Feed Agency': 'agency' },
    null,
  )
  const { counts, refused } = await importExport(fixture, 'edd', 'edd.csv', plans)
  assert.deepEqual([counts, refused], [{ read: 4, made: 4, there: 0, refused: 0 }, []])
  const product = 'Social Feed Pro'
  assert.deepEqual(await byExternalId(fixture), {
    'edd:101': {
      ...NONE,
      name: 'Green Garden',
      email: 'garden@example.com',
      plan: 'starter',
      expiresAt: time('2030-12-31T23:59:59Z'),
      createdAt: time('2025-03-01T10:15:00Z'),
      metadata: { product, priceId: '1', customerId: '11' },
    },
    'edd:102': {
      ...NONE,
      name: 'Corner Bakery',
      email: 'bakery@example.com',
      plan: 'pro',
      createdAt: time('2025-04-11T08:00:00Z'),
      metadata: { product, priceId: '2', customerId: '12' },
    },
    'edd:103': {
      ...NONE,
      name: 'Studio "North", Ltd.',
      email: 'studio@example.com',
      plan: 'starter',
      expiresAt: time('2024-01-05T23:59:59Z'),
      createdAt: time('2023-01-05T17:45:10Z'),
      metadata: { product, priceId: '1', customerId: '13' },
    },
    'edd:104': {
      ...NONE,
      name: 'Café Étoile',
      email: 'press@example.com',
      plan: 'agency',
      status: 'suspended',
      expiresAt: time('2030-12-31T23:59:59Z'),
      createdAt: time('2024-07-20T00:00:00Z'),
      metadata: { product: 'Social Feed Agency', customerId: '14' },
    },
  })
  assert.equal(await usable(fixture, '38b3eff8baf56627478ec76a704e9b52'), 'edd:101')
  assert.equal(await usable(fixture, ' 38B3EFF8BAF56627478EC76A704E9B52 '), 'edd:101')
})

test('Easy Digital Downloads before 3.6: no ids, dates as text, the epoch for no end', async (context) => {
  const fixture = await createFixture(context)
  assert.deepEqual((await importExport(fixture, 'edd', 'edd-before-3.6.csv')).counts, {
    read: 2,
    made: 2,
    there: 0,
    refused: 0,
  })
  const { licenses: made } = await fixture.store.licenses.list({ limit: 9 })
  assert.deepEqual(made.map(({ externalId, email, expiresAt }) => [externalId, email, expiresAt]).sort(), [
    [null, 'bakery@example.com', null],
    [null, 'garden@example.com', time('2030-12-31T23:59:59Z')],
  ])
  assert.deepEqual((await importExport(fixture, 'edd', 'edd-before-3.6.csv')).counts, {
    read: 2,
    made: 0,
    there: 2,
    refused: 0,
  })
})

test('Freemius: keys of any characters; a sandbox license is a test license, a canceled one is suspended', async (context) => {
  const fixture = await createFixture(context)
  const { counts } = await importExport(
    fixture,
    'freemius',
    'freemius.json',
    plansFor({ 77: 'starter', '78#702': 'agency' }, null),
  )
  assert.equal(counts.made, 4)
  const made = await byExternalId(fixture)
  const pick = Object.entries(made).map(([id, { plan, mode, status, expiresAt }]) => [
    id,
    plan,
    mode,
    status,
    expiresAt,
  ])
  assert.deepEqual(pick.sort(), [
    ['freemius:9001', 'starter', 'live', 'active', time('2030-01-01T09:30:00Z')],
    ['freemius:9002', 'agency', 'live', 'active', null],
    ['freemius:9003', 'starter', 'live', 'suspended', time('2024-06-01T00:00:00Z')],
    ['freemius:9004', 'starter', 'test', 'active', null],
  ])
  assert.equal(await usable(fixture, 'sk_9XqT%^+aB3;d8LwKz:Yr(2Nf5Gh7Jm'), 'freemius:9001')
  assert.deepEqual(made['freemius:9002']?.metadata, {
    productId: '1234',
    planId: '78',
    pricingId: '702',
    userId: '5002',
  })
})

test('Lemon Squeezy: several pages; a license that expired without a date ends now', async (context) => {
  const fixture = await createFixture(context)
  assert.equal(
    (await importExport(fixture, 'lemon-squeezy', 'lemon-squeezy.jsonl', plansFor({ 31: 'starter' }))).counts.made,
    4,
  )
  const pick = Object.entries(await byExternalId(fixture)).map(([id, { plan, status, expiresAt, email, name }]) => [
    id,
    plan,
    status,
    expiresAt,
    email,
    name,
  ])
  assert.deepEqual(pick.sort(), [
    ['lemon-squeezy:1', 'starter', 'active', START, 'shop1@example.com', 'Shop 1'],
    ['lemon-squeezy:2', 'starter', 'suspended', null, 'shop2@example.com', 'Shop 2'],
    ['lemon-squeezy:3', 'starter', 'active', null, 'shop3@example.com', 'Shop 3'],
    ['lemon-squeezy:4', 'starter', 'active', time('2030-05-24T14:15:07Z'), 'shop4@example.com', 'Shop 4'],
  ])
})

test('License Manager for WooCommerce: reads its CSV and its API responses alike', async (context) => {
  const fixture = await createFixture(context)
  const plans = plansFor({ 278: 'agency' })
  assert.equal(
    (await importExport(fixture, 'woocommerce-license-manager', 'woocommerce-license-manager.csv', plans)).counts.made,
    4,
  )
  assert.equal(
    (await importExport(fixture, 'woocommerce-license-manager', 'woocommerce-license-manager.json', plans)).counts.made,
    2,
  )
  const pick = Object.entries(await byExternalId(fixture)).map(([id, { plan, status, expiresAt, metadata }]) => [
    id,
    plan,
    status,
    expiresAt,
    metadata.orderId,
  ])
  assert.deepEqual(pick.sort(), [
    ['woocommerce-license-manager:48', 'pro', 'active', time('2030-04-15T03:47:18Z'), '279'],
    ['woocommerce-license-manager:49', 'agency', 'active', null, '280'],
    ['woocommerce-license-manager:50', 'pro', 'active', null, undefined],
    ['woocommerce-license-manager:51', 'pro', 'suspended', null, '281'],
    ['woocommerce-license-manager:58', 'pro', 'active', time('2030-04-15T03:47:18Z'), '258'],
    ['woocommerce-license-manager:59', 'pro', 'suspended', null, '259'],
  ])
  assert.equal(await usable(fixture, 'BAZL9-09W3B-PHUZQ-0JZ8Z-7AFZJ'), 'woocommerce-license-manager:48')
})

test('Keygen: pages and single licenses, signed keys, its own metadata', async (context) => {
  const fixture = await createFixture(context)
  assert.equal(
    (await importExport(fixture, 'keygen', 'keygen.jsonl', plansFor({ 'policy-annual': 'starter' }))).counts.made,
    4,
  )
  const made = Object.values(await byExternalId(fixture))
  assert.deepEqual(made.map(({ plan, status }) => `${plan} ${status}`).sort(), [
    'pro active',
    'pro suspended',
    'starter active',
    'starter active',
  ])
  const garden = made.find(({ email }) => email === 'garden@example.com')
  assert.deepEqual(garden?.metadata, {
    email: 'garden@example.com',
    orderNumber: '17',
    policyId: 'policy-annual',
    productId: '3d7f1d9c-product',
  })
  assert.match((await usable(fixture, 'C1B6DE-39A6E3-DE1529-8559A0-4AF593-V3')) ?? '', /^keygen:/)
})

test('our own columns: a refused record is reported with its line and reason, and without the key', async (context) => {
  const fixture = await createFixture(context)
  const { counts, refused } = await importExport(fixture, 'csv', 'own.csv', plansFor({}, null))
  assert.deepEqual(counts, { read: 11, made: 2, there: 0, refused: 9 })
  assert.deepEqual(
    refused.map(({ line, reason, externalId, hint }) => [line, reason, externalId, hint]),
    [
      [5, 'key_guessable', 'shop-3', 'MNOP'],
      [6, 'key_form', 'shop-4', null],
      [7, 'plan_unmapped', 'shop-5', 'W9mE'],
      [8, 'status_unknown', 'shop-6', 'K3hA'],
      [9, 'date', 'shop-7', 'U7dB'],
      [10, 'twice', 'shop-8', 'b2Ln'],
      [11, 'key_missing', 'shop-9', null],
      [12, 'details', 'shop-10', 'C6gT'],
      [13, 'columns', null, null],
    ],
  )
  const keys = (await readFile(exportFile('own.csv'), 'utf8')).match(/\w{4}(?:-\w{4}){3}/g) ?? []
  assert.ok(keys.length > 7)
  for (const key of keys) assert.ok(!JSON.stringify(refused).includes(key))
  assert.deepEqual((await byExternalId(fixture))['shop-1'], {
    ...NONE,
    name: 'Green Garden',
    email: 'garden@example.com',
    notes: 'Pays by transfer,\ntwo months late',
    plan: 'pro',
    expiresAt: time('2030-12-31T00:00:00Z'),
    createdAt: time('2024-02-29T00:00:00Z'),
    metadata: { orderId: 'A-17' },
  })
  assert.equal((await byExternalId(fixture))['shop-2']?.mode, 'test')
})

test('a dry run reports the same and writes nothing', async (context) => {
  const fixture = await createFixture(context)
  const run = (isDry: boolean) =>
    importBytes(fixture, {
      from: 'csv',
      plans: plansFor({}, null),
      isDry,
      bytes: textBytes(`key,plan,externalId
Kd83-Qm5Z-7TxW-b2Ln,pro,1
Yw6R-c9Hf-3VpJ-X8sU,none,2
Kd83-Qm5Z-7TxW-b2Ln,pro,3
Gq4N-z7Lk-5BtD-W9mE,pro,1
`),
    })
  const dry = await run(true)
  assert.equal(await fixture.store.licenses.count(), 0)
  assert.deepEqual(dry.counts, { read: 4, made: 1, there: 0, refused: 3 })
  assert.deepEqual(await run(false), dry)
  assert.equal(await fixture.store.licenses.count(), 1)
})

test('repeating an interrupted import imports the rest, and nothing twice', async (context) => {
  const fixture = await createFixture(context)
  const row = (n: number) => `Kd83-Qm5Z-7TxW-${String(n).padStart(5, '0')},pro,${n}\n`
  const lines = (from: number, until: number) => Array.from({ length: until - from }, (_, n) => row(from + n)).join('')
  const file = `key,plan,externalId\n${lines(0, 1_800)}`
  const cutOff = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(file.slice(0, file.indexOf(row(1_200))))
    throw new Error('cut off')
  }
  await assert.rejects(importBytes(fixture, { from: 'csv', bytes: cutOff() }), /cut off/)
  const taken = await fixture.store.licenses.count()
  assert.ok(taken > 0 && taken <= 1_200 && taken % 500 === 0, String(taken))
  const { counts } = await importBytes(fixture, { from: 'csv', bytes: textBytes(file) })
  assert.deepEqual(counts, { read: 1_800, made: 1_800 - taken, there: taken, refused: 0 })
  assert.equal(await fixture.store.licenses.count(), 1_800)
})

test('imports the records before an unreadable part of the file', async (context) => {
  const fixture = await createFixture(context)
  const file = 'key,plan\nKd83-Qm5Z-7TxW-b2Ln,pro\n"Yw6R-c9Hf-3VpJ-X8sU,pro\n'
  await assert.rejects(importBytes(fixture, { from: 'csv', bytes: textBytes(file) }), ImportError)
  assert.equal(await fixture.store.licenses.count(), 1)
})

test('refuses a key of another license, and recognizes one of the same license', async (context) => {
  const fixture = await createFixture(context)
  const file = (externalId: string) => textBytes(`key,plan,externalId\nKd83-Qm5Z-7TxW-b2Ln,pro,${externalId}\n`)
  await importBytes(fixture, { from: 'csv', bytes: file('one') })
  const { counts, refused } = await importBytes(fixture, { from: 'csv', bytes: file('two') })
  assert.equal(counts.made, 0)
  assert.deepEqual(
    refused.map(({ reason, externalId }) => [reason, externalId]),
    [['key_taken', 'two']],
  )
  assert.equal((await importBytes(fixture, { from: 'csv', bytes: file('') })).counts.there, 1)
  // It was rotated since: the license is recognized by its id.
  const [license] = (await fixture.store.licenses.list({ limit: 1 })).licenses
  const rotated = await createLicenses(fixture).rotateKey(license?.id ?? '', 0, OPERATOR)
  assert.match(rotated, /^ck_live_/)
  assert.equal((await importBytes(fixture, { from: 'csv', bytes: file('one') })).counts.there, 1)
})

test('a concurrent import of the same license makes no line fail', async (context) => {
  const fixture = await createFixture(context)
  const { licenses } = fixture.store
  let raced = 0
  const store = {
    ...fixture.store,
    licenses: {
      ...licenses,
      async createAll(...[made, act, of]: Parameters<typeof licenses.createAll>) {
        if (raced++ === 0) await licenses.createAll(made.slice(0, 1), { ...act, id: 'aud_other' }, of)
        await licenses.createAll(made, act, of)
      },
    },
  }
  const bytes = textBytes('key,plan\nKd83-Qm5Z-7TxW-b2Ln,pro\nYw6R-c9Hf-3VpJ-X8sU,pro\n')
  const { counts } = await importBytes({ ...fixture, store }, { from: 'csv', bytes })
  assert.deepEqual(counts, { read: 2, made: 1, there: 1, refused: 0 })
  assert.equal(raced, 2)
  const never = {
    ...store,
    licenses: { ...licenses, createAll: () => Promise.reject(new StoreError('conflict', undefined)) },
  }
  await assert.rejects(
    importBytes({ ...fixture, store: never }, { from: 'csv', bytes: textBytes('key,plan\nGq4N-z7Lk-5BtD-W9mE,pro\n') }),
    StoreError,
  )
})

test('creates keys for lines without one on request, and keeps the mode of our own keys', async (context) => {
  const fixture = await createFixture(context)
  const ours = createLicenseKey('test', (size) => Buffer.alloc(size, 7))
  const text = `externalId,plan,mode,key\none,pro,test,\ntwo,pro,live,\nthree,pro,,${ours}\nfour,pro,live,${ours.slice(0, -1)}x\n`
  const { counts, newKeys, refused } = await importBytes(fixture, {
    from: 'csv',
    mayLackKey: true,
    bytes: textBytes(text),
  })
  assert.deepEqual(counts, { read: 4, made: 3, there: 0, refused: 1 })
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    ['key_mistyped'],
  )
  assert.deepEqual(
    newKeys.map(({ line, key }) => [line, key.slice(0, 8)]),
    [
      [2, 'ck_test_'],
      [3, 'ck_live_'],
    ],
  )
  for (const { license, key } of newKeys) assert.equal(await usable(fixture, key), license.externalId)
  assert.equal((await createLicenses(fixture).exchange(ours)).mode, 'test')
})
