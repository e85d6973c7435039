// Accounts that are connected with an application of the license's own, over the service's API.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { tiktok } from '@central-api/service/platforms/tiktok/tiktok.ts'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startBrowser } from '@central-api/testing/connect/connect-by-browser.ts'
import { tiktokDelivery } from '@central-api/testing/connect/signed-callbacks.ts'
import { OPERATOR } from '@central-api/testing/connect/simulated-providers.ts'
import { START } from '@central-api/testing/start-service.ts'

const HOUR_MS = 3_600_000
const APP = { platform: 'tiktok', clientId: OPERATOR.clientId, clientSecret: OPERATOR.clientSecret, label: 'Ours' }
/** The simulated provider knows one application only: another one fails there. */
const OTHERS = { TIKTOK_LOGIN_CLIENT_KEY: 'other-key', TIKTOK_LOGIN_CLIENT_SECRET: 'other-secret' }

type App = { readonly id: string; readonly platform: string; readonly clientId: string; readonly label: string | null }

const OK = { code: 'ok', message: '', log_id: '2026' }
const USER = { open_id: 'open-1', display_name: 'Garden', username: 'garden', bio_description: '', is_verified: false }

/** The account’s profile, and no video. */
const readEmpty = ({ pathname, searchParams }: URL) => {
  if (pathname === '/v2/video/list/')
    return { status: 200, body: { data: { videos: [], cursor: 0, has_more: false }, error: OK } }
  return searchParams.get('fields')?.includes('avatar_large_url')
    ? { status: 200, body: { data: { user: USER }, error: OK } }
    : undefined
}

const start = async (context: TestContext, environment: Readonly<Record<string, string>>) => {
  const browser = await startBrowser(context, {
    ...{ id: 'tiktok', platform: tiktok, environment, read: readEmpty },
  })
  const change = async (app: object) => {
    const { body } = await browser.ask('/connections', { app })
    return (body.data?.apps ?? []) as unknown as readonly App[]
  }
  return { ...browser, change }
}

const ADMIN_TOKEN = 'admin-token-of-the-tests-0123456789'

/** With the admin API. */
const startOperated = async (context: TestContext, environment: Readonly<Record<string, string>>) => {
  const browser = await start(context, { ...environment, ADMIN_TOKEN })
  const operate = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const url = `/admin/v1${path}`
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const response = await browser.app.inject({ method, url, headers, ...(payload && { payload }) })
    const body = response.json() as Parameters<typeof assertError>[0]['body']
    return {
      status: response.statusCode,
      text: response.body,
      body,
      headers: response.headers as Record<string, string>,
    }
  }
  return { ...browser, operate }
}

