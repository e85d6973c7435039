// A gzip stream (RFC 1952) that can be gone on with: what hardly ever changes is compressed once, and what is put behind it
// each time costs a copy. A flush of zlib's ends at a whole byte with a block of deflate (RFC 1951) that holds nothing as it
// is: what follows goes into that block, and the checksum goes on from the one that is known.

import { constants, crc32 } from 'node:zlib'
import { gzip } from './codings.ts'

export type OpenGzip = {
  /** The header and every block so far, up to the length of the last one, which holds what follows. */
  readonly bytes: Buffer
  /** Of what is in the blocks: its CRC-32 and its length. */
  readonly crc: number
  readonly plainBytes: number
}

/** Of a block that holds bytes as they are (RFC 1951, section 3.2.4): their number and its complement. */
const LENGTH_BYTES = 4
/** A last block, of fixed codes, that is over at once (RFC 1951, section 3.2.6). */
const LAST_BLOCK = Buffer.of(3, 0)
/** The checksum and the length modulo 2^32, at the end (RFC 1952, section 2.3.1). */
const TRAILER_BYTES = 8

/** In memory that nobody shares. */
export const openGzip = async (plain: Buffer): Promise<OpenGzip> => {
  const flushed = await gzip(plain, constants.Z_SYNC_FLUSH)
  return { bytes: flushed.subarray(0, -LENGTH_BYTES), crc: crc32(plain), plainBytes: plain.length }
}

const NOTHING = Buffer.alloc(0)

/** The whole stream with `rest` at its end, at most 65,535 bytes, and behind `before`, in memory of its own. */
export const endGzip = ({ bytes, crc, plainBytes }: OpenGzip, rest: Buffer, before: Buffer = NOTHING): Buffer => {
  const begin = before.length
  const whole = Buffer.allocUnsafeSlow(
    begin + bytes.length + LENGTH_BYTES + rest.length + LAST_BLOCK.length + TRAILER_BYTES,
  )
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

/** A stream of its own behind `before`, that is opened again later. */
export const closeGzip = (open: OpenGzip, before?: Buffer): Buffer => endGzip(open, NOTHING, before)

/** What `closeGzip` closed. */
export const reopenGzip = (closed: Buffer): OpenGzip => {
  const trailer = closed.length - TRAILER_BYTES
  return {
    bytes: closed.subarray(0, trailer - LAST_BLOCK.length - LENGTH_BYTES),
    crc: closed.readUInt32LE(trailer),
    plainBytes: closed.readUInt32LE(trailer + 4),
  }
}
