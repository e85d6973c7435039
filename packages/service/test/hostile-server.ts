// A server on loopback with every play of hostile-plays.ts under its own path, for tests of code that fetches from
// hostile upstreams.

import { type AddressInfo, createServer, type Socket } from 'node:net'
import { PLAYS } from './hostile-plays.ts'

export type HostileServer = {
  /** The origin to allow and fetch, such as `http://127.0.0.1:49152`. */
  readonly origin: string
  /** Paths of the requests that arrived, in order. */
  readonly requests: readonly string[]
  readonly openSockets: () => number
  /** Resolves when clients have closed every socket. */
  readonly allClosed: () => Promise<void>
  close(): Promise<void>
}

/** The path of the play that a request asks for. */
const playOfPath = (path: string): string => path.split('?')[0] ?? ''

export const startHostileServer = async (playOf = playOfPath): Promise<HostileServer> => {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let origin = ''
  let onAllClosed = (): void => {}

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) onAllClosed()
    })
    let received = ''
    const read = (data: Buffer): void => {
      received += data.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) return
      const path = received.split(' ')[1] ?? ''
      received = received.slice(end + 4)
      requests.push(path)
      const play = PLAYS[playOf(path)]
      if (play === undefined) socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      else play(socket, { path, origin })
    }
    socket.on('data', read)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    requests,
    openSockets: () => sockets.size,
    allClosed: () =>
      new Promise((done) => {
        onAllClosed = done
        if (sockets.size === 0) done()
      }),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