test('an account is connected and renewed with the license’s own application, and ends with it', async (context) => {
  const { ask, change, connect, list, parts, clock, provider, licenseId, license, authorize, post } = await start(
    context,
    { CONNECT_APPS: 'license' },
  )
  assertError(await ask('/connect', { platform: 'tiktok' }), { code: 'platform_not_configured' })
  const [app = assert.fail(), ...others] = await change(APP)
  assert.deepEqual(
    [others, { ...app, id: '' }],
    [[], { id: '', platform: 'tiktok', clientId: APP.clientId, label: 'Ours' }],
  )
  // It is no application of other licenses.
  const stranger = await authorize((await license()).key)
  for (const body of [{ platform: 'tiktok' }, { platform: 'tiktok', app: app.id }])
    assertError(await post('/connect', body, stranger), { code: 'platform_not_configured' })
  const listed = await ask('/connections', {})
  assert.ok(!listed.text.includes(APP.clientSecret))
  assert.match(listed.text, /"connectable":\[\{"platform":"tiktok"/)
  await connect()
  const [connected = assert.fail()] = await list()
  const record = async () => (await parts.store.connections.find(connected.id)) ?? assert.fail()
  assert.equal((await record()).appId, app.id)

  clock.at = START + 3 * HOUR_MS
  const before = provider.secrets.length
  await ask('/scan-profile', { platform: 'tiktok', handle: 'me', connection: connected.id })
  assert.equal(provider.secrets.length, before + 2, 'the token was renewed with the own secret')

  // The same application with another secret keeps its id.
  assert.deepEqual(await change({ ...APP, label: undefined, clientSecret: 'changed' }), [app])
  const [stored] = await parts.store.connectApps.list(licenseId)
  assert.ok(stored && !JSON.stringify(stored).includes('changed'))

  assert.deepEqual(await change({ id: app.id, remove: true }), [])
  const { state, reason } = await record()
  assert.deepEqual([state, reason], ['ended', 'app_closed'])
  assert.deepEqual(parts.connections.open(await record()), {})
  assertError(await ask('/connect', { platform: 'tiktok' }), { code: 'platform_not_configured' })
})

test('what the platform reports counts by the secret of the license’s application', async (context) => {
  const { change, connect, list, app } = await start(context, { CONNECT_APPS: 'both', ...OTHERS })
  await change(APP)
  await connect()
  const [connected = assert.fail()] = await list()
  assert.equal(connected.state, 'connected')
  const deliver = (secret?: string) => {
    const { header, body } = tiktokDelivery('open-1', 1, START / 1_000, secret === undefined ? {} : { secret })
    const headers = { 'content-type': 'application/json', 'tiktok-signature': header }
    return app.inject({ method: 'POST', url: '/connect/tiktok/webhook', payload: body, headers })
  }
  assert.equal((await deliver('wrong')).statusCode, 401)
  assert.equal((await list())[0]?.state, 'connected')
  assert.equal((await deliver()).statusCode, 200)
  const [ended] = await list()
  assert.deepEqual([ended?.state, ended?.reason], ['ended', 'removed_by_owner'])
})

test('a license has at most twenty applications, also when it adds many at once', async (context) => {
  const { ask, change, parts, licenseId } = await start(context, { CONNECT_APPS: 'both' })
  const added = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ask('/connections', { app: { ...APP, clientId: `key-${n}` } })),
  )
  const refused = added.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 20)
  const details = [{ field: 'app', message: 'must be one of at most 20 applications' }]
  for (const each of refused) assertError(each, { code: 'invalid_request', details })
  const [known = assert.fail(), ...others] = await parts.store.connectApps.list(licenseId)
  assert.equal(others.length, 19)
  // A known one gets another secret all the same.
  assert.equal((await change({ ...APP, clientId: known.clientId, clientSecret: 'another' })).length, 20)
})

test('a client id of the operator’s is refused, whatever the secret', async (context) => {
  const { ask } = await start(context, { CONNECT_APPS: 'both', ...OTHERS })
  for (const clientSecret of ['forged', OTHERS.TIKTOK_LOGIN_CLIENT_SECRET])
    assertError(
      await ask('/connections', { app: { ...APP, clientId: OTHERS.TIKTOK_LOGIN_CLIENT_KEY, clientSecret } }),
      {
        code: 'invalid_request',
        details: [{ field: 'app', message: 'must not have the client id of an application of the operator’s' }],
      },
    )
  assert.deepEqual((await ask('/connections', {})).body.data?.apps, [])
})

