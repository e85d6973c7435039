// Tests the rules for clients in docs/guides/api-client.md by counting requests.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { startService } from '../../testing/src/start-service.ts'
import {
  type ClientEvent,
  type ClientOptions,
  createClient,
  type Fetch,
  isCentralApiError,
  type TokenStore,
} from './create-client.ts'
import { createFakeService, makePost } from './fake/create-fake-service.ts'

const DEMO = { platform: 'sandbox', handle: 'demo' }
const BASE_URL = 'https://central.example'
const HOUR_MS = 3_600_000

type More = Partial<Pick<ClientOptions, 'onEvent' | 'timeoutMs'>> & {
  readonly licenseKey?: string
  readonly siteId?: string
}

const over = (held: Map<string, string>): TokenStore => ({
  get: (name) => held.get(name),
  set: (name, value) => void held.set(name, value),
})

const start = async (context: TestContext) => {
  const service = await startService(context)
  const calls: string[] = []
  const fetch: Fetch = async (url, { method, headers, body, signal }) => {
    signal.throwIfAborted()
    const path = new URL(url).pathname
    calls.push(path)
    const response = await service.send({ method, path, headers, ...(body !== undefined && { body }) })
    return new Response(response.text, { status: response.status, headers: response.headers })
  }
  const { key, license } = await service.license({ mode: 'live' })
  const wait = async (milliseconds: number) => {
    service.clock.at += milliseconds
  }
  const connect = (more: More & { readonly store?: Map<string, string> } = {}) => {
    const { store, ...rest } = more
    return createClient({
      baseUrl: BASE_URL,
      licenseKey: key,
      fetch,
      now: () => service.clock.at,
      repeat: { wait },
      ...(store && { store: over(store) }),
      ...rest,
    })
  }
  const exchanges = () => calls.filter((path) => path === '/api/v1/auth/token').length
  return { service, calls, exchanges, connect, fetch, key, license }
}

const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  new Set(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'ok')))

test('thirty calls with a wrong key cause one token request, and do not block other sites on the same IP address', async (context) => {
  const { connect, exchanges, service } = await start(context)
  const dead = connect({ licenseKey: `ck_live_${'x'.repeat(38)}` })
  for (const round of [1, 2]) {
    const outcomes = await Promise.allSettled(Array.from({ length: 15 }, () => dead.scan(DEMO)))
    assert.deepEqual([round, ...codesOf(outcomes)], [round, 'license_malformed'])
  }
  assert.equal(exchanges(), 1)
  assert.equal((await connect().scan(DEMO)).body.posts.length, 20)
  service.clock.at += HOUR_MS
  await assert.rejects(dead.scan(DEMO), (error) => isCentralApiError(error, 'license_malformed'))
  assert.equal(exchanges(), 3)
})

test('a rejected key is known to every process that shares the store, until it is changed or rechecked', async (context) => {
  const { connect, exchanges, service, license } = await start(context)
  const store = new Map<string, string>()
  await service.parts.licenses.suspend(license.id, OPERATOR)
  const clients = [connect({ store }), connect({ store })]
  for (const client of clients)
    await assert.rejects(client.scan(DEMO), (error) => {
      assert.ok(isCentralApiError(error, 'license_suspended'))
      return error.docs?.endsWith('/docs/errors#license_suspended') === true
    })
  assert.equal(exchanges(), 1)
  await service.parts.licenses.resume(license.id, OPERATOR)
  await clients[0]?.recheck()
  for (const client of clients) assert.equal((await client.scan(DEMO)).body.posts.length, 20)
  assert.equal(exchanges(), 2)
})

