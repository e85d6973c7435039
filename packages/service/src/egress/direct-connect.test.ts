import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, mock, test } from 'node:test'
import tls from 'node:tls'
import { createSelfSigned } from '../../test/self-signed.ts'
import { type ErrorCode, isApiError } from '../errors.ts'
import type { Connect } from './connect.ts'
import { createDirectConnect } from './direct-connect.ts'
import { LIMITS } from './limits.ts'
import { toLinkError } from './link-error.ts'

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

const listen = async (server: net.Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUps.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const { signal } = new AbortController()
const isCode = (code: ErrorCode) => (error: unknown) => isApiError(toLinkError(error), code)

let connectDirectly: Connect
beforeEach(() => {
  connectDirectly = createDirectConnect()
})

const listenTls = async (name: string, options: tls.TlsOptions = {}) => {
  const { key, cert } = createSelfSigned(name)
  const seen = Promise.withResolvers<unknown[]>()
  const server = tls.createServer({ key, cert, ALPNProtocols: ['h2', 'http/1.1'], ...options }, (socket) => {
    seen.resolve([socket.servername, socket.alpnProtocol])
    socket.on('error', () => {})
    socket.end()
  })
  server.on('tlsClientError', () => {})
  return { cert, seen: seen.promise, port: await listen(server) }
}

test('an untrusted certificate is a TLS error', async () => {
  const { port } = await listenTls('sim.example.test')
  const dial = { address: '127.0.0.1', port, serverName: 'sim.example.test', signal }
  await assert.rejects(connectDirectly(dial), isCode('link_tls_error'))
})

test('the name in the URL is sent and verified, and only HTTP/1.1 is offered', async () => {
  const { cert, seen, port } = await listenTls('sim.example.test')
  tls.setDefaultCACertificates([cert])
  const dial = { address: '127.0.0.1', port, signal }
  const socket = await connectDirectly({ ...dial, serverName: 'sim.example.test' })
  assert.equal(socket.remoteAddress, '127.0.0.1')
  assert.deepEqual(await seen, ['sim.example.test', 'http/1.1'])
  socket.destroy()
  for (const serverName of ['other.example.test', '127.0.0.1']) {
    await assert.rejects(connectDirectly({ ...dial, serverName }), isCode('link_tls_error'), serverName)
  }
})

/** Whether the connection resumed the session of an earlier one. */
const isResumed = async (connect: Connect, port: number): Promise<boolean> => {
  const socket = await connect({ address: '127.0.0.1', port, serverName: 'sim.example.test', signal })
  assert.ok(socket instanceof tls.TLSSocket)
  assert.ok(socket.authorized)
  const isReused = socket.isSessionReused()
  socket.resume()
  await once(socket, 'close')
  return isReused
}

test('the certificates of trusted authorities are read once', async () => {
  const { cert, port } = await listenTls('sim.example.test')
  tls.setDefaultCACertificates([cert])
  const { mock: made } = mock.method(tls, 'createSecureContext')
  cleanUps.push(() => made.restore())
  for (let n = 0; n < 3; n += 1) await isResumed(connectDirectly, port)
  assert.equal(made.callCount(), 1)
})

test('a session is resumed for a minute', async () => {
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { cert, port } = await listenTls('sim.example.test', { maxVersion })
    tls.setDefaultCACertificates([cert])
    let now = 0
    const connect = createDirectConnect({ elapsed: () => now })
    assert.deepEqual([await isResumed(connect, port), await isResumed(connect, port)], [false, true])
    now += LIMITS.tlsSessionMs
    assert.deepEqual([await isResumed(connect, port), await isResumed(connect, port)], [false, true])
  }
})

test('a session is sent only to its own name, address and port', async () => {
  const { cert, port } = await listenTls('sim.example.test')
  tls.setDefaultCACertificates([cert])
  await isResumed(connectDirectly, port)
  const { mock: connected } = mock.method(tls, 'connect')
  cleanUps.push(() => connected.restore())
  const place = { address: '127.0.0.1', port, serverName: 'sim.example.test', signal }
  const others = [{ serverName: 'other.example.test' }, { serverName: '127.0.0.1' }, { address: '127.0.0.2' }]
  for (const other of [...others, { port: await listen(net.createServer((socket) => socket.destroy())) }])
    await assert.rejects(connectDirectly({ ...place, ...other }))
  await isResumed(connectDirectly, port)
  const sent = connected.calls.map(({ arguments: [options] }) => Buffer.isBuffer(Object(options).session))
  assert.deepEqual(sent, [false, false, false, false, true])
})

