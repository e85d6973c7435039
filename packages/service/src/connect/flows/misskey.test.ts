import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type MisskeyOptions, simulateMisskeyServer } from '@central-api/testing/connect/providers/misskey.ts'
import { newBrowser, startConnector } from '@central-api/testing/connect/start-connector.ts'

const HOST = 'notes.example'
const REQUEST = { platform: 'misskey', host: HOST } as const

const start = async (context: TestContext, options: Partial<MisskeyOptions> = {}) => {
  const server = simulateMisskeyServer({ host: HOST, way: 'oauth', ...options })
  const started = await startConnector(context, { fetch: server.respond })
  const browser = newBrowser()
  const { secret, ticket } = await started.begin(REQUEST)
  /** From the start page to what follows the callback. */
  const walk = async (change: (query: URLSearchParams) => void = () => {}) => {
    const authorize = await started.go(browser, 'misskey', secret)
    const query = await server.authorize(authorize)
    change(query)
    return { authorize, query, step: await started.connector.finish('misskey', null, query, browser.read) }
  }
  return { ...started, server, browser, secret, ticket, walk }
}

const ACCOUNT = {
  ...{ id: '9abc000001', handle: 'nao@notes.example', displayName: 'Nao' },
  ...{ url: 'https://notes.example/@Nao', avatarUrl: 'https://notes.example/a.webp' },
}

test('a server with OAuth is asked by a client that is a page, and names itself in its response', async (context) => {
  const { walk, saved, server } = await start(context)
  const { authorize, step } = await walk()
  assert.equal(step.is, 'connected')
  assert.equal(authorize.searchParams.get('client_id'), 'https://central.example/connect/misskey')
  assert.equal(authorize.searchParams.get('redirect_uri'), 'https://central.example/connect/misskey/callback')
  const [{ token, accounts, scopes, missing, appId } = assert.fail()] = saved
  assert.deepEqual(
    [token.expiresInSeconds, token.refreshToken, scopes, missing],
    [undefined, undefined, ['read:account'], []],
  )
  assert.deepEqual(accounts, [ACCOUNT])
  assert.equal(appId, 'https://central.example/connect/misskey')
  assert.deepEqual(server.calls, [
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-authorization-server',
    'POST /oauth/token',
    'POST /api/i',
  ])
})

test('a server without OAuth gives a session, whose token is taken once', async (context) => {
  const { walk, saved, server, connector, browser, store, ticket } = await start(context, { way: 'miauth' })
  const { authorize, query, step } = await walk()
  assert.equal(step.is, 'connected')
  assert.equal(authorize.searchParams.get('name'), 'Central API')
  const [{ token, accounts } = assert.fail()] = saved
  assert.match(token.accessToken, /^access-/)
  assert.deepEqual(accounts, [ACCOUNT])
  assert.equal((await connector.finish('misskey', null, query, browser.read)).is, 'lapsed')
  assert.equal(server.calls.filter((call) => call.endsWith('/check')).length, 1)
  const kept = JSON.stringify(await store.connectTickets.find(ticket.id))
  for (const secret of server.secrets) assert.ok(!kept.includes(secret))
})

// Forks that speak Mastodon's API describe it in the same place: https://github.com/transfem-org/Sharkey/issues/132
for (const [what, metadata] of [
  ['of Mastodon’s API', { scopes_supported: ['read:accounts', 'read:statuses'] }],
  ['without PKCE', { code_challenge_methods_supported: ['plain'] }],
  ['that does not promise to name itself', { authorization_response_iss_parameter_supported: false }],
  ['of another server', { issuer: 'https://evil.example' }],
  ['with a token endpoint elsewhere', { token_endpoint: 'http://169.254.169.254/oauth/token' }],
] as const)
  test(`metadata ${what} is not used: the server is asked by MiAuth`, async (context) => {
    const { walk, server } = await start(context, { metadata })
    const { authorize, step } = await walk()
    assert.deepEqual([step.is, authorize.pathname.startsWith('/miauth/')], ['connected', true])
    assert.ok(!server.calls.includes('POST /oauth/token'))
  })

test('a response that names no server, or another one, is refused before the code is sent', async (context) => {
  for (const iss of [undefined, 'https://evil.example']) {
    const { walk, server } = await start(context)
    const { step } = await walk((query) => (iss === undefined ? query.delete('iss') : query.set('iss', iss)))
    assert.equal(step.is === 'failed' && step.code, 'platform_error')
    assert.ok(!server.calls.includes('POST /oauth/token'))
  }
})

test('the person who declines is heard, and so is a server that gave nothing', async (context) => {
  const declined = await start(context)
  const { step } = await declined.walk((query) => {
    query.delete('code')
    query.set('error', 'access_denied')
  })
  assert.equal(step.is === 'failed' && step.code, 'connection_denied')
  const nothing = await start(context, { way: 'miauth', givesNothing: true })
  const failed = (await nothing.walk()).step
  assert.equal(failed.is === 'failed' && failed.code, 'platform_error')
})

test('the session of another consent is not taken', async (context) => {
  const { walk, server } = await start(context, { way: 'miauth' })
  const { step } = await walk((query) => query.set('session', '00000000-0000-8000-8000-000000000000'))
  assert.equal(step.is === 'failed' && step.code, 'connection_expired')
  assert.ok(!server.calls.some((call) => call.endsWith('/check')))
})

test('a server that is none of Misskey’s ends the start in a word', async (context) => {
  const { begin, open, connector } = await startConnector(context, {
    fetch: async () => ({ status: 404, body: '<!doctype html>' }),
  })
  const browser = newBrowser()
  const { secret } = await begin(REQUEST)
  await open(browser, 'misskey', secret)
  const step = await connector.start('misskey', secret, browser.read)
  assert.equal(step.is === 'failed' && step.code, 'host_not_found')
})