test('a key that is blocked for ten years is sent again after a day', async () => {
  const held = new Map<string, { readonly value: string; readonly seconds: number }>()
  const store: TokenStore = {
    get: (name) => held.get(name)?.value,
    set: (name, value, seconds) => void held.set(name, { value, seconds }),
  }
  let calls = 0
  const fetch: Fetch = async () => {
    calls += 1
    const error = { code: 'rate_limited', message: 'Too many requests.', retryable: true }
    return Response.json({ ok: false, error }, { status: 429, headers: { 'retry-after': '315360000' } })
  }
  let at = 0
  const client = createClient({ baseUrl: BASE_URL, licenseKey: 'ck_live_x', fetch, store, now: () => at })
  const waits: (number | undefined)[] = []
  for (const elapsed of [0, 12 * HOUR_MS, 24 * HOUR_MS]) {
    at = elapsed
    await assert.rejects(client.scan(DEMO), (error) => {
      if (isCentralApiError(error, 'rate_limited')) waits.push(error.retryAfterSeconds)
      return isCentralApiError(error, 'rate_limited')
    })
  }
  assert.deepEqual([calls, waits], [2, [315_360_000, 43_200, 315_360_000]])
  assert.deepEqual(
    [...held.values()].map(({ seconds }) => seconds),
    [86_400],
  )
})

test('a license that is rejected with a valid token is not sent again either', async (context) => {
  const { connect, calls, service, license } = await start(context)
  const client = connect()
  await client.scan(DEMO)
  await service.parts.licenses.suspend(license.id, OPERATOR)
  for (let count = 0; count < 5; count += 1)
    await assert.rejects(client.scan(DEMO), (error) => isCentralApiError(error, 'license_suspended'))
  assert.deepEqual(calls, ['/api/v1/auth/token', '/api/v1/scan-profile', '/api/v1/scan-profile'])
})

test('processes share the token in a store; a failing store is reported to the log and ignored', async (context) => {
  const { connect, exchanges, fetch, key, service } = await start(context)
  const store = new Map<string, string>()
  for (let count = 0; count < 3; count += 1) await connect({ store }).scan(DEMO)
  assert.equal(exchanges(), 1)
  assert.ok([...store.keys()].every((name) => /^central-api-[a-z0-9]+$/.test(name) && !name.includes(key)))

  const events: ClientEvent[] = []
  const broken = () => {
    throw new Error('The store is away')
  }
  const client = createClient({
    ...{ baseUrl: BASE_URL, licenseKey: key, fetch, now: () => service.clock.at },
    store: { get: broken, set: broken },
    onEvent: (event) => events.push(event),
  })
  await client.scan(DEMO)
  await client.scan(DEMO)
  assert.equal(exchanges(), 2)
  assert.deepEqual(
    events.map(({ name }) => name),
    ['store_failed', 'answer', 'store_failed', 'answer', 'answer'],
  )
})

test('a site above the plan’s limit can read the account and release another site', async (context) => {
  const { service, fetch } = await start(context)
  const { key } = await service.license({ plan: 'starter' })
  const at = (siteId: string) =>
    createClient({ baseUrl: BASE_URL, licenseKey: key, siteId, fetch, now: () => service.clock.at })
  await at('old.example').scan(DEMO)
  const next = at('new.example')
  await assert.rejects(next.scan(DEMO), (error) => isCentralApiError(error, 'site_limit_reached'))
  assert.deepEqual(
    (await next.account()).sites.map(({ site }) => site),
    ['old.example'],
  )
  assert.deepEqual((await next.account({ release: 'old.example' })).sites, [])
  assert.equal((await next.scan(DEMO)).body.posts.length, 20)
})

test('a site limit for another site does not reject the client’s own site', async (context) => {
  const { service, fetch } = await start(context)
  const { key } = await service.license({ plan: 'starter' })
  const client = createClient({ baseUrl: BASE_URL, licenseKey: key, siteId: 'own.example', fetch })
  await client.scan(DEMO)
  const other = client.scan({ ...DEMO, siteId: 'other.example' })
  await assert.rejects(other, (error) => isCentralApiError(error, 'site_limit_reached'))
  assert.equal((await client.scan(DEMO)).body.posts.length, 20)
})

test('an abort during the token request rejects with its own reason; the request ends with its last caller', async () => {
  const fake = createFakeService()
  const response = Promise.withResolvers<void>()
  const signals: AbortSignal[] = []
  const fetch: Fetch = async (url, init) => {
    signals.push(init.signal)
    await response.promise
    return fake.fetch(url, init)
  }
  const client = createClient({ baseUrl: BASE_URL, licenseKey: 'ck_test_x', fetch })
  const [first, second] = [new AbortController(), new AbortController()]
  const [mine, yours] = [client.scan(DEMO, { signal: first.signal }), client.scan(DEMO, { signal: second.signal })]
  first.abort(new Error('Enough'))
  await assert.rejects(mine, /Enough/)
  assert.deepEqual([signals.length, signals[0]?.aborted], [1, false])
  second.abort('a reason of any kind')
  await assert.rejects(yours, (reason) => reason === 'a reason of any kind')
  assert.equal(signals[0]?.aborted, true)
  response.resolve()
  await client.scan(DEMO)
})

