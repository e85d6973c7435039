// A gzip stream (RFC 1952) that can be continued: what rarely changes is compressed once, and appending to it costs a
// copy. A flush of zlib ends at a byte boundary with an empty stored block of deflate (RFC 1951). What is appended goes
// into that block, and the checksum continues from the one so far.

import { constants, crc32 } from 'node:zlib'
import { allocateOwned, type OwnedBuffer } from '../event-loop/owned-bytes.ts'
import { gzip } from './codings.ts'

export type OpenGzip = {
  /** The header and all blocks, up to the length field of the last one, a stored block for what is appended. */
  readonly bytes: Buffer
  /** CRC-32 and length of the decoded content. */
  readonly crc: number
  readonly plainBytes: number
}

/** Length of a stored block and its complement (RFC 1951, section 3.2.4). */
const LENGTH_BYTES = 4
/** A last block with fixed codes that is empty (RFC 1951, section 3.2.6). */
const LAST_BLOCK = Buffer.of(3, 0)
/** Checksum and length modulo 2^32 (RFC 1952, section 2.3.1). */
const TRAILER_BYTES = 8

/** `memory`: the memory that `bytes` are a part of. */
export const openGzip = async (plain: Buffer): Promise<OpenGzip & { readonly memory: OwnedBuffer }> => {
  const memory = await gzip(plain, constants.Z_SYNC_FLUSH)
  return { bytes: memory.subarray(0, -LENGTH_BYTES), memory, crc: crc32(plain), plainBytes: plain.length }
}

const NOTHING = Buffer.alloc(0)

/** The complete stream with `rest` appended, at most 65,535 bytes. `before`: bytes in front of the stream. */
export const endGzip = ({ bytes, crc, plainBytes }: OpenGzip, rest: Buffer, before: Buffer = NOTHING): OwnedBuffer => {
  const begin = before.length
  const whole = allocateOwned(begin + bytes.length + LENGTH_BYTES + rest.length + LAST_BLOCK.length + TRAILER_BYTES)
  before.copy(whole)
  bytes.copy(whole, begin)
  let at = whole.writeUInt16LE(rest.length, begin + bytes.length)
  at = whole.writeUInt16LE(~rest.length & 0xffff, at)
  at += rest.copy(whole, at)
  at += LAST_BLOCK.copy(whole, at)
  at = whole.writeUInt32LE(crc32(rest, crc), at)
  whole.writeUInt32LE((plainBytes + rest.length) >>> 0, at)
  return whole
}

/** A complete stream after `before`, which can be reopened. */
export const closeGzip = (open: OpenGzip, before?: Buffer): OwnedBuffer => endGzip(open, NOTHING, before)

/** Reopens a stream that `closeGzip` returned. */
export const reopenGzip = (closed: Buffer): OpenGzip => {
  const trailer = closed.length - TRAILER_BYTES
  return {
    bytes: closed.subarray(0, trailer - LAST_BLOCK.length - LENGTH_BYTES),
    crc: closed.readUInt32LE(trailer),
    plainBytes: closed.readUInt32LE(trailer + 4),
  }
}
