// A connection that one site may use: no other site renews, reads or ends it, and it stays with its site.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startSandboxBrowser } from '@central-api/testing/connect/start-sandbox-browser.ts'

type Post = { readonly source: { readonly connection: string | null } }

/** A connection that only b.example may use, and the tokens of its site, of another one, and of none. */
const start = async (context: TestContext) => {
  const browser = await startSandboxBrowser(context)
  const { authorize, key, post, walk, parts, licenseId } = browser
  const [a, b, none] = [
    await authorize(key, 'https://a.example'),
    await authorize(key, 'https://b.example'),
    await authorize(key),
  ]
  const connect = (body: object, as: typeof a) => post('/connect', { platform: 'sandbox', ...body }, as)
  const started = await connect({ siteId: 'https://b.example', label: 'Ours' }, b)
  await walk(String(started.body.data?.url), 'allow')
  const record = async () => (await parts.store.connections.list(licenseId))[0] ?? assert.fail()
  const { id, site } = await record()
  assert.equal(site, 'b.example')
  return { ...browser, a, b, none, connect, record, id }
}

test('another site of the license cannot renew a connection, whatever site it names', async (context) => {
  const { a, b, none, connect, record, id } = await start(context)
  const before = await record()
  const renew = { reconnect: id, label: 'Theirs' }
  for (const [body, as] of [
    [renew, a],
    [{ ...renew, siteId: 'https://b.example' }, a],
    // Nor does its own site give it to another one.
    [{ ...renew, siteId: 'https://a.example' }, b],
    [renew, none],
    [{ ...renew, siteId: 'https://a.example' }, none],
  ] as const)
    assertError(await connect(body, as), { code: 'connection_unknown' })
  assert.equal((await connect({ ...renew, siteId: 'https://b.example' }, none)).status, 200)
  assert.deepEqual(await record(), before)
})

test('the token of a site connects for its own site or for every one, and not for another site', async (context) => {
  const { b, none, connect, post } = await start(context)
  assertError(await connect({ siteId: 'https://a.example' }, b), {
    code: 'invalid_request',
    details: [{ field: 'siteId', message: 'must be the site of the token' }],
  })
  for (const [body, as] of [
    [{}, b],
    [{ siteId: 'http://www.b.example/' }, b],
    [{ siteId: 'https://a.example' }, none],
  ] as const)
    assert.equal((await connect(body, as)).status, 200)
  assert.equal((await post('/connect', { platform: 'sandbox', siteId: 'https://b.example/x' }, b)).status, 400)
})

test('a connection that is renewed keeps its site', async (context) => {
  const { a, b, none, connect, walk, record, id, post } = await start(context)
  for (const [body, as] of [
    [{}, b],
    [{ siteId: 'https://b.example' }, b],
    [{ siteId: 'https://b.example' }, none],
  ] as const) {
    const renewal = await connect({ reconnect: id, ...body }, as)
    await walk(String(renewal.body.data?.url), 'allow')
    const { site, label } = await record()
    assert.deepEqual([site, label], ['b.example', 'Ours'])
  }
  assert.deepEqual((await post('/connections', {}, a)).body.data?.connections, [])
})

test('a connection that was disconnected while it was renewed is said not to exist any more', async (context) => {
  const { b, connect, walk, browse, id, post, parts, licenseId } = await start(context)
  const { url, ticket } = (await connect({ reconnect: id }, b)).body.data ?? {}
  assert.equal((await post('/connections', { id, disconnect: true }, b)).status, 200)
  const back = await walk(String(url), 'allow')
  const page = await browse('GET', new URL(String(back.headers.location), String(url)).href)
  assert.match(page.body, /The connection to renew does not exist any more/)
  const described = (await post('/connections', { ticket }, b)).body.data?.ticket as { readonly error: string }
  assert.equal(described.error, 'connection_unknown')
  assert.deepEqual(await parts.store.connections.list(licenseId), [])
})

