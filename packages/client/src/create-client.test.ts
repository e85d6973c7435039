import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { START, startService } from '../../testing/src/start-service.ts'
import { CentralApiError, type ClientOptions, createClient, type Fetch, type Page } from './create-client.ts'

const BASE_URL = 'https://central.example'
const DEMO = { platform: 'sandbox', handle: 'demo' }

/** A client for a service in the same process. Waits are recorded, and advance the service's clock instead of taking time. */
const startClient = async (
  context: TestContext,
  options: Partial<Pick<ClientOptions, 'now' | 'onEvent' | 'timeoutMs'>> = {},
) => {
  const service = await startService(context)
  const { key } = await service.license({ mode: 'live' })
  const calls: string[] = []
  const waits: number[] = []
  const fetch: Fetch = async (url, { method, headers, body, signal }) => {
    signal?.throwIfAborted()
    const path = new URL(url).pathname
    calls.push(path.replace('/api/v1', ''))
    assert.equal(method, 'POST')
    const response = await service.send({ path, headers: headers as Record<string, string>, body })
    return new Response(response.text, { status: response.status, headers: response.headers })
  }
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
    service.clock.at += milliseconds
  }
  const client = createClient({
    baseUrl: BASE_URL,
    licenseKey: key,
    siteId: 'https://blog.example',
    fetch,
    now: () => service.clock.at,
    repeat: { random: () => 0.5, wait },
    ...options,
  })
  return { service, client, fetch, key, calls, wait, waits }
}

const codeOf = (code: string) => (error: unknown) => error instanceof CentralApiError && error.code === code

const respondWith = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers })

test('pages returns all pages in order, with every post once', async (context) => {
  const { client, calls } = await startClient(context)
  const ids: string[] = []
  for await (const page of client.pages(DEMO)) ids.push(...page.body.posts.map(({ id }) => id))
  assert.equal(ids.length, 95)
  assert.equal(new Set(ids).size, 95)
  assert.deepEqual(calls, ['/auth/token', '/scan-profile', ...Array.from({ length: 4 }, () => '/load-more-posts')])
})

test('the runtime’s fetch requests a compressed page', async (context) => {
  const { origin, license } = await startService(context, { listens: true })
  const codings: unknown[] = []
  const fetch: Fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init)
    codings.push(response.headers.get('content-encoding'))
    return response
  }
  const client = createClient({ baseUrl: origin, licenseKey: (await license()).key, fetch })
  const { body } = await client.scan(DEMO)
  assert.equal(body.posts.length, 20)
  assert.deepEqual(codings, [null, 'gzip'])
})

test('no further page is requested after the caller stops iterating', async (context) => {
  const { client, calls } = await startClient(context)
  for await (const page of client.pages({ ...DEMO, variant: 'media' })) {
    assert.equal(page.body.variant, 'media')
    break
  }
  assert.deepEqual(calls, ['/auth/token', '/scan-profile'])
})

test('fifty concurrent calls share one token request', async (context) => {
  const { client, calls } = await startClient(context)
  const pages = await Promise.all(Array.from({ length: 50 }, () => client.scan(DEMO)))
  assert.ok(pages.every((page: Page) => page.body.posts.length === 20))
  assert.equal(calls.filter((path) => path === '/auth/token').length, 1)
})

test('a token is cached for 59 minutes and renewed before it expires', async (context) => {
  const { client, service, calls } = await startClient(context)
  const tokensAfter = async (minutes: number) => {
    service.clock.at = START + minutes * 60_000
    await client.scan(DEMO)
    return calls.filter((path) => path === '/auth/token').length
  }
  assert.equal(await tokensAfter(0), 1)
  assert.equal(await tokensAfter(58), 1)
  assert.equal(await tokensAfter(59), 2)
  assert.equal(await tokensAfter(100), 2)
  assert.equal(await tokensAfter(119), 3)
})

test('a rejected token is dropped, and the call is repeated with a new one', async (context) => {
  // With a stopped clock, the client never considers a token expired.
  const { client, service, calls } = await startClient(context, { now: () => 0 })
  await client.scan(DEMO)
  service.clock.at += 2 * 3_600_000
  await client.scan(DEMO)
  assert.deepEqual(calls, ['/auth/token', '/scan-profile', '/scan-profile', '/auth/token', '/scan-profile'])
})

test('a service that rejects every token gets exactly two requests', async (context) => {
  const { fetch, key, calls } = await startClient(context)
  const foreign: Fetch = (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: 'Bearer x' } })
  const client = createClient({ baseUrl: BASE_URL, licenseKey: key, fetch: foreign })
  await assert.rejects(client.scan(DEMO), codeOf('token_malformed'))
  assert.deepEqual(calls, ['/auth/token', '/scan-profile', '/auth/token', '/scan-profile'])
})

