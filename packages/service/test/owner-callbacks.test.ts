// What owners ask through their platform, over HTTP and in every process: a consent that was taken back, and a deletion.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { tiktok } from '@central-api/service/platforms/tiktok/tiktok.ts'
import type { Store } from '@central-api/service/storage/store.ts'
import { startBrowser } from '@central-api/testing/connect/connect-by-browser.ts'
import { signedRequest, tiktokDelivery } from '@central-api/testing/connect/signed-callbacks.ts'
import { OPERATOR } from '@central-api/testing/connect/simulated-providers.ts'
import { startMetaBrowser } from '@central-api/testing/connect/start-meta-browser.ts'
import { START } from '@central-api/testing/start-service.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { webhook } from '@central-api/testing/storage/webhooks-suite.ts'

const AT = START / 1_000

const eventsIn = async ({ copies }: Pick<Store, 'copies'>) => {
  const events: unknown[] = []
  for await (const rows of copies.read('webhook_events'))
    for (const { type, data } of rows)
      events.push([type, (JSON.parse(String(data)) as { readonly connection?: string }).connection])
  return events.toSorted()
}
const SUBJECTS = { instagram: '17841400000000001', threads: '17841400' }

const start = async (context: TestContext, id: keyof typeof SUBJECTS, more: Readonly<Record<string, string>> = {}) => {
  const browser = await startMetaBrowser(context, id, more)
  const report = (path: string, signed: string) =>
    browser.app.inject({
      ...{
        method: 'POST',
        url: `/connect/${path}`,
        payload: new URLSearchParams({ signed_request: signed }).toString(),
      },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return { ...browser, report }
}

for (const id of ['instagram', 'threads'] as const) {
  test(`${id}: after the owner removed the application, nothing is served, and the token is deleted`, async (context) => {
    const { connect, list, ask, report, parts, provider, accounts } = await start(context, id)
    await connect()
    const [connected = assert.fail()] = await list()
    const scan = () => ask('/scan-profile', { platform: id, handle: 'me', connection: connected.id })
    assert.equal((await scan()).status, 200)
    const calls = accounts.tokens.length
    const known = await report(`${id}/deauthorize`, signedRequest(SUBJECTS[id], AT))
    await parts.catchUp()
    assert.deepEqual([known.statusCode, known.json()], [200, {}])
    const refused = await scan()
    assert.deepEqual(refused.body.error?.details, { reason: 'removed_by_owner' }, refused.text)
    assert.equal(accounts.tokens.length, calls)
    const [ended] = await list()
    assert.deepEqual([ended?.state, ended?.reason], ['ended', 'removed_by_owner'])
    const record = (await parts.store.connections.find(connected.id)) ?? assert.fail()
    assert.deepEqual(parts.connections.open(record), {})
    // Again, and for somebody else, the response is the same.
    for (const subject of [SUBJECTS[id], '99'])
      assert.equal((await report(`${id}/deauthorize`, signedRequest(subject, AT))).body, known.body)
    // The owner may connect again.
    await connect()
    assert.equal((await list())[0]?.state, 'connected')
    for (const secret of provider.secrets) assert.ok(!known.body.includes(secret))
  })

  test(`${id}: a deletion removes the connection, and its page says so`, async (context) => {
    const { connect, list, ask, report, app, parts } = await start(context, id)
    await connect()
    const [connected = assert.fail()] = await list()
    await ask('/scan-profile', { platform: id, handle: 'me', connection: connected.id })
    await parts.store.webhooks.create(webhook(), 9, act())
    await parts.catchUp()
    const done = await report(`${id}/deletion`, signedRequest(SUBJECTS[id], AT))
    await parts.catchUp()
    assert.equal(done.statusCode, 200, done.body)
    const { url, confirmation_code: code } = done.json<{ readonly url: string; readonly confirmation_code: string }>()
    assert.match(code, /^[0-9a-f]+$/)
    assert.equal(url, `https://central.example/connect/deletion/${code}`)
    assert.deepEqual(await list(), [])
    // The operator learns why, and may have more to delete.
    assert.deepEqual(await eventsIn(parts.store), [
      ['connection.deletion_requested', connected.id],
      ['connection.disconnected', connected.id],
    ])
    const gone = await ask('/scan-profile', { platform: id, handle: 'me', connection: connected.id })
    assert.equal(gone.body.error?.code, 'connection_unknown')

    const page = await app.inject(new URL(url).pathname)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /On January 15, 2030, whatever the service had of you from there was deleted/)
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/)
    const unknown = await report(`${id}/deletion`, signedRequest('99', AT))
    assert.equal(unknown.body.length, done.body.length)
    // Nobody learns from the page whom the service knows.
    const same = await app.inject(new URL(unknown.json<{ readonly url: string }>().url).pathname)
    assert.deepEqual([same.statusCode, same.body], [200, page.body])
    for (const wrong of ['00', `${code}00`, code.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'x'.repeat(900)])
      assert.equal((await app.inject(`/connect/deletion/${wrong}`)).statusCode, 404, wrong)
  })
}

