// Closes connections that were sent to a worker that ended before accepting them. node:cluster forgets them and keeps
// them open, so their clients would wait for a response until they time out
// (https://github.com/nodejs/node-v0.x-archive/issues/7006).

import type { ChildProcess } from 'node:child_process'

/** A connection in the primary. */
type Handle = { readonly close: () => void }
/** An internal message of node:cluster: a connection by its number, and whether it was accepted. */
type InternalMessage = { readonly act?: unknown; readonly seq?: unknown; readonly ack?: unknown }

/** Closes connections in transit when the worker ends, so that clients notice immediately. 'exit' is too early: the
 * worker may have returned a connection in a message that was not read yet. 'disconnect' is not emitted while
 * something is in transit. */
export const closeUnaccepted = (worker: ChildProcess): void => {
  const unaccepted = new Map<unknown, Handle>()
  const send = worker.send.bind(worker) as (...sent: unknown[]) => boolean
  worker.send = (...sent: unknown[]): boolean => {
    const [{ act, seq }, handle] = sent as [InternalMessage, Handle | undefined]
    if (act === 'newconn' && handle) unaccepted.set(seq, handle)
    return send(...sent)
  }
  worker.on('internalMessage', ({ ack }: InternalMessage) => unaccepted.delete(ack))
  worker.once('close', () => {
    for (const handle of unaccepted.values()) handle.close()
    unaccepted.clear()
  })
}
