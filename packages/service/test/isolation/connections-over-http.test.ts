// Connections over HTTP: the first of two gates, and what a disconnection deletes.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'
import type { Post } from '../../src/post/post.ts'
import type { PageBody } from '../../src/scanning/page.ts'
import { storePrefix } from '../../src/scanning/store-key.ts'
import type { ConnectionReach } from '../../src/upstream/contract/reach.ts'
import { HANDLE, marked, ownersIn } from './isolation-world.ts'

const ACCOUNT = {
  ...{ site: null, platform: 'marked', host: null, handle: HANDLE, displayName: 'Shared', url: null, avatarUrl: null },
  ...{ label: null, appId: 'client', grantId: null, scopes: ['read'], missingScopes: ['insights'], include: [] },
  ...{ expiresAt: null, refreshExpiresAt: null, subjectHash: null, connectedBySite: null },
} as const

type Page = { readonly body: PageBody }
type ScanBody = Readonly<Record<'platform' | 'handle', string> & Partial<Record<'variant' | 'siteId', string>>>

const SCAN = { platform: 'marked', handle: 'me' }

const setUp = async (context: TestContext, more: Readonly<Record<string, string>> = {}) => {
  const refused = new Set<string>()
  const network = await startStubNetwork({
    respond(request, response) {
      const token = String(request.headers['x-token'])
      const body = { id: token.replace('token', 'id'), marker: `marker-${token.replace('token', 'account')}` }
      const isRefused = refused.has(token)
      response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isRefused ? { error: 'refused' } : body))
    },
  })
  context.after(() => network.close())
  const environment = {
    MARKED_TOKEN: 'token-public',
    MARKED_BASE_URL: 'http://marked.example',
    EGRESS_ALLOW: 'marked.example:80',
    ...more,
  }
  const service = await startService(context, { platforms: [marked as never], environment, network })
  const { connections } = service.parts
  const licensed = async (name: string, more: { readonly site?: string; readonly siteId?: string } = {}) => {
    const { license, key } = await service.license()
    const headers = await service.authorize(key, more.siteId)
    const save = (accountId = name, label: string | null = null) =>
      connections.save(
        {
          ...ACCOUNT,
          site: more.site ?? null,
          licenseId: license.id,
          accountId,
          label,
          secrets: { token: `token-${name}` },
        },
        null,
      )
    const saved = await save()
    assert.ok(saved !== 'limit')
    return {
      ...{ license, key, saved, save },
      connection: saved.id,
      scan: (connection?: string, body: ScanBody = SCAN) =>
        service.post(
          '/scan-profile',
          connection === undefined
            ? { ...body, handle: body.handle === 'me' ? HANDLE : body.handle }
            : { ...body, connection },
          headers,
        ),
      posts: (ids: readonly string[], more: object) =>
        service.post('/posts', { platform: 'marked', posts: ids, ...more }, headers),
      account: async () => (await service.post('/account', {}, headers)).body.data?.connections,
      change: (body: unknown) => service.post('/connections', body, headers),
    }
  }
  return { service, network, refused, licensed }
}

test('a license reads through its own connection; one of another license is as unknown as none', async (context) => {
  const { licensed, service } = await setUp(context)
  const [one, other] = [await licensed('one'), await licensed('other')]
  for (const [own, name] of [
    [one, 'one'],
    [other, 'other'],
  ] as const) {
    const got = await own.scan(own.connection)
    assert.deepEqual([got.status, ownersIn(got.text)], [200, [`account-${name}`]])
    assert.equal(got.headers['x-connection-state'], 'connected')
  }
  const answers = [await one.scan(other.connection), await one.scan('cn_none')]
  for (const answer of answers) assertError(answer, { code: 'connection_unknown' })
  const [foreign, unknown] = answers.map(({ body }) => body.error?.message)
  assert.equal(foreign, unknown)
  // In the same time: both ask the store the same, although this process has just used one of them.
  await service.parts.connections.idle()
  await other.scan(other.connection)
  const { connections } = service.parts.store
  const asked = context.mock.method(connections, 'find')
  await one.scan(other.connection)
  await one.scan('cn_none')
  assert.deepEqual(
    asked.mock.calls.map(({ arguments: sent }) => sent),
    [
      [other.connection, one.license.id],
      ['cn_none', one.license.id],
    ],
  )
  assertError(await one.scan(one.connection, { ...SCAN, handle: 'another' }), { code: 'handle_malformed' })
})

