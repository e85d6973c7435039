import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AuthorizationFacts } from '@central-api/testing/connect/atproto/authorization-server.ts'
import {
  type AtprotoNetworkOptions,
  ENTRYWAY,
  PDS,
  simulateAtproto,
} from '@central-api/testing/connect/atproto/simulated-network.ts'
import {
  BASE,
  type ConnectorOptions,
  newBrowser,
  startConnector,
} from '@central-api/testing/connect/start-connector.ts'
import { isApiError } from '../../errors.ts'

const GARDEN = { did: 'did:plc:gardengardengardengarden', handle: 'garden.bsky.social', pds: PDS }
const OTHER = { did: 'did:plc:otherotherotherotherothe', handle: 'other.bsky.social', pds: PDS }
const EVIL = 'https://evil.example'
const SCOPES = ['atproto', 'getProfile', 'getAuthorFeed', 'getPosts'].map((name) =>
  name === 'atproto'
    ? name
    : `rpc:app.bsky.${name === 'getProfile' ? 'actor' : 'feed'}.${name}?aud=did:web:api.bsky.app%23bsky_appview`,
)

type Options = Pick<AtprotoNetworkOptions, 'servers'> & { readonly connector?: ConnectorOptions }

const start = async (context: TestContext, { servers, connector = {} }: Options = {}) => {
  const network = simulateAtproto({
    documents: async () => ({
      metadata: started.serviceClient?.documents?.metadata ?? {},
      jwks: (started.serviceClient?.documents?.jwks ?? { keys: [] }) as never,
    }),
    accounts: [GARDEN, OTHER],
    ...(servers && { servers }),
  })
  const started = await startConnector(context, { fetch: (request) => network.respond(request), ...connector })
  const { begin, go, connector: flow } = started

  /** From the client's request to what follows the callback. */
  const walk = async (account: string | null, changes: { readonly host?: string; readonly by?: string } = {}) => {
    const browser = newBrowser()
    const { secret } = await begin({ platform: 'bluesky', account, host: changes.host ?? null })
    const authorize = await go(browser, 'bluesky', secret)
    const query = network.at(changes.by ?? authorize.origin).authorize(authorize)
    return { browser, authorize, query, step: await flow.finish('bluesky', null, query, browser.read) }
  }
  const facts = (changes: Partial<AuthorizationFacts>, origin = ENTRYWAY): void => {
    const server = network.at(origin)
    server.facts = { ...server.facts, ...changes }
  }
  return { ...started, network, walk, facts }
}

const failedWith = (step: { readonly is: string; readonly code?: string }) =>
  step.is === 'failed' ? step.code : step.is

test('an account is found by its handle, and connected with a token that is bound to a key', async (context) => {
  const { walk, network, saved, serviceClient } = await start(context)
  const { step, authorize } = await walk('garden.bsky.social')
  assert.equal(step.is, 'connected')
  assert.equal(authorize.origin, ENTRYWAY)
  assert.equal(authorize.searchParams.get('client_id'), `${BASE}/connect/client-metadata.json`)
  const [{ token, accounts, scopes, missing, appId } = assert.fail()] = saved
  assert.deepEqual(accounts, [
    {
      id: GARDEN.did,
      handle: GARDEN.handle,
      displayName: 'Garden',
      url: `https://bsky.app/profile/${GARDEN.did}`,
      avatarUrl: null,
      fields: { issuer: 'bsky.social', server: PDS },
    },
  ])
  assert.deepEqual([scopes, missing, token.subject], [SCOPES, [], GARDEN.did])
  assert.deepEqual([token.expiresInSeconds, token.refreshExpiresInSeconds], [1_800, 14 * 86_400])
  assert.match(token.fields?.proofKey ?? '', /^[\w-]{43}$/)
  assert.equal(appId, serviceClient?.keys[0]?.id)
  const server = network.at(ENTRYWAY)
  assert.deepEqual(server.logins, ['garden.bsky.social'])
  // Each endpoint tells its nonce by a refusal, and takes the second proof.
  assert.deepEqual(server.log, [
    '/oauth/par use_dpop_nonce',
    '/oauth/par',
    '/oauth/token use_dpop_nonce',
    '/oauth/token',
  ])
  assert.equal(server.sessionOf(token.accessToken)?.kid, appId)
})