test('of licenses that bring the same client id, a report reaches those whose secret signed it', async (context) => {
  const { ask, askAsOther, change, connect, list, app, parts, licenseId } = await start(context, {
    CONNECT_APPS: 'both',
  })
  const deliver = async (secret: string) => {
    const { header, body } = tiktokDelivery('open-1', 1, START / 1_000, { secret })
    const headers = { 'content-type': 'application/json', 'tiktok-signature': header }
    return (await app.inject({ method: 'POST', url: '/connect/tiktok/webhook', payload: body, headers })).statusCode
  }
  await change(APP)
  await connect()
  const [connected = assert.fail()] = await list()
  // The stranger knows the client id, and makes up a secret.
  await askAsOther('/connections', { app: { ...APP, clientSecret: 'forged' } })
  assert.equal(await deliver('forged'), 200)
  assert.equal((await list())[0]?.state, 'connected')
  // Two licenses of one vendor have both: the owner takes the consent back from both.
  await askAsOther('/connections', { app: APP })
  const others = (await askAsOther('/connections', {})).body.data?.apps as unknown as readonly App[]
  const record = (await parts.store.connections.find(connected.id)) ?? assert.fail()
  assert.equal(record.licenseId, licenseId)
  assert.notEqual(others[0]?.id, record.appId)
  await connect([], {}, askAsOther)
  assert.equal(await deliver(OPERATOR.clientSecret), 200)
  for (const each of [ask, askAsOther]) {
    const { connections } = (await each('/connections', {})).body.data ?? {}
    const states = (connections as unknown as readonly { readonly state: string }[]).map(({ state }) => state)
    assert.deepEqual(states, ['ended'])
  }
})

test('a license’s own application comes first, and others are named; no license uses that of another', async (context) => {
  const { ask, change, connect, list, parts, license, authorize, post, provider } = await start(context, {
    CONNECT_APPS: 'both',
    ...OTHERS,
  })
  const [own = assert.fail()] = await change(APP)
  for (const app of [undefined, own.id, APP.clientId]) {
    await connect([], { app })
    const [connected = assert.fail()] = await list()
    assert.equal((await parts.store.connections.find(connected.id))?.appId, own.id)
  }
  const exchanged = provider.secrets.length
  const stranger = await authorize((await license()).key)
  const unknown = {
    code: 'invalid_request',
    details: [{ field: 'app', message: 'is no application that accounts of this platform can be connected with' }],
  } as const
  for (const app of ['9999', own.id, APP.clientId])
    assertError(await post('/connect', { platform: 'tiktok', app }, stranger), unknown)
  assertError(await ask('/connect', { platform: 'tiktok', app: '9999' }), unknown)
  for (const app of [own.id, APP.clientId, OTHERS.TIKTOK_LOGIN_CLIENT_KEY])
    assert.equal((await ask('/connect', { platform: 'tiktok', app })).status, 200)
  const strange = await post('/connections', {}, stranger)
  assert.deepEqual(strange.body.data?.apps, [])
  assertError(await post('/connections', { app: { id: own.id, remove: true } }, stranger), {
    code: 'invalid_request',
    details: [{ field: 'app', message: 'is not an application of the license' }],
  })
  assert.equal((await ask('/connections', {})).text.includes(own.id), true)
  assert.equal(provider.secrets.length, exchanged)
})

test('by default, and for platforms that need none, no application is accepted', async (context) => {
  const { ask } = await start(context, OTHERS)
  assertError(await ask('/connections', { app: APP }), {
    code: 'invalid_request',
    details: [{ field: 'app', message: 'is not accepted: only the operator’s applications are used' }],
  })
  const both = await start(context, { CONNECT_APPS: 'both' })
  for (const platform of ['mastodon', 'sandbox', 'rss', 'constructor'])
    assertError(await both.ask('/connections', { app: { ...APP, platform } }), { code: 'platform_not_connectable' })
  for (const clientSecret of ['', 'two words', 'line\nbreak', 'x'.repeat(513)])
    assert.equal((await both.ask('/connections', { app: { ...APP, clientSecret } })).status, 400)
  for (let n = 0; n < 20; n += 1) await both.change({ ...APP, clientId: `app-${n}` })
  assert.equal((await both.ask('/connections', { app: APP })).body.error?.code, 'invalid_request')
})

