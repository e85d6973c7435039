// The whole way of a Pinterest account over the service's API: connected, read to the end, renewed, ended.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { pinterest } from '@central-api/service/platforms/pinterest/pinterest.ts'
import { startBrowser } from '@central-api/testing/connect/connect-by-browser.ts'
import { idsIn } from '@central-api/testing/connect/simulated-accounts.ts'
import { type Answer, OPERATOR, type Provider } from '@central-api/testing/connect/simulated-providers.ts'
import { startPinterest } from '@central-api/testing/platforms/pinterest/simulator.ts'
import { START } from '@central-api/testing/start-service.ts'

const DAY_MS = 86_400_000
const TOKENS = '/v5/oauth/token'

const start = async (context: TestContext) => {
  let given: Provider | undefined
  const refused = new Set<string>()
  const tokens: string[] = []
  /** Answers every read of the API, or every exchange, from now on. */
  const faults: { read?: Answer | undefined; exchange?: Answer | undefined } = {}
  const simulator = await startPinterest()
  context.after(() => simulator.close())
  simulator.trust((token) => given?.secrets.includes(token) === true && !refused.has(token))
  const browser = await startBrowser(context, {
    ...{ id: 'pinterest', platform: pinterest },
    environment: { PINTEREST_CLIENT_ID: OPERATOR.clientId, PINTEREST_CLIENT_SECRET: OPERATOR.clientSecret },
    read(url, provider, { headers = {} }) {
      given = provider
      if (url.pathname === TOKENS) return faults.exchange
      const { authorization } = headers
      if (authorization !== undefined) {
        tokens.push(authorization.replace('Bearer ', ''))
        if (faults.read) return faults.read
      }
      const { status = 200, body } = simulator.answer({ method: 'GET', url, headers, host: url.host, body: '' })
      return { status, body }
    },
  })
  const { ask, connect, list, parts } = browser
  const connected = async () => {
    const { page } = await connect()
    assert.equal(page.statusCode, 200, page.body)
    const [connection = assert.fail()] = await list()
    return { connection, page }
  }
  const scan = (connection: string, more: object = {}) =>
    ask('/scan-profile', { platform: 'pinterest', handle: 'me', connection, ...more })
  /** All pages of a connection’s own account. */
  const walk = async (connection: string, more: object = {}) => {
    const first = await scan(connection, more)
    assert.equal(first.status, 200, first.text)
    const [ids, texts] = [[...idsIn(first.body.data)], [first.text]]
    let cursor = first.body.data?.nextCursor
    for (let pages = 0; typeof cursor === 'string' && pages < 9; pages += 1) {
      const next = await ask('/load-more-posts', { platform: 'pinterest', handle: 'me', connection, cursor, ...more })
      assert.equal(next.status, 200, next.text)
      ids.push(...idsIn(next.body.data))
      texts.push(next.text)
      cursor = next.body.data?.nextCursor
    }
    return { ids, text: texts.join('\n'), first }
  }
  const state = async () => {
    await parts.connections.idle()
    const [latest] = await list()
    return [latest?.state, latest?.reason]
  }
  return {
    ...browser,
    simulator,
    tokens,
    faults,
    refuse: (token: string) => refused.add(token),
    connected,
    scan,
    walk,
    state,
  }
}

test('an account is connected, read to the end, renewed with the newest refresh token and read again', async (context) => {
  const { connected, walk, simulator, tokens, provider, clock, state } = await start(context)
  const { connection, page } = await connected()
  assert.deepEqual(
    [connection.platform, connection.account.id, connection.account.handle, connection.state, connection.missing],
    ['pinterest', '600000000000000001', 'acme', 'connected', []],
  )
  tokens.length = 0
  const { ids, text, first } = await walk(connection.id)
  assert.deepEqual(ids, simulator.ids())
  assert.match(first.text, /Acme Bakery/)
  const [, token = '', refresh = ''] = provider.secrets
  assert.deepEqual([token.startsWith('pina-'), refresh.startsWith('pinr-')], [true, true])
  assert.deepEqual([...new Set(tokens)], [token])

  // Each renewal begins with the refresh token of the one before: the one before that is dead.
  for (let renewals = 1; renewals <= 3; renewals += 1) {
    clock.at = START + renewals * 31 * DAY_MS
    tokens.length = 0
    assert.deepEqual((await walk(connection.id)).ids, simulator.ids())
    assert.equal(provider.secrets.length, 3 + 2 * renewals)
    assert.deepEqual([...new Set(tokens)], [provider.secrets.at(-2)])
  }
  assert.deepEqual(await state(), ['connected', null])
  for (const secret of provider.secrets) assert.ok(!`${text}${page.body}`.includes(secret))
})

