// A body as it comes over the wire → its bytes, counted as they arrive. It waits for no one: too much, too many pieces
// or too slow, and the stream is destroyed.

import type { Readable } from 'node:stream'
import { ApiError } from '../errors.ts'
import type { SetTimer } from './deadline.ts'
import type { Limits } from './limits.ts'
import { guardRate } from './rate-guard.ts'

export type BodyOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly maxWireBytes: number
  readonly limits: Limits
  readonly setTimer: SetTimer
}

/** Throws `link_too_large`, `link_timeout` (too slow), `link_unreachable` (a coding of the transfer). */
export const readBody = async (wire: Readable, options: BodyOptions): Promise<Buffer> => {
  const { headers, maxWireBytes, limits, setTimer } = options
  const transfer = headers['transfer-encoding'] ?? 'chunked'
  if (transfer.trim().toLowerCase() !== 'chunked') throw new ApiError('link_unreachable')
  if (Number(headers['content-length']) > maxWireBytes) throw new ApiError('link_too_large')

  const chunks: Buffer[] = []
  let bytes = 0
  const guard = guardRate({
    minBytes: limits.rateBytes,
    windowMs: limits.rateWindowMs,
    setTimer,
    onSlow: () => wire.destroy(new ApiError('link_timeout')),
  })
  try {
    for await (const chunk of wire as AsyncIterable<Buffer>) {
      bytes += chunk.length
      guard.count(chunk.length)
      if (bytes > maxWireBytes) throw new ApiError('link_too_large')
      chunks.push(chunk)
    }
  } finally {
    guard.stop()
  }
  return Buffer.concat(chunks, bytes)
}