test('an application with fields that do not belong together is refused, with the field', async (context) => {
  const { ask } = await start(context, { CONNECT_APPS: 'both' })
  const { label: _, ...app } = APP
  const wrong: readonly (readonly [written: object, field: string, message: string])[] = [
    [{}, 'platform', 'is required to add an application'],
    [{ ...app, clientId: undefined }, 'clientId', 'is required to add an application'],
    [{ ...app, clientSecret: undefined }, 'clientSecret', 'is required to add an application'],
    [{ id: 'ca_1' }, 'remove', 'is required to remove an application'],
    [{ remove: true }, 'id', 'is required to remove an application'],
    [{ id: 'ca_1', remove: true, label: 'x' }, 'label', 'does not belong to an application that is removed'],
    [{ ...app, remove: true }, 'platform', 'does not belong to an application that is removed'],
  ]
  for (const [written, field, message] of wrong)
    assertError(await ask('/connections', { app: written }), {
      code: 'invalid_request',
      details: [{ field: `app.${field}`, message }],
    })
  // One wrong field is one detail.
  const { body } = await ask('/connections', { app: { ...app, clientId: 'has a space' } })
  const details = (body.error?.details ?? []) as readonly { readonly field: string }[]
  assert.deepEqual(
    details.map(({ field }) => field),
    ['app.clientId'],
  )
})

test('an application that an operator adds connects accounts of every license, and ends them when it is removed', async (context) => {
  const { ask, connect, list, parts, provider, clock, operate } = await startOperated(context, {})
  assertError(await ask('/connect', { platform: 'tiktok' }), { code: 'platform_not_configured' })
  const added = await operate('POST', '/connect-apps', { ...APP, label: 'Second' })
  assert.equal(added.status, 200, added.text)
  assert.ok(!added.text.includes(APP.clientSecret))
  const { id } = added.body.data as unknown as { readonly id: string }
  assert.equal(parts.isConnectable('tiktok'), true)
  const listed = await operate('GET', '/connect-apps')
  assert.ok(!listed.text.includes(APP.clientSecret))
  const { apps } = listed.body.data as unknown as {
    readonly apps: readonly { platform: string; needs: string | null; added: App[] }[]
  }
  const tiktok = apps.find(({ platform }) => platform === 'tiktok')
  assert.deepEqual([tiktok?.needs, tiktok?.added.map((each) => each.id)], [null, [id]])

  await connect()
  const [connected = assert.fail()] = await list()
  assert.equal((await parts.store.connections.find(connected.id))?.appId, id)
  clock.at = START + 3 * HOUR_MS
  const before = provider.secrets.length
  await ask('/scan-profile', { platform: 'tiktok', handle: 'me', connection: connected.id })
  assert.equal(provider.secrets.length, before + 2, 'the token was renewed with the secret of the application')

  // No license may bring the same client id, nor may the operator add that of the settings.
  const removed = await operate('DELETE', `/connect-apps/${id}`)
  assert.deepEqual(removed.body.data, { id, removed: true })
  const [ended] = await list()
  assert.deepEqual([ended?.state, ended?.reason], ['ended', 'app_closed'])
  assertError(await ask('/connect', { platform: 'tiktok' }), { code: 'platform_not_configured' })
  assert.equal(parts.isConnectable('tiktok'), false)
  assert.equal((await operate('DELETE', `/connect-apps/${id}`)).status, 404)
})

test('what a platform reports counts by the secret of an application that an operator added', async (context) => {
  const { connect, list, app, operate } = await startOperated(context, {})
  await operate('POST', '/connect-apps', APP)
  await connect()
  const { header, body } = tiktokDelivery('open-1', 1, START / 1_000, {})
  const headers = { 'content-type': 'application/json', 'tiktok-signature': header }
  assert.equal(
    (await app.inject({ method: 'POST', url: '/connect/tiktok/webhook', payload: body, headers })).statusCode,
    200,
  )
  const [ended] = await list()
  assert.deepEqual([ended?.state, ended?.reason], ['ended', 'removed_by_owner'])
})

