// A TCP proxy that can stop forwarding, like a network that drops every packet. Connections stay open and new ones are
// accepted, but no data passes until it is restored. It needs no privileges and works the same on every system.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export type CutProxy = Awaited<ReturnType<typeof startCutProxy>>

export const startCutProxy = async (port: number) => {
  const sockets = new Set<Socket>()
  let isCut = false
  const hold = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (isCut) socket.pause()
  }
  const server = createServer({ allowHalfOpen: false }, (near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk))
      from.once('close', () => to.destroy())
      hold(from)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    mend() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
