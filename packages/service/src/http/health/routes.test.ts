import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { startService, type TestService } from '@central-api/testing/start-service.ts'

const request = async ({ send }: Pick<TestService, 'send'>, path: string) => {
  const { status, headers, body } = await send({ method: 'GET', path })
  assert.equal(headers['cache-control'], 'no-store')
  return { status, body, closes: headers.connection === 'close' }
}
const READY = { status: 200, body: { status: 'ready' }, closes: false }
const ALIVE = { status: 200, body: { status: 'alive' }, closes: false }
const UNREACHABLE = { status: 503, body: { status: 'store unreachable' }, closes: false }

test('is ready when the store responds', async (context) => {
  const service = await startService(context)
  assert.deepEqual(await request(service, '/readyz'), READY)
  assert.deepEqual(await request(service, '/healthz'), ALIVE)
})

test('is alive and not ready while it stops, and closes its connections', async (context) => {
  const service = await startService(context)
  service.drain()
  assert.deepEqual(await request(service, '/readyz'), { status: 503, body: { status: 'stopping' }, closes: true })
  assert.deepEqual(await request(service, '/healthz'), { ...ALIVE, closes: true })
})

test('is alive and not ready when its store is closed', async (context) => {
  const service = await startService(context)
  await service.parts.store.close()
  assert.deepEqual(await request(service, '/readyz'), UNREACHABLE)
  assert.deepEqual(await request(service, '/healthz'), ALIVE)
})

test('is not ready when its store does not respond within two seconds', async (context) => {
  const { app, parts } = await startService(context)
  const requested = Promise.withResolvers<void>()
  context.mock.method(parts.store, 'ping', () => {
    requested.resolve()
    return new Promise<void>(() => {})
  })
  await app.ready()
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  const toResponse = app.inject({ method: 'GET', url: '/readyz' })
  await requested.promise
  mock.timers.tick(2_000)
  const { statusCode, json } = await toResponse
  assert.deepEqual([statusCode, json()], [503, { status: 'store unreachable' }])
})
