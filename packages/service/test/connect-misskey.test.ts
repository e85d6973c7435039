// The whole way of an account of Misskey over the service's API: connected by OAuth or MiAuth, read to the end with its
// own token, and ended when its owner takes the permission back.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { misskey } from '@central-api/service/platforms/misskey/misskey.ts'
import { visitProvider } from '@central-api/testing/connect/connect-by-browser.ts'
import { type MisskeyOptions, simulateMisskeyServer } from '@central-api/testing/connect/providers/misskey.ts'
import { idsIn } from '@central-api/testing/connect/simulated-accounts.ts'
import { HOST as SIMULATED } from '@central-api/testing/platforms/misskey/simulated-notes.ts'
import { startMisskey } from '@central-api/testing/platforms/misskey/simulator.ts'

type Body = Readonly<Record<string, unknown>>
const BASE_URL = 'https://central.example'
/** A public name: names of examples are not looked up. */
const HOST = 'notes.garden'
const HANDLE = `nao@${HOST}`

type Options = Partial<MisskeyOptions> & {
  /** What the server shows to the owner, in place of the simulator's answer. */
  readonly change?: (path: string, body: unknown) => unknown
}

const start = async (context: TestContext, { change = (_path, body) => body, ...options }: Options = {}) => {
  const simulator = await startMisskey()
  context.after(() => simulator.close())
  const client: { read?: NonNullable<MisskeyOptions['readClient']> } = {}
  const server = simulateMisskeyServer({
    ...{ host: HOST, way: 'oauth', readClient: async (url) => (await client.read?.(url)) ?? assert.fail(), ...options },
  })
  /** Of each read that is signed. */
  const tokens: string[] = []
  const browser = await visitProvider(
    context,
    { platform: misskey, environment: { BASE_URL } },
    {
      authorize: server.authorize,
      async respond(request) {
        const { host, pathname } = new URL(request.url)
        assert.equal(host, HOST)
        if (!/^\/api\/(?:users|notes)\//.test(pathname)) return server.respond(request)
        const { authorization } = request.headers ?? {}
        if (authorization !== undefined) {
          tokens.push(authorization)
          if (!server.isLive(authorization))
            return {
              status: 401,
              body: { error: { message: 'No', code: 'AUTHENTICATION_FAILED', id: 'b0a7f5f8', kind: 'client' } },
            }
        }
        const response = await fetch(simulator.origin + pathname, {
          ...{ method: 'POST', body: request.body?.bytes.toString() ?? '' },
          headers: { connection: 'close', 'x-forwarded-host': SIMULATED, 'content-type': 'application/json' },
        })
        const body: unknown = await response.json()
        return { status: response.status, body: authorization === undefined ? body : change(pathname, body) }
      },
    },
  )
  client.read = async (url) => {
    const { pathname, host } = new URL(url)
    const { statusCode, body, headers } = await browser.app.inject({ url: pathname, headers: { host } })
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/html/)
    return { html: body, link: String(headers.link) }
  }
  const { ask, list, connect } = browser
  const connectOne = async (more: object = {}) => {
    const { page } = await connect([], { handle: HANDLE, ...more })
    assert.equal(page.statusCode, 200, page.body)
    return (await list()).at(-1) ?? assert.fail()
  }
  const walk = async (connection: string, variant = 'posts') => {
    const asked = { platform: 'misskey', handle: 'me', connection, variant }
    const ids: string[] = []
    let cursor: unknown
    for (let pages = 0; pages === 0 || (typeof cursor === 'string' && pages < 20); pages += 1) {
      const page = await (cursor === undefined
        ? ask('/scan-profile', asked)
        : ask('/load-more-posts', { ...asked, cursor: String(cursor) }))
      assert.equal(page.status, 200, page.text)
      ids.push(...idsIn(page.body.data))
      cursor = page.body.data?.nextCursor
    }
    return ids
  }
  return { ...browser, server, simulator, tokens, connectOne, walk }
}

