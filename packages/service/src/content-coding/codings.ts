// The content codings of answers (RFC 9110, section 8.4.1), encoded and decoded. What is large is worked on by a thread, so
// that nobody else waits for it; what is small is done sooner than a thread would begin.

import { promisify } from 'node:util'
import zlib from 'node:zlib'

export type Coding = 'gzip' | 'zstd' | 'br' | 'identity'

/** Most bytes that are worked on at once: 0.2 ms to encode, 0.03 ms to decode. */
const SMALL_BYTES = 32 * 1024
/** Of what is small the smallest gzip takes 0.1 ms more than the fastest; of 200 KB it would take 5 ms instead of 1.5, for a
 * tenth fewer bytes. */
const LEVELS = { small: 9, large: 2 } as const

const { constants } = zlib
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Codec = {
  readonly now: (bytes: Buffer) => Buffer
  readonly onThread: (bytes: Buffer) => Promise<Buffer>
}

const CODECS: Readonly<Record<Exclude<Coding, 'gzip' | 'identity'>, Codec>> = {
  zstd: {
    now: (bytes) => zlib.zstdCompressSync(bytes, ZSTD),
    onThread: (bytes) => promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)(bytes, ZSTD),
  },
  br: {
    now: (bytes) => zlib.brotliCompressSync(bytes, BROTLI),
    onThread: (bytes) => promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(bytes, BROTLI),
  },
}

const gzipOnThread = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)
const gunzipOnThread = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)

export const isSmall = (plainBytes: number): boolean => plainBytes <= SMALL_BYTES

/** `finishFlush`: how the stream is left; at its end if nothing is said. */
export const gzip = async (bytes: Buffer, finishFlush: number = constants.Z_FINISH): Promise<Buffer> =>
  isSmall(bytes.length)
    ? zlib.gzipSync(bytes, { finishFlush, level: LEVELS.small })
    : gzipOnThread(bytes, { finishFlush, level: LEVELS.large })

/** What is unpacked comes in pieces of so many bytes at most, whatever it says of its length. */
const MOST_IN_ONE_PIECE = 1024 * 1024

/** Room for all that comes out: otherwise zlib makes pieces of 16 KiB, which are copied into one. It is asked once more where it
 * has filled the room. */
const inOnePiece = (plainBytes: number): zlib.ZlibOptions => ({
  chunkSize: Math.min(Math.max(plainBytes + 1, constants.Z_MIN_CHUNK), MOST_IN_ONE_PIECE),
})

/** `plainBytes`: the length of what comes out. */
export const gunzip = async (bytes: Buffer, plainBytes: number): Promise<Buffer> =>
  isSmall(plainBytes) ? zlib.gunzipSync(bytes, inOnePiece(plainBytes)) : gunzipOnThread(bytes, inOnePiece(plainBytes))

export const encode = async (bytes: Buffer, coding: Coding): Promise<Buffer> => {
  if (coding === 'identity') return bytes
  if (coding === 'gzip') return gzip(bytes)
  const { now, onThread } = CODECS[coding]
  return isSmall(bytes.length) ? now(bytes) : onThread(bytes)
}
