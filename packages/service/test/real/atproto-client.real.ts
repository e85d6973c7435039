// The OAuth client of Bluesky's own developers against the simulated network, which judges the simulator: what it accepts is
// as their client understands the specification, and what the service's tests play as wrong, their client refuses, too.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { AuthorizationFacts } from '@central-api/testing/connect/atproto/authorization-server.ts'
import { ENTRYWAY, PDS, simulateAtproto } from '@central-api/testing/connect/atproto/simulated-network.ts'
import { blueskyFlow } from '../../src/connect/flows/bluesky.ts'
import { createServiceClient } from '../../src/connect/service-client.ts'
import type { EgressRequest } from '../../src/egress/egress.ts'
import { installAtprotoClient } from './install-atproto-client.ts'

const ACCOUNT = { did: 'did:plc:gardengardengardengarden', handle: 'garden.bsky.social', pds: PDS }
const OTHER = { ...ACCOUNT, did: 'did:plc:otherotherotherotheroth2', handle: 'other.bsky.social' }
const ELSEWHERE = {
  ...{ did: 'did:plc:elsewhereelsewhereelsewh', handle: 'elsewhere.example.com' },
  pds: 'https://pds.elsewhere.example.com',
}
const READ = '/xrpc/app.bsky.feed.getAuthorFeed?actor=me'
const PROXY = { headers: { 'atproto-proxy': 'did:web:api.bsky.app#bsky_appview' } }

type Session = {
  readonly did: string
  fetchHandler(path: string, init?: object): Promise<Response>
  getTokenInfo(refresh?: boolean): Promise<{ readonly scope: string; readonly sub: string; readonly iss: string }>
  signOut(): Promise<void>
}
type Client = {
  authorize(handle: string, options: object): Promise<URL>
  callback(query: URLSearchParams): Promise<{ readonly session: Session; readonly state: string | null }>
  restore(did: string): Promise<Session>
}
type Packages = {
  readonly NodeOAuthClient: new (options: object) => Client
  readonly JoseKey: { fromImportable(key: string, id: string): Promise<unknown> }
}

let packages: Packages
before(async () => {
  const folder = join(await installAtprotoClient(), '@atproto')
  packages = (await import(pathToFileURL(join(folder, 'oauth-client-node', 'dist', 'index.js')).href)) as Packages
})

const storeOf = () => {
  const values = new Map<string, unknown>()
  return {
    get: async (key: string) => values.get(key),
    set: async (key: string, value: unknown) => void values.set(key, value),
    del: async (key: string) => void values.delete(key),
  }
}

/** Their client as it would run in place of the service: with its document and its key. */
const start = async (facts: Partial<AuthorizationFacts> = {}) => {
  const own = createServiceClient({
    ...{ baseUrl: 'https://central.example.com', name: 'Central API' },
    secrets: [Buffer.alloc(32, 7)],
  })
  assert.ok(own)
  const [key] = own.keys
  assert.ok(own.documents && key)
  const { metadata, jwks } = own.documents
  const network = simulateAtproto({
    accounts: [ACCOUNT, OTHER, ELSEWHERE],
    documents: async () => ({ metadata, jwks }),
  })
  network.issuers.set(ELSEWHERE.pds, 'https://auth.elsewhere.example.com')
  const server = network.at(ENTRYWAY)
  server.facts = { ...server.facts, ...facts }
  const fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const asked = {
      ...{ url: request.url, method: request.method, headers: Object.fromEntries(request.headers) },
      body: { bytes: Buffer.from(await request.arrayBuffer()), type: '' },
    } as Pick<EgressRequest, 'url' | 'method' | 'body' | 'headers'>
    const { status, body, headers = {} } = await network.respond(asked)
    const response = new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
    // Their client compares it with what it asked for.
    return Object.defineProperty(response, 'url', { value: request.url })
  }
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const client = new packages.NodeOAuthClient({
    ...{ clientMetadata: metadata, keyset: [await packages.JoseKey.fromImportable(pem, key.id)] },
    ...{ stateStore: storeOf(), sessionStore: storeOf(), fetch },
    ...{ handleResolver: 'https://public.api.bsky.app', requestLock: (_name: string, work: () => unknown) => work() },
  })
  const scope = blueskyFlow.scopes.asked.join(' ')
  const walk = async (handle = ACCOUNT.handle) => {
    const authorize = await client.authorize(handle, { scope, state: 'own' })
    return client.callback(server.authorize(authorize))
  }
  return { network, server, client, walk, scope }
}

