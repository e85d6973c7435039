// A body's content coding undone, within limits of its own: a few hundred bytes may stand for gigabytes, and a brotli
// decoder fills its whole window before it gives out the first byte, so windows are bounded and few decode at a time.

import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { ApiError } from '../errors.ts'
import { onThread, takeOut } from '../runtime/event-loop/on-thread.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import type { Reading } from './body-budget.ts'
import { codingsIn } from './codings-in.ts'
import { untilAborted } from './deadline.ts'
import type { CompressedBody, GzipBody } from './egress.ts'
import { chunkFor, gunzipAtOnce, gunzipWhole, isTooLong, reportedLength } from './gunzip.ts'
import { contentOfFirst } from './gzip-members.ts'
import type { Limits } from './limits.ts'

/** What is asked for. `x-gzip` is gzip by RFC 9110 section 8.4.1.3. */
export const ACCEPT_ENCODING = 'gzip, br'

type Decode = {
  /** What can be decoded at once; undefined for what is to be decoded on a thread. */
  readonly here?: (body: Buffer, maxOutputLength: number) => Buffer | undefined
  /** In memory of its own. */
  readonly whole: (body: Buffer, maxOutputLength: number) => Promise<Buffer>
  /** Decodes what is there of a body that may be cut anywhere. */
  readonly open: (body: Buffer) => Transform
  /** What of it decodes to its start, whatever is behind that, and by what; absent where `open` passes over that too. */
  readonly first?: (body: Buffer) => { readonly bytes: Buffer; readonly decoder: Transform }
}

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants
const CUT = { finishFlush: Z_SYNC_FLUSH } as const

/** What HTML, XML and JSON are usually packed to is no less than that part of them. */
const USUAL_RATIO = 8

/** What is no longer is decoded on the event loop, since a turn of a thread costs the loop more than that: 0.05 ms. The longest
 * that zlib could be made to take for it is 1 ms: with a block, and tables for it, every fourteen bytes. */
const MOST_HERE = { packed: 16 * 1024, told: 64 * 1024 } as const

const usualLength = (body: Buffer): number => USUAL_RATIO * body.length

const unbrotliWhole = onThread<zlib.BrotliOptions>(zlib.brotliDecompress)

const gunzipHere = (body: Buffer, maxOutputLength: number): Buffer | undefined => {
  const reported = reportedLength(body)
  if (body.length > MOST_HERE.packed || reported > MOST_HERE.told) return undefined
  try {
    return gunzipAtOnce(body, Math.min(maxOutputLength, chunkFor(reported, maxOutputLength)))
  } catch (error) {
    // It is longer than it says, if not longer than it may be.
    if (isTooLong(error)) return undefined
    throw error
  }
}

const gunzip: Decode = {
  here: gunzipHere,
  whole: gunzipWhole,
  open: () => zlib.createGunzip(CUT),
  first: (body) => ({ bytes: contentOfFirst(body), decoder: zlib.createInflateRaw(CUT) }),
}
const unbrotli: Decode = {
  whole: async (body, maxOutputLength) => {
    const options = { maxOutputLength, chunkSize: chunkFor(usualLength(body), maxOutputLength) }
    return takeOut([await unbrotliWhole(body, options)])
  },
  open: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
}

/** At most the first `maxBytes`; nothing behind them is decoded. */
const decodeStart = async (decode: Decode, body: Buffer, maxBytes: number): Promise<Buffer> => {
  try {
    return await decodeCut(decode.open(body), body, maxBytes)
  } catch (error) {
    if (decode.first === undefined) throw error
    // It may be whole, with something behind it.
    const whole = await decode.whole(body, maxBytes).catch((cause: unknown) => {
      if (isTooLong(cause)) return undefined
      throw error
    })
    if (whole) return whole
    const { bytes, decoder } = decode.first(body)
    return await decodeCut(decoder, bytes, maxBytes)
  }
}

const decodeCut = (decoder: Transform, body: Buffer, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) decoder.destroy()
    })
    decoder.once('error', reject)
    decoder.once('close', () =>
      yieldToLoop().then(() => resolve(Buffer.concat(chunks, length).subarray(0, maxBytes)), reject),
    )
    decoder.end(body)
  })

