import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { type Created, create, masked } from '@central-api/testing/cli/license/fixture.ts'

describe('the status of a license', () => {
  test('suspend, resume and revoke change it, and revoked is final', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli)
    const status = async (action: string) => (await cli.json('license', action, id)).status
    assert.deepEqual(
      [await status('suspend'), await status('resume'), await status('revoke')],
      ['suspended', 'active', 'revoked'],
    )
    const { status: code, err } = await cli.run('license', 'resume', id)
    assert.deepEqual([code, err], [1, `central-api: Cannot resume license ${id}: it is revoked, and that is final\n`])
  })

  test('each command reports the new status', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli)
    assert.equal(
      (await cli.run('license', 'suspend', id)).out,
      `License ${id} is suspended. The service rejects its requests within a second.\nTo undo: npx --no-install central-api license resume ${id}\n`,
    )
    assert.equal((await cli.run('license', 'resume', id)).out, `License ${id} is active.\n`)
    assert.equal((await cli.run('license', 'revoke', id)).out, `License ${id} is revoked. This is final.\n`)
  })

  test('renew sets or removes the expiry, and an expired license becomes active again', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli, '--expires', '2030-01-16')
    cli.clock.at = Date.parse('2030-01-17T00:00:00Z')
    assert.equal((await cli.json('license', 'show', id)).status, 'expired')
    assert.equal(
      (await cli.run('license', 'renew', id, '--expires', '2030-03-01')).out,
      `License ${id} is active. Expires: 2030-03-01 00:00 (in 43 days).\n`,
    )
    assert.equal((await cli.json('license', 'renew', id, '--expires', 'never')).expiresAt, null)
    assert.equal((await cli.run('license', 'renew', id)).status, 2)
  })

  test('change sets another plan or name', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli, '--name', 'Small')
    const changed = await cli.json('license', 'change', id, '--plan', 'agency', '--name', 'Large')
    assert.deepEqual([changed.plan, changed.name, changed.status], ['agency', 'Large', 'active'])
    assert.deepEqual((await cli.run('license', 'change', id)).status, 2)
    assert.match(
      (await cli.run('license', 'change', id, '--plan', 'nope')).err,
      /^central-api: There is no plan "nope"; there are: starter, pro, agency\n$/,
    )
  })

  for (const action of ['show', 'suspend', 'resume', 'revoke', 'rotate', 'sites']) {
    test(`${action} fails with a message if the license does not exist`, async (context) => {
      const cli = await createTestCliOnStore(context)
      assert.deepEqual(await cli.run('license', action, 'lic_nope', '--json'), {
        status: 1,
        out: '',
        err: 'central-api: There is no license "lic_nope"\n  Run npx --no-install central-api license list for the ids, or license list --search with a name, an email address or a site.\n',
      })
    })
  }
})

describe('license rotate', () => {
  test('creates a new key, and the old one stays valid during the overlap', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id, key } = await create(cli)
    cli.clock.at += 1000
    const rotated = await cli.json<Created & { oldKeyExpiresAt: string }>('license', 'rotate', id, '--overlap', '2')
    assert.match(rotated.key, /^ck_live_[0-9A-Za-z]{38}$/)
    assert.notEqual(rotated.key, key)
    assert.equal(rotated.oldKeyExpiresAt, '2030-01-15T14:00:01.000Z')
    assert.deepEqual((await cli.json<{ keys: unknown[] }>('license', 'show', id)).keys, [
      { hint: rotated.key.slice(-4), createdAt: '2030-01-15T12:00:01.000Z', expiresAt: null },
      { hint: key.slice(-4), createdAt: '2030-01-15T12:00:00.000Z', expiresAt: '2030-01-15T14:00:01.000Z' },
    ])
  })

  test('without an overlap, the old key is invalid immediately', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli)
    const { out } = await cli.run('license', 'rotate', id)
    assert.equal(
      masked(out),
      `Created a new key for license ID. It is shown only once (the service stores only its hash):

  KEY

The old key is no longer valid. Tokens that it obtained stay valid for up to one hour.
`,
    )
    assert.equal((await cli.run('license', 'rotate', id, '--overlap', '1.5')).status, 2)
  })
})
