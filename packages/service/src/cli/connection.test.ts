import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
    ...{
      id: 'cn_ended',
      license: another,
      licenseName: 'Shop',
      platform: 'sandbox',
      host: null,
      handle: 'shop\u001b[31m',
    },
    ...{ displayName: null, label: null },
    ...{ siteId: null, app: 'client', state: 'ended', reason: 'expired', since: '1970-01-01T00:00:01.000Z' },
    ...{ endsAt: null, createdAt: '1970-01-01T00:00:02.000Z', lastReadAt: null },
  })
  assert.equal((await cli.run('connection', 'list', '--platform', 'rss')).out, 'No connected accounts found.\n')
})

test('JSON has all accounts with the names of their licenses, however many there are', async (context) => {
  const { cli, store, license } = await start(context)
  const made = Array.from({ length: 500 }, (_, at) => connection(license, { id: `cn_${at}`, createdAt: 10_000 - at }))
  for (const each of made) await store.connections.create(each, null)
  const lists = async (...args: string[]) =>
    (await cli.json<{ id: string; licenseName: string }[]>('connection', 'list', ...args)).map((each) => [
      each.id,
      each.licenseName,
    ])
  const all = [...made.map(({ id }) => [id, 'Blog']), ['cn_ended', 'Shop'], ['cn_garden', 'Blog']]
  assert.deepEqual(await lists(), all)
  assert.deepEqual(await lists('--limit', '501'), all.slice(0, 501))
  assert.deepEqual(await lists('--limit', '500'), all.slice(0, 500))
})

test('an account whose handle is a number is listed by its name, with its label and its site', async (context) => {
  const { cli, store, license } = await start(context)
  const page = { handle: '1000000102', accountId: '1000000102', displayName: 'Garden Page', site: 'blog.example' }
  await store.connections.create(connection(license, { id: 'cn_page', createdAt: 3_000, ...page }), null)
  const { out } = await cli.run('connection', 'list')
  assert.match(out, /^ID .* ACCOUNT +LABEL +SITE +STATE .*\ncn_page .* Garden Page +– +blog\.example +connected/)
  assert.match(out, /\ncn_garden .* garden +Main +all +connected/)
  assert.ok(!out.includes('1000000102'))
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
    added: [],
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

test('an application is added with its secret in a file, and removed with its connections', async (context) => {
  const { cli, store, license } = await start(context)
  const file = join(cli.folder, 'secret')
  await writeFile(file, 'the-secret\n')
  const add = (...more: string[]) =>
    cli.run('connection', 'app', 'add', 'tiktok', 'the-key', '--secret-file', file, ...more)
  const { id, ...added } = await cli.json<{ id: string }>(
    ...[
      'connection',
      'app',
      'add',
      'tiktok',
      'the-key',
      '--secret-file',
      file,
      '--label',
      'Second',
      '--state',
      'review',
    ],
  )
  assert.deepEqual(
    { ...added, createdAt: '' },
    {
      ...{ platform: 'tiktok', clientId: 'the-key', label: 'Second', state: 'review', createdAt: '' },
    },
  )
  assert.match(
    (await cli.run('connection', 'app')).out,
    new RegExp(`^ {2}Application: {2}${id} Second \\(review\\)$`, 'm'),
  )
  // The same client id replaces the secret, and nothing else.
  assert.match((await add('--state', 'live')).out, new RegExp(`^Added ${id}, an application of tiktok`))
  const [record] = await store.connectApps.list(null)
  assert.deepEqual(
    [record?.label, record?.state, record?.sealedSecret?.includes('the-secret')],
    ['Second', 'live', false],
  )
  assert.match((await cli.run('connection', 'app')).out, /^TikTok\n {2}ready\n/m)
  const own = connection(license, { id: 'cn_own', handle: 'own', accountId: 'own', platform: 'tiktok', appId: id })
  await store.connections.create(own, null)
  assert.match((await cli.run('connection', 'app', 'remove', id)).out, /have ended/)
  const ended = await store.connections.find('cn_own')
  assert.deepEqual([ended?.state, ended?.reason], ['ended', 'app_closed'])
  assert.equal((await store.connections.find('cn_garden'))?.state, 'connected')
  assert.deepEqual(await store.connectApps.list(null), [])
  const entries = await store.audit.list({ limit: 9 })
  const changes = entries.filter(({ action }) => action.startsWith('connect_app.'))
  assert.deepEqual(changes.map(({ action, actor, subject }) => `${action} ${actor.name} ${subject?.id}`).toSorted(), [
    `connect_app.put gardener ${id}`,
    `connect_app.put gardener ${id}`,
    `connect_app.remove gardener ${id}`,
  ])
})

test('what is no application is refused in words', async (context) => {
  const { cli } = await start(context)
  const file = join(cli.folder, 'secret')
  await writeFile(file, 'the-secret')
  const add = async (platform: string, more: readonly string[], path = file) => {
    const { status, err } = await cli.run('connection', 'app', 'add', platform, 'key', '--secret-file', path, ...more)
    assert.equal(status, 1, err)
    return err
  }
  assert.match(await add('mastodon', []), /mastodon needs no application, or has no accounts to connect/)
  assert.match(await add('tiktok', ['--license', 'lic_none']), /There is no license lic_none/)
  assert.match(await add('tiktok', [], join(cli.folder, 'none')), /Cannot read .*none/)
  await writeFile(file, 'two words')
  assert.match(await add('tiktok', []), /must contain the secret, and nothing else/)
  assert.match((await cli.run('connection', 'app', 'remove', 'ca_none')).err, /There is no application ca_none/)
})
