import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { exportFile } from '@central-api/testing/importing/fixture.ts'

const KEYS = /\w{4}(?:-\w{4}){3}/g

test('an import shows the counts and the reasons for rejected lines, and the report lists these lines', async (context) => {
  const cli = await createTestCliOnStore(context)
  const report = cli.file('report.csv')
  const { status, out, err } = await cli.run('import', exportFile('own.csv'), '--from', 'csv', '--report', report)
  assert.equal(status, 1)
  assert.match(
    out,
    /^Read 11 licenses of own\.csv \(CSV with the columns of Central API\)\.\n\n {2}created +2\n {2}already exist +0\n {2}rejected +9\n/,
  )
  assert.match(out, /\n {2}key_guessable +1 {2}the key can be guessed: /)
  assert.equal(
    err,
    `central-api: 9 of 11 licenses were rejected; ${report} lists each of them. Correct them and run the command again. Existing licenses stay unchanged\n`,
  )
  const lines = (await readFile(report, 'utf8')).split('\r\n')
  assert.deepEqual(lines.slice(0, 3), [
    'line,record,reason,externalId,keyEndsIn,message',
    '5,3,key_guessable,shop-3,MNOP,The key of 19 characters can be guessed. Give the customer another one',
    '6,4,key_form,shop-4,,"The key has 5 characters. A key has 12 to 1,024 printable ASCII characters without white space"',
  ])
  assert.equal(lines.length, 11)
  assert.equal((await stat(report)).mode & 0o777, 0o600)
  for (const key of (await readFile(exportFile('own.csv'), 'utf8')).match(KEYS) ?? assert.fail()) {
    assert.ok(![out, err, ...lines].some((text) => text.includes(key)))
  }
})

test('without a report the first rejected lines are shown', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { out } = await cli.run('import', exportFile('own.csv'), '--from', 'csv')
  assert.match(out, /First rejected lines\n {2}line 5 +key_guessable +The key of 19/)
  assert.doesNotMatch(out, /line 13/)
})

test('a dry run shows how each column is read, the first licenses, and each line that would be rejected', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { status, out, err } = await cli.run('import', exportFile('own.csv'), '--from', 'csv', '--dry-run')
  assert.equal(status, 1)
  assert.match(out, /; dry run, nothing was written\.\n\n {2}would be created +2\n/)
  assert.match(out, /\nColumns\n {2}externalId +externalId\n {2}key +key\n/)
  assert.match(out, /\n {2}metadata\.orderId +metadata\.orderId\n/)
  assert.match(
    out,
    /\nThe first licenses\n {2}line +key +plan .*\n {2}2 +…b2Ln +pro +live +active +2030-12-31T.*\n {2}4 +…X8sU +starter +test +active +never/,
  )
  assert.match(out, /\nWould be rejected\n {2}line 5 +key_guessable +The key of 19(?:.*\n){8} {2}line 13 +columns /)
  assert.match(err, /9 of 11 licenses would be rejected; --report FILE lists each of them/)
  assert.deepEqual(await cli.json('license', 'list'), [])
})

test('products are mapped to plans, and existing licenses stay unchanged', async (context) => {
  const cli = await createTestCliOnStore(context)
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
  const expected = {
    file: 'edd.csv',
    from: 'edd',
    dryRun: false,
    read: 4,
    there: 0,
    refused: 0,
    reasons: {},
    report: null,
  }
  const { id: first, ...one } = await cli.json(...words)
  const { id: second, ...two } = await cli.json(...words)
  assert.deepEqual(
    [one, two],
    [
      { ...expected, made: 4 },
      { ...expected, made: 0, there: 4 },
    ],
  )
  assert.match(String(first), /^imp_[0-9a-f]{18}$/)
  assert.notEqual(second, first)
  const licenses = await cli.json<{ externalId: string; plan: string; status: string }[]>('license', 'list')
  assert.deepEqual(licenses.map(({ externalId, plan, status }) => [externalId, plan, status]).sort(), [
    ['edd:101', 'starter', 'active'],
    ['edd:102', 'pro', 'active'],
    ['edd:103', 'starter', 'expired'],
    ['edd:104', 'starter', 'suspended'],
  ])
})