test('a scan that names no connection reads the license’s own, and says so', async (context) => {
  const { licensed, service, network } = await setUp(context)
  const [one, other] = [await licensed('one'), await licensed('other')]
  const none = await service.license()
  const headers = await service.authorize(none.key)
  const cases = [
    [await one.scan(), 'account-one', 'connected', one.connection],
    [await other.scan(), 'account-other', 'connected', other.connection],
    [await service.post('/scan-profile', { ...SCAN, handle: HANDLE }, headers), 'account-public', 'official_api', null],
  ] as const
  for (const [got, owner, kind, connection] of cases) {
    assert.deepEqual([got.status, ownersIn(got.text)], [200, [owner]])
    const { profile, posts } = (got.body.data as unknown as Page).body
    const source = { kind, connection, retrievedAt: new Date(service.clock.at).toISOString() }
    assert.deepEqual([profile.source, ...posts.map((post) => post.source)], [source, source])
  }
  // The same pages, whether the connection is named or not, without a further call.
  const calls = network.requests.length
  assert.equal((await one.scan(one.connection)).headers['x-cache'], 'hit')
  assert.equal((await one.scan()).headers['x-cache'], 'hit')
  assert.equal(network.requests.length, calls)
  // Another account is read the public way.
  const another = await one.scan(undefined, { ...SCAN, handle: 'another' })
  assert.deepEqual(ownersIn(another.text), ['account-public'])
})

test('an own connection that ended, or is another site’s, is left out where there is a public way', async (context) => {
  const { licensed, service, refused } = await setUp(context)
  const own = await licensed('one', { site: 'blog.example', siteId: 'https://www.blog.example/' })
  assert.deepEqual(ownersIn((await own.scan()).text), ['account-one'])
  const elsewhere = await own.scan(undefined, { ...SCAN, siteId: 'https://shop.example' })
  assert.deepEqual(ownersIn(elsewhere.text), ['account-public'])
  // The call that shows that the owner took the permission back is answered the public way already.
  refused.add('token-one')
  const { store } = service.parts
  const found = (await store.connections.find(own.connection)) ?? assert.fail()
  await store.connections.put({ ...found, state: 'ending', until: service.clock.at + 60_000 })
  await service.parts.catchUp()
  assert.equal((await own.scan()).headers['x-connection-state'], 'ending')
  const media = { ...SCAN, variant: 'media' }
  const during = await own.scan(undefined, media)
  assert.deepEqual([during.status, ownersIn(during.text)], [200, ['account-public']])
  assert.equal(during.headers['x-connection-state'], undefined)
  await service.parts.connections.idle()
  const after = await own.scan()
  assert.deepEqual([ownersIn(after.text), after.headers['x-connection-state']], [['account-public'], undefined])
  refused.clear()
  assert.ok((await own.save()) !== 'limit')
  assert.deepEqual(ownersIn((await own.scan(undefined, media)).text), ['account-one'])
})

