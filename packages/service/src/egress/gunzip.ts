// Gzip as it is told and undone: the length that a stream tells of itself, and all of it decoded at once, on the thread that asks.

import zlib from 'node:zlib'
import { takeOut } from '../event-loop/on-thread.ts'

/** The length at the end of a gzip stream (RFC 1952 section 2.3.1), which may be a lie. */
const LENGTH_BYTES = 4

export const toldLength = (body: Buffer): number =>
  body.length < LENGTH_BYTES ? 0 : body.readUInt32LE(body.length - LENGTH_BYTES)

/** Bytes that are decoded before the decoder is asked for more, which costs a turn of a thread each time, and pieces that are put
 * together and left to the collector. The least is what Node cuts out of no memory that others share. The system gives no memory to
 * what stays unused. */
const CHUNK = { least: Buffer.poolSize / 2, most: 4 * 1024 * 1024 } as const

/** Room for so many bytes, and one more than it will be: a decoder that filled all that it was given asks for more. */
export const chunkFor = (length: number, maxOutputLength: number): number =>
  Math.max(CHUNK.least, Math.min(length + 1, maxOutputLength + 1, CHUNK.most))

/** In memory of its own. Throws what zlib throws. */
export const gunzipAtOnce = (body: Buffer, maxOutputLength: number): Buffer =>
  takeOut([zlib.gunzipSync(body, { maxOutputLength, chunkSize: chunkFor(toldLength(body), maxOutputLength) })])

/** Whether that is why zlib threw: it is longer than it may be. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
