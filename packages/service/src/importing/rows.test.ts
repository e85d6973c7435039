// Rows and columns as spreadsheets write them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importBytes, sourceNamed, textBytes } from '@central-api/testing/importing/fixture.ts'
import { createFixture } from '@central-api/testing/licensing/fixture.ts'
import type { Column } from './columns.ts'
import { readRecords } from './read-records.ts'

test('ignores rows of separators, blanks and empty formulas, before and after the column names', async (context) => {
  const fixture = await createFixture(context)
  const text = ',,\nname,email,key\nAnna,a@example.com,\n,,\n , \u00a0,\t\n"","",""\n="",="",=""\n,,\n'
  const { counts } = await importBytes(fixture, { from: 'csv', bytes: textBytes(text), mayLackKey: true })
  assert.deepEqual(counts, { read: 1, made: 1, there: 0, refused: 0 })
})

test('a row with values in unread columns only is not a license', async (context) => {
  const fixture = await createFixture(context)
  const { counts, refused } = await importBytes(fixture, {
    from: 'csv',
    bytes: textBytes(',name,email\n0,Anna,a@example.com\n1,,\n'),
    mayLackKey: true,
  })
  assert.deepEqual([counts.made, refused.map(({ line, reason }) => [line, reason])], [1, [[3, 'no_license']]])
})

const HEADER = 'key,plan,status,notes,email\n'
const row = (at: number, ...cells: readonly string[]) => [`Kd83-Qm5Z-7TxW-b2L${at}`, 'pro', ...cells].join(',')

const shortRows: readonly (readonly [what: string, rows: readonly string[], made: number, refused: number])[] = [
  ['lacks what may be empty', [row(1, 'suspended'), row(2, '', 'Pays late')], 2, 0],
  ['lacks it, many in a row', [row(1, ''), row(2, ''), row(3, ''), row(4, '', '', '')], 4, 0],
  ['lacks the state, which is active where nothing is told', [row(1), row(2, 'suspended', '', '')], 2, 0],
  ['has the state under another column', [row(1, '', 'suspended')], 0, 1],
  ['lacks the plan', ['Kd83-Qm5Z-7TxW-b2L1'], 0, 1],
  ['is broken in its notes', [row(1, 'active', 'Pays'), 'late,a@example.com'], 0, 2],
  ['is broken before its state', [row(1), 'suspended,Pays late,a@example.com'], 0, 2],
  ['has more cells than names', [row(1, '', '', '', ''), row(2, '', '', '', '', '')], 0, 2],
]

for (const [what, rows, made, refused] of shortRows) {
  test(`a row that ${what} is ${made > 0 ? 'imported' : 'refused'}`, async (context) => {
    const fixture = await createFixture(context)
    const { counts } = await importBytes(fixture, { from: 'csv', bytes: textBytes(`${HEADER}${rows.join('\n')}\n`) })
    assert.deepEqual(counts, { read: rows.length, made, there: 0, refused })
  })
}

test('refuses a short row at the end of a truncated file', async (context) => {
  const fixture = await createFixture(context)
  const { counts } = await importBytes(fixture, {
    from: 'csv',
    bytes: textBytes(`${HEADER}${row(1, 'active', 'Pays')}\n${row(2, 'active', 'Pa')}`),
  })
  assert.deepEqual(counts, { read: 2, made: 1, there: 0, refused: 1 })
})

test('a message states the number of cells in the line', async (context) => {
  const fixture = await createFixture(context)
  const { refused } = await importBytes(fixture, { from: 'csv', bytes: textBytes('key,plan\nk\na,b,c\n') })
  assert.deepEqual(
    refused.map(({ message }) => message),
    ['The line has 1 cell; the header has 2', 'The line has 3 cells; the header has 2'],
  )
})

test('imports short rows without keys, and refuses them when one may be the rest of another', async (context) => {
  const fixture = await createFixture(context)
  const { counts, refused } = await importBytes(fixture, {
    from: 'csv',
    bytes: textBytes(
      'externalId,email,notes,name\n1,a@example.com\n2,b@example.com,,\n3,c@example.com,Pays\nlate,Clara\n',
    ),
    mayLackKey: true,
  })
  assert.deepEqual([counts.made, refused.map(({ line }) => line)], [2, [4, 5]])
})

