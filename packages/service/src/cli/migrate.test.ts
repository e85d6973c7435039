import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createTestCliOnStore, NOW, type TestCli } from '@central-api/testing/cli/fixture.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'

type Created = { readonly id: string; readonly key: string }
type Report = {
  readonly from: string
  readonly to: string
  readonly tables: readonly { table: string; rows: number; written: number; removed: number; sha256: string }[]
  readonly usage: readonly { meter: string; month: string; used: number }[]
  readonly pepperFile: string | null
}

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

const create = (cli: TestCli): Promise<Created> => cli.json<Created>('license', 'create', '--plan', 'pro')
const countsOf = ({ tables }: Report) =>
  Object.fromEntries(tables.map(({ table, rows, written, removed }) => [table, [rows, written, removed]]))

/** A service on the store of this command line. */
const serve = (context: Parameters<typeof startService>[0], cli: TestCli) =>
  startService(context, {
    environment: { LICENSE_PEPPER: '', ...cli.environment, BASE_URL: 'https://central.example' },
    listens: true,
  })

test('a store is copied while its service runs, and keys, tokens and usage continue in the new one', async (context) => {
  const cli = await createTestCliOnStore(context)
  const to = await server.createDatabase()
  const { id, key } = await create(cli)
  const old = await serve(context, cli)
  const headers = await old.authorize(key, 'garden.example')
  const scan = { platform: 'sandbox', handle: 'demo' }
  assert.equal((await old.post('/scan-profile', scan, headers)).headers['x-quota-used'], '1')

  const result = await cli.run('migrate', '--to', to)
  assert.deepEqual([result.status, result.err], [0, ''])
  const database = new URL(to)
  const [from, pepper] = [`the SQLite store ${cli.file('central.db')}`, cli.file('central.pepper')]
  assert.deepEqual(result.out.replace(/[0-9a-f]{16}$/gm, 'SUM').split('\n'), [
    `Copied ${from} to the PostgreSQL store ${database.host}${database.pathname}. All rows were compared and are identical.`,
    '',
    'TABLE               ROWS  WRITTEN  REMOVED  SHA-256',
    'plans                  3        3        0  SUM',
    'licenses               1        1        0  SUM',
    'license_keys           1        1        0  SUM',
    'sites                  1        1        0  SUM',
    'grants                 1        1        0  SUM',
    'signing_keys           1        1        0  SUM',
    'usage                  2        2        0  SUM',
    'daily_usage            1        1        0  SUM',
    'credentials            0        0        0  SUM',
    'budgets                0        0        0  SUM',
    'distinct_uses          0        0        0  SUM',
    'audit_entries          3        3        0  SUM',
    'answers                0        0        0  SUM',
    'operators              0        0        0  SUM',
    'start_settings         4        4        0  SUM',
    'webhooks               0        0        0  SUM',
    'webhook_events         0        0        0  SUM',
    'webhook_deliveries     0        0        0  SUM',
    'platform_alarms        0        0        0  SUM',
    'connect_apps           0        0        0  SUM',
    'connect_grants         0        0        0  SUM',
    'connections            0        0        0  SUM',
    'disconnections         0        0        0  SUM',
    'media_marks            0        0        0  SUM',
    'traffic_counts         0        0        0  SUM',
    '',
    'Total usage by month (UTC)',
    '  2030-01  burst  1',
    '  2030-01  scans  1',
    '',
    'Next steps',
    `  1. Stop the service that uses ${from}. Until then, it can keep running and you can repeat this command.`,
    '  2. Run this command again. It copies the changes since the last run, which takes seconds.',
    '  3. Start the service with',
    '       DATABASE_URL    the URL that you set with --to',
    `       LICENSE_PEPPER  the content of ${pepper}: LICENSE_PEPPER="$(cat ${pepper})"`,
    'Cached pages are not copied. The service fetches them again. Keep the old store until you are sure, and start no service on it.',
    '',
  ])
  assert.ok(!result.out.includes(database.password))

  assert.equal((await old.post('/scan-profile', scan, headers)).headers['x-quota-used'], '2')
  const second = await create(cli)
  await old.stop()
  const last = await cli.json<Report>('migrate', '--to', to)
  assert.deepEqual(countsOf(last), {
    plans: [3, 0, 0],
    licenses: [2, 1, 0],
    license_keys: [2, 1, 0],
    sites: [1, 0, 0],
    grants: [1, 0, 0],
    signing_keys: [1, 0, 0],
    usage: [2, 2, 0],
    daily_usage: [1, 1, 0],
    credentials: [0, 0, 0],
    budgets: [0, 0, 0],
    distinct_uses: [0, 0, 0],
    audit_entries: [4, 1, 0],
    answers: [0, 0, 0],
    operators: [0, 0, 0],
    start_settings: [4, 0, 0],
    webhooks: [0, 0, 0],
    webhook_events: [0, 0, 0],
    webhook_deliveries: [0, 0, 0],
    platform_alarms: [0, 0, 0],
    connect_apps: [0, 0, 0],
    connect_grants: [0, 0, 0],
    connections: [0, 0, 0],
    disconnections: [0, 0, 0],
    media_marks: [0, 0, 0],
    traffic_counts: [15, 15, 0],
  })
  assert.deepEqual(last.usage.at(-1), { meter: 'scans', month: '2030-01', used: 2 })
  assert.equal(last.pepperFile, pepper)

  cli.environment.DATABASE_URL = to
  cli.environment.LICENSE_PEPPER = (await readFile(pepper, 'utf8')).trim()
  const moved = await serve(context, cli)
  assert.equal((await moved.post('/scan-profile', scan, headers)).headers['x-quota-used'], '3')
  assert.deepEqual(await moved.authorize(key, 'garden.example'), headers)
  assert.equal((await moved.post('/scan-profile', scan, await moved.authorize(second.key))).status, 200)
  assert.equal((await cli.json('license', 'show', id)).status, 'active')

  // A service has now used the target, so another copy would overwrite newer data.
  cli.environment.DATABASE_URL = `sqlite:${cli.file('central.db')}`
  const late = await cli.run('migrate', '--to', to)
  assert.equal(late.status, 1)
  assert.match(late.err, /^central-api: The target is in use: a service was started on it/)
})

