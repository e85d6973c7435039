// The whole way of LinkedIn Pages over the service's API: connected, chosen, read to the end, renewed, ended.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { linkedin } from '@central-api/service/platforms/linkedin/linkedin.ts'
import { startBrowser } from '@central-api/testing/connect/connect-by-browser.ts'
import { idsIn } from '@central-api/testing/connect/simulated-accounts.ts'
import { type Answer, OPERATOR, type Provider } from '@central-api/testing/connect/simulated-providers.ts'
import { startLinkedin } from '@central-api/testing/platforms/linkedin/simulator.ts'
import { START } from '@central-api/testing/start-service.ts'

const DAY_MS = 86_400_000

const start = async (context: TestContext) => {
  let given: Provider | undefined
  const refused = new Set<string>()
  const tokens: string[] = []
  /** Answers every read of posts, or every exchange, from now on. */
  const faults: { read?: Answer | undefined; exchange?: Answer | undefined } = {}
  const simulator = await startLinkedin()
  context.after(() => simulator.close())
  simulator.trust((token) => given?.secrets.includes(token) === true && !refused.has(token))
  const browser = await startBrowser(context, {
    ...{ id: 'linkedin', platform: linkedin },
    environment: { LINKEDIN_CLIENT_ID: OPERATOR.clientId, LINKEDIN_CLIENT_SECRET: OPERATOR.clientSecret },
    read(url, provider, { headers = {} }) {
      given = provider
      if (url.pathname === '/oauth/v2/accessToken') return faults.exchange
      // What the flow asks for.
      if (url.pathname === '/rest/organizationAcls' || url.search.includes('List(123,126')) return undefined
      tokens.push(headers.authorization?.replace('Bearer ', '') ?? '')
      if (faults.read && url.pathname.startsWith('/rest/posts')) return faults.read
      const { status = 200, body } = simulator.answer({ method: 'GET', url, headers, host: url.host, body: '' })
      return { status, body }
    },
  })
  const { ask, connect, list, parts } = browser
  const connected = async () => {
    const { page } = await connect(['123'])
    assert.equal(page.statusCode, 200, page.body)
    const [connection = assert.fail()] = await list()
    return { connection, page }
  }
  const scan = (connection: string, more: object = {}) =>
    ask('/scan-profile', { platform: 'linkedin', handle: 'me', connection, ...more })
  /** All pages of a connection’s own Page. */
  const walk = async (connection: string) => {
    const first = await scan(connection)
    assert.equal(first.status, 200, first.text)
    const [ids, texts] = [[...idsIn(first.body.data)], [first.text]]
    let cursor = first.body.data?.nextCursor
    for (let pages = 0; typeof cursor === 'string' && pages < 9; pages += 1) {
      const next = await ask('/load-more-posts', { platform: 'linkedin', handle: 'me', connection, cursor })
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
  const refuse = (token: string) => refused.add(token)
  return { ...browser, simulator, tokens, faults, refuse, connected, scan, walk, state }
}

test('of the Pages at which a member has a role now, the chosen one is read to the end, renewed and read again', async (context) => {
  const { connect, list, walk, simulator, tokens, provider, clock, parts } = await start(context)
  const { picker, page } = await connect(['123'])
  assert.ok(picker)
  for (const shown of ['Acme', 'Acme School', 'Last &amp; least', '3 accounts'])
    assert.ok(picker.body.includes(shown), shown)
  for (const hidden of ['Former employer', 'Jobs']) assert.ok(!picker.body.includes(hidden), hidden)
  assert.equal(page.statusCode, 200, page.body)
  const [connection = assert.fail(), ...others] = await list()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [connection.account.id, connection.account.handle, connection.state, connection.missing],
    ['123', 'acme', 'connected', []],
  )
  const { ids, text } = await walk(connection.id)
  assert.deepEqual(ids, simulator.ids())
  const [, token = '', refresh = ''] = provider.secrets
  assert.deepEqual([token.startsWith('AQ-'), refresh.startsWith('AQrefresh-')], [true, true])
  assert.deepEqual([...new Set(tokens)], [token])

  clock.at = START + 61 * DAY_MS
  tokens.length = 0
  assert.deepEqual((await walk(connection.id)).ids, simulator.ids())
  assert.deepEqual([provider.secrets.length, ...new Set(tokens)], [4, provider.secrets[3]])
  const { refreshExpiresAt } = (await parts.store.connections.find(connection.id)) ?? {}
  assert.ok(Number(refreshExpiresAt) <= START + 365 * DAY_MS)
  for (const secret of provider.secrets) assert.ok(!`${text}${page.body}${picker.body}`.includes(secret))
})

test('each chosen Page is read on its own, and ends on its own, although the member has one token', async (context) => {
  const { connect, list, walk, simulator, ask, provider } = await start(context)
  const { page } = await connect(['123', '130'])
  assert.equal(page.statusCode, 200, page.body)
  const connections = await list()
  assert.deepEqual(connections.map(({ account }) => [account.id, account.handle]).toSorted(), [
    ['123', 'acme'],
    ['130', '130'],
  ])
  const [acme, other] = ['123', '130'].map((id) => connections.find(({ account }) => account.id === id)?.id ?? '')
  assert.equal((await ask('/connections', { id: other, disconnect: true })).status, 200)
  // Nothing was revoked at LinkedIn.
  assert.deepEqual((await walk(acme ?? '')).ids, simulator.ids())
  assert.ok(provider.calls.every((call) => !call.includes('revoke')))
})

test('posts that are not public belong to nobody, and what is read belongs to the connection', async (context) => {
  const { connected, walk, ask, askAsOther, simulator } = await start(context)
  const { connection } = await connected()
  const { text } = await walk(connection.id)
  // Of eight posts, one is an advertisement and one is for connections only.
  for (const index of [69, 61, 62, 54])
    if (![5, 6].includes(index % 8)) assert.ok(text.includes(`Loaf ${index} `), String(index))
    else assert.ok(!text.includes(`Loaf ${index} `), String(index))
  const posts = ['urn:li:share:7300000000054', 'urn:li:ugcPost:7300000000061', simulator.ids()[0]].map(
    (urn) => `https://www.linkedin.com/feed/update/${urn}/`,
  )
  const { body } = await ask('/posts', { platform: 'linkedin', posts, connection: connection.id })
  const results = jsonList(jsonObject(body.data?.body).posts).map(jsonObject)
  assert.deepEqual(
    results.map(({ ok, error }) => (ok === true ? true : jsonObject(error).code)),
    ['profile_private', 'profile_private', true],
  )
  const open = await askAsOther('/scan-profile', { platform: 'linkedin', handle: 'acme' })
  assert.equal(open.body.error?.code, 'connection_required', open.text)
})

const REVOKED = { status: 401, code: 'REVOKED_ACCESS_TOKEN', serviceErrorCode: 65_601, message: 'Ein Satz' }
const EXPIRED = { status: 401, code: 'EXPIRED_ACCESS_TOKEN', serviceErrorCode: 65_602, message: 'Ein Satz' }
const INVALID_GRANT: Answer = { status: 400, body: { error: 'invalid_grant', error_description: 'Ein Satz' } }

test('a token that the member revoked ends the connection as removed, also where it had a refresh token', async (context) => {
  const { connected, scan, faults, state } = await start(context)
  const { connection } = await connected()
  faults.read = { status: 401, body: REVOKED }
  faults.exchange = INVALID_GRANT
  const ended = await scan(connection.id)
  assert.deepEqual(
    [ended.body.error?.code, ended.body.error?.details],
    ['connection_ended', { reason: 'removed_by_owner' }],
  )
  assert.ok(!ended.text.includes('Satz'))
  assert.deepEqual(await state(), ['ended', 'removed_by_owner'])
})

test('an access token that ends early is replaced once', async (context) => {
  const { connected, walk, simulator, provider, refuse, tokens, state } = await start(context)
  const { connection } = await connected()
  const [, token = ''] = provider.secrets
  refuse(token)
  assert.deepEqual((await walk(connection.id)).ids, simulator.ids())
  assert.deepEqual([...new Set(tokens)], [token, provider.secrets[3]])
  assert.deepEqual([provider.secrets.length, await state()], [4, ['connected', null]])
})

test('without a refresh token, as for most applications, the end is known, and a refused token ends the connection', async (context) => {
  for (const [body, reason] of [
    [REVOKED, 'removed_by_owner'],
    [EXPIRED, 'expired'],
  ] as const) {
    const { connected, scan, faults, state, provider, parts } = await start(context)
    faults.exchange = {
      status: 200,
      body: {
        access_token: provider.give('AQ'),
        expires_in: 5_184_000,
        scope: 'r_organization_social,r_organization_admin',
      },
    }
    const { connection } = await connected()
    const { expiresAt, refreshExpiresAt, dueAt } = (await parts.store.connections.find(connection.id)) ?? {}
    assert.deepEqual([expiresAt, refreshExpiresAt, dueAt], [START + 60 * DAY_MS, null, START + (60 - 14) * DAY_MS])
    faults.read = { status: 401, body }
    const ended = await scan(connection.id)
    assert.deepEqual([ended.body.error?.code, ended.body.error?.details], ['connection_ended', { reason }])
    assert.ok(!ended.text.includes('Satz'))
    assert.deepEqual(await state(), ['ended', reason])
  }
})

test('errors of the API end a connection only where they are the member’s', async (context) => {
  const { connected, connect, scan, faults, state, clock } = await start(context)
  const { connection } = await connected()
  const answers = [
    [403, { code: 'ACCESS_DENIED', message: 'Not enough permissions to access: GET /posts' }, 'role_lost'],
    // https://github.com/PipedreamHQ/pipedream/issues/21823
    [403, { message: "Viewer don't have permission to the ADMIN_ONLY VisibilityReduction for 123" }, 'role_lost'],
    // Not LinkedIn's own format.
    [403, { message: 'Forbidden' }, undefined],
    [426, { code: 'NONEXISTENT_VERSION', message: 'Requested version 20260601 is not active' }, undefined],
    [429, { code: 'TOO_MANY_REQUESTS', message: 'Resource level throttle limit is reached.' }, undefined],
    [500, { message: 'Internal Server Error' }, undefined],
  ] as const
  for (const [status, body, reason] of answers) {
    faults.read = { status, body: { status, ...body } }
    const refused = await scan(connection.id)
    assert.equal(refused.body.error?.code === 'connection_ended', reason !== undefined, refused.text)
    const [now, why] = await state()
    assert.deepEqual([now === 'ended', why], [reason !== undefined, reason ?? null], body.message)
    faults.read = undefined
    if (reason) await connect([], { reconnect: connection.id })
    clock.at += 600_000
  }
})
