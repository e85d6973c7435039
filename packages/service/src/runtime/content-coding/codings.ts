// The content codings of responses (RFC 9110, section 8.4.1), encoded and decoded. Large bodies are coded on a thread,
// so that they do not block the event loop. Small ones take less time than starting the work on a thread.

import zlib from 'node:zlib'
import { gzipOnThread, onThread } from '../event-loop/on-thread.ts'
import { joinZlibOutput, type OwnedBuffer } from '../event-loop/owned-bytes.ts'

export type Coding = 'gzip' | 'zstd' | 'br' | 'identity'

/** Bytes that are coded on the event loop: 0.2 ms to encode, 0.03 ms to decode. */
const SMALL_BYTES = 32 * 1024
/** For a small body, level 9 takes 0.1 ms longer than level 2. For 200 KB it would take 5 ms instead of 1.5 ms, and save
 * a tenth of the bytes. */
const LEVELS = { small: 9, large: 2 } as const
/** Bytes that are compressed on the event loop at the fast level: 0.1 ms for text, at most 1.3 ms for noise. */
const MAX_SYNC_BYTES = 64 * 1024

const { constants } = zlib
/** zlib allocates 512 KiB instead of 256 KiB, and is a tenth faster. */
const MAX_MEMORY_LEVEL = constants.Z_MAX_MEMLEVEL
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Codec = {
  readonly sync: (bytes: Buffer) => Buffer
  readonly onThread: (bytes: Buffer) => Promise<Buffer>
}

const CODECS: Readonly<Record<Exclude<Coding, 'gzip' | 'identity'>, Codec>> = {
  zstd: {
    sync: (bytes) => zlib.zstdCompressSync(bytes, ZSTD),
    onThread: (bytes) => onThread<zlib.ZstdOptions>(zlib.zstdCompress)(bytes, ZSTD),
  },
  br: {
    sync: (bytes) => zlib.brotliCompressSync(bytes, BROTLI),
    onThread: (bytes) => onThread<zlib.BrotliOptions>(zlib.brotliCompress)(bytes, BROTLI),
  },
}

const gunzipOnThread = onThread<zlib.ZlibOptions>(zlib.gunzip)

/** Bytes of zlib's output buffer at most, whatever length is stated. */
const MAX_CHUNK_BYTES = 1024 * 1024
/** Size of zlib's output buffer for large bodies: compressible bodies shrink to less than half. With zlib's default of
 * 16 KiB, each chunk would cost another task on a thread. */
const COMPRESSED_SHARE = 1 / 2

export const isSmall = (plainBytes: number): boolean => plainBytes <= SMALL_BYTES

/** Node never cuts an output buffer of this size out of the pool that small Buffers share. */
const OWN_CHUNK_BYTES = Buffer.poolSize / 2

/** `finishFlush`: how the stream ends; with its trailer by default. */
export const gzip = async (bytes: Buffer, finishFlush: number = constants.Z_FINISH): Promise<OwnedBuffer> => {
  if (isSmall(bytes.length))
    return joinZlibOutput([zlib.gzipSync(bytes, { finishFlush, level: LEVELS.small, chunkSize: OWN_CHUNK_BYTES })])
  const chunkSize = Math.min(Math.max(Math.ceil(bytes.length * COMPRESSED_SHARE), SMALL_BYTES), MAX_CHUNK_BYTES)
  const options = { finishFlush, level: LEVELS.large, memLevel: MAX_MEMORY_LEVEL, chunkSize }
  return bytes.length <= MAX_SYNC_BYTES ? joinZlibOutput([zlib.gzipSync(bytes, options)]) : gzipOnThread(bytes, options)
}

/** An output buffer for the whole result: with zlib's default of 16 KiB the chunks would be copied into one. The
 * additional byte spares one more call, which zlib makes when the buffer is full. */
const inOneChunk = (plainBytes: number): zlib.ZlibOptions => ({
  chunkSize: Math.min(Math.max(plainBytes + 1, constants.Z_MIN_CHUNK), MAX_CHUNK_BYTES),
})

/** `plainBytes`: the length of the decoded body. */
export const gunzip = async (bytes: Buffer, plainBytes: number): Promise<Buffer> =>
  isSmall(plainBytes) ? zlib.gunzipSync(bytes, inOneChunk(plainBytes)) : gunzipOnThread(bytes, inOneChunk(plainBytes))

export const encode = async (bytes: Buffer, coding: Coding): Promise<Buffer> => {
  if (coding === 'identity') return bytes
  if (coding === 'gzip') return gzip(bytes)
  const { sync, onThread } = CODECS[coding]
  return isSmall(bytes.length) ? sync(bytes) : onThread(bytes)
}
