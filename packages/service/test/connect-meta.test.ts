// The whole way of Meta's accounts over the service's API: connected, chosen, read to the end, renewed, ended.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { idsIn, type OwnPlatform } from '@central-api/testing/connect/simulated-accounts.ts'
import { OPERATOR } from '@central-api/testing/connect/simulated-providers.ts'
import { startMetaBrowser } from '@central-api/testing/connect/start-meta-browser.ts'
import { isPublic } from '@central-api/testing/platforms/facebook/simulated-posts.ts'
import { graphFault } from '@central-api/testing/platforms/meta/simulated-graph.ts'
import { START } from '@central-api/testing/start-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const start = async (context: TestContext, id: OwnPlatform, more: Readonly<Record<string, string>> = {}) => {
  const browser = await startMetaBrowser(context, id, more)
  const { ask } = browser
  /** All pages of a connection’s own account. */
  const walk = async (connection: string) => {
    const first = await ask('/scan-profile', { platform: id, handle: 'me', connection })
    assert.equal(first.status, 200, first.text)
    const ids = [...idsIn(first.body.data)]
    let cursor = first.body.data?.nextCursor
    for (let pages = 0; typeof cursor === 'string' && pages < 9; pages += 1) {
      const next = await ask('/load-more-posts', { platform: id, handle: 'me', connection, cursor })
      assert.equal(next.status, 200, next.text)
      ids.push(...idsIn(next.body.data))
      cursor = next.body.data?.nextCursor
    }
    return { ids, first }
  }
  return { ...browser, walk }
}

const REASONS = [
  [458, 'removed_by_owner'],
  [459, 'checkpoint'],
  [460, 'password_changed'],
  [463, 'expired'],
  [492, 'role_lost'],
] as const

for (const id of ['instagram', 'threads'] as const) {
  test(`${id}: an account is connected, read to the end, renewed and read again`, async (context) => {
    const { connect, list, walk, accounts, provider, clock } = await start(context, id)
    const { page } = await connect()
    assert.equal(page.statusCode, 200, page.body)
    const [connected] = await list()
    assert.ok(connected)
    assert.deepEqual([connected.platform, connected.state, connected.missing], [id, 'connected', []])

    const { ids, first } = await walk(connected.id)
    assert.deepEqual(ids, accounts.ids)
    assert.match(first.text, /Seeds & more/)
    const [long = '', ...others] = new Set(accounts.tokens)
    assert.deepEqual([long.startsWith('long-'), others], [true, []])

    clock.at = START + 55 * DAY_MS
    const before = provider.secrets.length
    // This read begins the renewal, and does not wait for it.
    await walk(connected.id)
    for (let tries = 0; provider.secrets.length === before && tries < 200; tries += 1) await setTimeout(5)
    clock.at += DAY_MS
    accounts.tokens.length = 0
    await walk(connected.id)
    const renewed = provider.secrets.at(-1)
    assert.ok(renewed !== long)
    assert.deepEqual([...new Set(accounts.tokens)], [renewed])
    for (const secret of provider.secrets) assert.ok(!`${first.text}${page.body}`.includes(secret))
  })

  for (const [subcode, reason] of REASONS)
    test(`${id}: ${subcode} ends the connection: ${reason}`, async (context) => {
      const { connect, list, ask, accounts, parts } = await start(context, id)
      await connect()
      const [connected = assert.fail()] = await list()
      const { status = 400, body } = graphFault(190, 'Ein Satz von ihnen', { subcode, status: 400 })
      accounts.fault = { status, body }
      const refused = await ask('/scan-profile', { platform: id, handle: 'me', connection: connected.id })
      assert.equal(refused.body.error?.code, 'connection_ended', refused.text)
      assert.deepEqual(refused.body.error?.details, { reason })
      await parts.connections.idle()
      const [ended] = await list()
      assert.deepEqual([ended?.state, ended?.reason], ['ended', reason])
      assert.ok(!refused.text.includes('Satz'))
    })
}

test('instagram: stories of the last day are read, and a refusal of them ends nothing', async (context) => {
  const { connect, list, ask, accounts, parts, clock } = await start(context, 'instagram')
  await connect()
  const [connected = assert.fail()] = await list()
  const scan = { platform: 'instagram', handle: 'me', connection: connected.id, variant: 'stories' }
  const shown = await ask('/scan-profile', scan)
  assert.equal(shown.status, 200, shown.text)
  // One has ended a moment before.
  assert.deepEqual(idsIn(shown.body.data), accounts.storyIds.slice(0, -1))
  assert.equal(shown.body.data?.nextCursor, null)
  assert.match(accounts.tokens.at(-1) ?? '', /^long-/)

  const refused = graphFault(10, '(#10) Application does not have permission for this action', { status: 403 })
  accounts.storiesFault = { status: 403, body: refused.body }
  clock.at += HOUR_MS
  assert.equal((await ask('/scan-profile', scan)).body.error?.code, 'platform_unauthorized')
  await parts.connections.idle()
  assert.equal((await list())[0]?.state, 'connected')
  assert.equal((await ask('/scan-profile', { ...scan, variant: 'posts' })).status, 200)
})

