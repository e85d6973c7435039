// Bluesky's own server with a real service: an account is connected over both servers' pages, read through the account's
// server, renewed and taken back.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { visitProvider } from '@central-api/testing/connect/connect-by-browser.ts'
import { idsIn } from '@central-api/testing/connect/simulated-accounts.ts'
import { authorView, postView, profileView } from '@central-api/testing/platforms/bluesky/simulated-feed.ts'
import type { EgressRequest } from '../../src/egress/egress.ts'
import { bluesky } from '../../src/platforms/bluesky/bluesky.ts'
import { PDS_HOST, type RealPds, startRealPds } from './real-pds.ts'

const SERVICE = 'central.gardeners.net'

type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }

/** What the AppView knows of the account. */
const appView = ({ did, handle }: RealPds, method: string): unknown => {
  const author = authorView(did, handle)
  const at = (hour: number) => `2030-01-01T0${hour}:00:00Z`
  const feed = [3, 2, 1].map((hour) => ({ post: postView(author, `3post${hour}`, at(hour)) }))
  return method === 'app.bsky.actor.getProfile' ? profileView(author, null) : { feed }
}

const listen = async (
  context: TestContext,
  respond: (request: IncomingMessage) => Promise<Answer>,
): Promise<string> => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body, headers } = await respond(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  context.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const start = async (context: TestContext) => {
  const passedOn: string[] = []
  /** The documents of the service, as the server finds them on the public web. */
  const web = await listen(context, async ({ url = '' }) => {
    const [, host = '', ...path] = url.split('/')
    const { statusCode, body } = await browser.app.inject({ url: `/${path.join('/')}`, headers: { host } })
    return { status: statusCode, body: JSON.parse(body) }
  })
  const view = await listen(context, async ({ url = '', headers }) => {
    const method = url.split('?')[0]?.split('/').at(-1) ?? ''
    passedOn.push(method)
    assert.match(headers.authorization ?? '', /^Bearer /)
    return { status: 200, body: appView(pds, method) }
  })
  const pds = await startRealPds(web, view)
  context.after(() => pds.close())

  const pass = async (origin: string, request: EgressRequest): Promise<Answer> => {
    const { pathname, search } = new URL(request.url)
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers ?? {}
    const isPost = request.method === 'POST'
    const response = await fetch(origin + pathname + search, {
      ...{ method: isPost ? 'POST' : 'GET', headers, redirect: 'manual' },
      ...(isPost && { body: new Uint8Array(request.body?.bytes ?? []) }),
    })
    const text = await response.text()
    const names = ['dpop-nonce', 'www-authenticate']
    return {
      status: response.status,
      body: text === '' ? {} : JSON.parse(text),
      headers: Object.fromEntries(
        names.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name) ?? '']] : [])),
      ),
    }
  }
  const browser = await visitProvider(
    context,
    // Servers compare the time of a proof with their own.
    { platform: bluesky, environment: { BASE_URL: `https://${SERVICE}` }, at: Date.now() },
    {
      authorize: (url) => pds.allow(url),
      async respond(request) {
        const { host, pathname } = new URL(request.url)
        if (host === PDS_HOST) return pass(pds.pds, request)
        if (host === 'plc.directory') return pass(pds.plc, request)
        if (pathname.endsWith('resolveHandle')) return { status: 200, body: { did: pds.did } }
        return { status: 200, body: appView(pds, pathname.split('/').at(-1) ?? '') }
      },
    },
  )
  return { ...browser, pds, passedOn }
}

test('a real server of Bluesky grants, reads, renews and takes back', async (context) => {
  const { connect, list, ask, clock, pds, passedOn, parts } = await start(context)
  const { page } = await connect([], { handle: pds.handle })
  assert.equal(page.statusCode, 200, page.body)
  const [connected] = await list()
  assert.ok(connected, page.body)
  assert.deepEqual(
    [connected.account.id, connected.account.handle, connected.state, connected.missing],
    [pds.did, pds.handle, 'connected', []],
  )
  /** A variant that was not read yet is in no cache. */
  const read = (variant: string) =>
    ask('/scan-profile', { platform: 'bluesky', handle: 'me', connection: connected.id, variant })
  const first = await read('posts')
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(
    idsIn(first.body.data),
    [3, 2, 1].map((hour) => `at://${pds.did}/app.bsky.feed.post/3post${hour}`),
  )
  assert.deepEqual(passedOn.toSorted(), ['app.bsky.actor.getProfile', 'app.bsky.feed.getAuthorFeed'])

  // Twice: each refresh token works once.
  for (const variant of ['replies', 'videos']) {
    const record = await parts.store.connections.find(connected.id)
    assert.ok(record)
    assert.ok(await parts.store.connections.put({ ...record, expiresAt: clock.at - 1 }))
    parts.connections.forget(connected.id)
    passedOn.length = 0
    const next = await read(variant)
    assert.equal(next.status, 200, next.text)
    await parts.connections.idle()
    const renewed = await parts.store.connections.find(connected.id)
    assert.ok((renewed?.expiresAt ?? 0) > clock.at && renewed?.sealedToken !== record.sealedToken)
  }
  assert.equal((await list())[0]?.state, 'connected')

  assert.equal(pds.consents(), 1)

  // Connected again, there is another consent, and the one before is taken back.
  await connect([], { reconnect: connected.id })
  assert.deepEqual(
    (await list()).map(({ id, state }) => [id, state]),
    [[connected.id, 'connected']],
  )
  await parts.connections.idle()
  assert.equal(pds.consents(), 1)
  await ask('/connections', { id: connected.id, disconnect: true })
  await parts.connections.idle()
  assert.deepEqual(await list(), [])
  assert.equal(pds.consents(), 0)
})
