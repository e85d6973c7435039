// A body from the wire → its decoded bytes, counted on both sides of the decoder while they stream. Nothing is ever
// buffered before it is counted, so a bomb costs at most the limit.

import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { ApiError } from '../errors.ts'
import type { SetTimer } from './deadline.ts'
import type { Limits } from './limits.ts'
import { guardRate } from './rate-guard.ts'

/** What is asked for, and all that is accepted; `x-gzip` is gzip by RFC 9110 section 8.4.1.3. */
export const ACCEPT_ENCODING = 'gzip, br'

const DECODERS: Readonly<Record<string, () => Transform>> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
}

export type BodyOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly maxDecodedBytes: number
  readonly maxWireBytes: number
  readonly limits: Limits
  readonly setTimer: SetTimer
}

type Bytes = AsyncIterable<Buffer>

const tooLarge = (): ApiError => new ApiError('link_too_large')

/** One coding at most, of those asked for. Others were not offered, so such an answer is as wrong as a broken one. */
const createDecoder = (headers: Readonly<Record<string, string>>): Transform => {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  const transfer = (headers['transfer-encoding'] ?? 'chunked').trim().toLowerCase()
  const create = Object.hasOwn(DECODERS, coding) && transfer === 'chunked' ? DECODERS[coding] : undefined
  if (create === undefined) throw new ApiError('link_unreachable')
  return create()
}

/** Throws `link_too_large` (size, ratio), `link_timeout` (too slow), `link_unreachable` (coding, broken body). */
export const readBody = async (wire: Readable, options: BodyOptions): Promise<Buffer> => {
  const { headers, maxDecodedBytes, maxWireBytes, limits, setTimer } = options
  const decoder = createDecoder(headers)
  if (Number(headers['content-length']) > maxWireBytes) throw tooLarge()

  const chunks: Buffer[] = []
  let wireBytes = 0
  let decodedBytes = 0
  const guard = guardRate({
    minBytes: limits.rateBytes,
    windowMs: limits.rateWindowMs,
    setTimer,
    onSlow: () => wire.destroy(new ApiError('link_timeout')),
  })

  const countWire = async function* (source: Bytes): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      wireBytes += chunk.length
      guard.count(chunk.length)
      if (wireBytes > maxWireBytes) throw tooLarge()
      yield chunk
    }
  }
  const collect = async (source: Bytes): Promise<void> => {
    for await (const chunk of source) {
      decodedBytes += chunk.length
      const isBomb = decodedBytes > limits.ratioAfterBytes && decodedBytes > limits.ratio * wireBytes
      if (decodedBytes > maxDecodedBytes || isBomb) throw tooLarge()
      chunks.push(chunk)
    }
  }

  try {
    await pipeline(wire, countWire, decoder, collect)
  } catch (error) {
    // An empty body is empty in every coding, though no decoder agrees.
    if (wireBytes > 0 || !wire.readableEnded) throw error
  } finally {
    guard.stop()
  }
  return Buffer.concat(chunks, decodedBytes)
}
