// A body as it comes over the wire → its bytes, counted as they arrive. It waits for no one: too much, too many pieces
// or too slow, and the stream is destroyed.

import type { Readable } from 'node:stream'
import { ApiError } from '../errors.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import { copyPieces } from '../runtime/event-loop/own-bytes.ts'
import { paceReads } from '../runtime/event-loop/pace-reads.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { Reading } from './body-budget.ts'
import type { Limits } from './limits.ts'
import { guardRate } from './rate-guard.ts'

export type BodyOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly maxWireBytes: number
  /** What is more is left unread instead of refused. */
  readonly startOnly: boolean
  /** What was read of it before, to go on from. */
  readonly before?: WireBody | undefined
  readonly limits: Limits
  readonly setTimer: SetTimer
  /** Takes the bytes before more of them are read. */
  readonly reading: Reading
  readonly signal: AbortSignal
}

export type WireBody = {
  /** In memory of their own. */
  readonly bytes: Buffer
  /** Only with `startOnly`. */
  readonly isCut: boolean
  /** All that came: the bytes, and what came with the last of them. */
  readonly all: Buffer
}

/** Throws `link_too_large`, `link_timeout` (too slow), `link_unreachable` (a coding of the transfer), `unavailable`. */
export const readBody = async (wire: Readable, options: BodyOptions): Promise<WireBody> => {
  const { headers, maxWireBytes, startOnly, before, limits, setTimer, reading, signal } = options
  const transfer = headers['transfer-encoding'] ?? 'chunked'
  if (transfer.trim().toLowerCase() !== 'chunked') throw new ApiError('link_unreachable')
  if (!startOnly && Number(headers['content-length']) > maxWireBytes) throw new ApiError('link_too_large')

  const chunks: Buffer[] = before ? [before.all] : []
  let length = before?.all.length ?? 0
  const watch = () =>
    guardRate({
      minBytes: limits.rateBytes,
      windowMs: limits.rateWindowMs,
      setTimer,
      onSlow: () => wire.destroy(new ApiError('link_timeout')),
    })
  let guard = watch()
  try {
    // Whoever wants more of it goes on with the same stream.
    for await (const chunk of length > maxWireBytes ? [] : wire.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      guard.count(chunk.length)
      if (length > maxWireBytes && !startOnly) throw new ApiError('link_too_large')
      chunks.push(chunk)
      await paceReads(chunk.length)
      const turn = reading.take(chunk.length, signal)
      if (turn) {
        // Nothing comes because nothing is read.
        guard.stop()
        await turn
        guard = watch()
      }
      if (length > maxWireBytes) break
    }
  } finally {
    guard.stop()
  }
  // Of many that end at once each is put together in a turn of its own: a new piece of memory of 4 MiB takes milliseconds.
  await yieldToLoop()
  const all = copyPieces(chunks)
  return { bytes: all.subarray(0, maxWireBytes), isCut: length > maxWireBytes, all }
}