test('a host that offers sessions without end loses its connection', async () => {
  const { cert, port } = await listenTls('sim.example.test')
  tls.setDefaultCACertificates([cert])
  const socket = await connectDirectly({ address: '127.0.0.1', port, serverName: 'sim.example.test', signal })
  const failed = once(socket, 'error')
  for (let n = 0; n < LIMITS.tlsSessionsOffered; n += 1) socket.emit('session', Buffer.from(`${n}`))
  assert.ok(!socket.destroyed)
  socket.emit('session', Buffer.from('one more'))
  assert.ok(socket.destroyed)
  assert.ok(isApiError((await failed)[0], 'link_too_large'))
})

test('a host that requests renegotiation is refused', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<unknown>()
  const { key, cert } = createSelfSigned('sim.example.test')
  const server = tls.createServer({ key, cert, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', resolve).resume()
    socket.renegotiate({ rejectUnauthorized: false }, resolve)
  })
  const port = await listen(server)
  tls.setDefaultCACertificates([cert])
  const socket = await connectDirectly({ address: '127.0.0.1', port, serverName: 'sim.example.test', signal })
  cleanUps.push(() => socket.destroy())
  socket.on('error', () => {}).resume()
  assert.match(String(await answered), /no renegotiation/)
})

test('a host with a wrong certificate is refused at each connection: its session is not kept', async () => {
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { cert, port } = await listenTls('sim.example.test', { maxVersion })
    tls.setDefaultCACertificates([cert])
    const connect = createDirectConnect()
    const dial = { address: '127.0.0.1', port, serverName: 'other.example.test', signal }
    for (let n = 0; n < 3; n += 1) await assert.rejects(connect(dial), isCode('link_tls_error'), maxVersion)
  }
})

test('writes are sent without delay, with TLS and without', async () => {
  const { mock: reported } = mock.method(net.Socket.prototype, 'setNoDelay')
  cleanUps.push(() => reported.restore())
  const { cert, port } = await listenTls('sim.example.test')
  tls.setDefaultCACertificates([cert])
  for (const serverName of ['sim.example.test', undefined]) {
    const socket = await connectDirectly({ address: '127.0.0.1', port, serverName, signal })
    assert.ok(reported.calls.some((call) => call.this === socket))
    socket.destroy()
  }
})

test('a closed port, a reset and a service that does not speak TLS look the same', async () => {
  const closed = net.createServer()
  const closedPort = await listen(closed)
  await new Promise((done) => closed.close(done))
  const hangUpPort = await listen(net.createServer((socket) => socket.destroy()))
  const sshPort = await listen(net.createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-x\r\n')))
  const httpPort = await listen(
    net.createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  )
  for (const port of [closedPort, hangUpPort, sshPort, httpPort]) {
    const dial = { address: '127.0.0.1', port, serverName: 'sim.example.test', signal }
    await assert.rejects(connectDirectly(dial), isCode('link_unreachable'))
  }
})

test('an abort closes the socket immediately, while it connects and during the handshake', async () => {
  const closed = Promise.withResolvers<void>()
  const port = await listen(
    net.createServer((socket) =>
      socket
        .on('close', closed.resolve)
        .on('error', () => {})
        .resume(),
    ),
  )
  const controller = new AbortController()
  const dial = { address: '127.0.0.1', port, serverName: 'sim.example.test', signal: controller.signal }
  const work = connectDirectly(dial)
  controller.abort(new Error('gone'))
  await assert.rejects(work, /gone/)

  const second = new AbortController()
  const server = net.createServer((socket) => {
    socket
      .on('error', () => {})
      .on('close', closed.resolve)
      .resume()
    second.abort(new Error('gone too'))
  })
  const silentPort = await listen(server)
  await assert.rejects(connectDirectly({ ...dial, port: silentPort, signal: second.signal }), /gone too/)
  await closed.promise
})
