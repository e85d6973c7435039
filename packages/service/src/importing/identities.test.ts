// Keys and ids as written by spreadsheets, databases and programs: each must stay the customer's.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importBytes, plansFor, textBytes } from '@central-api/testing/importing/fixture.ts'
import { createFixture } from '@central-api/testing/licensing/fixture.ts'
import { createLicenses } from '../licensing/licenses/licenses.ts'

const KEY = 'wE4rT6yU8iO1pL3kJ5hG'

test("removes a spreadsheet's text marks from a key", async (context) => {
  for (const cell of [`"=""${KEY}"""`, `="${KEY}"`, `'${KEY}`, ` ${KEY} `, `"'${KEY}'"`, `\u200b${KEY}`]) {
    const fixture = await createFixture(context)
    const text = `"=""externalId""",key,plan,"=""email"""\n"=""007""",${cell},pro,"=""a@example.com"""\n`
    const { counts } = await importBytes(fixture, { from: 'csv', bytes: textBytes(text) })
    assert.equal(counts.made, 1, cell)
    const license = await createLicenses(fixture).exchange(KEY)
    assert.deepEqual([license.externalId, license.email], ['007', 'a@example.com'])
    // What a customer copies from there.
    assert.equal((await createLicenses(fixture).exchange(`="${KEY}"`)).id, license.id)
  }
})

test('refuses a key or an id that a spreadsheet has changed', async (context) => {
  const fixture = await createFixture(context)
  const text = `externalId;key;plan
1;=T("${KEY}");pro
2;="${KEY}"&"";pro
3;1,23456789012346E+19;pro
4;1.23456789012346E+19;pro
1,23457E+19;Zx8Qw3Er7Ty2Ui9Oa;pro
1.2345678901234567e+19;Zx8Qw3Er7Ty2Ui9Ob;pro
`
  const { counts, refused } = await importBytes(fixture, { from: 'csv', bytes: textBytes(text) })
  assert.equal(counts.made, 0)
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    ['key_form', 'key_form', 'key_form', 'key_form', 'details', 'details'],
  )
})

test('accepts an id that only looks like a number with an exponent', async (context) => {
  const fixture = await createFixture(context)
  const text = `externalId,key,plan\n2E10,${KEY},pro\n`
  await importBytes(fixture, { from: 'csv', bytes: textBytes(text) })
  assert.equal((await createLicenses(fixture).exchange(KEY)).externalId, '2E10')
})

test('keeps ids with more digits than a number can hold', async (context) => {
  const fixture = await createFixture(context)
  const ids = ['12345678901234567890', '12345678901234567891', '9007199254740993', '9007199254740991', '7']
  const licenses = ids.map(
    (id, at) => `{"id":${id},"secret_key":"sk_Zx8Qw3Er7Ty2Ui9Op.A${at}","plan_id":${id},"is_cancelled":false}`,
  )
  const { counts } = await importBytes(fixture, {
    from: 'freemius',
    bytes: textBytes(`{"licenses":[${licenses.join(',')}]}`),
    plans: plansFor({ 12345678901234567890: 'starter' }),
  })
  assert.equal(counts.made, ids.length)
  const made = (await fixture.store.licenses.list({ limit: 9 })).licenses
  assert.deepEqual(
    made.map(({ externalId, metadata }) => [externalId, metadata.planId]).sort(),
    ids.map((id) => [`freemius:${id}`, id]).sort(),
  )
})

test('keeps such ids in metadata, and refuses values that would change', async (context) => {
  const fixture = await createFixture(context)
  const rows = ['{""order"":12345678901234567891,""note"":null}', '{""order"":{""id"":1}}', '[1]', '7', '{'].map(
    (json, at) => `Kd83-Qm5Z-7TxW-b2L${at},pro,"${json}"\n`,
  )
  const { counts, refused } = await importBytes(fixture, {
    from: 'csv',
    bytes: textBytes(`key,plan,metadata\n${rows.join('')}`),
  })
  assert.deepEqual([counts.made, refused.map(({ reason }) => reason)], [1, Array(4).fill('details')])
  const [license] = (await fixture.store.licenses.list({ limit: 9 })).licenses
  assert.deepEqual(license?.metadata, { order: '12345678901234567891' })
})

test('reads ids and products written as decimals as integers', async (context) => {
  const fixture = await createFixture(context)
  const text = 'id,secret_key,plan_id,is_cancelled\n9001.0,sk_Zx8Qw3Er7Ty2Ui9Op.A1,77.0,0\n'
  await importBytes(fixture, { from: 'freemius', bytes: textBytes(text), plans: plansFor({ 77: 'starter' }) })
  const [license] = (await fixture.store.licenses.list({ limit: 9 })).licenses
  assert.deepEqual([license?.externalId, license?.plan], ['freemius:9001', 'starter'])
})

const LICENSE = (id: number) => ({
  type: 'license-keys',
  id: `${id}`,
  attributes: { key: `Zx8Qw3Er-7Ty2-Ui9O-pAa${id}`, product_id: 5, status: 'active' },
})

test('reads the licenses of API pages in a list, and in a list of lists', async (context) => {
  const page = (...data: readonly object[]) => ({ data, links: { next: null } })
  const files = [
    [page(LICENSE(1)), page(LICENSE(2))],
    [page(LICENSE(1)), { data: LICENSE(2) }, page()],
    [[LICENSE(1)], [LICENSE(2)]],
    [[page(LICENSE(1))], LICENSE(2)],
    // A list with gaps, as PHP encodes it.
    { data: { 0: LICENSE(1), 5: LICENSE(2) } },
  ]
  for (const file of files) {
    const fixture = await createFixture(context)
    const { counts } = await importBytes(fixture, {
      from: 'lemon-squeezy',
      bytes: textBytes(JSON.stringify(file)),
      mayLackKey: true,
    })
    assert.deepEqual(counts, { read: 2, made: 2, there: 0, refused: 0 })
  }
})

test('does not import records that are not licenses, even when keys may be missing', async (context) => {
  const others: readonly unknown[] = [
    { errors: [{ status: '401', title: 'Unauthenticated.' }] },
    { message: 'Too many attempts' },
    { data: null },
    { id: '5', type: 'products', attributes: { name: 'Feed', status: 'active', created_at: '2024-01-01' } },
    {},
    null,
    'text',
    7,
  ]
  for (const other of others) {
    const fixture = await createFixture(context)
    const { counts, refused } = await importBytes(fixture, {
      from: 'lemon-squeezy',
      bytes: textBytes(JSON.stringify([LICENSE(1), other])),
      mayLackKey: true,
    })
    assert.deepEqual([counts.made, refused.map(({ reason }) => reason)], [1, ['no_license']], JSON.stringify(other))
  }
  const fixture = await createFixture(context)
  const user = { id: '9', email: 'a@example.com', first: 'Anna', created: '2024-01-01 00:00:00' }
  const { counts } = await importBytes(fixture, {
    from: 'freemius',
    bytes: textBytes(JSON.stringify({ users: [user], ...user })),
    mayLackKey: true,
  })
  assert.deepEqual(counts, { read: 1, made: 0, there: 0, refused: 1 })
})
