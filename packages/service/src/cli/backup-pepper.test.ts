// The pepper of a backup. Without it, no key in the store can be verified.

import assert from 'node:assert/strict'
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises'
import { test } from 'node:test'
import { createStore, createTestCli, createTestCliOnStore, type TestCli } from '@central-api/testing/cli/fixture.ts'

const create = (cli: TestCli) => cli.json('license', 'create', '--plan', 'pro')

test('a backup is not restored with a pepper that does not match it', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  const backup = cli.file('backup.db')
  await cli.json('backup', backup)
  await rm(`${backup}.pepper`)

  const elsewhere = await createTestCli(context)
  const missing = await elsewhere.run('restore', backup)
  assert.match(
    missing.err,
    /^central-api: No pepper found for this backup. Put .*backup\.db\.pepper next to it, or set the LICENSE_PEPPER/,
  )
  elsewhere.environment.LICENSE_PEPPER = 'another-pepper-another-pepper-another'
  const other = await elsewhere.run('restore', backup)
  assert.equal(other.err, `central-api: The pepper in LICENSE_PEPPER does not match ${backup}\n`)
  assert.deepEqual(await readdir(elsewhere.folder), [])

  elsewhere.environment.LICENSE_PEPPER = (await readFile(cli.file('central.pepper'), 'utf8')).trim()
  assert.equal((await elsewhere.run('restore', backup)).status, 0)
  assert.deepEqual((await readdir(elsewhere.folder)).toSorted(), ['central.db', 'central.db.restored'])
})

test('the pepper of a backup replaces a different one, which is kept', async (context) => {
  const cli = await createTestCliOnStore(context)
  await create(cli)
  await cli.json('backup', cli.file('backup.db'))
  const elsewhere = await createTestCliOnStore(context)
  await create(elsewhere)
  const pepperBefore = await readFile(elsewhere.file('central.pepper'), 'utf8')
  await chmod(elsewhere.file('central.pepper'), 0o644)
  const { before } = await elsewhere.json<{ before: string[] }>('restore', cli.file('backup.db'))
  assert.deepEqual(before, [
    elsewhere.file('central.db.before-restore-20300115T120000000Z'),
    elsewhere.file('central.pepper.before-restore-20300115T120000000Z'),
  ])
  assert.equal(await readFile(before[1] ?? '', 'utf8'), pepperBefore)
  assert.equal((await stat(elsewhere.file('central.pepper'))).mode & 0o777, 0o600)
  await create(elsewhere)
})

test('a pepper from LICENSE_PEPPER is never written, and the output says to keep it', async (context) => {
  const cli = await createTestCli(context)
  cli.environment.LICENSE_PEPPER = 'the-pepper-that-the-server-was-started-with'
  await createStore(cli)
  await create(cli)
  const { out } = await cli.run('backup', cli.file('backup.db'))
  assert.match(
    out,
    /\nThe backup does not contain the pepper\. Keep the value of LICENSE_PEPPER as well\. Without it, no license key can be verified\.\n/,
  )
  assert.deepEqual(
    (await readdir(cli.folder)).filter((name) => name.endsWith('.pepper')),
    [],
  )
})
