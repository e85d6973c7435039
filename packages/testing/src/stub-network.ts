// A public internet on one machine: names resolve as the test says, and every dial is recorded and connected to a
// loopback server. Sockets report the address that was dialed, like real ones.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import type { Connect, Dial } from '@central-api/service/egress/connect.ts'
import type { Resolve } from '@central-api/service/egress/resolve.ts'

export const PUBLIC_ADDRESS = '93.184.215.14'

export type StubNetworkOptions = {
  /** Addresses for the n-th look-up (from 0) of a name; one public address by default. */
  readonly resolve?: (hostname: string, call: number) => readonly string[]
  /** The response of every host; an empty page by default. */
  readonly respond?: RequestListener
  /** Called before a dial: throw to refuse it, wait to delay it. */
  readonly beforeDial?: (dial: Dial) => void | Promise<void>
}

export type StubNetwork = {
  readonly resolver: Resolve
  readonly connect: Connect
  readonly lookups: readonly string[]
  readonly dials: readonly Pick<Dial, 'address' | 'port' | 'serverName'>[]
  /** `Host` and path of each request, in order. */
  readonly requests: readonly {
    readonly host: string | undefined
    readonly path: string | undefined
    readonly headers: IncomingMessage['headers']
  }[]
  /** Resolves once no socket is open. */
  allClosed(): Promise<void>
  /** Closes every connection, like a server that restarts, and waits until the client has noticed. */
  hangUp(): Promise<void>
  close(): Promise<void>
}

export const startStubNetwork = async (options: StubNetworkOptions = {}): Promise<StubNetwork> => {
  const { resolve = () => [PUBLIC_ADDRESS], respond = (_, response) => response.end(), beforeDial } = options
  const lookups: string[] = []
  const dials: Pick<Dial, 'address' | 'port' | 'serverName'>[] = []
  const requests: { host: string | undefined; path: string | undefined; headers: IncomingMessage['headers'] }[] = []
  const open = new Set<net.Socket>()

  const server = createServer((request, response) => {
    requests.push({ host: request.headers.host, path: request.url, headers: request.headers })
    respond(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  const allClosed = async (): Promise<void> => {
    await Promise.all([...open].map((socket) => new Promise((done) => socket.once('close', done))))
  }

  return {
    lookups,
    dials,
    requests,
    allClosed,
    hangUp: () => {
      server.closeAllConnections()
      return allClosed()
    },
    resolver: async (hostname) => {
      const call = lookups.filter((seen) => seen === hostname).length
      lookups.push(hostname)
      return resolve(hostname, call)
    },
    connect: async (dial) => {
      dials.push({ address: dial.address, port: dial.port, serverName: dial.serverName })
      await beforeDial?.(dial)
      const socket = net.connect({ host: '127.0.0.1', port })
      await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return Object.defineProperty(socket, 'remoteAddress', { value: dial.address })
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