test('an error has all fields that the service returned', async (context) => {
  const { client, calls } = await startClient(context)
  const error = await client.scan({ platform: 'sandbox', handle: '' }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof CentralApiError)
  const { code, status, details, retryable, requestId, message } = error
  assert.deepEqual([code, status, retryable], ['invalid_request', 400, false])
  assert.ok(Array.isArray(details))
  assert.equal(details[0].field, 'handle')
  assert.match(requestId ?? '', /^[A-Za-z0-9._-]{1,128}$/)
  assert.ok(message.length > 10)
  assert.equal(calls.length, 2)
})

test('a wrong key is sent once', async (context) => {
  const { fetch, calls } = await startClient(context)
  const client = createClient({ baseUrl: BASE_URL, licenseKey: 'ck_live_wrong', fetch })
  await assert.rejects(client.scan(DEMO), codeOf('license_malformed'))
  assert.deepEqual(calls, ['/auth/token'])
})

test('a retryable error is attempted three times, after Retry-After and a doubling delay', async (context) => {
  const { client, calls, waits } = await startClient(context)
  await assert.rejects(client.scan({ ...DEMO, handle: 'error.platform_rate_limited' }), codeOf('platform_rate_limited'))
  assert.deepEqual(calls, ['/auth/token', '/scan-profile', '/scan-profile', '/scan-profile'])
  // The service caches the error for 33 seconds, so 3 seconds are left at the second attempt.
  assert.deepEqual(waits, [30_000 + 500, 3_000 + 1_000])
})

test('an error with a too long wait is thrown at once', async (context) => {
  const { client, calls, waits } = await startClient(context)
  const error = await client.scan({ ...DEMO, handle: 'error.quota_exceeded' }).catch((thrown: unknown) => thrown)
  assert.ok(codeOf('quota_exceeded')(error) && (error as CentralApiError).retryAfterSeconds === 86_400)
  assert.deepEqual([calls.length, waits], [2, []])
})

test('an error that is not retryable is attempted once', async (context) => {
  const { client, calls, waits } = await startClient(context)
  await assert.rejects(client.scan({ ...DEMO, handle: 'error.profile_not_found' }), codeOf('profile_not_found'))
  assert.deepEqual([calls.length, waits], [2, []])
})

test('a short network failure and an error page of a proxy are retried', async (context) => {
  const { fetch, key, wait, waits } = await startClient(context)
  const faults: (() => Response)[] = [
    () => {
      throw new TypeError('fetch failed')
    },
    () => respondWith(502, '<html>Bad Gateway</html>', { 'retry-after': '2' }),
  ]
  const client = createClient({
    baseUrl: `${BASE_URL}/`,
    licenseKey: key,
    fetch: async (url, init) => faults.shift()?.() ?? fetch(url, init),
    repeat: { random: () => 0.5, wait },
  })
  assert.equal((await client.scan(DEMO)).body.posts.length, 20)
  assert.deepEqual(waits, [500, 3_000])
})

test('a response that is not from the service is unexpected_answer, and only retried for server errors', async () => {
  for (const [status, text] of [
    [200, 'welcome'],
    [200, 'null'],
    [301, ''],
    [404, '{"error":"not found"}'],
    [403, '{"ok":false,"error":"blocked"}'],
  ] as const) {
    let calls = 0
    const fetch: Fetch = async () => {
      calls += 1
      return respondWith(status, text)
    }
    const error = await createClient({ baseUrl: BASE_URL, licenseKey: 'ck_test_x', fetch })
      .scan(DEMO)
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof CentralApiError, text)
    assert.deepEqual([error.code, error.status, error.retryable, calls], ['unexpected_answer', status, false, 1])
  }
})

test('an abort rejects with its own reason and ends the wait', async (context) => {
  const { client, service, key, fetch, calls } = await startClient(context)
  const reason = new Error('Enough')
  await assert.rejects(client.scan(DEMO, { signal: AbortSignal.abort(reason) }), reason)
  assert.deepEqual(calls, [])

  const controller = new AbortController()
  const patient = createClient({
    baseUrl: BASE_URL,
    licenseKey: key,
    now: () => service.clock.at,
    fetch,
    repeat: {
      async wait(_milliseconds, signal) {
        controller.abort(reason)
        signal?.throwIfAborted()
      },
    },
  })
  const scan = patient.scan({ ...DEMO, handle: 'error.platform_error' }, { signal: controller.signal })
  await assert.rejects(scan, reason)
  assert.deepEqual(calls, ['/auth/token', '/scan-profile'])
})

test('a pasted text is recognized', async (context) => {
  const { client } = await startClient(context)
  const { matches } = await client.recognize({ text: 'https://sandbox.example/playlist/demo' })
  assert.deepEqual(
    matches.flatMap(({ platform, handle, kind }) => (platform === 'sandbox' ? [[handle, kind]] : [])),
    [['playlist/demo', 'collection']],
  )
})

test('links and posts are validated', async (context) => {
  const { client } = await startClient(context)
  const found = await client.validatePost({ url: 'https://sandbox.example/@demo/1086' })
  assert.deepEqual([found.valid, found.platform, found.post?.id], [true, 'sandbox', '1086'])
  await assert.rejects(client.validateLink({ url: 'http://127.0.0.1/' }), codeOf('link_blocked'))
})