test('new keys are written to the file of --new-keys, after those of the previous run', async (context) => {
  const cli = await createTestCliOnStore(context)
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

test('an import sends webhook events only with --events', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await cli.json('webhook', 'create', 'https://shop.example.com/hooks')
  const types = async () =>
    (await cli.json<readonly { readonly type: string }[]>('webhook', 'deliveries', String(id))).map(({ type }) => type)
  const write = async (name: string, key: string) => {
    await writeFile(cli.file(name), `key,plan,expiresAt\n${key},pro,2030-01-14\n`)
    return ['import', cli.file(name), '--from', 'csv']
  }
  assert.equal((await cli.run(...(await write('one.csv', 'Zx8Qw3Er7Ty2Ui9Op')))).status, 0)
  assert.deepEqual(await types(), [])
  assert.equal((await cli.run(...(await write('two.csv', 'Yw6Rc9HfA3VpJ8X8s')), '--events')).status, 0)
  assert.deepEqual(await types(), ['license.created'])
})

test('progress is shown on a terminal and then erased', async (context) => {
  let at = Date.parse('2030-01-15T12:00:00Z')
  const cli = await createTestCliOnStore(context, { isErrTerminal: true, now: () => (at += 1_000) })
  const { err } = await cli.run('import', exportFile('edd.csv'), '--from', 'edd', '--plan', 'pro')
  assert.equal(err, '\r\u001b[KImporting: 4 lines, 100 %\r\u001b[K')
})

test('a dry run shows ten licenses, the same as JSON, and no keys', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('customers.csv')
  const keys = Array.from({ length: 12 }, (_, at) => `Kd83-Qm5Z-7TxW-b${String(at).padStart(3, '0')}`)
  await writeFile(file, `key,plan,expires_at\n${keys.map((key) => `${key},pro,2031-05-01\n`).join('')}short,pro,\n`)
  const words = ['import', file, '--from', 'csv', '--dry-run']
  const { out } = await cli.run(...words)
  assert.equal(out.match(/ {2}…b\d{3} /g)?.length, 10)
  assert.match(out, /\nNo column for status: all licenses are active\.\n/)
  assert.doesNotMatch(out, /No column for expiresAt/)
  const result = JSON.parse((await cli.run(...words, '--json')).out)
  assert.deepEqual(
    [result.made, result.refused, result.licenses.length, result.columns],
    [
      12,
      1,
      10,
      [
        { name: 'key', takenFor: 'key' },
        { name: 'plan', takenFor: 'plan' },
        { name: 'expires_at', takenFor: 'expiresAt' },
      ],
    ],
  )
  assert.deepEqual(
    [result.licenses[0].keyEndsIn, result.licenses[0].expiresAt, result.refusedLines],
    [
      'b000',
      '2031-05-01T00:00:00.000Z',
      [
        {
          line: 14,
          record: 13,
          reason: 'key_form',
          externalId: null,
          keyEndsIn: null,
          message: 'The key has 5 characters. A key has 12 to 1,024 printable ASCII characters without white space',
        },
      ],
    ],
  )
  for (const key of keys) assert.ok(!JSON.stringify([out, result]).includes(key))
})

test('an unread column is rejected before the import starts, and a dry run lists it', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('customers.csv')
  await writeFile(file, ',key,plan,Cancelled at,City\n0,Kd83-Qm5Z-7TxW-b2Ln,pro,2024-05-01,Bern\n')
  const words = ['import', file, '--from', 'csv']

  const refused = await cli.run(...words, '--ignore-column', 'city')
  assert.deepEqual([refused.status, refused.out], [1, ''])
  assert.match(
    refused.err,
    /^central-api: 1 column is not read: "Cancelled at"\. Nothing was imported\n {2}Rename it to a supported column \(id, externalId, key, .*plan, metadata\.NAME\), or ignore it with --ignore-column; "\*" ignores all unread columns\n$/,
  )
  assert.deepEqual(await cli.json('license', 'list'), [])

  const dry = await cli.run(...words, '--dry-run')
  assert.equal(dry.status, 1)
  assert.match(dry.out, / {2}Cancelled at +not read: rename it or use --ignore-column\n/)
  assert.match(dry.out, / {2}\(no name\) +row numbers\n/)
  assert.match(
    dry.err,
    /2 columns are not read: "Cancelled at", "City"\. Rename or ignore it before you run the import without --dry-run/,
  )

  const read = await cli.run(...words, '--ignore-column', 'plan')
  assert.match(read.err, /--ignore-column plan: the column is read as plan/)

  assert.equal((await cli.run(...words, '--ignore-column', '*', '--dry-run')).status, 0)
  assert.equal((await cli.json(...words, '--ignore-column', 'Cancelled at', '--ignore-column', 'City')).made, 1)
})

