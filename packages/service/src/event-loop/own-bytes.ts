// Bytes that are kept, or sent to a thread, in memory of their own. Node cuts what is small out of pieces of 64 KiB
// (`Buffer.poolSize`): such a piece lives as long as anything that was cut out of it, and is copied whole to a thread.

/** Most of the memory that the bytes keep, for each byte of them. */
const MOST_KEPT = 2

/** The bytes, or a copy of them where they keep much more memory than they fill. */
export const ownBytes = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength <= MOST_KEPT * bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