test('their client takes the whole way through the simulated network, with the document and the key of the service', async () => {
  const { network, server, client, walk, scope } = await start()
  const { session, state } = await walk()
  assert.deepEqual([session.did, state], [ACCOUNT.did, 'own'])
  const granted = await session.getTokenInfo(false)
  assert.deepEqual([granted.scope, granted.sub, granted.iss], [scope, ACCOUNT.did, ENTRYWAY])
  assert.deepEqual(server.logins, [ACCOUNT.handle])
  // Nonces are learned from refusals, and pushed requests name every parameter.
  assert.deepEqual(server.log, ['/oauth/par use_dpop_nonce', '/oauth/par', '/oauth/token'])

  const read = async () => (await session.fetchHandler(READ, PROXY)).status
  assert.equal(await read(), 200)
  network.changeNonce()
  assert.equal(await read(), 200)
  assert.deepEqual(network.reads, [
    ...['use_dpop_nonce', 'app.bsky.feed.getAuthorFeed', 'use_dpop_nonce', 'app.bsky.feed.getAuthorFeed'],
  ])

  const before = server.secrets.length
  await session.getTokenInfo(true)
  assert.equal(server.secrets.length, before + 2)
  assert.equal(await read(), 200)
  await session.signOut()
  assert.equal(server.log.at(-1), '/oauth/revoke')
  await assert.rejects(client.restore(ACCOUNT.did))
})

test('another account of the same server comes back under its own name, which whoever asked has to compare', async () => {
  const { walk } = await start({ sub: OTHER.did })
  assert.equal((await walk()).session.did, OTHER.did)
})

test('their client is refused without the scope that a call needs', async () => {
  const { walk } = await start({ grants: () => 'atproto' })
  const { session } = await walk()
  assert.equal((await session.fetchHandler(READ, PROXY)).status, 403)
})

test('their client follows nonces that change with every request', async () => {
  const { walk, server } = await start({ changesNonce: true })
  const { session } = await walk()
  await session.getTokenInfo(true)
  assert.ok(server.log.filter((line) => line.endsWith('use_dpop_nonce')).length >= 1)
})

type Wrong = { readonly facts: Partial<AuthorizationFacts>; readonly at: 'start' | 'end' }

/** What the service's tests play as wrong, and where their client refuses it. */
const WRONG: Readonly<Record<string, Wrong>> = {
  'an account of another server': { facts: { sub: ELSEWHERE.did }, at: 'end' },
  'an account that does not exist': { facts: { sub: 'did:plc:nobodynobodynobodynobody' }, at: 'end' },
  'no account': { facts: { sub: undefined as never }, at: 'end' },
  'a token that is bound to no key': { facts: { tokenType: 'Bearer' }, at: 'end' },
  'a scope without atproto': { facts: { grants: () => 'transition:generic' }, at: 'end' },
  'no scope': { facts: { grants: () => undefined }, at: 'end' },
  'metadata of another issuer': { facts: { metadata: { issuer: 'https://other.example.com' } }, at: 'start' },
  'no endpoint for pushed requests': {
    facts: { metadata: { pushed_authorization_request_endpoint: undefined } },
    at: 'start',
  },
  'metadata that knows no documents of clients': {
    facts: { metadata: { client_id_metadata_document_supported: false } },
    at: 'start',
  },
}

for (const [what, { facts, at }] of Object.entries(WRONG))
  test(`their client refuses ${what}`, async () => {
    const { client, server, scope } = await start(facts)
    const begun = client.authorize(ACCOUNT.handle, { scope })
    if (at === 'start') return assert.rejects(begun)
    return assert.rejects(client.callback(server.authorize(await begun)))
  })

test('their client refuses a response that names another issuer, or none', async () => {
  for (const change of [
    (query: URLSearchParams) => query.set('iss', 'https://other.example.com'),
    (query: URLSearchParams) => query.delete('iss'),
  ]) {
    const { client, server, scope } = await start()
    const query = server.authorize(await client.authorize(ACCOUNT.handle, { scope }))
    change(query)
    await assert.rejects(client.callback(query))
  }
})

test('their client ends the session when the refresh token was used before', async () => {
  const { client, server, walk } = await start()
  const { session } = await walk()
  server.end(server.secrets.filter((secret) => secret.startsWith('access-')).at(-1) ?? '')
  await assert.rejects(session.getTokenInfo(true))
  await assert.rejects(client.restore(ACCOUNT.did))
})
