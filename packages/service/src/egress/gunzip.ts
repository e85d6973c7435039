// Gzip as it is told and undone: the length that a stream tells of itself, and all of it decoded, on the thread that asks or on
// another.

import zlib from 'node:zlib'
import { onThread, takeOut } from '../runtime/event-loop/on-thread.ts'
import { gunzipMembers, gunzipMembersOnThread } from './gzip-members.ts'

/** The length at the end of a gzip stream (RFC 1952 section 2.3.1), which may be a lie. */
const LENGTH_BYTES = 4

export const reportedLength = (body: Buffer): number =>
  body.length < LENGTH_BYTES ? 0 : body.readUInt32LE(body.length - LENGTH_BYTES)

/** Bytes that are decoded before the decoder is asked for more, which costs a turn of a thread each time, and pieces that are put
 * together and left to the collector. The least is what Node cuts out of no memory that others share. The system gives no memory to
 * what stays unused. */
const CHUNK = { least: Buffer.poolSize / 2, most: 4 * 1024 * 1024 } as const

/** Room for so many bytes, and one more than it will be: a decoder that filled all that it was given asks for more. */
export const chunkFor = (length: number, maxOutputLength: number): number =>
  Math.max(CHUNK.least, Math.min(length + 1, maxOutputLength + 1, CHUNK.most))

const optionsFor = (body: Buffer, maxOutputLength: number): zlib.ZlibOptions => ({
  maxOutputLength,
  chunkSize: chunkFor(reportedLength(body), maxOutputLength),
})

const gunzipOnThread = onThread<zlib.ZlibOptions>(zlib.gunzip)

/** What zlib takes for a broken member, or one that was cut off. */
const BROKEN: ReadonlySet<unknown> = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR'])
const isBroken = (error: unknown): boolean => error instanceof Error && 'code' in error && BROKEN.has(error.code)

/** In memory of its own; what is behind its last member is dropped. Throws what zlib throws. */
export const gunzipAtOnce = (body: Buffer, maxOutputLength: number): Buffer => {
  try {
    return takeOut([zlib.gunzipSync(body, optionsFor(body, maxOutputLength))])
  } catch (error) {
    const members = isBroken(error) ? gunzipMembers(body, maxOutputLength) : undefined
    if (members === undefined) throw error
    return takeOut(members)
  }
}

/** The same on a thread. */
export const gunzipWhole = async (body: Buffer, maxOutputLength: number): Promise<Buffer> => {
  try {
    return takeOut([await gunzipOnThread(body, optionsFor(body, maxOutputLength))])
  } catch (error) {
    const members = isBroken(error) ? await gunzipMembersOnThread(body, maxOutputLength) : undefined
    if (members === undefined) throw error
    return takeOut(members)
  }
}

/** Whether that is why zlib threw: it is longer than it may be. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
