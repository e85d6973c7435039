// Commands without a store. Commands that read must not create one, and report where they looked.

import assert from 'node:assert/strict'
import { readdir, symlink, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createTestCli } from '@central-api/testing/cli/fixture.ts'
import { PEPPER } from '@central-api/testing/start-service.ts'
import { startPostgres } from '../../test/postgres-server.ts'
import { noStore } from './no-store.ts'

const WITHOUT_CREATION: readonly (readonly string[])[] = [
  ['backup', 'x.db'],
  ['export'],
  ['usage'],
  ['audit'],
  ['plan', 'list'],
  ['keys', 'list'],
  ['keys', 'rotate'],
  ['operator', 'list'],
  ['operator', 'revoke', 'Anna'],
  ['webhook', 'list'],
  ['webhook', 'deliveries', 'whk_1'],
  ['webhook', 'delete', 'whk_1'],
  ['webhook', 'rotate', 'whk_1'],
  ['license', 'list'],
  ['license', 'show', 'lic_1'],
  ['license', 'sites', 'lic_1'],
  ['license', 'suspend', 'lic_1'],
  ['license', 'rotate', 'lic_1'],
  ['license', 'delete', 'lic_1', '--yes'],
  ['license', 'forget', 'anna@example.com', '--yes'],
  ['license', 'bulk', 'suspend', 'lic_1', '--yes'],
  ['migrate', '--to', 'postgres://127.0.0.1:1/central'],
]

const WITH_CREATION: readonly (readonly string[])[] = [
  ['license', 'create', '--plan', 'pro'],
  ['plan', 'set', 'pro', '--scans', '7'],
  ['operator', 'create', '--name', 'Anna', '--role', 'read'],
  ['webhook', 'create', 'https://hooks.example.com/'],
]

for (const words of WITHOUT_CREATION) {
  test(`${words.join(' ')}: creates no store, and reports where it looked`, async (context) => {
    const cli = await createTestCli(context)
    const { status, out, err } = await cli.run(...words.map((word) => (word === 'x.db' ? cli.file(word) : word)))
    assert.deepEqual([status, out], [1, ''])
    const file = cli.file('central.db')
    assert.equal(
      err,
      `central-api: No store found at ${file}: DATABASE_URL is sqlite:${file}. Nothing was changed. Set DATABASE_URL to the store of the service, or run the command in the folder of the service. To create a store, start the service: npx --no-install central-api serve\n`,
    )
    assert.deepEqual(await readdir(cli.folder), [])
  })
}

for (const words of WITH_CREATION) {
  test(`${words.slice(0, 2).join(' ')}: creates the store and says so, once`, async (context) => {
    const cli = await createTestCli(context)
    const { status, err } = await cli.run(...words)
    const file = cli.file('central.db')
    assert.deepEqual(
      [status, err],
      [
        0,
        `central-api: Created a new store, the SQLite store ${file}: DATABASE_URL is sqlite:${file}. If your service uses another store, set DATABASE_URL to that store, or change to the folder of the service, and run the command again.\n`,
      ],
    )
    assert.ok((await readdir(cli.folder)).includes('central.db'))
    // The plan needs no unique name, unlike the operator.
    assert.equal((await cli.run('plan', 'set', 'pro', '--scans', '7')).err, '')
  })
}

test('an empty file or a dangling link is not a store, and the message shows the folder of the default', async (context) => {
  const cli = await createTestCli(context)
  await writeFile(cli.file('central.db'), '')
  assert.match((await cli.run('license', 'list')).err, /^central-api: No store found at /)
  cli.environment.DATABASE_URL = `sqlite:${cli.file('link.db')}`
  await symlink('nowhere.db', cli.file('link.db'))
  assert.match((await cli.run('license', 'list')).err, /^central-api: No store found at .*link\.db: /)
  // Calls the function directly, because a store may exist in the working directory.
  assert.ok(
    noStore('sqlite:data/central.db', { DATABASE_URL: ' ' }).endsWith(
      `DATABASE_URL is not set and defaults to sqlite:data/central.db, in the folder ${process.cwd()}`,
    ),
  )
  assert.deepEqual((await readdir(cli.folder)).toSorted(), ['central.db', 'link.db'])
})

test('a scan and a dry run work without a store, and say so', async (context) => {
  const cli = await createTestCli(context)
  await writeFile(cli.file('in.csv'), 'key,plan\nC1B6DE-39A6E3-DE1529-8559A0-4AF593-V3,pro\n')
  for (const words of [
    ['scan', 'sandbox', 'demo'],
    ['import', cli.file('in.csv'), '--from', 'csv', '--dry-run'],
  ]) {
    const { status, err } = await cli.run(...words)
    assert.match(
      err,
      /^central-api: No store found at .*\. The command runs with a temporary store and saves nothing\.\n/,
    )
    assert.equal(status, 0, err)
  }
  assert.deepEqual(await readdir(cli.folder), ['in.csv'])
})

test('commands that read create no tables in an empty PostgreSQL database', async (context) => {
  const server = await startPostgres()
  context.after(() => server.dispose())
  const cli = await createTestCli(context)
  cli.environment.LICENSE_PEPPER = PEPPER
  cli.environment.DATABASE_URL = await server.createDatabase()
  const { status, err } = await cli.run('license', 'list')
  assert.equal(status, 1)
  assert.match(
    err,
    /^central-api: No store found in the PostgreSQL store .*: it is set by DATABASE_URL\. Nothing was changed\./,
  )
  assert.deepEqual(
    (await cli.run('doctor', '--json')).out.match(/does not exist yet; it is set by DATABASE_URL/g)?.length,
    1,
  )
  // This would fail if there were tables already.
  assert.equal((await cli.run('license', 'create', '--plan', 'pro')).status, 0)
  assert.equal((await cli.run('license', 'list')).status, 0)
})
