// Statuses in files: unknown ones are refused, so that no customer keeps a license that was canceled.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importBytes, textBytes } from '@central-api/testing/importing/fixture.ts'
import { createFixture } from '@central-api/testing/licensing/fixture.ts'

/** The outcome of each license of a file. */
const outcomes = async (context: { after(done: () => void): void }, from: string, text: string): Promise<string[]> => {
  const fixture = await createFixture(context as never)
  const { refused } = await importBytes(fixture, { from, bytes: textBytes(text) })
  const { licenses } = await fixture.store.licenses.list({ limit: 100 })
  return [
    ...licenses.map(({ externalId, mode, status, expiresAt }) =>
      [externalId, mode, status, ...(expiresAt === null ? [] : [new Date(expiresAt).toISOString().slice(0, 10)])].join(
        ' ',
      ),
    ),
    ...refused.map(({ externalId, reason }) => `${externalId} ${reason}`),
  ].sort()
}

const KEY = 'sk_Zx8Qw3Er7Ty2Ui9Op.A'

test('Freemius: a canceled license is suspended, in whatever language a spreadsheet writes it', async (context) => {
  const words = ['WAHR', 't', 'VRAI', 'да', '1.0', 'x', 'ＴＲＵＥ']
  const rows = words.map((word, at) => `${at},${KEY}${at},77,${word}`)
  assert.deepEqual(
    await outcomes(context, 'freemius', `id,secret_key,plan_id,is_cancelled\n${rows.join('\n')}\n`),
    words.map((_, at) => `freemius:${at} live suspended`),
  )
})

test('refuses values that are neither true nor false, and empty ones', async (context) => {
  const rows = ['FALSCH', '', 'NULL', '\\N', 'vielleicht', '2', 'NaN', '#REF!', 'cancelled'].map(
    (word, at) => `${at},${KEY}${at},77,${word},0`,
  )
  assert.deepEqual(
    await outcomes(
      context,
      'freemius',
      `id,secret_key,plan_id,is_cancelled,environment\n${rows.join('\n')}\n9,${KEY}9,77,nein,sandbox\n10,${KEY}10,77,0,WAHR\n`,
    ),
    [
      'freemius:0 live active',
      'freemius:1 status_unknown',
      'freemius:10 test active',
      'freemius:2 status_unknown',
      'freemius:3 status_unknown',
      'freemius:4 status_unknown',
      'freemius:5 status_unknown',
      'freemius:6 status_unknown',
      'freemius:7 status_unknown',
      'freemius:8 status_unknown',
      'freemius:9 mode_unknown',
    ],
  )
})

test('JSON: refuses a status, a flag or an end in an unknown form instead of ignoring it', async (context) => {
  const license = (id: number, more: object) => JSON.stringify({ id, secret_key: `${KEY}${id}`, plan_id: 7, ...more })
  assert.deepEqual(
    await outcomes(
      context,
      'freemius',
      [
        license(1, { is_cancelled: { value: true } }),
        license(2, { is_cancelled: [true] }),
        license(3, { is_cancelled: true }),
        license(4, { isCancelled: true }),
        license(5, { is_cancelled: false, expiration: { date: '2030-12-31 00:00:00.000000', timezone: 'UTC' } }),
        license(6, { is_cancelled: null }),
        license(7, { is_cancelled: true, isCancelled: false }),
        license(8, { 'is-cancelled': false, is_cancelled: true }),
      ].join('\n'),
    ),
    [
      'freemius:1 status_unknown',
      'freemius:2 status_unknown',
      'freemius:3 live suspended',
      'freemius:4 live suspended',
      'freemius:5 date',
      'freemius:6 status_unknown',
      'freemius:7 live suspended',
      'freemius:8 live suspended',
    ],
  )
})

test('refuses a missing status field of a shop that always writes it', async (context) => {
  const license = (id: number, more: object) => JSON.stringify({ id, secret_key: `${KEY}${id}`, plan_id: 7, ...more })
  assert.deepEqual(await outcomes(context, 'freemius', [license(1, {}), license(2, { is_cancelled: '' })].join('\n')), [
    'freemius:1 status_unknown',
    'freemius:2 status_unknown',
  ])
  assert.deepEqual(await outcomes(context, 'freemius', `id,secret_key,plan_id\n1,${KEY}1,77\n`), [
    'freemius:1 status_unknown',
  ])
  assert.deepEqual(await outcomes(context, 'edd', 'License ID,License Key,Product Name\n1,38b3eff8baf56627478e,x\n'), [
    'edd:1 status_unknown',
  ])
  assert.deepEqual(
    await outcomes(context, 'lemon-squeezy', `id,key,product_id,status,disabled\n1,${KEY}1,7,,0\n2,${KEY}2,7,,\n`),
    ['lemon-squeezy:1 status_unknown', 'lemon-squeezy:2 status_unknown'],
  )
  const keygen = { id: 1, type: 'licenses', attributes: { key: `${KEY}1`, expiry: null } }
  assert.deepEqual(await outcomes(context, 'keygen', JSON.stringify(keygen)), ['keygen:1 status_unknown'])
})