test('where only connected accounts can be read, the license is told to connect one, or to connect it again', async (context) => {
  const { licensed, service } = await setUp(context, { MARKED_TOKEN: '' })
  const own = await licensed('one')
  assert.deepEqual(ownersIn((await own.scan()).text), ['account-one'])
  const { store } = service.parts
  const found = (await store.connections.find(own.connection)) ?? assert.fail()
  await store.connections.put({ ...found, state: 'ended', reason: 'removed_by_owner' })
  await service.parts.catchUp()
  assertError(await own.scan(), { code: 'connection_ended', details: { reason: 'removed_by_owner' } })
  await own.change({ id: own.connection, disconnect: true })
  // Nobody can connect accounts of this platform here.
  assertError(await own.scan(), { code: 'platform_not_configured' })
  context.mock.method(service.parts, 'isConnectable', () => true)
  assertError(await own.scan(), { code: 'connection_required' })
  assertError(await own.scan(undefined, { ...SCAN, handle: 'another' }), { code: 'connection_required' })
})

test('selected posts are read through the connection that is named, and belong to it', async (context) => {
  const { licensed, network } = await setUp(context)
  const [one, other] = [await licensed('one'), await licensed('other')]
  for (const [own, more, owner] of [
    [one, {}, 'public'],
    [one, { connection: one.connection }, 'one'],
    [other, { connection: other.connection }, 'other'],
  ] as const) {
    const got = await own.posts(['1', '2'], more)
    assert.deepEqual(ownersIn(got.text), [`account-${owner}`])
    const { posts } = (got.body.data as { readonly body: { readonly posts: readonly { readonly post: Post }[] } }).body
    const [kind, connection] = owner === 'public' ? ['official_api', null] : ['connected', own.connection]
    for (const { post } of posts) assert.deepEqual([post.source?.kind, post.source?.connection], [kind, connection])
    const calls = network.requests.length
    assert.equal((await own.posts(['2', '1'], more)).headers['x-cache'], 'hit')
    assert.equal(network.requests.length, calls)
  }
  assertError(await one.posts(['1'], { connection: other.connection }), { code: 'connection_unknown' })
})

test('a connection of one site works for that site only', async (context) => {
  const { licensed, service } = await setUp(context)
  const own = await licensed('one', { site: 'blog.example', siteId: 'https://www.blog.example/' })
  assert.equal((await own.scan(own.connection)).status, 200)
  const elsewhere = { ...SCAN, siteId: 'https://shop.example' }
  assertError(await own.scan(own.connection, elsewhere), { code: 'connection_unknown' })
  // Nor is it listed, named or ended from there.
  const shop = await service.authorize(own.key, 'https://shop.example')
  const listed = await service.post('/connections', {}, shop)
  assert.deepEqual(listed.body.data?.connections, [])
  assert.deepEqual((await service.post('/account', {}, shop)).body.data?.connections, [])
  for (const wish of [{ label: 'Mine' }, { disconnect: true }])
    assertError(await service.post('/connections', { id: own.connection, ...wish }, shop), {
      code: 'connection_unknown',
    })
  assert.match((await own.change({})).text, new RegExp(own.connection))
})

test('lists connections without a token, names one, and ends one', async (context) => {
  const { licensed, service, network } = await setUp(context)
  const [own, other] = [await licensed('one'), await licensed('other')]
  const description = {
    ...{ id: own.connection, platform: 'marked', label: null, siteId: null, state: 'connected', endsAt: null },
    account: { id: 'one', handle: HANDLE, displayName: 'Shared', url: null, avatarUrl: null },
    ...{ reason: null, scopes: ['read'], missing: ['insights'], lastReadAt: null },
  }
  const listed = await own.change({})
  const connectable: unknown[] = []
  assert.deepEqual(listed.body.data, { apps: [], connectable, connections: [description] })
  assert.ok(!listed.text.includes('token-one'))
  assert.deepEqual(await own.account(), [
    { id: own.connection, platform: 'marked', handle: HANDLE, state: 'connected', endsAt: null },
  ])
  assert.deepEqual((await own.change({ id: own.connection, label: 'Main' })).body.data, {
    ...{ apps: [], connectable },
    connections: [{ ...description, label: 'Main' }],
  })
  for (const wish of [{ label: 'Mine' }, { disconnect: true }])
    assertError(await own.change({ id: other.connection, ...wish }), { code: 'connection_unknown' })
  assertError(await own.change({ label: 'Mine' }), {
    code: 'invalid_request',
    details: [{ field: 'id', message: 'is required to change a connection' }],
  })

  await own.scan(own.connection)
  await service.parts.pages.idle()
  const calls = network.requests.length
  assert.equal((await own.scan(own.connection)).headers['x-cache'], 'hit')
  assert.equal(network.requests.length, calls)
  assert.deepEqual((await own.change({ id: own.connection, disconnect: true })).body.data, {
    ...{ apps: [], connectable },
    connections: [],
  })
  assertError(await own.scan(own.connection), { code: 'connection_unknown' })
  assertError(await own.change({ id: own.connection, disconnect: true }), { code: 'connection_unknown' })
})

