import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { exportFile } from '../importing/fixture.ts'
import { createTestCli, createTestCliOnStore } from './fixture.ts'

const KEYS = /\w{4}(?:-\w{4}){3}/g

test('an import says how many it took, and of the others why not; they are in the report', async (context) => {
  const cli = await createTestCli(context)
  const report = cli.file('report.csv')
  const { status, out, err } = await cli.run('import', exportFile('own.csv'), '--from', 'csv', '--report', report)
  assert.equal(status, 1)
  assert.match(
    out,
    /^Read 11 licenses of own\.csv \(CSV with the columns of Central API\)\.\n\n {2}made +2\n {2}there already +0\n {2}not taken +9\n/,
  )
  assert.match(out, /\n {2}key_guessable +1 {2}the key can be guessed: /)
  assert.equal(
    err,
    `central-api: 9 of 11 licenses were not taken; each of them is in ${report}. Mend them and run this again: what is there stays as it is\n`,
  )
  const lines = (await readFile(report, 'utf8')).split('\r\n')
  assert.deepEqual(lines.slice(0, 3), [
    'line,record,reason,externalId,keyEndsIn,message',
    '5,3,key_guessable,shop-3,MNOP,"The key, of 19 characters, can be guessed; give the customer another one"',
    '6,4,key_form,shop-4,,"The key has 5 characters; a key has 12 to 1,024, all of them printable ASCII without white space"',
  ])
  assert.equal(lines.length, 11)
  assert.equal((await stat(report)).mode & 0o777, 0o600)
  for (const key of (await readFile(exportFile('own.csv'), 'utf8')).match(KEYS) ?? assert.fail()) {
    assert.ok(![out, err, ...lines].some((text) => text.includes(key)))
  }
})

test('without a report the first of them are shown, and a dry run says that nothing was written', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { status, out, err } = await cli.run('import', exportFile('own.csv'), '--from', 'csv', '--dry-run')
  assert.equal(status, 1)
  assert.match(out, /; nothing was written\.\n\n {2}would be made +2\n/)
  assert.match(out, /The first of them\n {2}line 5 +key_guessable +The key, of 19/)
  assert.match(err, /9 of 11 licenses would not be taken; --report FILE writes each of them/)
  assert.deepEqual(await cli.json('license', 'list'), [])
})

test('plans are named by product, and whatever is there already stays as it is', async (context) => {
  const cli = await createTestCli(context)
  const words = [
    'import',
    exportFile('edd.csv'),
    '--from',
    'edd',
    '--plan-map',
    'Social Feed Pro#2=pro',
    '--plan',
    'starter',
  ]
  const told = { file: 'edd.csv', from: 'edd', dryRun: false, read: 4, there: 0, refused: 0, reasons: {}, report: null }
  const { id: first, ...one } = await cli.json(...words)
  const { id: second, ...two } = await cli.json(...words)
  assert.deepEqual(
    [one, two],
    [
      { ...told, made: 4 },
      { ...told, made: 0, there: 4 },
    ],
  )
  assert.match(String(first), /^imp_[0-9a-f]{18}$/)
  assert.notEqual(second, first)
  const made = await cli.json<{ externalId: string; plan: string; status: string }[]>('license', 'list')
  assert.deepEqual(made.map(({ externalId, plan, status }) => [externalId, plan, status]).sort(), [
    ['edd:101', 'starter', 'active'],
    ['edd:102', 'pro', 'active'],
    ['edd:103', 'starter', 'expired'],
    ['edd:104', 'starter', 'suspended'],
  ])
})

test('keys that are made are written where they are wished, and behind those of the run before', async (context) => {
  const cli = await createTestCli(context)
  const [file, keys] = [cli.file('customers.csv'), cli.file('keys.csv')]
  await writeFile(file, 'externalId,email,plan\none,=one@example.com,pro\n')
  const words = ['import', file, '--from', 'csv', '--new-keys', keys]
  await cli.json(...words)
  await writeFile(file, 'externalId,email,plan\none,=one@example.com,pro\ntwo,two@example.com,pro\n')
  await cli.json(...words)
  assert.match(
    await readFile(keys, 'utf8'),
    /^line,license,externalId,email,name,key\r\n2,lic_\w{20},one,'=one@example\.com,,ck_live_\w{38}\r\n3,lic_\w{20},two,two@example\.com,,ck_live_\w{38}\r\n$/,
  )
  assert.equal((await stat(keys)).mode & 0o777, 0o600)
})

test('progress is shown to a person, and leaves no trace', async (context) => {
  let at = Date.parse('2030-01-15T12:00:00Z')
  const cli = await createTestCli(context, { isErrTerminal: true, now: () => (at += 1_000) })
  const { err } = await cli.run('import', exportFile('edd.csv'), '--from', 'edd', '--plan', 'pro')
  assert.equal(err, '\r\u001b[KImporting: 4 lines, 100 %\r\u001b[K')
})

const WRONG: readonly (readonly [what: string, text: string | undefined, words: readonly string[], told: RegExp])[] = [
  ['no file', undefined, ['--from', 'csv'], /^central-api: There is no file /],
  [
    'no such plan',
    'key,plan\n',
    ['--from', 'csv', '--plan', 'gold'],
    /--plan: there is no plan "gold"; there are: starter/,
  ],
  ['a map without a plan', 'key,plan\n', ['--from', 'csv', '--plan-map', 'pro'], /"pro" is not "product=plan"/],
  [
    'a map to no plan',
    'key,plan\n',
    ['--from', 'csv', '--plan-map', 'a=b=gold'],
    /--plan-map: there is no plan "gold"/,
  ],
  [
    'a column that lacks',
    'a;b\n1;2\n',
    ['--from', 'edd'],
    /no column for the key.*There are: "a", "b"\n {2}Check --from/,
  ],
  ['no column for the product', 'key\n1\n', ['--from', 'csv'], /no column for the product \(or name --plan\)/],
  [
    'an open quote',
    'key,plan\n"1,pro\n',
    ['--from', 'csv'],
    /Line 2: A quote is opened here and never closed\n {2}Mend/,
  ],
  ['UTF-16', '\ufeffkey,plan', ['--from', 'csv'], /The file is UTF-16.*\n {2}Save it as "CSV UTF-8/],
]

for (const [what, text, words, told] of WRONG) {
  test(`${what}: nothing is taken, and it is told with what to do`, async (context) => {
    const cli = await createTestCli(context)
    const file = cli.file('export.csv')
    if (text !== undefined) await writeFile(file, text, text.startsWith('\ufeff') ? 'utf16le' : 'utf8')
    const { status, out, err } = await cli.run('import', file, ...words)
    assert.deepEqual([status, out], [1, ''])
    assert.match(err, told)
  })
}