test('refuses an empty status of a shop that always writes it', async (context) => {
  const header = 'License ID,License Key,License Status,Product Name\n'
  assert.deepEqual(
    await outcomes(
      context,
      'edd',
      `${header}1,38b3eff8baf56627478ec76a704e9b51,,x\n2,38b3eff8baf56627478ec76a704e9b52,Disabled,x\n3,38b3eff8baf56627478ec76a704e9b53,cancelled,x\n`,
    ),
    ['edd:1 status_unknown', 'edd:2 live suspended', 'edd:3 status_unknown'],
  )
  const file = `id,license_key,product_id,status\n1,VM3C-8XT5-QJ2N-L6R1,7,4.0\n2,VM3C-8XT5-QJ2N-L6R2,7,3.0\n`
  assert.deepEqual(await outcomes(context, 'woocommerce-license-manager', file), [
    'woocommerce-license-manager:1 live suspended',
    'woocommerce-license-manager:2 live active',
  ])
})

test('reads unambiguous dates, and refuses all others', async (context) => {
  const dates: readonly (readonly [written: string, day: string | undefined])[] = [
    ['2030/12/31', '2030-12-31'],
    ['20301231', '2030-12-31'],
    ['2030.12.31', '2030-12-31'],
    ['31.12.2030', '2030-12-31'],
    ['31.12.2030 00:00', '2030-12-31'],
    ['05.04.2030', '2030-04-05'],
    ['31/12/2030', '2030-12-31'],
    ['12/31/2030', '2030-12-31'],
    ['20301231235959', '2030-12-31'],
    ['1924991999.0', '2030-12-31'],
    ['NaT', ''],
    ['03/04/2030', undefined],
    ['20301331', undefined],
    ['31.12.30', undefined],
    ['47848', undefined],
    ['2030', undefined],
    ['0000-00-00', undefined],
    ['#N/A', undefined],
    ['2030-12', undefined],
    ['２０３０-12', undefined],
    ['2030-12-31 18:00 IST', undefined],
    ['Tue Dec 31 18:00:00 CST 2030', undefined],
    ['Dec 31 2030 6:00 PM BST', undefined],
    ['2030-12-31 18:00 CEST', '2030-12-31'],
    ['2030-12-31 18:00+05:30', '2030-12-31'],
  ]
  const rows = dates.map(([written], at) => `Kd83-Qm5Z-7TxW-b2L${String.fromCharCode(65 + at)},pro,${at},${written}\n`)
  assert.deepEqual(
    await outcomes(context, 'csv', `key,plan,externalId,expiresAt\n${rows.join('')}`),
    dates
      .map(([, day], at) => (day === undefined ? `${at} date` : `${at} live active${day === '' ? '' : ` ${day}`}`))
      .sort(),
  )
})

test('reads an ambiguous date in the given order', async (context) => {
  const text =
    'key,plan,externalId,expiresAt\nKd83-Qm5Z-7TxW-b2L1,pro,a,03/04/2030\nKd83-Qm5Z-7TxW-b2L2,pro,b,3-4-2030 18:00\n'
  for (const [dateOrder, month] of [
    ['day-first', '04-03'],
    ['month-first', '03-04'],
  ] as const) {
    const fixture = await createFixture(context)
    await importBytes(fixture, { from: 'csv', bytes: textBytes(text), dateOrder })
    const { licenses } = await fixture.store.licenses.list({ limit: 9 })
    assert.deepEqual(licenses.map(({ expiresAt }) => new Date(expiresAt ?? 0).toISOString()).sort(), [
      `2030-${month}T00:00:00.000Z`,
      `2030-${month}T18:00:00.000Z`,
    ])
  }
  assert.deepEqual(await outcomes(context, 'csv', text), ['a date', 'b date'])
})

test('explains why a date cannot be read', async (context) => {
  for (const [written, reported, dateOrder] of [
    ['03/04/2030', /is ambiguous\. Set --date-order/],
    ['12.31.2030', /cannot be read without --date-order month-first/],
    ['02/30/2030', /cannot be read\. Use 2027-01-31/],
    ['13/13/2030', /cannot be read\. Use 2027-01-31/],
    ['12/31/2030 25:00', /cannot be read\. Use 2027-01-31/],
    ['13/13/2030', /cannot be read\. Use 2027-01-31/, 'day-first'],
    ['2030-12', /has no day/],
    ['2030-12-31 18:00 IST', /is in the zone IST, which several/],
  ] as const) {
    const fixture = await createFixture(context)
    const text = `key,plan,expiresAt\nKd83-Qm5Z-7TxW-b2L1,pro,${written}\n`
    const { refused } = await importBytes(fixture, {
      from: 'csv',
      bytes: textBytes(text),
      ...(dateOrder && { dateOrder }),
    })
    assert.match(refused[0]?.message ?? '', reported, written)
  }
})