const UNREAD_FIELDS: readonly (readonly [field: string, more: object])[] = [
  ['subscription_status', { subscription_status: 'cancelled' }],
  ['is_active', { is_active: false }],
  ['deleted_at', { deleted_at: '2024-01-01' }],
  ['valid_until', { valid_until: null }],
  ['gekündigt', { gekündigt: 1 }],
  ['subscription.status', { subscription: { status: 'cancelled' } }],
  ['subscriptions[].status', { subscriptions: [{ status: 'cancelled' }] }],
  ['states[]', { states: ['cancelled'] }],
  ['pages[][].end', { pages: [[{ end: 1 }]] }],
  ['a.b.c.d.e.f', { a: { b: { c: { d: { e: { f: { g: 'cancelled' } } } } } } }],
]

for (const [field, more] of UNREAD_FIELDS) {
  test(`the unread JSON field ${field} is rejected before the import starts`, async (context) => {
    const cli = await createTestCliOnStore(context)
    const file = cli.file('page.json')
    const licenses = [1, 2].map((id) => ({
      id,
      secret_key: `sk_Zx8Qw3Er7Ty2Ui9Op.A${id}`,
      plan_id: 7,
      is_cancelled: false,
      ...(id === 2 && more),
    }))
    const words = ['import', file, '--from', 'freemius', '--plan', 'pro']
    for (const text of [JSON.stringify({ licenses }), licenses.map((each) => JSON.stringify(each)).join('\n')]) {
      await writeFile(file, text)
      const { status, out, err } = await cli.run(...words)
      assert.deepEqual([status, out], [1, ''])
      assert.ok(
        err.startsWith(`central-api: 1 column is not read: ${JSON.stringify(field)}. Nothing was imported\n`),
        err,
      )
    }
    assert.deepEqual(await cli.json('license', 'list'), [])
    const dry = await cli.run(...words, '--dry-run')
    assert.equal(dry.status, 1)
    assert.ok(dry.err.includes(`1 column is not read: ${JSON.stringify(field)}`), dry.err)
    assert.equal((await cli.json(...words, '--ignore-column', field)).made, 2)
  })
}

test('an unread field in a late record ends the import there', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('page.json')
  const licenses = Array.from({ length: 4_000 }, (_, id) => ({
    id,
    secret_key: `sk_Zx8Qw3Er7Ty2Ui9Op.A${id}`,
    plan_id: 7,
    is_cancelled: false,
    ...(id === 3_999 && { state: 'ended' }),
  }))
  await writeFile(file, licenses.map((each) => JSON.stringify(each)).join('\n'))
  const words = ['import', file, '--from', 'freemius', '--plan', 'pro']
  const { status, err } = await cli.run(...words)
  assert.equal(status, 1)
  assert.match(err, /1 column is not read: "state"\n.*. The licenses before it were imported\n/)
  const { made, there } = await cli.json<{ made: number; there: number }>(...words, '--ignore-column', 'state')
  assert.ok(made > 0 && there > 0 && made + there === 4_000, `${made} ${there}`)
})

test('exports of the supported shops have no unread fields', async (context) => {
  const cli = await createTestCliOnStore(context)
  for (const [from, name] of [
    ['freemius', 'freemius.json'],
    ['keygen', 'keygen.jsonl'],
    ['lemon-squeezy', 'lemon-squeezy.jsonl'],
    ['woocommerce-license-manager', 'woocommerce-license-manager.json'],
  ] as const) {
    const { err } = await cli.run('import', exportFile(name), '--from', from, '--plan', 'pro')
    assert.doesNotMatch(err, /not read/)
  }
})