test('what was reported before the owner connected, or connected again, ends nothing', async (context) => {
  const { connect, list, report, parts, clock } = await start(context, 'instagram')
  const subject = SUBJECTS.instagram
  const reported = async (path: string, at: number) => {
    const { statusCode } = await report(`instagram/${path}`, signedRequest(subject, at))
    const [found] = await list()
    return [statusCode, found?.state]
  }
  await connect()
  for (const path of ['deauthorize', 'deletion']) {
    assert.deepEqual(await reported(path, AT - 1), [200, 'connected'])
    assert.deepEqual(await reported(path, AT - 86_400), [200, 'connected'])
  }
  assert.deepEqual(await reported('deauthorize', AT), [200, 'ended'])
  clock.at = START + 3_600_500
  await connect()
  const again = AT + 3_600
  for (const path of ['deauthorize', 'deletion']) assert.deepEqual(await reported(path, again - 1), [200, 'connected'])
  // What has happened to the record since makes no difference: here it was renewed, and its rate limit was reached.
  const [{ id } = assert.fail()] = await list()
  const record = (await parts.store.connections.find(id)) ?? assert.fail()
  clock.at += 3_600_000
  const changed = { state: 'limited', since: clock.at, until: clock.at + 1_000, renewedAt: clock.at } as const
  await parts.store.connections.put({ ...record, ...changed })
  assert.deepEqual(await reported('deletion', again - 1), [200, 'limited'])
  // Within the second in which it was connected.
  assert.deepEqual(await reported('deauthorize', again), [200, 'ended'])
  assert.deepEqual(await reported('deletion', again), [200, undefined])
})

