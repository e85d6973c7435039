import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create } from '@central-api/testing/cli/license/fixture.ts'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import { openStore } from '../storage/open-store.ts'

const start = async (context: TestContext) => {
  const cli = await createTestCliOnStore(context)
  const { id: license } = await create(cli, '--name', 'Blog')
  const { id: another } = await create(cli, '--name', 'Shop')
  const store = await openStore(cli.environment.DATABASE_URL ?? '')
  context.after(() => store.close())
  const [garden, ended] = [
    connection(license, { id: 'cn_garden', handle: 'garden', createdAt: 1_000, label: 'Main' }),
    connection(another, {
      id: 'cn_ended',
      handle: 'shop\u001b[31m',
      createdAt: 2_000,
      state: 'ended',
      reason: 'expired',
    }),
  ]
  for (const each of [garden, ended]) await store.connections.create(each, null)
  return { cli, store, license, another }
}

test('connected accounts are listed newest first, by license, platform and state, without a token', async (context) => {
  const { cli, license, another } = await start(context)
  const { out } = await cli.run('connection', 'list')
  assert.match(out, /^ID .*\ncn_ended .*ended: expired.*\ncn_garden .*connected/)
  assert.ok(!out.includes('sealed') && !out.includes('\u001b'))
  assert.match(out, /\n2 accounts\.\n$/)
  const ids = async (...args: string[]) =>
    (await cli.json<{ id: string }[]>('connection', 'list', ...args)).map(({ id }) => id)
  assert.deepEqual(await ids('--license', license), ['cn_garden'])
  assert.deepEqual(await ids('--state', 'ended'), ['cn_ended'])
  assert.deepEqual(await ids('--platform', 'tiktok'), [])
  assert.deepEqual(await ids('--limit', '1'), ['cn_ended'])
  assert.match((await cli.run('connection', 'list', '--limit', '1')).out, /1 account\. There are more\./)
  const [described] = await cli.json<unknown[]>('connection', 'list', '--license', another)
  assert.deepEqual(described, {
    ...{ id: 'cn_ended', license: another, platform: 'sandbox', host: null, handle: 'shop\u001b[31m', label: null },
    ...{ siteId: null, app: 'client', state: 'ended', reason: 'expired', since: '1970-01-01T00:00:01.000Z' },
    ...{ endsAt: null, createdAt: '1970-01-01T00:00:02.000Z', lastReadAt: null },
  })
  assert.equal((await cli.run('connection', 'list', '--platform', 'rss')).out, 'No connected accounts found.\n')
})

test('an account is disconnected once, and the audit trail says by whom', async (context) => {
  const { cli, store, license } = await start(context)
  assert.deepEqual(await cli.json('connection', 'disconnect', 'cn_garden'), {
    ...{ id: 'cn_garden', license, disconnected: true },
  })
  assert.equal(await store.connections.find('cn_garden'), undefined)
  assert.ok(await store.connections.find('cn_ended'))
  const [entry] = await store.audit.list({ action: 'connection.disconnect', limit: 1 })
  assert.deepEqual([entry?.actor.name, entry?.subject], ['gardener', { kind: 'connection', id: 'cn_garden' }])
  const { status, err } = await cli.run('connection', 'disconnect', 'cn_garden')
  assert.equal(status, 1)
  assert.match(err, /There is no connected account cn_garden\n {2}Run npx --no-install central-api connection list/)
})

test('the applications are listed with what to register, and no secret', async (context) => {
  const cli = await createTestCliOnStore(context)
  Object.assign(cli.environment, { BASE_URL: 'https://api.example.com/central' })
  const tiktok = async () =>
    (await cli.json<{ platform: string }[]>('connection', 'app')).find(({ platform }) => platform === 'tiktok')
  const described = {
    ...{ platform: 'tiktok', name: 'TikTok', configured: false },
    settings: ['TIKTOK_LOGIN_CLIENT_KEY', 'TIKTOK_LOGIN_CLIENT_SECRET'],
    needs: 'TIKTOK_LOGIN_CLIENT_KEY, TIKTOK_LOGIN_CLIENT_SECRET',
    redirectUri: 'https://api.example.com/central/connect/tiktok/callback',
    callbacks: [
      {
        reports: 'an owner removed the application',
        url: 'https://api.example.com/central/connect/tiktok/webhook',
      },
    ],
    scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'],
    privateScopes: [],
  }
  assert.deepEqual(await tiktok(), described)
  Object.assign(cli.environment, { TIKTOK_LOGIN_CLIENT_KEY: 'the-key', TIKTOK_LOGIN_CLIENT_SECRET: 'the-secret' })
  assert.deepEqual(await tiktok(), { ...described, configured: true, needs: null })
  const { out } = await cli.run('connection', 'app')
  assert.match(out, /^Mastodon\n {2}needs no settings\n {2}Redirect URI: \S+\/connect\/mastodon\/callback\/\{host\}\n/m)
  assert.match(out, /^Instagram\n {2}needs INSTAGRAM_CLIENT_ID, INSTAGRAM_CLIENT_SECRET\n/m)
  for (const path of ['deauthorize', 'deletion'])
    assert.ok(out.includes(`Callback:     https://api.example.com/central/connect/instagram/${path} (`), path)
  assert.match(out, /^GitHub\n(?: {2}.*\n)* {2}Permissions: {2}none\n {2}If private: {3}repo\n/m)
  assert.doesNotMatch(out, /the-secret|the-key|andbox/)
})
