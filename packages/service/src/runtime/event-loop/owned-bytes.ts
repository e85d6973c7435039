// Bytes in memory that was allocated for them alone. Node cuts small Buffers out of a shared pool of 64 KiB (`Buffer.poolSize`): the pool
// lives as long as any of them, and is copied whole when one is sent to a thread.

import { isMarkedAsUntransferable } from 'node:worker_threads'

declare const owned: unique symbol

/** Bytes that fill their memory and share it with no other bytes. Only the functions of this module make them; a part of them
 * (`subarray`) is not of this type. */
export type OwnedBytes = Uint8Array<ArrayBuffer> & { readonly [owned]: true }
export type OwnedBuffer = Buffer<ArrayBuffer> & OwnedBytes

/** Its content is arbitrary until it is written. */
export const allocateOwned = (length: number): OwnedBuffer => Buffer.allocUnsafeSlow(length) as OwnedBuffer

export const copyBytes = (bytes: Uint8Array): OwnedBuffer => copyPieces([bytes])

/** Concatenates the pieces. `Buffer.concat` would put a small result into the shared pool. */
export const copyPieces = (pieces: readonly Uint8Array[]): OwnedBuffer => {
  const copy = allocateOwned(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    copy.set(piece, at)
    at += piece.length
  }
  return copy
}

/** Concatenates the pieces that one call of zlib returned, without a copy where possible, and frees the buffers that zlib wrote
 * them to. */
export const joinZlibOutput = (pieces: readonly Buffer[]): OwnedBuffer => {
  const memory = pieces[0]?.buffer
  let length = 0
  const isContiguous = pieces.every((piece) => {
    const isNext = piece.buffer === memory && piece.byteOffset === length
    length += piece.length
    return isNext
  })
  if (isContiguous && isZlibBuffer(memory)) return Buffer.from(memory.transfer(length)) as OwnedBuffer
  const whole = copyPieces(pieces)
  for (const { buffer } of pieces) if (isZlibBuffer(buffer)) buffer.transfer(0)
  return whole
}

/** zlib writes small output into the shared pool, which Node marks as untransferable. */
const isZlibBuffer = (memory: ArrayBufferLike | undefined): memory is ArrayBuffer =>
  memory instanceof ArrayBuffer && !memory.detached && !isMarkedAsUntransferable(memory)

/** Bytes of memory that may be kept for each byte that is used. */
const MAX_KEPT_RATIO = 2

/** Copies the bytes if they keep much more memory alive than they fill. */
export const compactBytes = (bytes: Buffer): Buffer =>
  bytes.buffer.byteLength <= MAX_KEPT_RATIO * bytes.length ? bytes : copyBytes(bytes)