test('created and saved pins are read apart, and a pin by its URL', async (context) => {
  const { connected, walk, simulator, ask } = await start(context)
  const { connection } = await connected()
  const [created, saved] = [
    await walk(connection.id, { variant: 'created' }),
    await walk(connection.id, { variant: 'saved' }),
  ]
  assert.ok(created.ids.length > 0 && saved.ids.length > 0)
  assert.deepEqual([...created.ids, ...saved.ids].toSorted(), simulator.ids().toSorted())
  const posts = [simulator.ids()[0], '910000000000000000'].map((id) => `https://www.pinterest.com/pin/${id}/`)
  const { body } = await ask('/posts', { platform: 'pinterest', posts, connection: connection.id })
  const results = jsonList(jsonObject(body.data?.body).posts).map(jsonObject)
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [true, false],
  )
})

test('what only the owner sees belongs to the connection', async (context) => {
  const { connected, walk, scan, ask, askAsOther, tokens } = await start(context)
  const { connection } = await connected()
  const own = await walk(connection.id)
  // Counts, and what the owner notes for themselves.
  assert.match(own.text, /"views":90/)
  assert.ok(!own.text.includes('to myself'))
  const calls = tokens.length
  const open = await askAsOther('/scan-profile', { platform: 'pinterest', handle: 'acme' })
  assert.equal(open.status, 200, open.text)
  assert.ok(!open.text.includes('"views":90'))
  assert.equal(tokens.length, calls)
  assert.equal((await scan(connection.id, { handle: 'acme' })).text.includes('"views":90'), true)
  const other = await ask('/scan-profile', { platform: 'pinterest', handle: 'another', connection: connection.id })
  assert.equal(other.body.error?.code, 'handle_malformed')
})

test('a token that the owner took back ends the connection, although Pinterest refuses it as a wrong secret', async (context) => {
  const { connected, scan, provider, refuse, faults, state } = await start(context)
  const { connection } = await connected()
  refuse(provider.secrets[1] ?? '')
  faults.exchange = { status: 401, body: { code: 2, message: 'Ein Satz von ihnen' } }
  const ended = await scan(connection.id)
  assert.deepEqual([ended.body.error?.code, ended.body.error?.details], ['connection_ended', { reason: 'expired' }])
  assert.ok(!ended.text.includes('Satz'))
  assert.deepEqual(await state(), ['ended', 'expired'])
})

test('a wrong secret of the operator ends no connection, until its refresh token has ended, too', async (context) => {
  const { connected, scan, faults, clock, state } = await start(context)
  const { connection } = await connected()
  faults.exchange = { status: 401, body: { code: 2, message: 'Authentication failed.' } }
  clock.at = START + 40 * DAY_MS
  assert.equal((await scan(connection.id)).body.error?.code, 'platform_unauthorized')
  assert.deepEqual(await state(), ['connected', null])
  clock.at = START + 61 * DAY_MS
  assert.equal((await scan(connection.id)).body.error?.code, 'connection_ended')
  assert.deepEqual(await state(), ['ended', 'expired'])
})

test('errors of the API end a connection only where they are the owner’s', async (context) => {
  const { connected, connect, scan, faults, state, clock } = await start(context)
  const { connection } = await connected()
  const sentences = [
    // https://github.com/pinterest/api-quickstart/issues/97
    [401, 3, 'Please ensure your token is authorized with the correct set of scopes.', 'scope_missing'],
    [401, 7, 'Not authorized to access board or Pin.', undefined],
    [403, 29, 'You are not permitted to access that resource.', undefined],
    [403, 403, 'Not authorized to access the user account.', undefined],
    [500, 12, 'Something went wrong on our end. Sorry about that.', undefined],
  ] as const
  for (const [status, code, message, reason] of sentences) {
    faults.read = { status, body: { code, message } }
    const { body, text } = await scan(connection.id)
    assert.equal(body.error?.code === 'connection_ended', reason !== undefined, text)
    assert.deepEqual(await state(), reason ? ['ended', reason] : ['connected', null], message)
    assert.ok(!text.includes(message))
    faults.read = undefined
    if (reason) await connect([], { reconnect: connection.id })
    clock.at += 600_000
  }
})

test('a late refusal of an earlier token does not end an account that was connected again', async (context) => {
  const { connected, connect, scan, provider, parts, state } = await start(context)
  const { connection } = await connected()
  const [, earlier] = provider.secrets
  await connect([], { reconnect: connection.id })
  const [found] = await Promise.all([parts.store.connections.find(connection.id), scan(connection.id)])
  const { licenseId = '', handle = '', accountId: id = '' } = found ?? {}
  const access = {
    ...{ reach: connection.id as `cn_${string}`, licenseId, site: undefined, handle },
    own: { id, includesPrivate: false },
  }
  parts.connections.report(access, { is: 'ended', reason: 'scope_missing', token: earlier })
  assert.deepEqual(await state(), ['connected', null])
  parts.connections.report(access, { is: 'ended', reason: 'scope_missing', token: provider.secrets[4] })
  assert.deepEqual(await state(), ['ended', 'scope_missing'])
})
