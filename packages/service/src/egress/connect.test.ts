import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import tls from 'node:tls'
import { createSelfSigned } from '../../test/self-signed.ts'
import { setRealTimer } from '../clock/set-timer.ts'
import { type ErrorCode, isApiError } from '../errors.ts'
import { parseAllowList } from './allow-list.ts'
import { type Connect, connectDirectly, connectTo, type Dial } from './connect.ts'
import { LIMITS } from './limits.ts'
import { toLinkError } from './link-error.ts'
import { vetUrl } from './vet-url.ts'

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

describe('connecting directly', () => {
  const listenTls = async (name: string) => {
    const { key, cert } = createSelfSigned(name)
    const seen = Promise.withResolvers<unknown[]>()
    const server = tls.createServer({ key, cert, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      seen.resolve([socket.servername, socket.alpnProtocol])
      socket.on('error', () => {})
      socket.end()
    })
    server.on('tlsClientError', () => {})
    return { cert, seen: seen.promise, port: await listen(server) }
  }

  test('a certificate that nobody vouches for is a TLS error', async () => {
    const { port } = await listenTls('sim.example.test')
    const dial = { address: '127.0.0.1', port, serverName: 'sim.example.test', signal }
    await assert.rejects(connectDirectly(dial), isCode('link_tls_error'))
  })

  test('the name in the URL is asked for and checked, HTTP/1.1 alone is offered', async () => {
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

  test('a refused port, a hang-up and a service that speaks no TLS look alike', async () => {
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

  test('an abort closes the socket at once, whether it is connecting or shaking hands', async () => {
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
})

describe('connecting to the addresses of a name', () => {
  const target = vetUrl('https://example.com/', parseAllowList(''))
  const refuse = (): never => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const hang = (dial: Dial): Promise<never> => new Promise((_, fail) => dial.signal.addEventListener('abort', fail))
  const socketTo = (remoteAddress: string | undefined): net.Socket =>
    Object.defineProperty(new net.Socket(), 'remoteAddress', { value: remoteAddress })

  /** Plays one step per dial and writes down what was dialed. */
  const play = async (addresses: string[], ...steps: ((dial: Dial) => net.Socket | Promise<net.Socket>)[]) => {
    const dialed: string[] = []
    let open = 0
    const connect: Connect = async (dial) => {
      assert.equal(open, 0, 'never two at once')
      open += 1
      dialed.push(`${dial.address} ${dial.port} ${dial.serverName}`)
      try {
        return await (steps[dialed.length - 1] ?? refuse)(dial)
      } finally {
        open -= 1
      }
    }
    const limits = { ...LIMITS, connectMs: 60 }
    const outcome = await connectTo(target, addresses, { connect, setTimer: setRealTimer, limits, signal }).then(
      (socket) => socket.remoteAddress,
      (error: unknown) => (isApiError(error) ? error.code : error),
    )
    return { dialed: dialed.map((dial) => dial.replace(' 443 example.com', '')), outcome }
  }

  const [A, B, C, D] = ['1.1.1.1', '2606:4700:4700::1111', '1.0.0.1', '8.8.8.8']

  test('they are tried one after the other until one connects, under the name', async () => {
    assert.deepEqual(await play([A, B, C], refuse, hang, () => socketTo(C)), { dialed: [A, B, C], outcome: C })
  })

  test('at most three are tried', async () => {
    assert.deepEqual(await play([A, B, C, D]), { dialed: [A, B, C], outcome: 'link_unreachable' })
  })

  test('addresses that do not answer end as a timeout', async () => {
    assert.deepEqual(await play([A, B], hang, hang), { dialed: [A, B], outcome: 'link_timeout' })
  })

  test('a socket that leads elsewhere is refused and destroyed, and nothing else is tried', async () => {
    const strays = ['127.0.0.1', '8.8.8.8', '::ffff:1.1.1.1'].map(socketTo)
    for (const stray of strays) {
      assert.deepEqual(await play([A, B], () => stray), { dialed: [A], outcome: 'link_blocked' })
      assert.ok(stray.destroyed)
    }
    assert.deepEqual((await play([A], () => socketTo(undefined))).outcome, 'link_unreachable')
  })

  test('an address that is not public is refused even if the resolver let it through', async () => {
    assert.deepEqual(await play(['127.0.0.1'], () => socketTo('127.0.0.1')), {
      dialed: ['127.0.0.1'],
      outcome: 'link_blocked',
    })
  })
})
