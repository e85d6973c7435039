// Bytes that are kept, or sent to a thread, in memory of their own. Node cuts what is small out of pieces of 64 KiB
// (`Buffer.poolSize`): such a piece lives as long as anything that was cut out of it, and is copied whole to a thread.

/** A copy that shares its memory with nothing, so that it can be given back, or change hands. */
export const copyBytes = (bytes: Buffer): Buffer<ArrayBuffer> => copyPieces([bytes])

/** The same of pieces, one behind the other: `Buffer.concat` has what is small share its memory. */
export const copyPieces = (pieces: readonly Buffer[]): Buffer<ArrayBuffer> => {
  const copy = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) at += piece.copy(copy, at)
  return copy
}

/** Most of the memory that the bytes keep, for each byte of them. */
const MOST_KEPT = 2

/** The bytes, or a copy of them where they keep much more memory than they fill. */
export const ownBytes = (bytes: Buffer): Buffer =>
  bytes.buffer.byteLength <= MOST_KEPT * bytes.length ? bytes : copyBytes(bytes)
