import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { create } from '@central-api/testing/cli/license/fixture.ts'
import { connectApp, connection } from '@central-api/testing/storage/connections-suite.ts'
import { readConfig } from '../../config/read-config.ts'
import { SETTINGS } from '../../config/settings.ts'
import { describeApps } from '../../connect/describe-apps.ts'
import { openStore } from '../../storage/open-store.ts'

test('the check shows redirect URIs, a URL without TLS, and accounts that have to be connected again', async (context) => {
  const cli = await createTestCliOnStore(context)
  const sectionOf = async () => {
    const { out } = await cli.run('doctor')
    return /^Connected accounts\n(?<text>(?: .*\n)+)/m.exec(out)?.groups?.text?.replace(/\s+/g, ' ').trim()
  }
  assert.equal(await sectionOf(), undefined)
  Object.assign(cli.environment, { BASE_URL: 'http://api.example.com' })
  Object.assign(cli.environment, { TIKTOK_LOGIN_CLIENT_KEY: 'key', TIKTOK_LOGIN_CLIENT_SECRET: 'the-secret' })
  const store = await openStore(cli.environment.DATABASE_URL ?? '')
  context.after(() => store.close())
  const { id } = await create(cli)
  for (const state of ['connected', 'ended', 'ended'] as const)
    await store.connections.create(connection(id, { platform: 'tiktok', state }), null)
  const text = (await sectionOf()) ?? ''
  assert.match(text, /✗ BASE_URL is http:\/\/api\.example\.com, which is not HTTPS, so no account can be connected/)
  assert.match(text, /Redirect URI to register: http:\/\/api\.example\.com\/connect\/tiktok\/callback/)
  assert.match(text, /✓ tiktok: 1 connected account/)
  assert.match(text, /– tiktok: 2 connected accounts have ended → .* --platform tiktok --state ended/)
  assert.ok(!text.includes('the-secret'))
})

test('a platform with an application is ready for connected accounts, and one id for two products of Meta is told', async (context) => {
  const cli = await createTestCliOnStore(context)
  Object.assign(cli.environment, { BASE_URL: 'https://api.example.com' })
  for (const name of ['TIKTOK_LOGIN_CLIENT_KEY', 'TIKTOK_LOGIN_CLIENT_SECRET']) cli.environment[name] = 'one'
  for (const name of ['INSTAGRAM', 'THREADS'])
    Object.assign(cli.environment, { [`${name}_CLIENT_ID`]: `1,${name}`, [`${name}_CLIENT_SECRET`]: 's,t' })
  const { out } = await cli.run('doctor')
  const text = out.replace(/\s+/g, ' ')
  assert.match(text, /✓ tiktok: TikTok is ready for connected accounts\. For other accounts: Set TIKTOK_ACCESS_TOKEN/)
  assert.match(text, /– linkedin: LinkedIn is not set up/)
  assert.match(
    text,
    /✓ tiktok: TIKTOK_LOGIN_CLIENT_KEY and TIKTOK_LOGIN_CLIENT_SECRET are set\. Redirect URI to register/,
  )
  assert.match(text, /– threads: THREADS_CLIENT_ID and INSTAGRAM_CLIENT_ID have the same id/)
})

test('an application that an operator added counts like one of the settings, as long as it is not paused', async (context) => {
  const cli = await createTestCliOnStore(context)
  Object.assign(cli.environment, { BASE_URL: 'https://api.example.com' })
  const store = await openStore(cli.environment.DATABASE_URL ?? '')
  context.after(() => store.close())
  const { id } = await create(cli)
  const own = { platform: 'tiktok', licenseId: null, host: null } as const
  await store.connectApps.put(connectApp(own))
  await store.connectApps.put(connectApp({ ...own, platform: 'x', state: 'paused' }))
  await store.connectApps.put(connectApp({ ...own, platform: 'vimeo', licenseId: id }))
  // Its calls need REDDIT_USER_AGENT as well.
  await store.connectApps.put(connectApp({ ...own, platform: 'reddit' }))
  const text = (await cli.run('doctor')).out.replace(/\s+/g, ' ')
  assert.match(text, /✓ tiktok: TikTok is ready for connected accounts\./)
  assert.match(
    text,
    /✓ tiktok: The store has an application\. Redirect URI to register: https:\/\/api\.example\.com\/connect\/tiktok\/callback/,
  )
  for (const platform of ['x', 'vimeo', 'reddit']) assert.ok(!text.includes(`✓ ${platform}: The store`), platform)
  assert.match(text, /– x: X is not set up/)
  assert.match(text, /– vimeo: Vimeo is not set up/)
})

test('every setting of an application exists, and only federated platforms need none', () => {
  // The last one belongs to the platform itself.
  const names = new Set([...Object.values(SETTINGS).map(({ name }) => name), 'REDDIT_USER_AGENT'])
  for (const { platform, settings, redirectUri } of describeApps(readConfig({}))) {
    assert.deepEqual(
      settings.filter((each) => !names.has(each)),
      [],
    )
    // Servers of Bluesky and Misskey read about the service at its own URL.
    const isByUrl = platform === 'bluesky' || platform === 'misskey'
    assert.equal(settings.length === 0, redirectUri.endsWith('/{host}') || isByUrl, platform)
  }
})