test('what was read through a connection is deleted with it, and what others read stays', async (context) => {
  const { licensed, service } = await setUp(context)
  const [own, other] = [await licensed('one'), await licensed('other')]
  const removed: Buffer[] = []
  const { pages } = service.parts.store
  const { removeWithin } = pages
  context.mock.method(pages, 'removeWithin', (prefix: Buffer) => {
    removed.push(prefix)
    return removeWithin(prefix)
  })
  const prefix = storePrefix(own.connection as ConnectionReach)
  const { put, putAndRelease } = pages
  const kept: Buffer[] = []
  context.mock.method(pages, 'put', (...sent: Parameters<typeof put>) => {
    kept.push(sent[0])
    return put(...sent)
  })
  context.mock.method(pages, 'putAndRelease', (...sent: Parameters<typeof putAndRelease>) => {
    kept.push(sent[0])
    return putAndRelease(...sent)
  })
  await own.scan(own.connection)
  await service.parts.pages.idle()
  // The page, and the id of its account: whatever is stored of it.
  assert.ok(kept.length >= 2)
  for (const key of kept) assert.ok(key.subarray(0, prefix.length).equals(prefix))
  await other.scan(other.connection)
  await service.parts.pages.idle()
  const scanOf = ({ connection, license }: typeof own) => ({
    ...{ platform: marked as never, handle: HANDLE, variant: 'posts', after: undefined },
    access: {
      ...{ reach: connection as ConnectionReach, licenseId: license.id, site: undefined, handle: HANDLE },
      own: { id: '1', includesPrivate: false },
    },
  })
  assert.ok(service.parts.pages.peek(scanOf(own)))
  await own.change({ id: own.connection, disconnect: true })
  await service.parts.catchUp()
  assert.equal(service.parts.pages.peek(scanOf(own)), undefined)
  assert.ok(service.parts.pages.peek(scanOf(other)))
  // Once for each change: that it was made is known only now, too.
  assert.deepEqual(new Set(removed.map(String)), new Set([String(prefix)]))
})

test('a refused token ends the connection; its cached page is served until the owner connects again', async (context) => {
  const { licensed, service, refused } = await setUp(context)
  const own = await licensed('one')
  await own.scan(own.connection)
  refused.add('token-one')
  service.clock.at += 60 * 60_000
  const stale = await own.scan(own.connection)
  assert.deepEqual([stale.status, stale.headers['x-cache']], [200, 'stale'])
  await service.parts.connections.idle()
  assert.match((await own.change({})).text, /"state":"ended"/)
  const again = await own.scan(own.connection)
  assert.deepEqual([again.status, again.headers['x-connection-state']], [200, 'ended'])
  assertError(await own.scan(own.connection, { ...SCAN, variant: 'media' }), {
    code: 'connection_ended',
    details: { reason: 'expired' },
  })
  refused.delete('token-one')
  const connected = await own.save()
  assert.ok(connected !== 'limit')
  assert.deepEqual([connected.id, connected.state], [own.connection, 'connected'])
  await service.parts.catchUp()
  assert.equal((await own.scan(own.connection, { ...SCAN, variant: 'media' })).status, 200)
})

