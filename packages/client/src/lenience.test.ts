// Tests the client with unusual proxies and token stores.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClientEvent, createClient, type Fetch, isCentralApiError } from './create-client.ts'
import { createFakeService, makePost } from './fake/create-fake-service.ts'
import { requireUrl } from './normalize-url.ts'

const DEMO = { platform: 'sandbox', handle: 'demo' }
const NOW = Date.parse('2026-03-01T12:00:00Z')
const BASE_URL = 'https://central.example'

const withHeaders =
  (status: number, headers: Readonly<Record<string, string>>): Fetch =>
  async () => ({
    status,
    headers: { get: (name) => headers[name] ?? null },
    text: async () => '<h1>Maintenance</h1>',
  })

const IN_AN_HOUR: readonly (readonly [headers: Readonly<Record<string, string>>, seconds: number | undefined])[] = [
  [{ 'retry-after': 'Sun, 01 Mar 2026 13:00:00 GMT' }, 3600],
  [{ 'retry-after': 'Sunday, 01-Mar-26 13:00:00 GMT' }, 3600],
  [{ 'retry-after': 'Sun Mar  1 13:00:00 2026' }, 3600],
  [{ 'retry-after': 'Sun, 01 Mar 2026 14:00:00 +0100' }, 3600],
  [{ 'retry-after': ' 3600 ' }, 3600],
  // The clock of the response is an hour and a minute ahead.
  [{ 'retry-after': 'Sun, 01 Mar 2026 14:01:00 GMT', date: 'Sun, 01 Mar 2026 13:01:00 GMT' }, 3600],
  [{ 'retry-after': 'Sun, 01 Mar 2026 13:00:00 GMT', date: 'some day' }, 3600],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'tomorrow' }, undefined],
  [{ 'retry-after': 'Sunday' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{}, undefined],
]

test('Retry-After is seconds, or a date relative to the Date header', async () => {
  for (const [headers, seconds] of IN_AN_HOUR) {
    const client = createClient({
      ...{ baseUrl: BASE_URL, token: 'ready', now: () => NOW, fetch: withHeaders(503, headers) },
      repeat: { maxTries: 1 },
    })
    const error = await client.scan(DEMO).catch((thrown: unknown) => thrown)
    assert.ok(isCentralApiError(error, 'unexpected_answer'))
    assert.deepEqual([headers, error.retryAfterSeconds], [headers, seconds])
  }
})

test('nothing is sent before the date in Retry-After; an error with a wait above a minute is thrown at once', async () => {
  const asked: string[] = []
  const response = withHeaders(503, { 'retry-after': 'Sun, 01 Mar 2026 13:00:00 GMT' })
  const fetch: Fetch = (url, init) => {
    asked.push(url)
    return response(url, init)
  }
  const client = createClient({ baseUrl: BASE_URL, token: 'ready', now: () => NOW, fetch })
  await assert.rejects(client.scan(DEMO), { code: 'unexpected_answer', retryAfterSeconds: 3600 })
  assert.equal(asked.length, 1)
})

test('a missing base URL, and one that is none, is named with an example, and not repeated', () => {
  const missing =
    'createClient: baseUrl is not set. Set it to the URL of your Central API, such as https://api.example.com'
  for (const baseUrl of [undefined, null, '', 8080] as unknown as string[]) {
    assert.throws(() => createClient({ baseUrl, token: 'x' }), { name: 'TypeError', message: missing })
  }
  const wrong = missing.replace('not set', 'not an HTTP URL')
  for (const baseUrl of [
    ' ',
    '/central',
    'api.example.com',
    'localhost:8080',
    'ck_live_1234',
    'ftp://central.example',
  ]) {
    assert.throws(() => createClient({ baseUrl, token: 'x' }), { name: 'TypeError', message: wrong })
  }
})

test('a page may use a URL that is relative to its own', async () => {
  const page = 'https://blog.example/posts/1'
  assert.deepEqual(
    ['/central/', ' https://central.example/api/v1'].map((url) => requireUrl(url, page)),
    ['/central', 'https://central.example'],
  )
})