test('the timeout applies to a slow body, and to a transport that ignores the signal', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const begun = Promise.withResolvers<void>()
  const fetch: Fetch = async () => ({
    status: 200,
    headers: { get: () => null },
    text: () => {
      begun.resolve()
      return new Promise<string>(() => {})
    },
  })
  const client = createClient({ baseUrl: BASE_URL, token: 'ready', fetch })
  const scan = client.scan(DEMO, { timeoutMs: 5_000, repeat: { maxTries: 1 } })
  const failed = assert.rejects(scan, (error) => isCentralApiError(error, 'network_error') && error.retryable)
  await begun.promise
  context.mock.timers.tick(5_000)
  await failed
})

test('no listener stays on the caller’s signal', async (context) => {
  const { connect } = await start(context)
  const counts = { added: 0, removed: 0 }
  const { signal } = new AbortController()
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  Object.assign(signal, {
    addEventListener(...args: Parameters<typeof add>) {
      counts.added += 1
      add(...args)
    },
    removeEventListener(...args: Parameters<typeof remove>) {
      counts.removed += 1
      remove(...args)
    },
  })
  await connect().scan(DEMO, { signal })
  assert.ok(counts.added > 0)
  assert.equal(counts.added, counts.removed)
})

test('a fixed token is used as it is; a token function is called again after a rejection', async (context) => {
  const { connect, fetch, service, key, calls } = await start(context)
  await connect().scan(DEMO)
  const { authorization } = await service.authorize(key)
  const token = authorization.slice('Bearer '.length)
  assert.equal((await createClient({ baseUrl: BASE_URL, token, fetch }).scan(DEMO)).body.posts.length, 20)
  await assert.rejects(createClient({ baseUrl: BASE_URL, token: 'x', fetch }).scan(DEMO), (error) =>
    isCentralApiError(error, 'token_malformed'),
  )
  const tokens = ['x', token]
  const asking = createClient({ baseUrl: BASE_URL, token: async () => tokens.shift() ?? '', fetch })
  assert.equal((await asking.scan(DEMO)).body.posts.length, 20)
  assert.equal(calls.filter((path) => path.endsWith('/auth/token')).length, 1)
})

test('responses and errors have quota, cache status and request ID', async (context) => {
  const { connect } = await start(context)
  const client = connect()
  await client.scan(DEMO)
  const { data, meta } = await client.scan(DEMO).withMeta()
  assert.equal(data.body.posts.length, 20)
  assert.deepEqual(
    { ...meta, requestId: typeof meta.requestId },
    {
      status: 200,
      requestId: 'string',
      quota: { limit: 10_000, used: 2, remaining: 9_998, resetSeconds: 1_425_600 },
      burst: { remaining: 118, resetSeconds: 60 },
      cache: 'hit',
      ageSeconds: 0,
      retryAfterSeconds: undefined,
    },
  )
  const error = await client.scan({ ...DEMO, handle: 'error.quota_exceeded' }).catch((thrown: unknown) => thrown)
  assert.ok(isCentralApiError(error, 'quota_exceeded'))
  assert.deepEqual([error.meta?.quota?.used, error.retryAfterSeconds, error.retryable], [2, 86_400, true])
  assert.match(error.docs ?? '', /\/docs\/errors#quota_exceeded$/)
  await assert.rejects(client.scan({ ...DEMO, handle: '?' }).withMeta(), { code: 'handle_malformed' })
})

test('an unreachable service is named by its URL, without its password', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'))
  const client = createClient({ baseUrl: 'https://user:secret@api.example.com', token: 'ready', fetch })
  await assert.rejects(client.scan(DEMO, { repeat: { maxTries: 1 } }), {
    code: 'network_error',
    message: 'The service at https://api.example.com could not be reached or did not respond in time.',
  })
})

