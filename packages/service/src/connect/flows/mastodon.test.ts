import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser, startConnector } from '@central-api/testing/connect/start-connector.ts'
import type { EgressRequest } from '../../egress/egress.ts'

const HOST = 'social.example'
const FEDERATED = { platform: 'mastodon', host: HOST } as const

type Answer = { readonly status: number; readonly body: unknown }
type Options = {
  readonly metadata?: Answer
  /** Clients that the server knows. */
  readonly known?: Set<string>
}

/** A server of the Mastodon family, as its documentation describes it (docs.joinmastodon.org/methods/oauth). */
const simulateServer = ({ metadata = { status: 404, body: {} }, known = new Set() }: Options = {}) => {
  const calls: string[] = []
  let registered = 0
  const respond = async ({ url, body, method = 'GET', headers = {} }: EgressRequest): Promise<Answer> => {
    const { origin, pathname } = new URL(url)
    calls.push(`${method} ${origin}${pathname}`)
    const form = Object.fromEntries(new URLSearchParams(body?.bytes.toString() ?? ''))
    if (pathname === '/.well-known/oauth-authorization-server') return metadata
    if (pathname === '/api/v1/apps') {
      assert.deepEqual(form, {
        client_name: 'Central API',
        redirect_uris: `https://central.example/connect/mastodon/callback/${new URL(url).host}`,
        scopes: 'read:accounts read:statuses',
        website: 'https://central.example',
      })
      registered += 1
      known.add(`client-${registered}`)
      return { status: 200, body: { client_id: `client-${registered}`, client_secret: `secret-${registered}` } }
    }
    if (pathname === '/oauth/token') {
      if (!known.has(form.client_id ?? '')) return { status: 401, body: { error: 'invalid_client' } }
      assert.equal(form.client_secret, form.client_id?.replace('client', 'secret'))
      return {
        status: 200,
        body: { access_token: 'token', token_type: 'Bearer', scope: 'read:accounts read:statuses' },
      }
    }
    assert.equal(headers.authorization, 'Bearer token')
    return {
      status: 200,
      body: { id: '109', username: 'Gardener', display_name: 'The gardener', avatar: 'javascript:1' },
    }
  }
  return { respond, calls, known, registered: () => registered }
}

const back = (authorize: URL, more: Readonly<Record<string, string>> = {}): URLSearchParams =>
  new URLSearchParams({ code: 'code', state: authorize.searchParams.get('state') ?? '', ...more })

test('the service registers once at a server, and connects an account there', async (context) => {
  const server = simulateServer()
  const { begin, go, connector, saved } = await startConnector(context, { fetch: server.respond })
  for (let time = 0; time < 2; time += 1) {
    const browser = newBrowser()
    const authorize = await go(browser, 'mastodon', (await begin(FEDERATED)).secret)
    assert.equal(authorize.origin + authorize.pathname, 'https://social.example/oauth/authorize')
    assert.equal(authorize.searchParams.get('client_id'), 'client-1')
    assert.equal(authorize.searchParams.get('code_challenge_method'), 'S256')
    const step = await connector.finish('mastodon', HOST, back(authorize), browser.read)
    assert.equal(step.is, 'connected')
  }
  assert.equal(server.registered(), 1)
  assert.deepEqual(saved[0]?.accounts, [
    { id: '109', handle: 'gardener@social.example', displayName: 'The gardener', url: null, avatarUrl: null },
  ])
})

test('a server that forgot the service gets a new registration at the next start', async (context) => {
  const server = simulateServer()
  const { begin, go } = await startConnector(context, { fetch: server.respond })
  await go(newBrowser(), 'mastodon', (await begin(FEDERATED)).secret)
  server.known.clear()
  const authorize = await go(newBrowser(), 'mastodon', (await begin(FEDERATED)).secret)
  assert.equal(authorize.searchParams.get('client_id'), 'client-2')
})

test('a code of one server is never sent to another', async (context) => {
  const [honest, hostile] = [simulateServer(), simulateServer()]
  const { begin, go, connector } = await startConnector(context, {
    fetch: (request) => (new URL(request.url).host === HOST ? honest : hostile).respond(request),
  })
  const browser = newBrowser()
  // The hostile server sends the browser on to the honest one, whose code comes back to its own address.
  const authorize = await go(
    browser,
    'mastodon',
    (await begin({ platform: 'mastodon', host: 'hostile.example' })).secret,
  )
  const step = await connector.finish('mastodon', HOST, back(authorize), browser.read)
  assert.equal(step.is, 'lapsed')
  assert.ok([...honest.calls, ...hostile.calls].every((call) => !call.includes('verify_credentials')))
  assert.deepEqual(
    hostile.calls.filter((call) => call.endsWith('/oauth/token')),
    [],
  )
})

test('metadata decides about PKCE and the issuer, and moves no endpoint to another host', async (context) => {
  const metadata = {
    status: 200,
    body: {
      issuer: 'https://social.example/',
      authorization_endpoint: 'https://evil.example/authorize',
      token_endpoint: 'http://169.254.169.254/token',
      revocation_endpoint: 'https://social.example/oauth/revoke',
      code_challenge_methods_supported: ['plain'],
      authorization_response_iss_parameter_supported: true,
    },
  }
  const server = simulateServer({ metadata })
  const { begin, go, connector } = await startConnector(context, { fetch: server.respond })
  const browser = newBrowser()
  const authorize = await go(browser, 'mastodon', (await begin(FEDERATED)).secret)
  assert.equal(authorize.host, HOST)
  assert.equal(authorize.searchParams.has('code_challenge'), false)
  const silent = await connector.finish('mastodon', HOST, back(authorize), browser.read)
  assert.deepEqual(silent.is === 'failed' && silent.code, 'platform_error')
  const again = await go(browser, 'mastodon', (await begin(FEDERATED)).secret)
  const named = back(again, { iss: 'https://social.example/' })
  assert.equal((await connector.finish('mastodon', HOST, named, browser.read)).is, 'connected')
  assert.ok(server.calls.every((call) => call.includes(' https://social.example/')))
})

test('metadata of another server is none, and a server that is away ends in a word', async (context) => {
  const metadata = {
    status: 200,
    body: {
      issuer: 'https://evil.example',
      token_endpoint: 'https://evil.example/token',
      authorization_response_iss_parameter_supported: true,
    },
  }
  const server = simulateServer({ metadata })
  const { begin, go, connector } = await startConnector(context, { fetch: server.respond })
  const browser = newBrowser()
  const authorize = await go(browser, 'mastodon', (await begin(FEDERATED)).secret)
  assert.equal(authorize.href.startsWith('https://social.example/oauth/authorize?'), true)
  assert.equal((await connector.finish('mastodon', HOST, back(authorize), browser.read)).is, 'connected')
  const away = await startConnector(context)
  const { secret } = await away.begin(FEDERATED)
  await assert.rejects(away.go(newBrowser(), 'mastodon', secret), /failed/)
  assert.deepEqual(
    away.faults.map(({ code }) => code),
    ['platform_error'],
  )
})