test('after the owner took the permission back, nothing is served', async (context) => {
  const { licensed, service } = await setUp(context)
  const own = await licensed('one')
  await own.scan(own.connection)
  const { store } = service.parts
  const found = (await store.connections.find(own.connection)) ?? assert.fail()
  await store.connections.put({ ...found, state: 'ended', reason: 'removed_by_owner' })
  await service.parts.catchUp()
  assertError(await own.scan(own.connection), { code: 'connection_ended', details: { reason: 'removed_by_owner' } })
})

test('a token that was copied to another license does not open there', async (context) => {
  const { licensed, service, network } = await setUp(context)
  const [own, other] = [await licensed('one'), await licensed('other')]
  const { store } = service.parts
  const found = (await store.connections.find(other.connection)) ?? assert.fail()
  await store.connections.put({ ...found, sealedToken: own.saved.sealedToken })
  await service.parts.catchUp()
  assertError(await other.scan(other.connection), { code: 'connection_ended', details: { reason: 'expired' } })
  assert.equal(network.requests.length, 0)
})

test('a limit is shown until it has passed', async (context) => {
  const { licensed, service } = await setUp(context)
  const own = await licensed('one')
  const until = service.clock.at + 60_000
  await service.parts.store.connections.put({ ...own.saved, state: 'limited', until })
  const stateOf = async () => /"state":"(?<state>\w+)"/.exec((await own.change({})).text)?.groups?.state
  assert.equal(await stateOf(), 'limited')
  service.clock.at = until
  assert.equal(await stateOf(), 'connected')
})

test('a connection that was made, ended or disconnected counts in every process, for scans that name none', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'central.db')}` }
  const [first, second] = [await setUp(context, environment), await setUp(context, environment)]
  const own = await first.licensed('one')
  await own.change({ id: own.connection, disconnect: true })
  const headers = await second.service.authorize(own.key)
  const { parts } = second.service
  const owner = async () => {
    await parts.catchUp()
    const got = await second.service.post('/scan-profile', { ...SCAN, handle: HANDLE }, headers)
    return ownersIn(got.text)
  }
  assert.deepEqual(await owner(), ['account-public'])
  const made = await own.save()
  assert.ok(made !== 'limit')
  assert.deepEqual(await owner(), ['account-one'])
  await parts.store.connections.put({ ...made, state: 'ended', reason: 'expired' })
  assert.deepEqual(await owner(), ['account-public'])
  assert.ok((await own.save()) !== 'limit')
  assert.deepEqual(await owner(), ['account-one'])
  await own.change({ id: made.id, disconnect: true })
  assert.deepEqual(await owner(), ['account-public'])
})

test('a disconnection takes effect in every process on the store', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'central.db')}` }
  const [first, second] = [await setUp(context, environment), await setUp(context, environment)]
  const own = await first.licensed('one')
  const headers = await second.service.authorize(own.key)
  const scan = () => second.service.post('/scan-profile', { ...SCAN, connection: own.connection }, headers)
  assert.equal((await scan()).status, 200)
  assert.equal((await scan()).headers['x-cache'], 'hit')
  await second.service.parts.pages.idle()
  await own.change({ id: own.connection, disconnect: true })
  await second.service.parts.catchUp()
  assertError(await scan(), { code: 'connection_unknown' })
  const { pages, store } = second.service.parts
  const access = {
    reach: own.connection as ConnectionReach,
    licenseId: own.license.id,
    site: undefined,
    handle: HANDLE,
    own: { id: '1', includesPrivate: false },
  }
  const held = { platform: marked as never, handle: HANDLE, variant: 'posts', after: undefined, access }
  assert.equal(pages.peek(held), undefined)
  await assert.rejects(pages.get(held, { licenseId: own.license.id }), { code: 'connection_unknown' })
  assert.equal(await store.connections.find(own.connection), undefined)
})
