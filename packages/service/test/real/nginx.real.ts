// Two real services behind a real nginx with the deployed configuration: a rolling restart loses no request and charges none
// incorrectly, and nginx's own errors use the envelope.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { UNHURRIED } from '@central-api/testing/start-service.ts'
import { Agent, request } from 'undici'
import { startLoad } from '../process/load.ts'
import { until } from '../process/start-workers.ts'
import { findPort, missingNginx, type RealNginx, startNginx } from './real-nginx.ts'
import { type RunningProgram, startProgram } from './run-program.ts'

const COMMAND = fileURLToPath(new URL('../../bin/central-api.js', import.meta.url))
/** nginx skips a failed service for two seconds (`fail_timeout`), so the other one is needed for that time. */
const NOTICED_MS = 2_500
const JSON_TYPE = { 'content-type': 'application/json' }

type Response = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The bytes as received, in any content coding. */
  readonly bytes: Buffer
  readonly text: string
}
type License = { readonly id: string; readonly key: string; readonly usage: { readonly scans: { used: number } } }

describe('two services behind nginx', { skip: missingNginx() ?? false }, () => {
  let folder: string
  let nginx: RealNginx
  let services: [RunningProgram, RunningProgram]
  let ports: [number, number]
  let environment: NodeJS.ProcessEnv
  const agents: Agent[] = []

  const serve = (port: number) =>
    startProgram(process.execPath, [COMMAND, 'serve'], /is listening/, { env: { ...environment, PORT: String(port) } })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'central-nginx-'))
    ports = [await findPort(), await findPort()]
    environment = {
      ...process.env,
      ...UNHURRIED,
      DATABASE_URL: `sqlite:${join(folder, 'data/central.db')}`,
      BASE_URL: 'https://api.example.com',
      TRUST_PROXY: '127.0.0.1',
      DRAIN_SECONDS: '1',
      MEDIA: 'proxy',
    }
    services = await Promise.all([serve(ports[0]), serve(ports[1])])
    nginx = await startNginx(folder, ports)
  })
  after(async () => {
    for (const agent of agents) await agent.destroy()
    await nginx?.stop()
    await Promise.all(services.map((service) => service.stop()))
    await rm(folder, { recursive: true, force: true })
  })

  const run = async (...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args, '--json'], { env: environment })
    return JSON.parse(stdout)
  }
  /** A client with its own connections and its own address. */
  const connect = (localAddress = '127.0.0.1', tls: { readonly checkServerIdentity?: () => undefined } = {}) => {
    const agent = new Agent({
      connections: 64,
      localAddress,
      connect: { ca: nginx.certificate, ...tls },
    })
    agents.push(agent)
    return async (path: string, body?: unknown, headers = {}, origin = nginx.origin): Promise<Response> => {
      const response = await request(origin + path, {
        dispatcher: agent,
        headers: { ...(body !== undefined && JSON_TYPE), ...headers },
        ...(body === undefined
          ? { method: 'GET' }
          : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await response.body.arrayBuffer())
      return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() }
    }
  }

  test('a rolling restart at 200 requests per second loses none and charges each once', async () => {
    await run('plan', 'set', 'load', '--scans', '1000000', '--validations', '1', '--burst', '1000000', '--sites', '1')
    const license = (await run('license', 'create', '--plan', 'load')) as License
    const send = connect()
    const exchange = await send('/api/v1/auth/token', { licenseKey: license.key })
    const { token } = (JSON.parse(exchange.text) as { data: { token: string } }).data
    const scan = () =>
      send('/api/v1/scan-profile', { platform: 'sandbox', handle: 'demo' }, { authorization: `Bearer ${token}` })

    const load = startLoad(() => scan().then(({ status, text }) => (status === 200 ? '200' : text), String))
    for (const at of [0, 1] as const) {
      await sleep(NOTICED_MS)
      await load.goOn(100)
      await services[at].stop()
      // The time that an upgrade may take.
      await sleep(1_000)
      services[at] = await serve(ports[at])
    }
    await load.goOn(100)
    const responses = await load.end()

    const counts = Object.entries(Object.groupBy(responses, (response) => response))
    assert.deepEqual(
      counts.map(([status, found = []]) => [status, found.length]),
      [['200', responses.length]],
    )
    const { usage } = (await run('license', 'show', license.id)) as License
    assert.equal(usage.scans.used, responses.length)
  })

  test('a client that claims another address is limited by its real address, and no other client is', async () => {
    const wrong = { licenseKey: 'ck_live_00000000000000000000000000000000000000' }
    const [send, sendElsewhere] = [connect('127.0.0.1'), connect('127.0.0.2')]
    const statuses = new Set<number>()
    for (let at = 0; at < 50; at += 1) {
      const { status } = await send('/api/v1/auth/token', wrong, { 'x-forwarded-for': `192.0.2.${at}` })
      statuses.add(status)
    }
    assert.ok(statuses.has(429), [...statuses].join())
    assert.notEqual((await sendElsewhere('/api/v1/auth/token', wrong)).status, 429)
  })

  test('the host of images has images and nothing else', async () => {
    // The certificate of this test is valid for localhost alone.
    const send = connect('127.0.0.4', { checkServerIdentity: () => undefined })
    const media = { host: 'media.example.com' }
    const image = await send('/media/x', undefined, media)
    assert.deepEqual([image.status, image.text], [404, 'There is no image at this URL.\n'])
    assert.equal(image.headers['cross-origin-resource-policy'], 'cross-origin')
    for (const path of ['/', '/api/v1/account', '/docs', '/platforms', '/console/', '/admin/v1/me', '/metrics']) {
      const { status, headers } = await send(path, undefined, media)
      assert.deepEqual([status, headers['x-request-id']], [404, undefined], path)
    }
    assert.equal((await send('/media/x', {}, media)).status, 403)
    assert.equal((await send('/platforms', undefined, { host: 'api.media.example.com' })).status, 200)
  })

  /** A token for a new license. */
  const authorize = async (send: ReturnType<typeof connect>) => {
    const { key } = (await run('license', 'create', '--plan', 'pro')) as License
    const { text } = await send('/api/v1/auth/token', { licenseKey: key })
    return { authorization: `Bearer ${(JSON.parse(text) as { data: { token: string } }).data.token}` }
  }

  test('compressed responses pass through unchanged, with Vary', async () => {
    // An address that has not sent wrong keys.
    const send = connect('127.0.0.3')
    const bearer = await authorize(send)
    const scan = (accepted?: string) =>
      send(
        '/api/v1/scan-profile',
        { platform: 'sandbox', handle: 'demo' },
        { ...bearer, ...(accepted !== undefined && { 'accept-encoding': accepted }) },
      )
    const plain = await scan()
    assert.equal(plain.headers['content-encoding'], undefined)
    // Cursors differ each time.
    const postsOf = (text: string) => (JSON.parse(text) as { data: { body: { posts: unknown[] } } }).data.body.posts
    assert.equal(postsOf(plain.text).length, 20)
    for (const [coding, decode] of Object.entries({ gzip: gunzipSync, br: brotliDecompressSync })) {
      const { headers, bytes } = await scan(coding)
      assert.equal(headers['content-encoding'], coding)
      assert.equal(headers['content-length'], String(bytes.length))
      assert.deepEqual(postsOf(decode(bytes).toString()), postsOf(plain.text))
      for (const response of [plain, { headers }]) {
        assert.equal(response.headers.vary, 'Accept-Encoding')
        assert.equal(response.headers['cache-control'], 'no-store')
        assert.match(String(response.headers['x-quota-remaining']), /^\d+$/)
      }
    }
  })

  test('cacheable pages are revalidated by the service’s ETag in every content coding', async () => {
    const send = connect()
    for (const accepted of ['identity', 'gzip']) {
      const headers = { 'accept-encoding': accepted }
      const page = await send('/docs', undefined, headers)
      assert.equal(page.headers['content-encoding'], accepted === 'gzip' ? 'gzip' : undefined)
      assert.deepEqual([page.headers.vary, page.headers['cache-control']], ['Accept-Encoding', 'no-cache'])
      assert.match(String(page.headers.etag), /^"[\w-]+"$/)
      const again = await send('/docs', undefined, { ...headers, 'if-none-match': String(page.headers.etag) })
      assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, page.headers.etag])
    }
    const [plain, coded] = await Promise.all(
      ['identity', 'gzip'].map((accepted) => send('/docs', undefined, { 'accept-encoding': accepted })),
    )
    assert.notEqual(plain?.headers.etag, coded?.headers.etag)
    assert.deepEqual(coded && gunzipSync(coded.bytes), plain?.bytes)
  })

  test('the request id is the same for the client, the proxy’s log and the service', async () => {
    const send = connect()
    const own = await send('/api/v1/account', {}, { 'x-request-id': 'mine-1' })
    assert.equal(own.headers['x-request-id'], 'mine-1')
    const made = await send('/api/v1/account', {})
    assert.match(String(made.headers['x-request-id']), /^[\w.-]+$/)
    // Each worker of nginx writes its log line after the response.
    const ids = ['mine-1', made.headers['x-request-id']]
    await until(async () => {
      const lines = (await readFile(join(folder, 'access.log'), 'utf8')).split('\n').slice(0, -1)
      const logged = new Set(lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId))
      return ids.every((id) => logged.has(String(id)))
    })
  })

  test('paths for operators are not on the public side', async () => {
    const send = connect()
    for (const path of ['/metrics', '/admin/v1/licenses', '/console', '/console/']) {
      assert.equal((await send(path)).status, 404, path)
    }
    assert.equal((await send('/healthz')).status, 200)
    assert.equal((await send('/readyz', undefined, {}, nginx.operatorOrigin)).status, 200)
    assert.equal((await send('/metrics', undefined, {}, nginx.operatorOrigin)).status, 404)
  })

  test('a body that is too large for the service or for nginx is rejected in the same envelope', async () => {
    const send = connect()
    for (const kib of [17, 65]) {
      const { status, text, headers } = await send('/api/v1/auth/token', 'x'.repeat(kib * 1024))
      assert.equal(status, 413, `${kib} KiB`)
      const { ok, error } = JSON.parse(text) as { ok: boolean; error: { code: string; docs: string } }
      assert.deepEqual([ok, error.code], [false, 'payload_too_large'])
      assert.match(error.docs, /^https:\/\/[^/]+\/docs\/errors#payload_too_large$/)
      assert.ok(headers['x-request-id'])
    }
  })

  test('without any running service, the error uses the envelope and has Retry-After', async () => {
    const send = connect()
    await Promise.all(services.map((service) => service.stop()))
    try {
      const { status, text, headers } = await send('/api/v1/scan-profile', {})
      assert.equal(status, 503)
      assert.equal(headers['retry-after'], '1')
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(String(headers['content-type']), /^application\/json/)
      const { ok, error } = JSON.parse(text) as { ok: boolean; error: Record<string, unknown> }
      assert.equal(ok, false)
      assert.deepEqual(Object.keys(error), ['code', 'message', 'retryable', 'docs'])
      assert.deepEqual([error.code, error.retryable], ['unavailable', true])
    } finally {
      services = await Promise.all([serve(ports[0]), serve(ports[1])])
    }
  })
})