test('a callback that the platform did not sign changes nothing', async (context) => {
  const { connect, list, report, app } = await start(context, 'instagram', {
    THREADS_CLIENT_ID: 'threads-app',
    THREADS_CLIENT_SECRET: 'threads-secret',
  })
  await connect()
  const subject = SUBJECTS.instagram
  for (const path of ['instagram/deauthorize', 'instagram/deletion'])
    for (const signed of [
      '',
      signedRequest(subject, AT, { secret: 'threads-secret' }),
      signedRequest(subject, AT - 90_000),
    ]) {
      const refused = await report(path, signed)
      assert.deepEqual([refused.statusCode, refused.json()], [401, { error: 'invalid_signature' }])
    }
  const twice = `signed_request=${signedRequest(subject, AT)}`
  const doubled = await app.inject({
    ...{ method: 'POST', url: '/connect/instagram/deletion', payload: `${twice}&${twice}` },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(doubled.statusCode, 401)
  for (const path of ['tiktok/deauthorize', 'mastodon/deletion', 'constructor/deletion', '__proto__/deauthorize'])
    assert.equal((await report(path, signedRequest(subject, AT))).statusCode, 404, path)
  assert.equal((await list())[0]?.state, 'connected')
})

test('a callback without the form of a signed one looks no secret up, and an unknown person gets the same response', async (context) => {
  const { connect, parts, report, app } = await start(context, 'instagram', {
    ...{ CONNECT_APPS: 'both', TIKTOK_LOGIN_CLIENT_KEY: 'key', TIKTOK_LOGIN_CLIENT_SECRET: 'secret' },
  })
  await connect()
  const lookedUp = context.mock.method(parts.store.connectApps, 'ofLicenses')
  for (const signed of ['', 'x', 'a.b', `${'x'.repeat(43)}.${'y'.repeat(5_000)}`, signedRequest('1', AT).slice(1)])
    assert.equal((await report('instagram/deauthorize', signed)).statusCode, 401)
  for (const signature of ['', 't=1,s=', `t=1,s=${'0'.repeat(64)}`, `t=${AT - 1_000},s=${'0'.repeat(64)}`])
    assert.equal(
      (
        await app.inject({
          ...{ method: 'POST', url: '/connect/tiktok/webhook', payload: '{}' },
          headers: { 'content-type': 'application/json', 'tiktok-signature': signature },
        })
      ).statusCode,
      401,
    )
  assert.equal(lookedUp.mock.callCount(), 0)
  const [known, unknown] = [
    await report('instagram/deauthorize', signedRequest(SUBJECTS.instagram, AT)),
    await report('instagram/deauthorize', signedRequest('99', AT)),
  ]
  const seen = ({ statusCode, body, headers }: typeof known) => {
    const { 'x-request-id': _, date: __, ...others } = headers
    return [statusCode, body, others]
  }
  assert.deepEqual(seen(known), seen(unknown))
  assert.equal(lookedUp.mock.callCount(), 2)
})

test('what a license’s secret signed reaches no connection of another license or of the operator’s application', async (context) => {
  const { connect, list, report, askAsOther } = await start(context, 'instagram', { CONNECT_APPS: 'both' })
  await connect()
  await askAsOther('/connections', { app: { platform: 'instagram', clientId: '2222', clientSecret: 'other' } })
  for (const path of ['instagram/deauthorize', 'instagram/deletion'])
    assert.equal((await report(path, signedRequest(SUBJECTS.instagram, AT, { secret: 'other' }))).statusCode, 200)
  assert.equal((await list())[0]?.state, 'connected')
})

test('a consent that was taken back takes effect in every process on the store', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const more = { DATABASE_URL: `sqlite:${join(folder, 'central.db')}` }
  const [first, second] = [await start(context, 'instagram', more), await start(context, 'instagram', more)]
  await first.connect()
  const [connected = assert.fail()] = await first.list()
  const headers = await second.authorize(first.key)
  const scan = () =>
    second.post('/scan-profile', { platform: 'instagram', handle: 'me', connection: connected.id }, headers)
  // Read by the first process, with the token that its provider gave.
  await first.ask('/scan-profile', { platform: 'instagram', handle: 'me', connection: connected.id })
  await first.parts.pages.idle()
  assert.equal((await scan()).status, 200)
  await first.report('instagram/deauthorize', signedRequest(SUBJECTS.instagram, AT))
  await second.parts.catchUp()
  assert.equal((await scan()).body.error?.code, 'connection_ended')
})

test('TikTok’s webhook ends the connection with its reason, and only if it is signed', async (context) => {
  const { connect, list, app, parts } = await startBrowser(context, {
    ...{ id: 'tiktok', platform: tiktok },
    environment: { TIKTOK_LOGIN_CLIENT_KEY: OPERATOR.clientId, TIKTOK_LOGIN_CLIENT_SECRET: OPERATOR.clientSecret },
  })
  const deliver = ({ header, body }: ReturnType<typeof tiktokDelivery>, path = 'tiktok') =>
    app.inject({
      ...{ method: 'POST', url: `/connect/${path}/webhook`, payload: body },
      headers: { 'content-type': 'application/json', 'tiktok-signature': header },
    })
  await connect()
  assert.equal((await deliver(tiktokDelivery('open-1', 2, AT, { secret: 'wrong' }))).statusCode, 401)
  assert.equal((await deliver(tiktokDelivery('open-1', 2, AT), 'instagram')).statusCode, 404)
  assert.equal((await list())[0]?.state, 'connected')
  // Of the authorization before, and repeated since.
  assert.equal((await deliver(tiktokDelivery('open-1', 2, AT, { more: { create_time: AT - 1 } }))).statusCode, 200)
  assert.equal((await list())[0]?.state, 'connected')
  for (const openId of ['open-2', 'open-1', 'open-1'])
    assert.equal((await deliver(tiktokDelivery(openId, 2, AT))).statusCode, 200)
  await parts.catchUp()
  const [ended] = await list()
  assert.deepEqual([ended?.state, ended?.reason], ['ended', 'account_gone'])
})
