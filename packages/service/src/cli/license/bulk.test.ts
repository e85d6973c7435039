import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create, masked } from '@central-api/testing/cli/license/fixture.ts'

type Shown = { readonly plan: string; readonly status: string }

describe('license bulk', () => {
  test('suspends and resumes the licenses with the given ids, and reports why others stay unchanged', async (context) => {
    const cli = await createTestCliOnStore(context)
    const [one, two] = [(await create(cli)).id, (await create(cli)).id]
    await cli.run('license', 'revoke', two)
    const dry = await cli.run('license', 'bulk', 'suspend', one, two, 'lic_none', '--dry-run')
    const rest = `
ID                        REASON
ID  revoked, which is final
lic_none                  does not exist
`
    const summary =
      'Would suspend 1 of 3 licenses. Nothing was changed. To apply the change, replace --dry-run with --yes.\n'
    assert.equal(masked(dry.out), summary + rest)
    assert.equal((await cli.json<Shown>('license', 'show', one)).status, 'active')
    const done = await cli.run('license', 'bulk', 'suspend', one, two, 'lic_none', '--yes')
    assert.equal(masked(done.out), `1 of 3 licenses is suspended.\n${rest}`)
    assert.equal((await cli.json<Shown>('license', 'show', one)).status, 'suspended')
    assert.equal((await cli.run('license', 'bulk', 'resume', one, '--yes')).out, '1 of 1 license is resumed.\n')
    const { out } = await cli.run('audit', '--subject', one)
    assert.match(out, /license bulk resume/)
  })

  test('moves the licenses that match the filters to another plan', async (context) => {
    const cli = await createTestCliOnStore(context)
    const [one, two] = [(await create(cli, '--name', 'A')).id, (await create(cli, '--name', 'B')).id]
    const of = ['license', 'bulk', 'change-plan', 'agency', '--plan', 'pro', '--name', 'a', '--yes']
    assert.deepEqual(await cli.json(...of), { dryRun: false, matched: 1, changed: 1, unchanged: [] })
    assert.equal((await cli.json<Shown>('license', 'show', one)).plan, 'agency')
    assert.equal((await cli.json<Shown>('license', 'show', two)).plan, 'pro')
  })

  test('changes nothing if more licenses match than --expect allows', async (context) => {
    const cli = await createTestCliOnStore(context)
    const [one, two] = [(await create(cli, '--name', 'Ada')).id, (await create(cli, '--name', 'Adam')).id]
    const of = ['license', 'bulk', 'suspend', '--name', 'Ada']
    const dry = await cli.run(...of, '--dry-run')
    assert.match(
      dry.out,
      /^Would suspend 2 of 2 licenses\. Nothing was changed. To apply the change, replace --dry-run with --yes --expect 2\.\n$/,
    )
    const more = await cli.run(...of, '--yes', '--expect', '1')
    assert.equal(more.status, 1)
    assert.match(more.err, /^central-api: The filter matches more licenses than the 1 expected/)
    for (const id of [one, two]) assert.equal((await cli.json<Shown>('license', 'show', id)).status, 'active')
    assert.equal((await cli.run(...of, '--yes', '--expect', '2')).out, '2 of 2 licenses are suspended.\n')
    const byId = await cli.run('license', 'bulk', 'suspend', one, '--yes', '--expect', '1')
    assert.match(byId.err, /--expect can only be used with filters/)
  })

  test('rejects a filter with a control character', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli)
    const { status, err } = await cli.run('license', 'bulk', 'suspend', '--search', 'a\u0001', '--yes')
    assert.deepEqual([status, err], [1, 'central-api: The filter search contains a control character\n'])
    assert.equal((await cli.json<Shown>('license', 'show', id)).status, 'active')
  })

  test('requires a selection, and either --dry-run or --yes', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli)
    const which = /Select licenses either by ids or by filters/
    for (const [words, message] of [
      [['--yes'], which],
      [[id, '--plan', 'pro', '--yes'], which],
      [[id], /Add --dry-run to see/],
      [[id, '--yes', '--dry-run'], /Add --dry-run to see/],
      [['--name', ' ', '--yes'], /are empty/],
    ] as const) {
      const { status, err } = await cli.run('license', 'bulk', 'suspend', ...words)
      assert.notEqual(status, 0)
      assert.match(err, message)
    }
    assert.equal((await cli.json<Shown>('license', 'show', id)).status, 'active')
  })
})