test('a base URL may have white space, invisible characters, trailing slashes and the API path', async () => {
  const written = [
    'https://central.example',
    'https://central.example//',
    ' https://central.example \r\n',
    '\ufeffhttps://central.example/\u200b',
    'https://central.example\u00a0',
    'https://central.example/api/v1',
    'https://central.example/api/v1/\n',
    'https://central.example/API/V1',
  ]
  for (const baseUrl of written) {
    const asked: string[] = []
    const fake = createFakeService()
    const fetch: Fetch = (url, init) => {
      asked.push(url)
      return fake.fetch(url, init)
    }
    await createClient({ baseUrl, token: 'ready', fetch }).scan(DEMO)
    assert.deepEqual([baseUrl, ...asked], [baseUrl, 'https://central.example/api/v1/scan-profile'])
  }
  const asked: string[] = []
  const fetch: Fetch = async (url) => {
    asked.push(url)
    throw new TypeError('away')
  }
  const inFolder = createClient({
    baseUrl: 'https://blog.example/central/',
    token: 'x',
    fetch,
    repeat: { maxTries: 1 },
  })
  await assert.rejects(inFolder.scan(DEMO), { code: 'network_error' })
  assert.deepEqual(asked, ['https://blog.example/central/api/v1/scan-profile'])
})

const GIVES: readonly (readonly [what: string, give: (text: string) => unknown])[] = [
  ['the text itself', (text) => text],
  ['an object', (text) => JSON.parse(text)],
  ['bytes', (text) => new TextEncoder().encode(text)],
  ['JSON of the text', (text) => JSON.stringify(text)],
]

test('a store may return an object, bytes or doubly encoded JSON: processes share one token request', async () => {
  for (const [what, give] of GIVES) {
    const fake = createFakeService({ posts: [makePost({ id: '1' })] })
    const held = new Map<string, string>()
    const store = {
      get: (name: string) => (held.has(name) ? (give(held.get(name) ?? '') as string) : null),
      set: (name: string, value: string) => void held.set(name, value),
    }
    const events: ClientEvent[] = []
    const onEvent = (event: ClientEvent) => void events.push(event)
    for (let count = 0; count < 3; count += 1)
      await createClient({ baseUrl: BASE_URL, licenseKey: 'k', fetch: fake.fetch, store, onEvent }).scan(DEMO)
    const exchanges = fake.requests.filter(({ path }) => path === '/auth/token').length
    assert.deepEqual([what, exchanges, events.some(({ name }) => name === 'store_failed')], [what, 1, false])
  }
})

test('a rejected key is not sent again if the store returns an object', async () => {
  const fake = createFakeService()
  fake.fail('license_unknown', { path: '/auth/token', times: 9 })
  const held = new Map<string, string>()
  const store = {
    get: (name: string) => (held.has(name) ? JSON.parse(held.get(name) ?? '') : null),
    set: (name: string, value: string) => void held.set(name, value),
  }
  for (let count = 0; count < 3; count += 1) {
    const client = createClient({ baseUrl: BASE_URL, licenseKey: 'k', fetch: fake.fetch, store })
    await assert.rejects(client.scan(DEMO), { code: 'license_unknown' })
  }
  assert.equal(fake.requests.length, 1)
})

test('an invalid value from a store is reported to the log and ignored', async () => {
  for (const rubbish of ['OK', '{', '{"token":1}', '7', [], { token: 'x' }, { refused: null, until: NOW * 2 }]) {
    const fake = createFakeService()
    const events: ClientEvent[] = []
    const client = createClient({
      ...{ baseUrl: BASE_URL, licenseKey: 'k', fetch: fake.fetch },
      store: { get: () => rubbish as string, set: () => {} },
      onEvent: (event) => void events.push(event),
    })
    await client.scan(DEMO)
    assert.deepEqual([rubbish, events[0]?.name], [rubbish, 'store_failed'])
  }
})
