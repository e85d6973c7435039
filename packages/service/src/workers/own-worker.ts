// This process as a worker, if it is one: node:cluster starts workers with the same arguments.

import cluster from 'node:cluster'
import type { ToWorker } from './messages.ts'
import type { Wire } from './primary-link.ts'

export type OwnWorker = { readonly id: number; readonly wire: Wire }

/** undefined in a process that was not started by a primary. When the primary ends, node:cluster ends its workers. */
export const ownWorker = (): OwnWorker | undefined => {
  const { worker } = cluster
  if (!worker) return undefined
  return {
    id: worker.id,
    wire: {
      send: (message, sent) => void worker.send(message, sent),
      onMessage: (listener) => void worker.on('message', (message: ToWorker) => listener(message)),
    },
  }
}