test('the document of the service is what the specification demands of a confidential client', async (context) => {
  const { serviceClient } = await start(context)
  assert.deepEqual(serviceClient?.documents?.metadata, {
    client_id: `${BASE}/connect/client-metadata.json`,
    client_name: 'Central API',
    client_uri: BASE,
    application_type: 'web',
    redirect_uris: [`${BASE}/connect/bluesky/callback`],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: SCOPES.join(' '),
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    dpop_bound_access_tokens: true,
    jwks_uri: `${BASE}/connect/jwks.json`,
  })
  const [key, ...others] = serviceClient?.documents?.jwks.keys ?? []
  assert.deepEqual(Object.keys(key ?? {}).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  assert.equal(others.length, 0)
})

test('without a handle the owner signs in at bsky.social, or at the server that the client names', async (context) => {
  const own = 'https://pds.example'
  const { walk, network, saved, facts } = await start(context, { servers: { [own]: { sub: OTHER.did } } })
  assert.equal((await walk(null)).step.is, 'connected')
  network.issuers.set(own, own)
  network.accounts.set(OTHER.did, { ...OTHER, pds: own })
  const { step, authorize } = await walk(null, { host: 'pds.example' })
  assert.deepEqual([step.is, authorize.origin], ['connected', own])
  assert.deepEqual(
    saved.map(({ accounts }) => accounts[0]?.handle),
    ['garden.bsky.social', 'other.bsky.social'],
  )
  assert.deepEqual(network.at(own).logins, [undefined])
  // A server that only signs in, such as bsky.social, hosts no accounts.
  facts({ sub: GARDEN.did })
  assert.equal((await walk(null, { host: 'bsky.social' })).step.is, 'connected')
})

test('a DID is taken as it is, and a handle that does not lead back is not shown', async (context) => {
  const { walk, network, saved } = await start(context)
  network.accounts.set(GARDEN.did, { ...GARDEN, handle: 'moved.example' })
  network.replaced.set('https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle', {
    ...{ status: 200, body: { did: OTHER.did } },
  })
  assert.equal((await walk(GARDEN.did)).step.is, 'connected')
  assert.equal(saved[0]?.accounts[0]?.handle, GARDEN.did)
})

test('another account than the expected one is not connected, and its token is given back', async (context) => {
  const { walk, network, facts, saved, faults } = await start(context)
  facts({ sub: OTHER.did })
  const { step } = await walk('garden.bsky.social')
  assert.equal(failedWith(step), 'connection_other_account')
  assert.deepEqual(faults.at(-1)?.reason, 'other_subject')
  assert.deepEqual(saved, [])
  const server = network.at(ENTRYWAY)
  assert.equal(server.log.at(-1), '/oauth/revoke')
  assert.ok(server.secrets.every((secret) => server.sessionOf(secret) === undefined))
})

test('a server that claims an account of another server gets nothing', async (context) => {
  const { walk, network, saved, faults } = await start(context, { servers: { [EVIL]: { sub: GARDEN.did } } })
  network.issuers.set(EVIL, EVIL)
  const { step } = await walk(null, { host: 'evil.example' })
  assert.equal(failedWith(step), 'platform_error')
  assert.equal(faults.at(-1)?.reason, 'other_server')
  assert.deepEqual(saved, [])
})

for (const [name, sub] of [
  ['no DID', 'garden.bsky.social'],
  ['a DID without a document', 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['a DID at a loopback host', 'did:web:127.0.0.1'],
] as const)
  test(`a subject that is ${name} is no account`, async (context) => {
    const { walk, facts, saved } = await start(context)
    facts({ sub })
    assert.equal(failedWith((await walk(null)).step), 'platform_error')
    assert.deepEqual(saved, [])
  })

test('a response that names another server, or none, sends no code anywhere (mix-up)', async (context) => {
  const { begin, go, connector, network } = await start(context, { servers: { [EVIL]: { sub: OTHER.did } } })
  for (const iss of [EVIL, undefined]) {
    const browser = newBrowser()
    const authorize = await go(browser, 'bluesky', (await begin({ platform: 'bluesky' })).secret)
    const query = network.at(ENTRYWAY).authorize(authorize)
    if (iss === undefined) query.delete('iss')
    else query.set('iss', iss)
    const before = network.calls.filter((call) => call.endsWith('/oauth/token')).length
    assert.equal(failedWith(await connector.finish('bluesky', null, query, browser.read)), 'platform_error')
    assert.equal(network.calls.filter((call) => call.endsWith('/oauth/token')).length, before)
  }
})

test('the callback of a host is not the callback of Bluesky', async (context) => {
  const { begin, go, connector, network } = await start(context)
  const browser = newBrowser()
  const authorize = await go(browser, 'bluesky', (await begin({ platform: 'bluesky' })).secret)
  const query = network.at(ENTRYWAY).authorize(authorize)
  assert.equal((await connector.finish('bluesky', 'bsky.social', query, browser.read)).is, 'lapsed')
  assert.equal((await connector.finish('mastodon', null, query, browser.read)).is, 'lapsed')
  assert.equal((await connector.finish('bluesky', null, query, browser.read)).is, 'connected')
})

test('every start has a challenge, a key and a state of its own, and a code counts once', async (context) => {
  const { begin, go, connector, network } = await start(context)
  const browser = newBrowser()
  const { secret } = await begin({ platform: 'bluesky' })
  const server = network.at(ENTRYWAY)
  const first = await go(browser, 'bluesky', secret)
  // The back button, and the button once more: servers refuse a challenge that they have seen.
  const second = await go(browser, 'bluesky', secret)
  assert.equal(new Set(server.challenges).size, 2)
  const [old, query] = [server.authorize(first), server.authorize(second)]
  assert.equal((await connector.finish('bluesky', null, old, browser.read)).is, 'lapsed')
  assert.equal((await connector.finish('bluesky', null, query, browser.read)).is, 'connected')
  const asked = network.calls.length
  assert.equal((await connector.finish('bluesky', null, query, browser.read)).is, 'lapsed')
  assert.equal(network.calls.length, asked)
})

test('a challenge that the server has seen before ends in a word', async (context) => {
  const { begin, go, network, faults } = await start(context)
  const server = network.at(ENTRYWAY)
  ;(server.challenges as string[]).includes = () => true
  await assert.rejects(go(newBrowser(), 'bluesky', (await begin({ platform: 'bluesky' })).secret), /failed/)
  assert.deepEqual([faults.at(-1)?.code, faults.at(-1)?.reason], ['platform_unauthorized', 'invalid_request'])
})

test('a nonce that changes with every request is followed', async (context) => {
  const { walk, facts, network } = await start(context)
  facts({ changesNonce: true })
  assert.equal((await walk('garden.bsky.social')).step.is, 'connected')
  assert.equal((await walk('garden.bsky.social')).step.is, 'connected')
  assert.ok(network.at(ENTRYWAY).log.every((line) => !/invalid/.test(line)))
})

test('a server without nonces is refused before anybody consents', async (context) => {
  const { begin, go, facts, faults } = await start(context)
  facts({ hasNonces: false })
  await assert.rejects(go(newBrowser(), 'bluesky', (await begin({ platform: 'bluesky' })).secret), /failed/)
  assert.equal(faults.at(-1)?.reason, 'no_nonce')
})

test('a token that is not bound to the key is refused', async (context) => {
  const { walk, facts, saved, faults } = await start(context)
  facts({ tokenType: 'Bearer' })
  assert.equal(failedWith((await walk('garden.bsky.social')).step), 'platform_error')
  assert.equal(faults.at(-1)?.reason, 'not_bound')
  assert.deepEqual(saved, [])
})

for (const [name, grants, code] of [
  ['nothing of atproto', () => SCOPES.slice(1).join(' '), 'connection_incomplete'],
  ['no scope at all', () => undefined, 'connection_incomplete'],
  ['profiles only', () => SCOPES.slice(0, 2).join(' '), 'connection_incomplete'],
  ['all but single posts', () => SCOPES.slice(0, 3).join(' '), 'connected'],
] as const)
  test(`an owner who grants ${name}: ${code}`, async (context) => {
    const { walk, facts, saved, network } = await start(context)
    facts({ grants })
    assert.equal(failedWith((await walk('garden.bsky.social')).step), code)
    if (code === 'connected') assert.deepEqual(saved[0]?.missing, SCOPES.slice(3))
    else assert.equal(network.at(ENTRYWAY).log.at(-1), '/oauth/revoke')
  })

const METADATA: readonly (readonly [name: string, change: Readonly<Record<string, unknown>>])[] = [
  ['another issuer', { issuer: EVIL }],
  ['an issuer with a path', { issuer: `${ENTRYWAY}/` }],
  ['an endpoint at another host', { token_endpoint: `${EVIL}/oauth/token` }],
  ['an endpoint at an address of a cloud', { pushed_authorization_request_endpoint: 'http://169.254.169.254/par' }],
  ['an endpoint at loopback', { authorization_endpoint: 'https://127.0.0.1/oauth/authorize' }],
  ['no endpoint for requests', { pushed_authorization_request_endpoint: undefined }],
  ['no issuer in responses', { authorization_response_iss_parameter_supported: false }],
  ['no proofs by ES256', { dpop_signing_alg_values_supported: ['RS256'] }],
  ['no assertions', { token_endpoint_auth_methods_supported: ['none'] }],
  ['no PKCE by S256', { code_challenge_methods_supported: ['plain'] }],
  ['no scope of atproto', { scopes_supported: ['openid'] }],
]
for (const [name, metadata] of METADATA)
  test(`metadata with ${name} sends nobody there`, async (context) => {
    const { begin, go, facts, network, faults } = await start(context)
    facts({ metadata })
    await assert.rejects(go(newBrowser(), 'bluesky', (await begin({ platform: 'bluesky' })).secret), /failed/)
    assert.equal(faults.at(-1)?.code, 'platform_error')
    assert.deepEqual(network.at(ENTRYWAY).log, [])
    assert.ok(network.calls.every((call) => call.includes(' https://bsky.social/.well-known/')))
  })

const codeOf = (error: unknown): string | undefined => (isApiError(error) ? error.code : undefined)

const UNLOCATED: readonly (readonly [name: string, url: string, answer: object, code: string])[] = [
  [
    'a server that is not the one that was asked',
    `${PDS}/.well-known/oauth-protected-resource`,
    { status: 200, body: { resource: EVIL, authorization_servers: [ENTRYWAY] } },
    'platform_error',
  ],
  [
    'two authorization servers',
    `${PDS}/.well-known/oauth-protected-resource`,
    { status: 200, body: { resource: PDS, authorization_servers: [ENTRYWAY, EVIL] } },
    'platform_error',
  ],
  [
    'a redirect',
    `${PDS}/.well-known/oauth-protected-resource`,
    { status: 302, body: '', headers: { location: `${EVIL}/.well-known/oauth-protected-resource` } },
    'platform_error',
  ],
  [
    'the document of another account',
    `https://plc.directory/${GARDEN.did}`,
    { status: 200, body: { id: OTHER.did, alsoKnownAs: ['at://garden.bsky.social'], service: [] } },
    'platform_error',
  ],
  [
    'a document that does not claim the handle',
    `https://plc.directory/${GARDEN.did}`,
    {
      status: 200,
      body: {
        id: GARDEN.did,
        alsoKnownAs: ['at://someone.else'],
        service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: PDS }],
      },
    },
    'platform_error',
  ],
  [
    'a document without a server',
    `https://plc.directory/${GARDEN.did}`,
    { status: 200, body: { id: GARDEN.did, alsoKnownAs: ['at://garden.bsky.social'] } },
    'profile_not_found',
  ],
  [
    'a server at plain HTTP',
    `https://plc.directory/${GARDEN.did}`,
    {
      status: 200,
      body: {
        id: GARDEN.did,
        alsoKnownAs: ['at://garden.bsky.social'],
        service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'http://10.0.0.1' }],
      },
    },
    'profile_not_found',
  ],
  ['a deleted account', `https://plc.directory/${GARDEN.did}`, { status: 410, body: {} }, 'profile_not_found'],
]
for (const [name, url, answer, code] of UNLOCATED)
  test(`a handle that leads to ${name} starts no consent`, async (context) => {
    const { begin, network } = await start(context)
    network.replaced.set(url, answer as never)
    await assert.rejects(
      begin({ platform: 'bluesky', account: 'garden.bsky.social' }),
      (error) => codeOf(error) === code,
    )
  })

test('a handle of nobody starts no consent', async (context) => {
  const { begin } = await start(context)
  await assert.rejects(
    begin({ platform: 'bluesky', account: 'nobody.example' }),
    (error) => codeOf(error) === 'profile_not_found',
  )
})

test('a new pepper signs new consents, and a consent that is under way keeps its key', async (context) => {
  const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const before = await start(context)
  const after = await start(context, { connector: { clientSecrets: [fresh, old] } })
  const [oldKey, keys] = [before.serviceClient?.keys[0]?.id, after.serviceClient?.keys.map(({ id }) => id)]
  assert.deepEqual(keys?.slice(1), [oldKey])
  assert.notEqual(keys?.[0], oldKey)
  assert.deepEqual(
    after.serviceClient?.documents?.jwks.keys.map(({ kid }) => kid),
    keys,
  )
})
