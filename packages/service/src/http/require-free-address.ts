// Whether the service can listen where the settings say, before a start changes anything. It listens for a moment to find out, and
// accepts no connection.

import { createServer } from 'node:net'
import { type ListenAddress, listenAt } from './listen-at.ts'

/** Rejects as `listenAt` does. */
export const requireFreeAddress = async (address: ListenAddress): Promise<void> => {
  const server = createServer((socket) => socket.destroy())
  const listen = (at: Partial<ListenAddress> = {}) =>
    new Promise<string>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, () => resolve(''))
    })
  await listenAt({ listen }, address)
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
