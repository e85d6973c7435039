// Connections that were handed to a worker which ended before it took them. node:cluster forgets them and keeps them open, so that
// whoever waits for an answer waits for as long as it can (https://github.com/nodejs/node-v0.x-archive/issues/7006).

import type { ChildProcess } from 'node:child_process'

/** A connection as the primary has it. */
type Handle = { readonly close: () => void }
/** What node:cluster sends and hears: a connection by its number, and whether it was taken. */
type Word = { readonly act?: unknown; readonly seq?: unknown; readonly ack?: unknown }

/** Closes what was on its way to the worker when it ends: a client is told at once then. Not at its exit yet, when it may have said
 * of a connection that another worker is to have it, and nobody have heard it; 'disconnect' is not told where something is on its way. */
export const closeUntaken = (worker: ChildProcess): void => {
  const untaken = new Map<unknown, Handle>()
  const send = worker.send.bind(worker) as (...sent: unknown[]) => boolean
  worker.send = (...sent: unknown[]): boolean => {
    const [{ act, seq }, handle] = sent as [Word, Handle | undefined]
    if (act === 'newconn' && handle) untaken.set(seq, handle)
    return send(...sent)
  }
  worker.on('internalMessage', ({ ack }: Word) => untaken.delete(ack))
  worker.once('close', () => {
    for (const handle of untaken.values()) handle.close()
    untaken.clear()
  })
}
