import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create } from '@central-api/testing/cli/license/fixture.ts'

test('a license is permanently deleted, and only with --yes', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { id } = await create(cli, '--name', 'Blog')
  const withoutYes = await cli.run('license', 'delete', id)
  assert.deepEqual([withoutYes.status, withoutYes.out], [2, ''])
  assert.match(withoutYes.err, /add --yes to delete it, or revoke it instead/)
  assert.equal((await cli.json<{ status: string }>('license', 'show', id)).status, 'active')
  const { out } = await cli.run('license', 'delete', id, '--yes')
  assert.equal(out, `License ${id} is deleted with its keys, its sites and all other data.\n`)
  assert.deepEqual(await cli.json('license', 'list'), [])
  const { status, err } = await cli.run('license', 'delete', id, '--yes')
  assert.deepEqual(
    [status, err],
    [
      1,
      `central-api: There is no license "${id}"\n  Run npx --no-install central-api license list for the ids, or license list --search with a name, an email address or a site.\n`,
    ],
  )
})