/** WBITS, with which a brotli stream begins (RFC 7932 section 9.1): the window is 2 to its power. */
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
  /** The body may be cut, and so is what it decodes to. */
  readonly startOnly?: boolean
  readonly signal: AbortSignal
  /** Holds the body, and what it decodes to in its place: beside it with `keepsPacked`. */
  readonly reading: Reading
  readonly keepsCompressed?: boolean | undefined
}

export type Decoder = {
  /** Throws `link_too_large` (size, ratio) or what the decoder throws for bytes that are not of its coding. */
  readonly decode: (body: Buffer, options: DecodeOptions) => Promise<Buffer>
  /** Decodes anew what was decoded to so many bytes, of which it may be the start. Absent where nothing is to be decoded. */
  readonly unpackTo?: (length: number, isCut?: boolean) => CompressedBody['unpack']
  /** What is known of the body before it is decoded, to at most so many bytes. Absent where its coding tells nothing;
   * undefined where it says that it is more, which something behind it may say as well. */
  readonly look?: (body: Buffer, maxBytes: number) => GzipBody | undefined
}

/** Runs at most `count` pieces of work at a time, the others in their order. */
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

/** `Content-Encoding` → how to undo it. Throws `link_unreachable` for any other coding, and for a pile of codings: such an
 * answer is as wrong as one that lies about its coding. */
export const createDecoders = (limits: Limits): ((contentEncoding: string | undefined) => Decoder) => {
  const inSlot = createSlots(limits.decoders)

  const onTurn = (work: () => Promise<Buffer>, signal: AbortSignal): Promise<Buffer> => {
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
    return decode.here?.(body, maxOutputLength) ?? onTurn(() => decode.whole(body, maxOutputLength), signal)
  }

  const mostBytesOf = (body: Buffer, maxBytes: number): number =>
    Math.min(maxBytes, Math.max(limits.ratioAfterBytes, limits.ratio * body.length))

  const look: Decoder['look'] = (body, most) => {
    const [reportedBytes, maxBytes] = [reportedLength(body), mostBytesOf(body, most)]
    return reportedBytes > maxBytes ? undefined : { reportedBytes, maxBytes }
  }

  const decodeWith =
    (decode: Decode): Decoder['decode'] =>
    async (body, { maxBytes, startOnly = false, signal, reading, keepsCompressed: keepsPacked = false }) => {
      // Empty is empty in every coding, though no decoder agrees.
      if (body.length === 0) return body
      if (decode === unbrotli && brotliWindowBits(body) > limits.brotliWindowBits) throw new ApiError('link_too_large')
      const maxOutputLength = mostBytesOf(body, maxBytes)
      // Before there is a decoder: whoever has one and waits would keep the others from being done.
      const most = startOnly ? maxBytes : maxOutputLength
      await reading.take(most, signal)
      const work = startOnly
        ? onTurn(() => decodeStart(decode, body, maxBytes), signal)
        : decodeWhole(decode, body, maxOutputLength, signal)
      const decoded = await work.catch((error: unknown) => {
        reading.give(most)
        throw error
      })
      reading.give((keepsPacked ? 0 : body.length) + most - decoded.length)
      return decoded
    }

  return (contentEncoding) => {
    const [coding, ...more] = codingsIn(contentEncoding)
    if (coding === undefined) return { decode: leave }
    const decode = more.length > 0 ? undefined : DECODERS.get(coding)
    if (decode === undefined) throw new ApiError('link_unreachable')
    return {
      decode: decodeWith(decode),
      unpackTo:
        (length, isCut = false) =>
        (body, signal) =>
          isCut ? onTurn(() => decodeStart(decode, body, length), signal) : decodeWhole(decode, body, length, signal),
      ...(decode === gunzip && { look }),
    }
  }
}

const leave: Decoder['decode'] = async (body, { maxBytes, startOnly = false }) => {
  if (body.length <= maxBytes) return body
  if (!startOnly) throw new ApiError('link_too_large')
  return Buffer.from(body.subarray(0, maxBytes))
}
