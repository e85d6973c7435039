import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { DEMO, startClient } from '@central-api/testing/start-client.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { madeUp } from '../src/platforms/sandbox/source.ts'
import { type Platform, platform, source } from '../src/upstream/contract/platform.ts'

const SCAN_PATH = '/api/v1/scan-profile'
const MONTH = Date.UTC(2030, 0)

/** A platform with one API call per page. */
const remote: Platform = platform({
  ...sandbox,
  id: 'remote',
  name: 'Remote',
  settings: sandbox.settings,
  sources: [
    source({
      ...madeUp,
      id: 'api',
      provenance: 'official_api',
      async account(request) {
        await request.send({ url: `https://api.remote.example/${request.handle}` })
        return madeUp.account({ ...request, settings: { BASE_URL: '' } })
      },
    }),
  ],
})

/** An upstream that delays its responses and counts its requests. */
const startSlowUpstream = async (context: TestContext) => {
  const waiting: ServerResponse[] = []
  let [calls, hungUp] = [0, 0]
  const server = createServer((_, response) => {
    calls += 1
    response.once('close', () => {
      if (!response.writableFinished) hungUp += 1
    })
    waiting.push(response)
    server.emit('called')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    hungUp: () => hungUp,
    async called(count: number) {
      while (calls < count) await once(server, 'called')
    },
    answerAll() {
      for (const response of waiting.splice(0)) response.end('{}')
    },
  }
}

const start = async (context: TestContext) => {
  const upstream = await startSlowUpstream(context)
  const environment = { REMOTE_BASE_URL: upstream.origin, EGRESS_ALLOW: new URL(upstream.origin).host }
  const service = await startClient(context, { environment, platforms: [remote], listens: true })
  await service.setPlan({ name: 'pro', scans: 100_000, burst: 100_000 })
  return { ...service, upstream }
}

const ASKED = { ...DEMO, platform: 'remote' }

/** Sends a scan on a separate connection, which the test closes. */
const scanOn = (origin: string, { authorization }: { readonly authorization: string }): Socket => {
  const { hostname, port } = new URL(origin)
  const body = JSON.stringify(ASKED)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${SCAN_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

/** Resolves when this many requests were charged and wait for the page. */
const charged = async ({ parts, licenseId }: Awaited<ReturnType<typeof start>>, count: number) => {
  while ((await parts.store.usage.read(licenseId, 'scans', MONTH)) < count) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a thousand concurrent scans of an uncached profile make one upstream call and share its response', async (context) => {
  const service = await start(context)
  const scans = Array.from({ length: 1_000 }, () => service.scan(ASKED))
  await charged(service, 1_000)
  await service.upstream.called(1)
  service.upstream.answerAll()
  const responses = await Promise.all(scans)
  assert.equal(service.upstream.calls(), 1)
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
  const used = responses.map(({ headers }) => Number(headers['x-quota-used'])).sort((a, b) => a - b)
  assert.deepEqual(
    used,
    Array.from({ length: 1_000 }, (_, at) => at + 1),
  )
})

test('concurrent scans share an error, and none is charged', async (context) => {
  const service = await start(context)
  const release = service.upstream
  const scans = Array.from({ length: 100 }, () => service.scan({ ...ASKED, handle: 'error.profile_private' }))
  await charged(service, 100)
  await release.called(1)
  release.answerAll()
  const responses = await Promise.all(scans)
  assert.deepEqual(new Set(responses.map(({ body }) => body.error?.code)), new Set(['profile_private']))
  assert.equal(release.calls(), 1)
  assert.equal(await service.parts.store.usage.read(service.licenseId, 'scans', MONTH), 0)
})

test('a client that disconnects is not charged, and the page of its upstream call is cached', async (context) => {
  const service = await start(context)
  const { upstream, parts } = service
  const socket = scanOn(service.origin, service.headers)
  await upstream.called(1)
  socket.destroy()
  // Its charge was refunded, so its disconnect was noticed.
  while ((await parts.store.usage.read(service.licenseId, 'scans', MONTH)) > 0) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(upstream.hungUp(), 0)
  upstream.answerAll()
  await parts.pages.idle()
  await parts.meter.idle()
  const reply = await service.scan(ASKED)
  assert.deepEqual([reply.status, reply.headers['x-cache'], upstream.calls()], [200, 'hit', 1])
  assert.deepEqual(
    service.log.filter((line) => line.includes('"level":"error"')),
    [],
  )
})

test('the upstream call continues while another client waits for it', async (context) => {
  const service = await start(context)
  const { upstream } = service
  const leaving = scanOn(service.origin, service.headers)
  await upstream.called(1)
  const staying = service.scan(ASKED)
  await charged(service, 2)
  leaving.destroy()
  // The charge of the disconnected client was refunded, so its disconnect was noticed.
  while ((await service.parts.store.usage.read(service.licenseId, 'scans', MONTH)) > 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(upstream.hungUp(), 0)
  upstream.answerAll()
  assert.equal((await staying).status, 200)
  assert.equal(upstream.calls(), 1)
})
