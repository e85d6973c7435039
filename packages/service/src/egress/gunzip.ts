// Decodes gzip on the calling thread or on another, and reads the length that a stream states.

import zlib from 'node:zlib'
import { onThread } from '../runtime/event-loop/on-thread.ts'
import { joinZlibOutput, type OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import { gunzipMembers, gunzipMembersOnThread } from './gzip-members.ts'

/** The length at the end of a gzip stream (RFC 1952, section 2.3.1), which may be wrong. */
const LENGTH_BYTES = 4

export const reportedLength = (body: Buffer): number =>
  body.length < LENGTH_BYTES ? 0 : body.readUInt32LE(body.length - LENGTH_BYTES)

/** Size of zlib's output buffer. Each further buffer costs another task on a thread, and a copy. Node never cuts the
 * least size out of the pool that small Buffers share. The system backs no unused pages with memory. */
const CHUNK = { least: Buffer.poolSize / 2, most: 4 * 1024 * 1024 } as const

/** The size for an output of `length` bytes, plus one: zlib runs once more when it has filled its buffer. */
export const chunkFor = (length: number, maxOutputLength: number): number =>
  Math.max(CHUNK.least, Math.min(length + 1, maxOutputLength + 1, CHUNK.most))

const optionsFor = (body: Buffer, maxOutputLength: number): zlib.ZlibOptions => ({
  maxOutputLength,
  chunkSize: chunkFor(reportedLength(body), maxOutputLength),
})

const gunzipOnThread = onThread<zlib.ZlibOptions>(zlib.gunzip)

/** Error codes of zlib for a member that is broken or cut off. */
const BROKEN: ReadonlySet<unknown> = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR'])
const isBroken = (error: unknown): boolean => error instanceof Error && 'code' in error && BROKEN.has(error.code)

/** Drops data after the last member. Throws zlib's error. */
export const decodeGzipSync = (body: Buffer, maxOutputLength: number): OwnedBuffer => {
  try {
    return joinZlibOutput([zlib.gunzipSync(body, optionsFor(body, maxOutputLength))])
  } catch (error) {
    const members = isBroken(error) ? gunzipMembers(body, maxOutputLength) : undefined
    if (members === undefined) throw error
    return joinZlibOutput(members)
  }
}

/** The same on a thread. */
export const decodeGzip = async (body: Buffer, maxOutputLength: number): Promise<OwnedBuffer> => {
  try {
    return joinZlibOutput([await gunzipOnThread(body, optionsFor(body, maxOutputLength))])
  } catch (error) {
    const members = isBroken(error) ? await gunzipMembersOnThread(body, maxOutputLength) : undefined
    if (members === undefined) throw error
    return joinZlibOutput(members)
  }
}

/** Whether zlib threw because the output exceeds the limit. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