test('a connection of every site that is renewed from one of them stays with every site', async (context) => {
  const { a, connect, walk, parts, licenseId } = await start(context)
  await walk(String((await connect({}, a)).body.data?.url), 'other')
  const other = async () =>
    (await parts.store.connections.list(licenseId)).find(({ site }) => site === null) ?? assert.fail()
  const { id, version } = await other()
  const renewal = await connect({ reconnect: id, siteId: 'https://a.example' }, a)
  await walk(String(renewal.body.data?.url), 'other')
  const renewed = await other()
  assert.equal(renewed.id, id)
  assert.ok(renewed.version > version)
})

test('a token that has a site reads through no connection of another site, whatever site it names', async (context) => {
  const { a, b, none, id, post } = await start(context)
  const site = { a: 'https://a.example', b: 'https://b.example' }
  const through = { platform: 'sandbox', handle: 'me', connection: id }
  const posts = { platform: 'sandbox', posts: ['https://sandbox.example/demo/1'], connection: id }
  for (const [named, as, reads] of [
    [undefined, a, false],
    [site.a, a, false],
    [site.b, a, false],
    [undefined, b, true],
    [site.b, b, true],
    [site.a, b, false],
    [undefined, none, false],
    [site.a, none, false],
    [site.b, none, true],
  ] as const) {
    for (const [path, body] of [
      ['/scan-profile', through],
      ['/posts', posts],
    ] as const) {
      const { body: answer } = await post(path, { ...body, siteId: named }, as)
      assert.equal(answer.error?.code, reads ? undefined : 'connection_unknown', `${path} ${named}`)
    }
    // Without its id, the same sites read through it.
    const { body: own } = await post('/scan-profile', { platform: 'sandbox', handle: 'demo', siteId: named }, as)
    const { posts: read } = (own.data as { readonly body: { readonly posts: readonly Post[] } }).body
    assert.equal(read[0]?.source.connection, reads ? id : null, `${named}`)
  }
})

test('an account that one site connected for itself stays with it when another one connects it', async (context) => {
  const { a, b, none, connect, walk, record, id, post, browse } = await start(context)
  const before = await record()
  const c = 'https://c.example'
  for (const [body, as] of [
    [{ siteId: 'https://a.example' }, a],
    [{ siteId: c }, none],
    [{}, a],
  ] as const) {
    const started = await connect({ ...body, label: 'Theirs', include: ['private'] }, as)
    const { url, ticket } = started.body.data ?? {}
    const back = await walk(String(url), 'allow')
    const page = await browse('GET', new URL(String(back.headers.location), String(url)).href)
    assert.match(page.body, /This account is connected for another site/)
    const described = (await post('/connections', { ticket }, as)).body.data?.ticket as { readonly error: string }
    assert.equal(described.error, 'connection_other_site')
    assert.deepEqual(await record(), before)
  }
  for (const [as, siteId] of [
    [a, undefined],
    [none, undefined],
    [none, c],
  ] as const)
    assert.deepEqual((await post('/connections', { siteId }, as)).body.data?.connections, [])
  // Its own site makes it one of every site.
  await walk(String((await connect({}, b)).body.data?.url), 'allow')
  const { site, label } = await record()
  assert.deepEqual([(await record()).id, site, label], [id, null, 'Ours'])
})

test('of several chosen accounts, the one that another site has for itself is left out', async (context) => {
  const { a, connect, walk, browse, parts, licenseId, post } = await start(context)
  const { url, ticket } = (await connect({ siteId: 'https://a.example' }, a)).body.data ?? {}
  const choose = String((await walk(String(url), 'several')).headers.location)
  const form = { ticket: String(ticket), account: ['sandbox-demo', 'sandbox-empty'] }
  const done = await browse('POST', choose.split('?')[0] ?? '', form)
  const page = await browse('GET', new URL(String(done.headers.location), choose).href)
  assert.match(page.body, /<li><bdi>Empty account<\/bdi><\/li>/)
  assert.match(page.body, /Not connected: <bdi>Demo account<\/bdi>\. .* connected for another site/)
  const described = (await post('/connections', { ticket }, a)).body.data?.ticket as { readonly leftOut: string[] }
  assert.deepEqual(described.leftOut, ['Demo account'])
  const sites = (await parts.store.connections.list(licenseId)).map(({ site, accountId }) => [accountId, site])
  assert.deepEqual(sites.toSorted(), [
    ['sandbox-demo', 'b.example'],
    ['sandbox-empty', 'a.example'],
  ])
})
