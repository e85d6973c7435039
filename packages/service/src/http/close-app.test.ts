import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { closeApp } from './close-app.ts'

const LONG_MS = 60_000

/** A server that holds every request until the test releases it. */
const start = async (context: TestContext) => {
  const app = Fastify({ keepAliveTimeout: LONG_MS, return503OnClosing: false })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  app.get('/', async () => {
    arrived.resolve()
    await gate
    return 'done'
  })
  const close = (graceMs: number) => closeApp(app, graceMs)
  context.after(() => app.server.closeAllConnections())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, close, port, open, arrived: arrived.promise }
}

const connected = async (port: number, bytes = '') => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  // A reset is one way to be closed.
  const closed = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()))
  socket.resume()
  return { closed }
}

test('a connection without a request does not delay the stop', async (context) => {
  const { close, port } = await start(context)
  const silent = await connected(port)
  await Promise.all([close(LONG_MS), silent.closed])
})

test('a request in progress gets its response, and its connection is closed', async (context) => {
  const { close, port, open, arrived } = await start(context)
  const client = request({ port, headers: { connection: 'keep-alive' } }).end()
  const responded = once(client, 'response')
  await arrived
  let closed = false
  const closing = close(LONG_MS).then(() => {
    closed = true
  })
  await assert.rejects(connected(port), { code: 'ECONNREFUSED' })
  assert.equal(closed, false)
  open()
  const [response] = await responded
  assert.equal(response.statusCode, 200)
  response.resume()
  await closing
})

test('connections that are left after the grace period are cut off', async (context) => {
  const { close, port, arrived } = await start(context)
  const whole = await connected(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await arrived
  const half = await connected(port, 'GET / HT')
  await Promise.all([close(1), whole.closed, half.closed])
})
