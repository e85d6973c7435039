import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestCliOnStore, NOW, type TestCli } from '@central-api/testing/cli/fixture.ts'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import { openSqlite } from '../storage/sqlite/open.ts'

type License = Readonly<Record<string, unknown>> & { readonly id: string }

const MONTH = Date.parse('2030-01-01T00:00:00Z')
const HASH = /[0-9a-f]{64}/

/** Two licenses with texts that a spreadsheet would execute, with a site and some usage. */
const fill = async (cli: TestCli) => {
  const first = await cli.json<{ id: string; key: string }>(
    ...['license', 'create', '--plan', 'pro', '--name', '=HYPERLINK("x")', '--expires', '2031-01-31'],
    ...[
      '--external-id',
      "'=7",
      '--email',
      'garden@example.com',
      '--notes',
      'two\nlines, "quoted"',
      '--metadata',
      'order=+1',
    ],
  )
  cli.clock.at += 1_000
  const second = await cli.json<{ id: string; key: string }>('license', 'create', '--plan', 'starter', '--mode', 'test')
  await cli.json('license', 'suspend', second.id)
  const store = await openSqlite({ file: cli.file('central.db') })
  await store.sites.activate({ licenseId: first.id, site: 'garden.example.com', firstSeenAt: NOW }, null)
  const windows = ['scans', 'burst'].map((meter) => ({ meter, startsAt: MONTH, limit: null }))
  await store.usage.commit([{ licenseId: first.id, windows, count: 3 }], [])
  await store.close()
  return { first, second }
}

test('licenses are exported as CSV that spreadsheets do not execute, with only the last characters of keys', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { first, second } = await fill(cli)
  const { status, out, err } = await cli.run('export')
  assert.deepEqual([status, err], [0, ''])
  assert.equal(
    out,
    [
      'id,externalId,name,email,plan,mode,status,expiresAt,createdAt,notes,metadata,keysEndIn\r\n',
      `${second.id},,,,starter,test,suspended,,2030-01-15T12:00:01.000Z,,,${second.key.slice(-4)}\r\n`,
      `${first.id},''=7,"'=HYPERLINK(""x"")",garden@example.com,pro,live,active,2031-01-31T00:00:00.000Z,`,
      `2030-01-15T12:00:00.000Z,"two\nlines, ""quoted""","{""order"":""+1""}",${first.key.slice(-4)}\r\n`,
    ].join(''),
  )
})

test('all data is exported as JSON Lines or as files, without secrets', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { first, second } = await fill(cli)
  const { out } = await cli.run('export', '--what', 'all', '--format', 'jsonl')
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    lines.slice(0, 7).map(({ type, id, name, license }) => [type, id ?? name ?? license]),
    [
      ['licenses', second.id],
      ['licenses', first.id],
      ['sites', first.id],
      ['usage', first.id],
      ['plans', 'starter'],
      ['plans', 'pro'],
      ['plans', 'agency'],
    ],
  )
  // Entries of the same time are sorted by their ids.
  assert.deepEqual(
    lines
      .slice(7)
      .map(({ type, action }) => `${type} ${action}`)
      .sort(),
    ['audit license.create', 'audit license.create', 'audit license.suspend', 'audit signing_key.rotate'],
  )
  assert.deepEqual(lines[3], {
    type: 'usage',
    license: first.id,
    meter: 'scans',
    from: '2030-01-01T00:00:00.000Z',
    until: '2030-02-01T00:00:00.000Z',
    used: 3,
  })
  assert.deepEqual(lines[1]?.metadata, { order: '+1' })

  const folder = cli.file('out')
  assert.equal((await cli.run('export', '--what', 'all', '--to', folder)).status, 0)
  const files = await readdir(folder)
  assert.deepEqual(files.sort(), [
    'audit.csv',
    'connections.csv',
    'licenses.csv',
    'plans.csv',
    'sites.csv',
    'usage.csv',
  ])
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  for (const text of [out, ...texts]) {
    assert.doesNotMatch(text, HASH)
    for (const { key } of [first, second]) assert.ok(!text.includes(key))
  }
  for (const name of files) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
})

test('connected accounts are exported without tokens and subjects', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await cli.json<{ id: string }>('license', 'create', '--plan', 'pro')
  const store = await openSqlite({ file: cli.file('central.db') })
  const secret = { sealedToken: 'sealed-token', subjectHash: 'subject-hash' }
  await store.connections.create(connection(id, { id: 'cn_1', accountId: '7', handle: 'garden', ...secret }), null)
  await store.close()
  const { out } = await cli.run('export', '--what', 'connections', '--format', 'jsonl')
  const { type: _type, createdAt, ...row } = JSON.parse(out)
  assert.deepEqual(row, {
    ...{ id: 'cn_1', license: id, site: null, platform: 'sandbox', host: null, accountId: '7', handle: 'garden' },
    ...{ displayName: null, label: null, state: 'connected', reason: null, until: null, lastReadAt: null },
  })
  assert.equal(createdAt, '1970-01-01T00:00:01.000Z')
  assert.doesNotMatch(out, /sealed-token|subject-hash/)
})

test('an existing file is not overwritten, and all data as CSV requires a folder', async (context) => {
  const cli = await createTestCliOnStore(context)
  const file = cli.file('licenses.csv')
  assert.equal((await cli.run('export', '--to', file)).status, 0)
  const again = await cli.run('export', '--to', file)
  assert.deepEqual([again.status, again.out], [1, ''])
  assert.match(again.err, /already exists/)
  assert.match((await cli.run('export', '--what', 'all')).err, /several files\. Set a folder/)
})

test('exported licenses are imported elsewhere unchanged, except for their keys', async (context) => {
  const [cli, elsewhere] = [await createTestCliOnStore(context), await createTestCliOnStore(context)]
  await fill(cli)
  const file = cli.file('licenses.csv')
  await cli.run('export', '--to', file)
  const words = ['import', file, '--from', 'csv', '--new-keys', elsewhere.file('keys.csv')]
  elsewhere.clock.at += 60_000
  const { made, there, refused } = await elsewhere.json(...words)
  assert.deepEqual([made, there, refused], [2, 0, 0])
  const licenses = () => Promise.all([cli, elsewhere].map((each) => each.json<License[]>('license', 'list')))
  const [before, after] = await licenses()
  assert.deepEqual(after, before)
  assert.deepEqual((await elsewhere.json(...words)).there, 2)
  // The original store already has these licenses.
  assert.deepEqual((await cli.json(...words)).there, 2)
})

test('progress is shown on a terminal and then erased, and never among the output', async (context) => {
  let at = NOW
  const cli = await createTestCliOnStore(context, { isErrTerminal: true, now: () => (at += 1_000) })
  const shown = /^(?:\|Exporting: 1 KiB)+\|$/
  for (const words of [['export', '--to', cli.file('licenses.csv')], ['export']])
    assert.match((await cli.run(...words)).err.replaceAll('\r\u001b[K', '|'), shown)
  assert.equal((await cli.runWith({ isTerminal: true }, 'export')).err, '')
  assert.equal((await cli.runWith({ isErrTerminal: false }, 'export')).err, '')
})