test('differences between source and target are reported, and no service starts on the target', async (context) => {
  const cli = await createTestCliOnStore(context)
  const to = await server.createDatabase()
  const { id } = await create(cli)
  await cli.json('migrate', '--to', to)
  // The trigger changes every row that is written to the target.
  await server.run(
    to,
    `create function meddle() returns trigger language plpgsql as $$ begin new.name := 'meddled'; return new; end $$;
     create trigger meddles before insert or update on licenses for each row execute function meddle()`,
  )
  await cli.json('license', 'change', id, '--name', 'Garden blog')
  assert.deepEqual(await cli.run('migrate', '--to', to, '--json'), {
    status: 1,
    out: '',
    err: `central-api: the PostgreSQL store ${new URL(to).host}${new URL(to).pathname} differs from the SQLite store ${cli.file('central.db')}:
  licenses: 1 differ (1 rows in the source, 1 in the target), such as ${id}
  Another process writes to the target. Stop it and run the command again.
`,
  })
  cli.environment.DATABASE_URL = to
  cli.environment.LICENSE_PEPPER = (await readFile(cli.file('central.pepper'), 'utf8')).trim()
  await assert.rejects(serve(context, cli), /an incomplete copy/)
})

test('an unusable target URL is rejected before anything is changed', async (context) => {
  const cli = await createTestCliOnStore(context)
  const source = cli.environment.DATABASE_URL ?? ''
  const errorOf = async (...words: string[]) => {
    const { status, out, err } = await cli.run('migrate', ...words)
    assert.equal(out, '')
    return [status, err.split('\n')[0]]
  }
  assert.deepEqual(await errorOf('--to', 'postgres://127.0.0.1:1/c'), [
    1,
    `central-api: Nothing to copy: the SQLite store ${cli.file('central.db')} has no licenses. Check that DATABASE_URL is the source`,
  ])
  await create(cli)
  assert.deepEqual(await errorOf(), [2, 'central-api: Missing option --to <url>.'])
  assert.deepEqual(await errorOf('--to', 'mysql://u:hidden-word@h/c'), [
    1,
    'central-api: --to must be sqlite:FILE or postgres://…',
  ])
  assert.deepEqual(await errorOf('--to', source), [
    1,
    `central-api: --to is the SQLite store ${cli.file('central.db')}, which is also the source`,
  ])
  const [status, err] = await errorOf('--to', 'postgres://u:hidden-word@127.0.0.1:1/c')
  assert.equal(status, 1)
  assert.match(String(err), /^central-api: Cannot open the PostgreSQL store 127\.0\.0\.1:1\/c: .*ECONNREFUSED/)
})

test('progress is shown on a terminal and then erased', async (context) => {
  let [err, time] = ['', NOW]
  const cli = await createTestCliOnStore(context, {
    isErrTerminal: true,
    err: (text) => {
      err += text
    },
    now: () => {
      time += 1_000
      return time
    },
  })
  await create(cli)
  await cli.run('migrate', '--to', await server.createDatabase())
  assert.ok(err.includes('\r\u001b[KCopying licenses: 1 of 1'))
  assert.ok(err.endsWith('\r\u001b[K'))
})