test('an application under review is used only by who names it, and its page says what each permission is for', async (context) => {
  const { ask, connect, list, app, operate } = await startOperated(context, {})
  const { id } = (await operate('POST', '/connect-apps', { ...APP, state: 'review' })).body.data as unknown as {
    readonly id: string
  }
  assertError(await ask('/connect', { platform: 'tiktok' }), { code: 'platform_not_configured' })
  const { body } = await ask('/connect', { platform: 'tiktok', app: id })
  const { pathname, search, host } = new URL(String(body.data?.url))
  const page = await app.inject({ url: pathname + search, headers: { host } })
  assert.match(page.body, /For the reviewers of TikTok/)
  for (const scope of ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'])
    assert.match(page.body, new RegExp(`<dt><code>${scope}</code></dt><dd>The website shows `))
  await connect([], { app: id })
  assert.equal((await list())[0]?.state, 'connected')
  await operate('POST', '/connect-apps', { ...APP, state: 'live' })
  const live = await ask('/connect', { platform: 'tiktok' })
  const start = new URL(String(live.body.data?.url))
  const usual = await app.inject({ url: start.pathname + start.search, headers: { host } })
  assert.doesNotMatch(usual.body, /reviewers/)
})

test('an application that is paused makes no new connections, and keeps those that it has', async (context) => {
  const { ask, connect, list, clock, provider, operate } = await startOperated(context, {})
  const { id } = (await operate('POST', '/connect-apps', APP)).body.data as unknown as { readonly id: string }
  await connect()
  const [connected = assert.fail()] = await list()
  await operate('POST', '/connect-apps', { ...APP, state: 'paused' })
  assertError(await ask('/connect', { platform: 'tiktok' }), { code: 'platform_not_configured' })
  assertError(await ask('/connect', { platform: 'tiktok', app: id }), { code: 'platform_not_configured' })
  clock.at = START + 3 * HOUR_MS
  const before = provider.secrets.length
  await ask('/scan-profile', { platform: 'tiktok', handle: 'me', connection: connected.id })
  assert.equal(provider.secrets.length, before + 2)
})

test('an operator adds an application for a license only where licenses use their own, and none twice', async (context) => {
  const { operate, licenseId } = await startOperated(context, OTHERS)
  const refused = async (body: object, message: string) =>
    assertError(await operate('POST', '/connect-apps', body), {
      code: 'invalid_request',
      details: [{ field: 'app', message }],
    })
  await refused({ ...APP, license: licenseId }, 'is not accepted: only the operator’s applications are used')
  await refused(
    { ...APP, clientId: OTHERS.TIKTOK_LOGIN_CLIENT_KEY },
    'must not have the client id of an application of the settings',
  )
  assertError(await operate('POST', '/connect-apps', { ...APP, platform: 'mastodon' }), {
    code: 'platform_not_connectable',
  })
  assert.equal((await operate('POST', '/connect-apps', { ...APP, license: 'lic_none' })).status, 404)
  const both = await startOperated(context, { CONNECT_APPS: 'both' })
  const own = await both.operate('POST', '/connect-apps', { ...APP, license: both.licenseId })
  assert.equal(own.status, 200, own.text)
  const { own: listed } = (await both.operate('GET', `/connect-apps?license=${both.licenseId}`)).body
    .data as unknown as {
    own: App[]
  }
  assert.deepEqual(
    listed.map(({ clientId, label }) => [clientId, label]),
    [[APP.clientId, 'Ours']],
  )
  await both.operate('DELETE', `/connect-apps/${listed[0]?.id}`)
  const forOperator = await both.operate('POST', '/connect-apps', APP)
  assert.equal(forOperator.status, 200, forOperator.text)
  const refusedOwn = await both.ask('/connections', { app: APP })
  assert.match(refusedOwn.text, /must not have the client id of an application of the operator’s/)
})
