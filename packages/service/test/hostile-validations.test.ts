// Both validation endpoints with hostile servers: the error code, the time, the memory, and that other clients still get
// responses.

import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { assertEveryResponse } from '@central-api/testing/assert-response.ts'
import { startClient } from '@central-api/testing/start-client.ts'
import type { TestResponse } from '@central-api/testing/start-service.ts'
import { PUBLIC_ADDRESS } from '@central-api/testing/stub-network.ts'
import type { Connect } from '../src/egress/connect.ts'
import { createDirectConnect } from '../src/egress/direct-connect.ts'
import type { ErrorCode } from '../src/errors.ts'
import { limitsFor, OUTCOMES, PATIENT } from './hostile-outcomes.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

const MIB = 1024 * 1024
const peakRss = (): number => process.resourceUsage().maxRSS * 1024

/** CPU time, including parsing on a thread. */
const MAX_MS = 5_000
const MAX_GROWTH = 96 * MIB

type Limits = NonNullable<Parameters<typeof startClient>[1]>['network']

const codeOf = ({ status, body }: TestResponse): string => body.error?.code ?? `${status}`

/** Sends one request and checks its cost. */
const measured = async (ask: () => Promise<TestResponse>): Promise<TestResponse> => {
  const peakBefore = peakRss()
  const started = process.cpuUsage()
  const response = await ask()
  const { user, system } = process.cpuUsage(started)
  assert.ok((user + system) / 1_000 < MAX_MS, `${(user + system) / 1_000} ms`)
  const grown = peakRss() - peakBefore
  assert.ok(grown < MAX_GROWTH, `${grown / MIB} MiB`)
  assertEveryResponse(response)
  return response
}

describe('validate-link with hostile servers', () => {
  let server: HostileServer
  let clients: Awaited<ReturnType<typeof startClients>>
  const stops: (() => unknown)[] = []

  const validate = (path: string): Promise<TestResponse> => {
    const { post, headers } = clients.under(limitsFor(OUTCOMES[path] ?? ''))
    return post('/validate-link', { url: server.origin + path }, headers)
  }

  before(async () => {
    server = await startHostileServer()
    clients = await startClients(
      { after: (stop) => void stops.push(stop as () => unknown) },
      {},
      {
        EGRESS_ALLOW: new URL(server.origin).host,
      },
    )
  })
  after(async () => {
    for (const stop of stops) await stop()
    await server.close()
  })

  /** The endpoint's result for an egress outcome: 2xx is valid, any other status is not. */
  const expectedOf = (outcome: string): string => {
    const status = /^(\d{3}),/.exec(outcome)?.[1]
    if (status === undefined) return outcome
    return status.startsWith('2') ? '200' : 'link_status'
  }

  for (const [path, outcome] of Object.entries(OUTCOMES)) {
    test(`${path} is ${expectedOf(outcome)}`, async () => {
      const response = await measured(() => validate(path))
      assert.equal(codeOf(response), expectedOf(outcome))
      assert.ok(response.text.length < 3 * MIB)
      await server.allClosed()
    })
  }

  const found = async (path: string) => {
    const { data } = (await validate(path)).body
    return data as { body: string; bodyEncoding: string; preview: { title: string | null } }
  }

  test('entities are neither expanded nor fetched', async () => {
    for (const path of ['/xml-bomb', '/xml-external']) {
      const { body, preview } = await found(path)
      assert.ok(body.includes('<!ENTITY'))
      assert.doesNotMatch(JSON.stringify(preview), /lol|root:/)
    }
  })

  test('a wrong or unknown charset affects only the text', async () => {
    assert.equal((await found('/charset-utf-16')).bodyEncoding, 'text')
    assert.equal((await found('/charset-unknown')).preview.title, 'ABC')
    assert.equal((await found('/charset-twice')).preview.title, 'ABC')
    // Browsers no longer support UTF-7, so it cannot hide a script.
    assert.equal((await found('/charset-utf-7')).body, '+ADw-script+AD4-alert(1)+ADw-/script+AD4-')
  })

  test('control characters with a text type are returned as base64', async () => {
    assert.equal((await found('/controls')).bodyEncoding, 'base64')
    assert.equal((await found('/quotes')).bodyEncoding, 'text')
  })

  test('prototypes are not polluted', () => assert.equal('polluted' in {}, false))
})

test('other requests succeed next to fifty that never get a response', async (context) => {
  const server = await startHostileServer()
  context.after(() => server.close())
  const limits = { totalMs: 9_000, firstByteMs: 9_000, hostPerMinute: 10_000 }
  const client = await startHostileClient(context, { limits }, { EGRESS_ALLOW: new URL(server.origin).host })
  const { post, send, headers } = client
  const callers = new AbortController()
  const { validations } = client.parts
  let settled = 0
  const hostile = Array.from({ length: 50 }, (_, n) =>
    validations
      .get(validations.parseLink(`${server.origin}/silence?${n}`), { signal: callers.signal })
      .catch(() => {})
      .finally(() => {
        settled += 1
      }),
  )
  while (server.requests.length < 50) await new Promise((done) => setImmediate(done))

  assert.equal((await post('/validate-link', { url: `${server.origin}/plain` }, headers)).status, 200)
  assert.equal((await post('/validate-post', { url: 'https://sandbox.example/@demo/1087' }, headers)).status, 200)
  assert.equal((await post('/scan-profile', { platform: 'sandbox', handle: 'demo' }, headers)).status, 200)
  assert.equal((await send({ method: 'GET', path: '/healthz' })).status, 200)
  assert.equal(settled, 0)
  callers.abort(new Error('gone'))
  await Promise.all(hostile)
  await server.allClosed()
})