for (const way of ['oauth', 'miauth'] as const)
  test(`an account is connected by ${way}, and read to the end with its own token`, async (context) => {
    const { connectOne, walk, ask, server, simulator, tokens, log } = await start(context, { way })
    const connected = await connectOne()
    assert.deepEqual(
      [connected.platform, connected.account.id, connected.account.handle, connected.state, connected.missing],
      ['misskey', '9abc000001', HANDLE, 'connected', []],
    )
    assert.deepEqual(await walk(connected.id), simulator.ids())
    const [token = '', ...others] = new Set(tokens)
    assert.deepEqual([token.startsWith('Bearer access-'), others], [true, []])
    const before = tokens.length
    const stored = await ask('/scan-profile', { platform: 'misskey', handle: HANDLE, connection: connected.id })
    assert.deepEqual([stored.status, tokens.length], [200, before])
    // Without the connection, it is found by the account.
    const found = await ask('/scan-profile', { platform: 'misskey', handle: HANDLE })
    assert.deepEqual(found.body.data, stored.body.data)
    const outputs = `${stored.text}${log.join('')}`
    for (const secret of server.secrets) assert.ok(!outputs.includes(secret))
  })

/** Of three notes one is for followers, and one for single accounts. */
const withVisibility = (path: string, body: unknown): unknown =>
  path === '/api/users/notes'
    ? (body as readonly Body[]).map((note) => {
        const kind = Number.parseInt(String(note.id).slice(-2), 36) % 3
        return kind === 0 ? note : { ...note, visibility: kind === 1 ? 'followers' : 'specified' }
      })
    : body

test('notes for followers are shown only where the client asked for them, and direct notes never', async (context) => {
  const { connectOne, walk, simulator, ask } = await start(context, { change: withVisibility })
  const connected = await connectOne()
  const shown = await walk(connected.id)
  await ask('/connections', { id: connected.id, disconnect: true })
  const more = await walk((await connectOne({ include: ['private'] })).id)
  const all = simulator.ids()
  assert.ok(shown.length > 0 && more.length > shown.length && more.length < all.length)
  const kindOf = (id: string) => Number.parseInt(id.slice(-2), 36) % 3
  assert.deepEqual(
    more,
    all.filter((id) => kindOf(id) !== 2),
  )
  assert.deepEqual(
    shown,
    all.filter((id) => kindOf(id) === 0),
  )
})

test('an account that requires a login is shown only where its owner agreed to it', async (context) => {
  const change = (path: string, body: unknown): unknown =>
    path === '/api/users/show' ? { ...(body as object), requireSigninToViewContents: true } : body
  const { connectOne, walk, simulator, ask } = await start(context, { change })
  const connected = await connectOne()
  const refused = await ask('/scan-profile', { platform: 'misskey', handle: 'me', connection: connected.id })
  assert.equal(refused.body.error?.code, 'profile_private')
  await ask('/connections', { id: connected.id, disconnect: true })
  assert.deepEqual(await walk((await connectOne({ include: ['private'] })).id), simulator.ids())
})

test('of single notes a connection reads those of its account only', async (context) => {
  const note = { userId: '9abc000001', visibility: 'public' }
  const { connectOne, ask, simulator } = await start(context, {
    change: (path, body) => (path === '/api/notes/show' ? { ...(body as object), ...note } : body),
  })
  const { id: connection } = await connectOne()
  const ids = simulator.ids().values()
  const read = async () => {
    const posts = [`https://${HOST}/notes/${ids.next().value}`]
    const { body } = await ask('/posts', { platform: 'misskey', posts, connection })
    const [found] = (body.data as unknown as { body: { posts: { error?: { code: string } }[] } }).body.posts
    return found?.error?.code ?? 'ok'
  }
  assert.equal(await read(), 'ok')
  note.visibility = 'followers'
  assert.equal(await read(), 'profile_private')
  note.visibility = 'public'
  note.userId = '9abc000002'
  assert.equal(await read(), 'unsupported_post_url')
})

test('when its owner removes the token, the connection ends', async (context) => {
  const { connectOne, ask, list, server, parts } = await start(context)
  const { id: connection } = await connectOne()
  server.revoke()
  const refused = await ask('/scan-profile', { platform: 'misskey', handle: 'me', connection })
  assert.equal(refused.body.error?.code, 'connection_ended', refused.text)
  await parts.connections.idle()
  const [ended] = await list()
  assert.deepEqual([ended?.state, ended?.reason], ['ended', 'expired'])
})

test('without a public URL of its own the service has no page, and the platform is not offered', async (context) => {
  const { ask, app } = await visitProvider(
    context,
    { platform: misskey, environment: { BASE_URL: 'http://localhost:8080' } },
    { authorize: () => assert.fail(), respond: () => assert.fail() },
  )
  const { body } = await ask('/connect', { platform: 'misskey', handle: HANDLE })
  assert.equal(body.error?.code, 'platform_not_configured')
  assert.equal((await app.inject({ url: '/connect/misskey', headers: { host: 'localhost:8080' } })).statusCode, 404)
})
