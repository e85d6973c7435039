// Reads a body from the wire and counts its bytes as they arrive. It destroys the stream if there is too much, in too
// many pieces, or too slowly.

import type { Readable } from 'node:stream'
import { ApiError } from '../errors.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import { copyPieces, type OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import { throttleReads } from '../runtime/event-loop/throttle-reads.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { BodyReservation } from './body-budget.ts'
import type { Limits } from './limits.ts'
import { guardRate } from './rate-guard.ts'

export type BodyOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly maxWireBytes: number
  /** Leaves the rest unread instead of refusing it. */
  readonly startOnly: boolean
  /** What was read of it before, to continue from. */
  readonly before?: WireBody | undefined
  readonly limits: Limits
  readonly setTimer: SetTimer
  /** Reserves the bytes before more are read. */
  readonly reservation: BodyReservation
  readonly signal: AbortSignal
}

export type WireBody = {
  readonly bytes: OwnedBuffer
  /** Only with `startOnly`. */
  readonly isCut: boolean
  /** Bytes over the limit that arrived with the last chunk, from which reading can continue. */
  readonly rest: Buffer
}

const lengthOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0)

/** Throws `link_too_large`, `link_timeout` (too slow), `link_unreachable` (a transfer coding), `unavailable`. */
export const readBody = async (wire: Readable, options: BodyOptions): Promise<WireBody> => {
  const { headers, maxWireBytes, startOnly, before, limits, setTimer, reservation, signal } = options
  const transfer = headers['transfer-encoding'] ?? 'chunked'
  if (transfer.trim().toLowerCase() !== 'chunked') throw new ApiError('link_unreachable')
  if (!startOnly && Number(headers['content-length']) > maxWireBytes) throw new ApiError('link_too_large')

  const chunks: Buffer[] = before ? [before.bytes, before.rest] : []
  let length = lengthOf(chunks)
  const watch = () =>
    guardRate({
      minBytes: limits.rateBytes,
      windowMs: limits.rateWindowMs,
      setTimer,
      onSlow: () => wire.destroy(new ApiError('link_timeout')),
    })
  let guard = watch()
  try {
    // The iterator leaves the stream open: a caller that needs more continues with it.
    for await (const chunk of length > maxWireBytes ? [] : wire.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      guard.count(chunk.length)
      if (length > maxWireBytes && !startOnly) throw new ApiError('link_too_large')
      chunks.push(chunk)
      await throttleReads(chunk.length)
      const turn = reservation.take(chunk.length, signal)
      if (turn) {
        // Nothing arrives while nothing is read.
        guard.stop()
        await turn
        guard = watch()
      }
      if (length > maxWireBytes) break
    }
  } finally {
    guard.stop()
  }
  // Bodies that end at the same time are joined in separate iterations of the loop: allocating 4 MiB takes
  // milliseconds.
  await yieldToLoop()
  const last = chunks.pop() ?? Buffer.alloc(0)
  const most = maxWireBytes - lengthOf(chunks)
  return {
    bytes: copyPieces([...chunks, last.subarray(0, most)]),
    isCut: length > maxWireBytes,
    rest: last.subarray(most),
  }
}