test('fifty concurrent bombs and fifty of the largest pages stay within the memory limit, each with its own result', async (context) => {
  const server = await startHostileServer()
  context.after(() => server.close())
  const limits = { hostPerMinute: 10_000 }
  const client = await startHostileClient(context, { limits }, { EGRESS_ALLOW: new URL(server.origin).host })
  await client.setPlan({ name: 'large' })
  const headers = await client.authorize((await client.license({ plan: 'large' })).key)
  const ask = (path: string, n: number) =>
    client.post('/validate-link', { url: `${server.origin}${path}?${n}` }, headers)
  const peakBefore = peakRss()
  const bombs = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n % 2 === 0 ? '/br-bomb' : '/gzip-bomb', n)))
  assert.deepEqual(new Set(bombs.map(codeOf)), new Set(['link_too_large']))
  assert.ok(peakRss() - peakBefore < 128 * MIB, `bombs: ${(peakRss() - peakBefore) / MIB} MiB`)
  const pages = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n % 2 === 0 ? '/controls' : '/quotes', n)))
  assert.deepEqual(new Set(pages.map(codeOf)), new Set(['200']))
  assert.ok(peakRss() - peakBefore < 512 * MIB, `pages: ${(peakRss() - peakBefore) / MIB} MiB`)
})

describe('validate-post with hostile endpoints', () => {
  let server: HostileServer
  let clients: Awaited<ReturnType<typeof startClients>>
  const stops: (() => unknown)[] = []

  // Every name resolves to one public address that connects to the server, like a site that became hostile.
  before(async () => {
    server = await startHostileServer((path) => {
      const play = /talks%2F([\w.-]+)/.exec(path)?.[1]
      return play === undefined ? (path.split('?')[0] ?? '') : `/${play}`
    })
    const { port } = new URL(server.origin)
    const connectDirectly = createDirectConnect()
    const connect: Connect = async (dial) => {
      const socket = await connectDirectly({ ...dial, address: '127.0.0.1', port: Number(port), serverName: undefined })
      return Object.defineProperty(socket, 'remoteAddress', { value: dial.address })
    }
    clients = await startClients(
      { after: (stop) => void stops.push(stop as () => unknown) },
      {
        connect,
        resolver: async () => [PUBLIC_ADDRESS],
      },
    )
  })
  after(async () => {
    for (const stop of stops) await stop()
    await server.close()
  })

  const TOLD: Readonly<Record<string, ErrorCode>> = {
    link_timeout: 'platform_timeout',
  }

  for (const [path, outcome] of Object.entries(OUTCOMES)) {
    if (path.includes('?')) continue
    const expected = TOLD[outcome] ?? 'platform_error'
    test(`${path} is ${expected}, not a post`, async () => {
      const client = clients.under(limitsFor(outcome))
      // An open breaker would hide the tested outcome.
      client.clock.at += 12_000
      const url = `https://www.ted.com/talks${path}`
      const response = await measured(() => client.post('/validate-post', { url }, client.headers))
      assert.equal(codeOf(response), expected)
      await server.allClosed()
    })
  }
})

describe('validate-post with hostile pages of unknown hosts', () => {
  let server: HostileServer
  let clients: Awaited<ReturnType<typeof startClients>>
  const stops: (() => unknown)[] = []

  before(async () => {
    server = await startHostileServer()
    clients = await startClients(
      { after: (stop) => void stops.push(stop as () => unknown) },
      {},
      { EGRESS_ALLOW: new URL(server.origin).host },
    )
  })
  after(async () => {
    for (const stop of stops) await stop()
    await server.close()
  })

  /** A fetched page is not a post; a failed fetch has its own error. */
  const expectedOf = (outcome: string): string => {
    const status = /^(\d{3}),/.exec(outcome)?.[1]
    if (status === undefined) return outcome
    return status.startsWith('2') ? 'unsupported_post_url' : 'link_status'
  }

  for (const [path, outcome] of Object.entries(OUTCOMES)) {
    test(`${path} is ${expectedOf(outcome)}, not a post`, async () => {
      const url = server.origin + path
      const client = clients.under(limitsFor(outcome))
      const response = await measured(() => client.post('/validate-post', { url }, client.headers))
      assert.equal(codeOf(response), expectedOf(outcome))
      await server.allClosed()
    })
  }
})

const startHostileClient = (
  context: Pick<TestContext, 'after'>,
  network: Limits,
  environment: Readonly<Record<string, string>> = {},
) => startClient(context, { environment, ...(network && { network }) })

/** One service for each set of limits. */
const startClients = async (
  context: Pick<TestContext, 'after'>,
  network: Limits,
  environment: Readonly<Record<string, string>> = {},
) => {
  const impatient = await startHostileClient(context, { ...network, limits: limitsFor('link_timeout') }, environment)
  const patient = await startHostileClient(context, { ...network, limits: PATIENT }, environment)
  return { under: (limits: ReturnType<typeof limitsFor>) => (limits === PATIENT ? patient : impatient) }
}