test('refuses a short row without the status of a shop that always writes it', async (context) => {
  const fixture = await createFixture(context)
  const text = 'id,secret_key,plan_id,user_email,is_cancelled\n1,sk_Zx8Qw3Er7Ty2Ui9Op.A1,77,a@example.com\n'
  const { refused } = await importBytes(fixture, { from: 'freemius', bytes: textBytes(text) })
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    ['columns'],
  )
})

test('refuses a row without a key and an owner', async (context) => {
  const fixture = await createFixture(context)
  const { counts, refused } = await importBytes(fixture, {
    from: 'csv',
    bytes: textBytes('key,email,plan\n,a@example.com,pro\n,,pro\n,,\n'),
    mayLackKey: true,
  })
  assert.deepEqual([counts.made, refused.map(({ reason }) => reason)], [1, ['no_license']])
})

const columnsOf = async (from: string, header: string): Promise<readonly (readonly [string, unknown])[]> => {
  const found: Column[] = []
  const add = (columns: readonly Column[]) => void found.push(...columns)
  const text = async function* () {
    yield `${header}\n`
  }
  for await (const _records of readRecords(text(), sourceNamed(from), [], { onColumns: add }));
  return found.map(({ name, use }) => [name, use])
}

test('recognizes a column with other separators between its words, and in other case', async () => {
  for (const name of [
    'expiresAt',
    'expires_at',
    'EXPIRES AT',
    'Expires-At',
    '"=""expiresAt"""',
    '\u200bexpires at ',
    'ｅｘｐｉｒｅｓ＿ａｔ',
  ])
    assert.deepEqual((await columnsOf('csv', `key,${name}`))[1]?.[1], ['expiresAt'], name)
  assert.deepEqual(await columnsOf('freemius', 'ID;Secret Key;isCancelled;Plan Id'), [
    ['ID', ['externalId']],
    ['Secret Key', ['key']],
    ['isCancelled', ['status']],
    ['Plan Id', ['plan', 'metadata.planId']],
  ])
})

test('reports a column that occurs twice under such names', async () => {
  await assert.rejects(columnsOf('csv', 'key,expires_at,expiresAt'), /appears twice/)
})

test('distinguishes unknown columns, known unused ones, and row numbers', async () => {
  assert.deepEqual(await columnsOf('csv', ',key,valid until,metadata.Order,Unnamed: 0,'), [
    ['', 'row numbers'],
    ['key', ['key']],
    ['valid until', 'unknown'],
    ['metadata.Order', ['metadata.Order']],
    ['Unnamed: 0', 'row numbers'],
    ['', 'row numbers'],
  ])
  assert.deepEqual(await columnsOf('edd', 'License Key,Activation Limit,Cancelled'), [
    ['License Key', ['key']],
    ['Activation Limit', 'left behind'],
    ['Cancelled', 'unknown'],
  ])
})

const unnamed: readonly (readonly [what: string, cells: readonly string[], made: number])[] = [
  ['nothing', ['', ' ', 'NaN'], 3],
  ['the numbers of the rows', ['0', '1', '7'], 3],
  ['a state', ['cancelled', '', 'REFUNDED'], 1],
  ['a truth value', ['0', '1', '1'], 2],
  ['a date', ['', '', '2024-01-01'], 2],
]

for (const [what, cells, made] of unnamed) {
  for (const name of ['', 'Unnamed: 2', 'Unnamed: 0.1', ' ']) {
    test(`a column named ${JSON.stringify(name)} that contains ${what} is ignored in ${made} of 3 lines`, async (context) => {
      const fixture = await createFixture(context)
      const rows = cells.map((cell, at) => `Kd83-Qm5Z-7TxW-b2L${at},pro,${cell}\n`)
      const { counts, refused } = await importBytes(fixture, {
        from: 'csv',
        bytes: textBytes(`key,plan,${name}\n${rows.join('')}`),
      })
      assert.equal(counts.made, made)
      assert.ok(refused.every(({ reason, message }) => reason === 'columns' && /^Column 3 has no header/.test(message)))
    })
  }
}