test('no message contains a key or an email address if the first line of the file is a record', async (context) => {
  const cli = await createTestCliOnStore(context)
  const [file, keys] = [cli.file('customers.csv'), cli.file('keys.csv')]
  const key = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
  const record = `${key},pro,kunde@example.de`
  const named = `id,secret_key,plan_id,is_cancelled,${key}`
  for (const [from, text, message] of [
    ['csv', record, /The line has 3 cells and looks like a record/],
    ['csv', `${record},kunde@example.de`, /The line has 4 cells and looks like a record/],
    ['freemius', named, /1 column is not read: 1 that may be something else than a name/],
    ['freemius', JSON.stringify({ licenses: { [key]: { secret_key: key, plan_id: 7 } }, plan_id: 7 }), /./],
  ] as const) {
    await writeFile(file, `${text}\n`)
    const words = ['import', file, '--from', from, '--plan', 'pro']
    for (const more of [[], ['--new-keys', keys], ['--dry-run', '--new-keys', keys], ['--dry-run', '--json']]) {
      const { status, out, err } = await cli.run(...words, ...more)
      assert.equal(status, 1)
      assert.match(err, message)
      assert.doesNotMatch(out + err, /0f1e2d|kunde/, more.join(' '))
    }
  }
})

test('a column without a name can be ignored', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('customers.csv')
  await writeFile(file, 'key,plan,,Unnamed: 3\nKd83-Qm5Z-7TxW-b2Ln,pro,cancelled,ended\n')
  const words = ['import', file, '--from', 'csv']
  const { status, out } = await cli.run(...words, '--ignore-column', '')
  assert.equal(status, 1)
  assert.match(out, /Column 4 has no header but has a value .* or pass --ignore-column "Unnamed: 3"/)
  assert.equal((await cli.json(...words, '--ignore-column', '', '--ignore-column', 'Unnamed: 3')).made, 1)
})

test('a dry run shows the same status as the license list', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('customers.csv')
  const keys = [1, 2, 3, 4].map((at) => `Kd83-Qm5Z-7TxW-b2L${at}`)
  await writeFile(
    file,
    `key,plan,status,expiresAt\n${keys[0]},pro,expired,\n${keys[1]},pro,active,2020-01-01\n${keys[2]},pro,revoked,2020-01-01\n${keys[3]},pro,suspended,\n`,
  )
  const words = ['import', file, '--from', 'csv', '--dry-run']
  const { out } = await cli.run(...words)
  const states = ['expired', 'expired', 'revoked', 'suspended']
  assert.deepEqual(
    [...out.matchAll(/…b2L\d +pro +live +(\w+)/g)].map(([, state]) => state),
    states,
  )
  const { licenses } = await cli.json<{ licenses: { status: string }[] }>(...words)
  assert.deepEqual(
    licenses.map(({ status }) => status),
    states,
  )
})

test('a file without licenses fails with status 1 and a message', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('export')
  for (const [from, text] of [
    ['csv', 'key,plan,status\n'],
    ['csv', 'key,plan,status\n,,\n'],
    ['freemius', '[]'],
    ['freemius', '{"licenses":[]}'],
  ] as const) {
    await writeFile(file, text)
    for (const more of [[], ['--dry-run'], ['--json']]) {
      const { status, err } = await cli.run('import', file, '--from', from, '--plan', 'pro', ...more)
      assert.deepEqual([status, err], [1, 'central-api: export has no licenses\n'], text)
    }
  }
})

test('licenses before a malformed line are imported, and the message of a dry run does not claim that', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('customers.csv')
  await writeFile(file, 'key,plan\nKd83-Qm5Z-7TxW-b2Ln,pro\n"Kd83,pro\n')
  const words = ['import', file, '--from', 'csv']
  assert.match((await cli.run(...words, '--dry-run')).err, /Line 3: .*\n {2}Correct that line\n$/)
  assert.match(
    (await cli.run(...words)).err,
    /Line 3: .*\n {2}Correct that line. The licenses before it were imported\n/,
  )
})

test('the message for one rejected license is in the singular', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('customers.csv')
  await writeFile(file, 'key,plan\nKd83-Qm5Z-7TxW-b2Ln,pro\nshort,pro\n')
  const { err } = await cli.run('import', file, '--from', 'csv')
  assert.match(err, /^central-api: 1 of 2 licenses was rejected; .*\. Correct it and run the command again/)
})