test('posts yields every post once, and fetches pages only as needed', async (context) => {
  const { connect, calls } = await start(context)
  const client = connect()
  const ids = (await Array.fromAsync(client.posts(DEMO))).map(({ id }) => id)
  assert.deepEqual([ids.length, new Set(ids).size, calls.length], [95, 95, 6])
  for await (const _ of client.posts({ ...DEMO, variant: 'videos' })) break
  assert.equal(calls.length, 7)
})

test('an account is connected, named and disconnected', async (context) => {
  const { connect } = await start(context)
  const client = connect()
  const { url, ticket, expiresAt } = await client.connect({ platform: 'sandbox', label: 'Main' })
  assert.match(url, /\/connect\/sandbox\/start\?t=/)
  assert.ok(Date.parse(expiresAt) > 0)
  const { apps, connectable, connections, ticket: consent } = await client.connections({ ticket })
  assert.deepEqual(apps, [])
  assert.deepEqual(connectable, [{ platform: 'sandbox', name: 'Sandbox', needsHost: false, acceptsHandle: false }])
  assert.deepEqual([connections, consent], [[], { state: 'open', connections: [], leftOut: [], error: null }])
  for (const change of [client.nameConnection('cn_none', 'Main'), client.disconnect('cn_none')])
    await assert.rejects(change, { code: 'connection_unknown' })
  const app = { platform: 'tiktok', clientId: 'key', clientSecret: 'secret' }
  for (const change of [client.addApp(app), client.removeApp('ca_0')])
    await assert.rejects(change, { code: 'invalid_request' })
})

test('platforms needs no token, and validateLink can omit the body', async (context) => {
  const { connect, calls } = await start(context)
  const client = connect()
  assert.deepEqual(
    (await client.platforms()).map(({ id }) => id),
    ['sandbox'],
  )
  assert.deepEqual(calls, ['/platforms'])
  const url = 'https://sandbox.example/@demo/1086'
  const preview = await client.validatePost({ url, withBody: false })
  assert.ok(!('body' in preview) && preview.post?.id === '1086')
  assert.ok((await client.validatePost({ url })).body.includes('1086'))
})

test('events report responses, retries and rejections without secrets', async (context) => {
  const { connect, key } = await start(context)
  const events: ClientEvent[] = []
  const onEvent = (event: ClientEvent) => {
    events.push(event)
    throw new Error('A log that fails is no fault of the call')
  }
  const client = connect({ onEvent, siteId: 'secret-site.example' })
  await client.scan({ ...DEMO, handle: 'empty' })
  await client.scan({ ...DEMO, handle: 'error.platform_error' }).catch(() => {})
  await connect({ onEvent, licenseKey: 'ck_live_wrong' })
    .scan(DEMO)
    .catch(() => {})
  assert.deepEqual([...new Set(events.map(({ name }) => name))], ['answer', 'repeat', 'key_refused'])
  const log = JSON.stringify(events)
  const beginningsOfToken = ['{"alg"', '{"iss"'].map((json) => btoa(json))
  for (const secret of [key, 'ck_live_wrong', ...beginningsOfToken, 'secret-site', 'empty'])
    assert.ok(!log.includes(secret), secret)
  assert.equal(JSON.stringify(client).includes(key), false)
})

test('posts.read sends one request, with the configured User-Agent', async () => {
  const fake = createFakeService({ posts: [makePost({ id: '1' }), makePost({ id: '2', text: 'Two' })] })
  const agents: (string | undefined)[] = []
  const fetch: Fetch = (url, init) => {
    agents.push(init.headers['user-agent'])
    return fake.fetch(url, init)
  }
  const client = createClient({ baseUrl: BASE_URL, licenseKey: 'k', fetch, userAgent: 'My plugin/2.1' })
  const { body } = await client.posts.read({ platform: 'sandbox', posts: ['2', '9'] })
  assert.deepEqual(
    body.posts.map((each) => (each.ok ? each.post.text : each.error.code)),
    ['Two', 'post_not_found'],
  )
  assert.deepEqual(agents, ['My plugin/2.1', 'My plugin/2.1'])
})
