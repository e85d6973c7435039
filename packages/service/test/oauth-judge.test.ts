// A strict authorization server (oidc-provider) judges the client: PKCE, one use of codes, redirect URIs, the issuer and
// revocation, through the real egress.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Provider } from 'oidc-provider'
import type { Dialect, Endpoints } from '../src/connect/dialects/dialect.ts'
import { ConnectFault } from '../src/connect/oauth/connect-fault.ts'
import { createGuardedFetch } from '../src/connect/oauth/guarded-fetch.ts'
import { createOAuthClient } from '../src/connect/oauth/oauth-client.ts'
import { parseAllowList } from '../src/egress/allow-list.ts'
import { createEgress } from '../src/egress/create-egress.ts'

const R = 'https://central.example/connect/judge/callback'
const CLIENT = { clientId: 'our-client', clientSecret: 'a secret of the client / with signs' } as const
const VERIFIER = 'v'.repeat(43)

const DIALECT: Dialect = {
  platform: 'judge',
  ...{ authorize: '/auth', token: '/token', revoke: '/token/revocation', revokes: 'token' },
  ...{ proof: 'body', separator: ' ', pkce: true, quirks: {} },
}

const start = async (context: TestContext, proof: Dialect['proof'] = 'body') => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [R] },
        token_endpoint_auth_method: proof === 'basic' ? 'client_secret_basic' : 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    scopes: ['openid', 'posts.read'],
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    // Everybody is signed in and allows everything.
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({ accountId: 'ada', clientId: CLIENT.clientId })
      grant.addOIDCScope('openid posts.read')
      await grant.save()
      return grant
    },
  })
  provider.on('server_error', (_context, error) => assert.fail(error))
  server.on('request', (request, response) => {
    const interaction = /^\/interaction\//.test(request.url ?? '')
    if (!interaction) return provider.callback()(request, response)
    return provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
  })
  const egress = createEgress({
    allow: parseAllowList(`127.0.0.1:${port}`),
    userAgent: 'test',
    elapsed: () => performance.now(),
  })
  context.after(async () => {
    await egress.close()
    server.closeAllConnections()
    server.close()
  })
  const endpoints: Endpoints = {
    ...{ issuer, authorize: `${issuer}/auth`, token: `${issuer}/token`, revoke: `${issuer}/token/revocation` },
    ...{ pkce: true, namesIssuer: true },
  }
  const client = createOAuthClient({
    ...{ dialect: { ...DIALECT, proof }, endpoints, app: CLIENT, redirectUri: R },
    fetch: createGuardedFetch({ egress, platform: 'judge' }),
  })

  /** What the browser comes back with. */
  const consent = async (state: string, verifier = VERIFIER): Promise<URLSearchParams> => {
    const jar = new Map<string, string>()
    const scopes = ['openid', 'posts.read']
    let url = await client.authorizeUrl({ state, scopes, verifier })
    for (let hop = 0; hop < 6; hop += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await globalThis.fetch(url, { redirect: 'manual', headers: { cookie } })
      for (const written of response.headers.getSetCookie()) {
        const [pair = ''] = written.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
      if (location.startsWith(R)) return new URL(location).searchParams
      url = new URL(location, issuer).href
    }
    throw new Error('Too many redirects')
  }
  return { client, consent, provider }
}

const refused = (code: string) => (error: unknown) => error instanceof ConnectFault && error.code === code

for (const proof of ['body', 'basic'] as const) {
  test(`a strict server exchanges the code, with the secret in the ${proof}`, async (context) => {
    const { client, consent } = await start(context, proof)
    const query = await consent('one')
    assert.ok(query.has('iss'))
    const token = await client.exchange(query, { state: 'one', verifier: VERIFIER })
    assert.deepEqual(token.scopes, ['openid', 'posts.read'])
    assert.ok(token.accessToken && token.refreshToken && (token.expiresInSeconds ?? 0) > 0)
    assert.equal(await client.revoke(token.accessToken), true)
  })
}

test('a strict server refuses a code twice, the verifier of another flow, and a code of nobody', async (context) => {
  const { client, consent } = await start(context)
  const query = await consent('one')
  const other = await consent('two', 'w'.repeat(43))
  await client.exchange(query, { state: 'one', verifier: VERIFIER })
  await assert.rejects(client.exchange(query, { state: 'one', verifier: VERIFIER }), refused('connection_expired'))
  await assert.rejects(client.exchange(other, { state: 'two', verifier: VERIFIER }), refused('connection_expired'))
  other.set('code', 'of-nobody')
  await assert.rejects(
    client.exchange(other, { state: 'two', verifier: 'w'.repeat(43) }),
    refused('connection_expired'),
  )
})

test('a response of another issuer, of another flow or without an issuer reaches no server', async (context) => {
  const { client, consent } = await start(context)
  const query = await consent('one')
  const [foreign, silent] = [new URLSearchParams(query), new URLSearchParams(query)]
  foreign.set('iss', 'https://evil.example')
  silent.delete('iss')
  for (const changed of [foreign, silent])
    await assert.rejects(client.exchange(changed, { state: 'one', verifier: VERIFIER }), refused('platform_error'))
  await assert.rejects(client.exchange(query, { state: 'two', verifier: VERIFIER }), refused('platform_error'))
  // The code is still good.
  assert.ok((await client.exchange(query, { state: 'one', verifier: VERIFIER })).accessToken)
})
