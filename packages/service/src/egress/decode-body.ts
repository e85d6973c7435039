// Decodes the content coding of a body within limits. A few hundred bytes can decode to gigabytes. A brotli decoder
// fills its whole window before it returns the first byte, so windows are limited, and only a few bodies decode at a
// time.

import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { ApiError } from '../errors.ts'
import { onThread } from '../runtime/event-loop/on-thread.ts'
import { copyBytes, copyPieces, joinZlibOutput, type OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { BodyReservation } from './body-budget.ts'
import { codingsIn } from './codings-in.ts'
import { untilAborted } from './deadline.ts'
import type { CompressedBody, GzipBody } from './egress.ts'
import { chunkFor, decodeGzip, decodeGzipSync, isTooLong, reportedLength } from './gunzip.ts'
import { contentOfFirst } from './gzip-members.ts'
import type { Limits } from './limits.ts'

/** `x-gzip` is gzip (RFC 9110, section 8.4.1.3). */
export const ACCEPT_ENCODING = 'gzip, br'

type Decode = {
  /** Decodes small bodies on the event loop. Returns undefined for a body that a thread must decode. */
  readonly here?: (body: Buffer, maxOutputLength: number) => OwnedBuffer | undefined
  readonly whole: (body: Buffer, maxOutputLength: number) => Promise<OwnedBuffer>
  /** Decodes as much as there is of a body that may be cut off anywhere. */
  readonly open: (body: Buffer) => Transform
  /** The first part of the body that decodes by itself, and its decoder, for data after the stream that `open` would
   * fail on. */
  readonly first?: (body: Buffer) => { readonly bytes: Buffer; readonly decoder: Transform }
}

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants
const CUT = { finishFlush: Z_SYNC_FLUSH } as const

/** HTML, XML and JSON usually compress to no less than this part of their size. */
const USUAL_RATIO = 8

/** Smaller bodies are decoded on the event loop: a task on a thread costs the loop more than that, 0.05 ms. The worst
 * body takes 1 ms: one with a new block, and tables for it, every fourteen bytes. */
const MAX_SYNC_BYTES = { compressed: 16 * 1024, reported: 64 * 1024 } as const

const usualLength = (body: Buffer): number => USUAL_RATIO * body.length

const unbrotliWhole = onThread<zlib.BrotliOptions>(zlib.brotliDecompress)

const gunzipHere = (body: Buffer, maxOutputLength: number): OwnedBuffer | undefined => {
  const reported = reportedLength(body)
  if (body.length > MAX_SYNC_BYTES.compressed || reported > MAX_SYNC_BYTES.reported) return undefined
  try {
    return decodeGzipSync(body, Math.min(maxOutputLength, chunkFor(reported, maxOutputLength)))
  } catch (error) {
    // It is longer than it states, but may still be within the limit.
    if (isTooLong(error)) return undefined
    throw error
  }
}

const gunzip: Decode = {
  here: gunzipHere,
  whole: decodeGzip,
  open: () => zlib.createGunzip(CUT),
  first: (body) => ({ bytes: contentOfFirst(body), decoder: zlib.createInflateRaw(CUT) }),
}
const unbrotli: Decode = {
  whole: async (body, maxOutputLength) => {
    const options = { maxOutputLength, chunkSize: chunkFor(usualLength(body), maxOutputLength) }
    return joinZlibOutput([await unbrotliWhole(body, options)])
  },
  open: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
}

/** At most the first `maxBytes`. Nothing after them is decoded. */
const decodeStart = async (decode: Decode, body: Buffer, maxBytes: number): Promise<OwnedBuffer> => {
  try {
    return await decodeCut(decode.open(body), body, maxBytes)
  } catch (error) {
    if (decode.first === undefined) throw error
    // The body may be whole, with data after it.
    const whole = await decode.whole(body, maxBytes).catch((cause: unknown) => {
      if (isTooLong(cause)) return undefined
      throw error
    })
    if (whole) return whole
    const { bytes, decoder } = decode.first(body)
    return await decodeCut(decoder, bytes, maxBytes)
  }
}

const decodeCut = (decoder: Transform, body: Buffer, maxBytes: number): Promise<OwnedBuffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, maxBytes - length))
      length += chunk.length
      if (length >= maxBytes) decoder.destroy()
    })
    decoder.once('error', reject)
    decoder.once('close', () => yieldToLoop().then(() => resolve(copyPieces(chunks)), reject))
    decoder.end(body)
  })

/** WBITS at the start of a brotli stream (RFC 7932, section 9.1): the window has 2^WBITS bytes. */
const brotliWindowBits = (body: Buffer): number => {
  const first = body[0] ?? 0
  if ((first & 0b1) === 0) return 16
  const high = (first >> 1) & 0b111
  return high > 0 ? 17 + high : 17
}

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', unbrotli],
])

