// The whole way of a Bluesky account over the service's API: connected by a browser, read to the end with proofs,
// renewed, read again under another handle, and ended.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { ENTRYWAY, PDS } from '@central-api/testing/connect/atproto/simulated-network.ts'
import {
  HIDDEN,
  OWN_IDS,
  OWN_IMAGES,
  startAtprotoBrowser,
} from '@central-api/testing/connect/atproto/start-atproto-browser.ts'
import { idsIn } from '@central-api/testing/connect/simulated-accounts.ts'
import { START } from '@central-api/testing/start-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const start = async (context: TestContext, more: Readonly<Record<string, string>> = {}) => {
  const browser = await startAtprotoBrowser(context, more)
  const { ask } = browser
  /** All pages of a connection’s own account. */
  const walk = async (connection: string, variant = 'posts', handle = 'me') => {
    const asked = { platform: 'bluesky', handle, connection, variant }
    const first = await ask('/scan-profile', asked)
    assert.equal(first.status, 200, first.text)
    const ids = [...idsIn(first.body.data)]
    let cursor = first.body.data?.nextCursor
    for (let pages = 0; typeof cursor === 'string' && pages < 9; pages += 1) {
      const next = await ask('/load-more-posts', { ...asked, cursor })
      assert.equal(next.status, 200, next.text)
      ids.push(...idsIn(next.body.data))
      cursor = next.body.data?.nextCursor
    }
    return { ids, first }
  }
  const connectOne = async (wanted: object = { handle: 'hidden.bsky.social' }) => {
    const { page } = await browser.connect([], wanted)
    assert.equal(page.statusCode, 200, page.body)
    const [connected] = await browser.list()
    assert.ok(connected)
    return connected
  }
  return { ...browser, walk, connectOne }
}

test('an account that is hidden from the public is connected, and read to the end with proofs', async (context) => {
  const { askAsOther, connectOne, walk, atproto, log } = await start(context)
  const closed = await askAsOther('/scan-profile', { platform: 'bluesky', handle: HIDDEN.handle })
  assert.deepEqual([closed.status, closed.body.error?.code], [403, 'profile_private'])

  const connected = await connectOne()
  assert.deepEqual(
    [connected.platform, connected.account, connected.state, connected.missing],
    [
      'bluesky',
      {
        ...{ id: HIDDEN.did, handle: HIDDEN.handle, displayName: 'Garden 🌱' },
        url: `https://bsky.app/profile/${HIDDEN.did}`,
        avatarUrl: `https://cdn.bsky.app/img/avatar/plain/${HIDDEN.did}/a@jpeg`,
      },
      'connected',
      [],
    ],
  )

  const { ids, first } = await walk(connected.id)
  // The repost of somebody who hides themselves is left out.
  assert.deepEqual(ids, OWN_IDS)
  assert.match(first.text, /Plants & <soil>/)
  // Secrets of a call are cut out of its response; names of servers are none.
  assert.ok(!first.text.includes('[hidden]'))
  assert.deepEqual((await walk(connected.id, 'media')).ids, OWN_IMAGES)
  // Nothing was asked of the public AppView, and each read needed one proof once the nonce was known.
  assert.deepEqual([...new Set(atproto.reads)].toSorted(), [
    'app.bsky.actor.getProfile',
    'app.bsky.feed.getAuthorFeed',
    'use_dpop_nonce',
  ])
  assert.ok(atproto.reads.filter((read) => read === 'use_dpop_nonce').length <= 2, String(atproto.reads))

  const still = await askAsOther('/scan-profile', { platform: 'bluesky', handle: HIDDEN.handle })
  assert.equal(still.body.error?.code, 'profile_private')
  const outputs = `${first.text}${log.join('')}`
  for (const secret of atproto.secrets()) assert.ok(!outputs.includes(secret))
})

test('single posts are read through the connection, and posts of others are not', async (context) => {
  const { ask, connectOne } = await start(context)
  const { id: connection } = await connectOne()
  const [uri = ''] = OWN_IDS
  const key = uri.split('/').at(-1)
  const read = await ask('/posts', {
    ...{ platform: 'bluesky', connection },
    posts: [
      `https://bsky.app/profile/${HIDDEN.handle}/post/${key}`,
      `https://bsky.app/profile/${HIDDEN.did}/post/${key}`,
      'https://bsky.app/profile/quiet.bsky.social/post/3quiet',
    ],
  })
  assert.equal(read.status, 200, read.text)
  const { posts } = jsonObject(jsonObject(read.body.data).body)
  assert.deepEqual(
    jsonList(posts)
      .map(jsonObject)
      .map(({ post, error }) => jsonObject(post).id ?? jsonObject(error).code),
    [uri, uri, 'unsupported_post_url'],
  )
})

