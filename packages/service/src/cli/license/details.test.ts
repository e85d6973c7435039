import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create, masked } from '@central-api/testing/cli/license/fixture.ts'

const DETAIL_ARGUMENTS = [
  ...['--external-id', 'order-1', '--email', 'bea@example.com', '--notes', 'one\ntwo'],
  ...['--metadata', 'shop=north', '--metadata', 'sum=1+1=2'],
]
const DETAILS = {
  externalId: 'order-1',
  email: 'bea@example.com',
  notes: 'one\ntwo',
  metadata: { shop: 'north', sum: '1+1=2' },
}

type Shown = typeof DETAILS & { readonly id: string }

describe('the details of a license', () => {
  test('are stored at creation and shown, and the external id finds the license', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli, ...DETAIL_ARGUMENTS)
    for (const named of [[id], ['--external-id', 'order-1']]) {
      const { externalId, email, notes, metadata } = await cli.json<Shown>('license', 'show', ...named)
      assert.deepEqual({ externalId, email, notes, metadata }, DETAILS)
    }
    const { out } = await cli.run('license', 'show', '--external-id', 'order-1')
    assert.ok(
      masked(out).startsWith(`ID
  name         –
  plan         pro
  mode         live
  status       active
  expires      never
  created      2030-01-15 12:00
  external id  order-1
  email        bea@example.com
  notes        one two
  shop         north
  sum          1+1=2
`),
      out,
    )
  })

  test('change one by one, and an empty text removes one', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli, ...DETAIL_ARGUMENTS)
    const changed = await cli.json<Shown>('license', 'change', id, '--email', '', '--metadata', 'shop=south')
    assert.deepEqual([changed.email, changed.metadata, changed.externalId], [null, { shop: 'south' }, 'order-1'])
    assert.deepEqual((await cli.json<Shown>('license', 'change', id, '--no-metadata')).metadata, {})
  })

  test('are rejected if they are invalid or if another license has the external id', async (context) => {
    const cli = await createTestCliOnStore(context)
    const { id } = await create(cli, ...DETAIL_ARGUMENTS)
    const refused = async (...words: string[]) => {
      const { status, out, err } = await cli.run('license', ...words)
      assert.deepEqual([out, status], ['', words.includes('pro') ? 1 : 2])
      return err
    }
    assert.equal(
      await refused('create', '--plan', 'pro', '--external-id', 'order-1'),
      `central-api: License ${id} already has the external id "order-1"\n`,
    )
    assert.match(await refused('create', '--plan', 'pro', '--email', 'nobody'), /The email address is invalid/)
    assert.match(await refused('change', id, '--metadata', 'shop'), /It must be a name and a text, such as order=1001/)
    assert.match(await refused('change', id), /Nothing to change; set --plan, --name, --external-id/)
    assert.match(await refused('show'), /Set the license id or --external-id/)
    assert.match(await refused('show', id, '--external-id', 'order-1'), /Set the license id or/)
    const { err, status } = await cli.run('license', 'show', '--external-id', 'order-2')
    assert.deepEqual(
      [err, status],
      [
        'central-api: There is no license with the external id "order-2"\n  Run npx --no-install central-api license list for the ids, or license list --search with a name, an email address or a site.\n',
        1,
      ],
    )
  })
})