export type DecodeOptions = {
  readonly maxBytes: number
  /** The body may be cut, and so is the decoded body. */
  readonly startOnly?: boolean
  readonly signal: AbortSignal
  /** Counts the decoded body instead of the body, or both with `keepsCompressed`. */
  readonly reservation: BodyReservation
  readonly keepsCompressed?: boolean | undefined
}

export type Decoder = {
  /** Throws `link_too_large` (size, ratio), or the decoder's error for bytes that are not in its coding. */
  readonly decode: (body: OwnedBuffer, options: DecodeOptions) => Promise<OwnedBuffer>
  /** Decodes a body again that was decoded to `length` bytes; `isCut`: they were only its start. Absent without a
   * coding. */
  readonly unpackTo?: (length: number, isCut?: boolean) => CompressedBody['unpack']
  /** What the body states about itself, before it is decoded to at most `maxBytes`. Absent if the coding states
   * nothing. Returns undefined if the stated length exceeds the limit: data after the stream can look like such a
   * length. */
  readonly look?: (body: Buffer, maxBytes: number) => GzipBody | undefined
}

/** Runs at most `count` pieces of work at a time, and the others in their order. */
const createSlots = (count: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((proceed) => waiting.push(proceed))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** `Content-Encoding` → its decoder. Throws `link_unreachable` for any other coding and for several codings: such a
 * response is as broken as one that names the wrong coding. */
export const createDecoders = (limits: Limits): ((contentEncoding: string | undefined) => Decoder) => {
  const inSlot = createSlots(limits.decoders)

  const inSlotUntilAborted = (work: () => Promise<OwnedBuffer>, signal: AbortSignal): Promise<OwnedBuffer> => {
    const turn = inSlot(() => {
      signal.throwIfAborted()
      return work()
    })
    return untilAborted(turn, signal).catch((error: unknown) => {
      throw isTooLong(error) ? new ApiError('link_too_large') : error
    })
  }

  const decodeWhole = async (decode: Decode, body: Buffer, maxOutputLength: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    return decode.here?.(body, maxOutputLength) ?? inSlotUntilAborted(() => decode.whole(body, maxOutputLength), signal)
  }

  const maxBytesOf = (body: Buffer, maxBytes: number): number =>
    Math.min(maxBytes, Math.max(limits.ratioAfterBytes, limits.ratio * body.length))

  const look: Decoder['look'] = (body, most) => {
    const [reportedBytes, maxBytes] = [reportedLength(body), maxBytesOf(body, most)]
    return reportedBytes > maxBytes ? undefined : { reportedBytes, maxBytes }
  }

  const decodeWith =
    (decode: Decode): Decoder['decode'] =>
    async (body, { maxBytes, startOnly = false, signal, reservation, keepsCompressed = false }) => {
      // An empty body is empty in every coding, but decoders refuse it.
      if (body.length === 0) return body
      if (decode === unbrotli && brotliWindowBits(body) > limits.brotliWindowBits) throw new ApiError('link_too_large')
      const maxOutputLength = maxBytesOf(body, maxBytes)
      // Reserved before a slot is taken: work that waits for memory must not keep a slot from others.
      const most = startOnly ? maxBytes : maxOutputLength
      await reservation.take(most, signal)
      const work = startOnly
        ? inSlotUntilAborted(() => decodeStart(decode, body, maxBytes), signal)
        : decodeWhole(decode, body, maxOutputLength, signal)
      const decoded = await work.catch((error: unknown) => {
        reservation.give(most)
        throw error
      })
      reservation.give((keepsCompressed ? 0 : body.length) + most - decoded.length)
      return decoded
    }

  return (contentEncoding) => {
    const [coding, ...more] = codingsIn(contentEncoding)
    if (coding === undefined) return { decode: passThrough }
    const decode = more.length > 0 ? undefined : DECODERS.get(coding)
    if (decode === undefined) throw new ApiError('link_unreachable')
    return {
      decode: decodeWith(decode),
      unpackTo:
        (length, isCut = false) =>
        (body, signal) =>
          isCut
            ? inSlotUntilAborted(() => decodeStart(decode, body, length), signal)
            : decodeWhole(decode, body, length, signal),
      ...(decode === gunzip && { look }),
    }
  }
}

const passThrough: Decoder['decode'] = async (body, { maxBytes, startOnly = false }) => {
  if (body.length <= maxBytes) return body
  if (!startOnly) throw new ApiError('link_too_large')
  return copyBytes(body.subarray(0, maxBytes))
}