test('facebook: of three Pages two are ticked, one is chosen, read to the end, and lost with the role', async (context) => {
  const { connect, list, walk, accounts, ask, parts, provider, clock, licenseId } = await start(context, 'facebook', {
    FACEBOOK_LOGIN_CONFIG_ID: 'config-1',
  })
  const { picker, page } = await connect(['103'])
  assert.ok(picker)
  for (const shown of ['First page', 'Third page', '2 accounts']) assert.ok(picker.body.includes(shown), shown)
  assert.ok(!picker.body.includes('Not ticked'))
  assert.equal(page.statusCode, 200, page.body)
  const [connected = assert.fail()] = await list()
  assert.deepEqual([connected.account.id, connected.state], ['103', 'connected'])

  const { ids } = await walk(connected.id)
  assert.deepEqual(
    ids,
    accounts.ids.filter((each) => isPublic(Number(each.split('_')[1]) - 900_000)),
  )
  const [token = '', ...others] = new Set(accounts.tokens)
  assert.deepEqual([token.startsWith('page-'), others], [true, []])

  const limited = graphFault(32, '(#32) Page request limit reached', { status: 403 })
  accounts.fault = { status: 403, body: limited.body }
  const scan = { platform: 'facebook', handle: 'me', connection: connected.id, variant: 'videos' }
  assert.equal((await ask('/scan-profile', scan)).body.error?.code, 'platform_rate_limited')
  await parts.connections.idle()
  assert.equal((await list())[0]?.state, 'limited')
  const held = { platform: 'facebook', handle: 'me', connection: connected.id }
  const stateNow = async () => (await ask('/scan-profile', held)).headers['x-connection-state']
  assert.equal(await stateNow(), 'limited')

  accounts.fault = undefined
  clock.at += HOUR_MS
  assert.equal(await stateNow(), 'connected')
  const again = await connect(['101', '103'])
  assert.equal(again.page.statusCode, 200)
  assert.deepEqual((await list()).map(({ id, account }) => [id === connected.id, account.id]).toSorted(), [
    [false, '101'],
    [true, '103'],
  ])
  const unknown = graphFault(100, "Unsupported get request. Object with ID '103' does not exist", { subcode: 33 })
  accounts.fault = { status: 400, body: unknown.body }
  const lost = await ask('/scan-profile', { ...scan, variant: 'photos' })
  assert.deepEqual(lost.body.error?.details, { reason: 'role_lost' }, lost.text)
  for (const secret of provider.secrets) assert.ok(!picker.body.includes(secret))

  // The consent's own token goes with its last Page.
  const { store } = parts
  const grantId = (await store.connections.find(connected.id))?.grantId ?? assert.fail()
  for (const { id } of await list()) {
    assert.ok(await store.connectGrants.find(grantId, licenseId))
    await ask('/connections', { id, disconnect: true })
  }
  assert.equal(await store.connectGrants.find(grantId, licenseId), undefined)
})

test('what is wrong with the application ends no account', async (context) => {
  const { connect, list, ask, accounts, parts } = await start(context, 'instagram')
  await connect()
  const [connected = assert.fail()] = await list()
  for (const fault of [
    graphFault(368, 'The action attempted has been deemed abusive'),
    graphFault(100, 'Invalid appsecret_proof provided in the API argument'),
  ]) {
    accounts.fault = { status: 400, body: fault.body }
    const refused = await ask('/scan-profile', { platform: 'instagram', handle: 'me', connection: connected.id })
    assert.equal(refused.body.error?.code, 'platform_unauthorized', refused.text)
    await parts.connections.idle()
    assert.equal((await list())[0]?.state, 'connected')
  }
})

test('facebook: calls prove the secret of the license’s own application', async (context) => {
  const none = { FACEBOOK_CLIENT_ID: '', FACEBOOK_CLIENT_SECRET: '', FACEBOOK_LOGIN_CONFIG_ID: '' }
  const { connect, list, walk, ask, accounts, parts } = await start(context, 'facebook', {
    ...{ ...none, CONNECT_APPS: 'license' },
  })
  const added = await ask('/connections', { app: { platform: 'facebook', ...OPERATOR } })
  assert.equal(added.status, 200, added.text)
  await connect(['101'])
  const [connected = assert.fail()] = await list()
  // The simulated platform refuses every call without a proof.
  const { ids } = await walk(connected.id)
  assert.ok(ids.length > 0)
  // A new secret counts from the next call on, and one that is wrong ends nothing.
  await ask('/connections', { app: { platform: 'facebook', ...OPERATOR, clientSecret: 'another-secret' } })
  const scan = { platform: 'facebook', handle: 'me', connection: connected.id, variant: 'videos' }
  const refused = await ask('/scan-profile', scan)
  assert.match(refused.body.error?.code ?? '', /^platform_(?:unauthorized|error)$/, refused.text)
  await parts.connections.idle()
  assert.equal((await list())[0]?.state, 'connected')
  assert.ok(accounts.tokens.length > 0)
})