test('a nonce that changes between reads costs one more call, and no read', async (context) => {
  const { connectOne, walk, atproto, clock } = await start(context)
  const { id } = await connectOne()
  await walk(id)
  clock.at += 20 * 60_000
  atproto.changeNonce()
  atproto.reads.length = 0
  assert.deepEqual((await walk(id)).ids, OWN_IDS)
  assert.ok(atproto.reads.includes('use_dpop_nonce'))
  assert.ok(!atproto.reads.includes('invalid_token'))
})

test('tokens are renewed with rotation, and the account is read under another handle and its DID', async (context) => {
  const { connectOne, walk, atproto, server, clock, list } = await start(context)
  const { id } = await connectOne()
  await walk(id)
  const before = server.secrets.filter((secret) => /^(?:access|refresh)-/.test(secret))
  assert.equal(before.length, 2)

  clock.at = START + 2 * HOUR_MS
  atproto.accounts.set(HIDDEN.did, { ...HIDDEN, handle: 'another.example' })
  assert.deepEqual((await walk(id)).ids, OWN_IDS)
  const after = server.secrets.filter((secret) => /^(?:access|refresh)-/.test(secret))
  assert.equal(after.length, 4)
  assert.equal(server.sessionOf(before[0] ?? ''), undefined)
  assert.ok(server.sessionOf(after[2] ?? ''))
  // The key of the session, and that of the service, are those of the consent.
  assert.deepEqual(server.log.slice(-2), ['/oauth/token use_dpop_nonce', '/oauth/token'])

  assert.deepEqual((await walk(id, 'posts', HIDDEN.did)).ids, OWN_IDS)
  assert.deepEqual((await walk(id, 'posts', HIDDEN.handle)).ids, OWN_IDS)
  assert.equal((await list())[0]?.state, 'connected')
})

test('the refresh token is renewed before the shortest life that servers give it', async (context) => {
  const { connectOne, parts } = await start(context)
  const { id } = await connectOne()
  const record = await parts.store.connections.find(id)
  assert.ok(record)
  // The account keeps its record wherever it moves.
  assert.deepEqual([record.host, record.handle, record.accountId], [null, HIDDEN.handle, HIDDEN.did])
  assert.deepEqual([record.expiresAt, record.refreshExpiresAt], [START + 0.5 * HOUR_MS, START + 14 * DAY_MS])
  assert.ok((record.dueAt ?? 0) > START && (record.dueAt ?? 0) < START + 0.5 * HOUR_MS)
})

test('an account whose server changes behind the same sign-in is read at its new server', async (context) => {
  const { connectOne, walk, atproto, clock, list } = await start(context)
  const { id } = await connectOne()
  const moved = 'https://porcini.us-east.host.bsky.network'
  atproto.accounts.set(HIDDEN.did, { ...HIDDEN, pds: moved })
  atproto.issuers.set(moved, ENTRYWAY)
  clock.at = START + 2 * HOUR_MS
  atproto.calls.length = 0
  assert.deepEqual((await walk(id)).ids, OWN_IDS)
  const reads = atproto.calls.filter((call) => call.includes('/xrpc/app.bsky.'))
  assert.ok(reads.length > 0 && reads.every((call) => call.startsWith(`GET ${moved}/`)), String(reads))
  assert.equal((await list())[0]?.state, 'connected')
})

test('an account that moved to another server ends, and comes back under its id', async (context) => {
  const { connectOne, connect, list, ask, atproto, clock, server, parts } = await start(context)
  const { id } = await connectOne()
  const own = 'https://gardeners.net'
  atproto.accounts.set(HIDDEN.did, { ...HIDDEN, pds: own })
  atproto.issuers.set(own, own)
  clock.at = START + 2 * HOUR_MS
  const before = server.log.length
  const read = await ask('/scan-profile', { platform: 'bluesky', handle: 'me', connection: id })
  assert.deepEqual([read.status, read.body.error?.code], [403, 'connection_ended'])
  await parts.connections.idle()
  assert.deepEqual(
    (await list()).map(({ state, reason }) => [state, reason]),
    [['ended', 'expired']],
  )
  // The refresh token was not sent to the server that the account has left.
  assert.equal(server.log.length, before)

  atproto.accounts.set(HIDDEN.did, HIDDEN)
  await connect([], { reconnect: id })
  assert.deepEqual(
    (await list()).map((each) => [each.id, each.state]),
    [[id, 'connected']],
  )
  // The server was told whom to sign in.
  assert.equal(server.logins.at(-1), HIDDEN.did)
})

test('an account that is connected again leaves no consent behind at its server', async (context) => {
  const { connectOne, connect, server, parts, list } = await start(context)
  const { id } = await connectOne()
  const tokens = () => server.secrets.filter((secret) => secret.startsWith('access-'))
  await connect([], { reconnect: id })
  await parts.connections.idle()
  const [former = '', latest = ''] = tokens()
  assert.deepEqual([server.sessionOf(former), server.sessionOf(latest)?.sub], [undefined, HIDDEN.did])
  assert.deepEqual(
    (await list()).map((each) => [each.id, each.state]),
    [[id, 'connected']],
  )
})

