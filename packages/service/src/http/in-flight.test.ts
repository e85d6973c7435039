import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, quotaOf } from '@central-api/testing/assert-response.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { createGatedPlatform } from '../../test/gated-platform.ts'
import { buildApp } from '../app.ts'
import { SERVER_LIMITS } from './limits.ts'

const scanOf = (handle: string) => ({ platform: 'gated', handle })

test('of five times the maximum of requests one part succeeds and the rest is refused immediately, while /healthz responds', async (context) => {
  const MOST = 10
  const gated = createGatedPlatform()
  const service = await startService(context, {
    environment: { MAX_IN_FLIGHT: `${MOST}` },
    platforms: [gated.platform],
  })
  const { key } = await service.license({ plan: 'agency' })
  const headers = await service.authorize(key)

  const open = gated.hold()
  const finished: number[] = []
  const requests = Array.from({ length: 5 * MOST }, async (_, at) => {
    const response = await service.post('/scan-profile', scanOf(`p${at}`), headers)
    finished.push(response.status)
    return response
  })
  await gated.askedFor(MOST)
  await service.send({ method: 'GET', path: '/healthz' })
  while (finished.length < 4 * MOST) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(new Set(finished), new Set([503]))
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal((await service.send({ method: 'GET', path })).status, 200)
  }
  open()

  const responses = await Promise.all(requests)
  const refused = responses.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 4 * MOST)
  for (const response of refused) {
    assertError(response, { code: 'unavailable', retryAfter: SERVER_LIMITS.overloadRetryAfterSeconds })
  }
  assert.equal(gated.requested(), MOST)
  // Finished requests make room again, and refused ones were not counted.
  const after = await service.post('/scan-profile', scanOf('after'), headers)
  assert.equal(after.status, 200)
  assert.equal(after.headers['x-quota-used'], `${MOST + 1}`)
})

test('while the event loop is far behind, the API refuses requests and other paths respond', async (context) => {
  const MAX_MS = 700
  const { parts } = await startService(context, { environment: { OVERLOAD_DELAY_MS: `${MAX_MS}` } })
  let delayMs = MAX_MS
  const app = buildApp({ ...parts, metrics: { ...parts.metrics, eventLoopDelayMs: () => delayMs } })
  context.after(() => app.close())
  const status = async (method: 'GET' | 'POST', url: string) => (await app.inject({ method, url })).statusCode
  assert.equal(await status('POST', '/api/v1/scan-profile'), 401)
  delayMs += 1
  assert.equal(await status('POST', '/api/v1/scan-profile'), 503)
  assert.equal(await status('GET', '/healthz'), 200)
})

test('a request that takes too long gets unavailable, costs nothing, and does no harm when it ends', async (context) => {
  const gated = createGatedPlatform()
  const service = await startService(context, { platforms: [gated.platform] })
  const { license, key } = await service.license()
  const headers = await service.authorize(key)
  const { store, meter } = service.parts

  const open = gated.hold()
  const slow = service.post('/scan-profile', scanOf('slow'), headers)
  await gated.askedFor(1)
  service.clock.at += SERVER_LIMITS.handlerTimeoutMs + 1
  assertError(await slow, { code: 'unavailable', retryAfter: SERVER_LIMITS.overloadRetryAfterSeconds })

  open()
  await service.parts.pages.idle()
  await meter.idle()
  assert.equal(await store.usage.read(license.id, 'scans', Date.UTC(2030, 0, 1)), 0)
  const after = await service.post('/scan-profile', scanOf('slow'), headers)
  assert.equal(after.status, 200)
  assert.equal(quotaOf(after)['x-quota-used'], '1')
  assert.deepEqual(
    service.log.filter((line) => line.includes('"level":"error"')).map((line) => JSON.parse(line).code),
    ['unavailable'],
  )
})