test('a report that cannot be written is rejected before the import starts', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('customers.csv')
  const text = 'key,plan\nKd83-Qm5Z-7TxW-b2Ln,pro\n'
  await writeFile(file, text)
  const words = ['import', file, '--from', 'csv', '--report']
  for (const report of [file, cli.folder, cli.file('missing/left.csv')]) {
    const { status, out, err } = await cli.run(...words, report)
    assert.deepEqual([status, out], [1, ''])
    assert.match(err, /(?:already exists and is not an import report|Cannot \w+ .*)/)
  }
  assert.equal(await readFile(file, 'utf8'), text)
  assert.deepEqual(await cli.json('license', 'list'), [])
  const same = cli.file('same.csv')
  assert.match(
    (await cli.run(...words, same, '--new-keys', same)).err,
    /--report and --new-keys must be different files/,
  )
  // A device is written to directly.
  assert.equal((await cli.run(...words, '/dev/null')).status, 0)
})

test('a run that reads nothing leaves no report in the way of the next one', async (context) => {
  const cli = await createTestCliOnStore(context)
  const [file, report] = [cli.file('customers.csv'), cli.file('left.csv')]
  await writeFile(file, 'key,plan,City\nKd83-Qm5Z-7TxW-b2Ln,pro,Bern\n')
  const words = ['import', file, '--from', 'csv', '--report', report]
  assert.equal((await cli.run(...words)).status, 1)
  assert.equal((await cli.run(...words, '--ignore-column', 'City')).status, 0)
  assert.match(await readFile(report, 'utf8'), /^line,record,reason,.*\r\n$/)
})

test('a pipe is read like a file', async (context) => {
  const cli = await createTestCliOnStore(context)
  const pipe = cli.file('pipe')
  execFileSync('mkfifo', [pipe])
  const written = writeFile(pipe, 'key,plan\nKd83-Qm5Z-7TxW-b2Ln,pro\n')
  assert.equal((await cli.json('import', pipe, '--from', 'csv')).made, 1)
  await written
})

test('a path that cannot be imported is reported with its kind', async (context) => {
  const cli = await createTestCliOnStore(context)
  const words = (path: string) => ['import', path, '--from', 'csv']
  assert.match((await cli.run(...words(cli.folder))).err, /is a folder\. Use the path of a file\n$/)
  assert.match((await cli.run(...words('/dev/null'))).err, /The file is empty/)
  assert.match((await cli.run(...words('/dev/zero'))).err, /zero bytes/)
  const server = createServer().listen(cli.file('socket'))
  context.after(() => server.close())
  await once(server, 'listening')
  assert.match((await cli.run(...words(cli.file('socket')))).err, /is a socket\. Use a file/)
})

const WRONG: readonly (readonly [what: string, text: string | undefined, words: readonly string[], err: RegExp])[] = [
  ['a missing file', undefined, ['--from', 'csv'], / does not exist\n/],
  [
    'an unknown plan',
    'key,plan\n',
    ['--from', 'csv', '--plan', 'gold'],
    /--plan: the plan "gold" does not exist. Plans: starter/,
  ],
  ['a mapping without a plan', 'key,plan\n', ['--from', 'csv', '--plan-map', 'pro'], /"pro" is not "product=plan"/],
  [
    'a mapping to an unknown plan',
    'key,plan\n',
    ['--from', 'csv', '--plan-map', 'a=b=gold'],
    /--plan-map: the plan "gold"/,
  ],
  [
    'a missing column',
    'a;b\n1;2\n',
    ['--from', 'edd'],
    /No column for the key.*The file has: "a", "b"\n {2}Check --from/,
  ],
  ['no column for the product', 'key\n1\n', ['--from', 'csv'], /No column for the product \(or set --plan\) found/],
  [
    'an open quote',
    'key,plan\n"1,pro\n',
    ['--from', 'csv'],
    /Line 2: A quote that is opened here is never closed\n {2}Correct/,
  ],
  ['UTF-16', '\ufeffkey,plan', ['--from', 'csv'], /The file is UTF-16.*\n {2}Save it as "CSV UTF-8/],
]

for (const [what, text, words, message] of WRONG) {
  test(`${what}: nothing is imported, and the message says what to do`, async (context) => {
    const cli = await createTestCliOnStore(context)
    const file = cli.file('export.csv')
    if (text !== undefined) await writeFile(file, text, text.startsWith('\ufeff') ? 'utf16le' : 'utf8')
    const { status, out, err } = await cli.run('import', file, ...words)
    assert.deepEqual([status, out], [1, ''])
    assert.match(err, message)
  })
}