test('a disconnected account is taken back at its server', async (context) => {
  const { connectOne, ask, server, parts, list } = await start(context)
  const { id } = await connectOne()
  const [token = ''] = server.secrets.filter((secret) => secret.startsWith('access-'))
  assert.ok(server.sessionOf(token))
  await ask('/connections', { id, disconnect: true })
  await parts.connections.idle()
  assert.deepEqual(await list(), [])
  assert.equal(server.sessionOf(token), undefined)
  // The refresh token before the token, which has the nonce by then.
  assert.deepEqual(server.log.slice(-3), ['/oauth/revoke use_dpop_nonce', '/oauth/revoke', '/oauth/revoke'])
})

test('an owner who takes the consent back ends the connection', async (context) => {
  const { connectOne, walk, ask, list, server, clock, parts, atproto } = await start(context)
  const { id } = await connectOne()
  await walk(id)
  // The server ends every token of the session.
  const [token = ''] = server.secrets.filter((secret) => secret.startsWith('access-'))
  server.end(token)
  clock.at += 20 * 60_000
  const read = await ask('/scan-profile', { platform: 'bluesky', handle: 'me', connection: id })
  // The page that is cached is still shown.
  assert.ok([200, 403].includes(read.status), read.text)
  await parts.connections.idle()
  const [last] = await list()
  assert.deepEqual([last?.state, last?.reason], ['ended', 'expired'])
  assert.ok(atproto.reads.includes('invalid_token'))
})

test('a server without TLS of its own name is no client, and the platform is not offered', async (context) => {
  for (const BASE_URL of ['http://localhost:8080', 'https://central.example:8443', 'https://192.0.2.7']) {
    const { ask, app } = await start(context, { BASE_URL })
    const { body } = await ask('/connect', { platform: 'bluesky' })
    assert.equal(body.error?.code, 'platform_not_configured', BASE_URL)
    const { host } = new URL(BASE_URL)
    for (const url of ['/connect/client-metadata.json', '/connect/jwks.json'])
      assert.equal((await app.inject({ url, headers: { host } })).statusCode, 404)
  }
})

test('a service of this machine is known by what its id says, and proves itself with nothing', async (context) => {
  const { ask, app, connectOne, walk, list, server, clock } = await start(context, {
    BASE_URL: 'http://127.0.0.1:8080',
  })
  const { connectable } = (await ask('/connections', {})).body.data as {
    readonly connectable: readonly { readonly platform: string }[]
  }
  assert.deepEqual(connectable, [{ platform: 'bluesky', name: 'Bluesky', needsHost: false, acceptsHandle: true }])
  for (const url of ['/connect/client-metadata.json', '/connect/jwks.json'])
    assert.equal((await app.inject({ url, headers: { host: '127.0.0.1:8080' } })).statusCode, 404)
  const { id } = await connectOne()
  assert.deepEqual((await walk(id)).ids, OWN_IDS)
  // Renewed the same way.
  const given = server.secrets.length
  clock.at = START + 2 * HOUR_MS
  assert.deepEqual((await walk(id)).ids, OWN_IDS)
  assert.ok(server.secrets.length > given)
  assert.equal((await list())[0]?.state, 'connected')
  assert.ok(
    server.log.every((line) => !line.includes('invalid_client')),
    server.log.join('\n'),
  )
})

test('a server that a client named and that is none is refused by its field', async (context) => {
  const { ask, atproto } = await start(context)
  const none = { status: 200, body: '<!doctype html>' }
  atproto.replaced.set('https://pds.example/.well-known/oauth-protected-resource', none)
  const { status, body } = await ask('/connect', { platform: 'bluesky', host: 'pds.example' })
  assert.deepEqual([status, body.error?.code], [400, 'invalid_request'])
  assert.deepEqual(body.error?.details, [{ field: 'host', message: 'is no server of the platform' }])
})

test('an account’s own server is reached by the guarded way only', async (context) => {
  const { ask, atproto, network } = await start(context)
  for (const pds of ['https://169.254.169.254', 'https://127.0.0.1', 'https://10.0.0.8']) {
    atproto.accounts.set(HIDDEN.did, { ...HIDDEN, pds })
    const { body } = await ask('/connect', { platform: 'bluesky', handle: HIDDEN.handle })
    assert.equal(body.error?.code, 'platform_error', pds)
  }
  assert.ok(network.dials.every(({ address }) => address === '93.184.215.14'))
  assert.ok(!network.requests.some(({ host }) => /^[\d.]+$/.test(host ?? '')))
  for (const body of [{ padding: 'x'.repeat(10 * 1024 * 1024) }, 'no json']) {
    atproto.accounts.set(HIDDEN.did, HIDDEN)
    atproto.replaced.set(`${PDS}/.well-known/oauth-protected-resource`, { status: 200, body })
    const refused = await ask('/connect', { platform: 'bluesky', handle: HIDDEN.handle })
    assert.equal(refused.body.error?.code, 'platform_error')
  }
})
