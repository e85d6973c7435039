// Memory of bytes that nobody reads any more, given back at once: it counts against the heap until it is found to be garbage,
// and a collection of the whole heap begins the sooner for it.

/** They are none afterwards. Bytes that share their memory with others are left to the collector. */
export const freeBytes = (bytes: Uint8Array): void => {
  if (bytes.length === bytes.buffer.byteLength) freeMemory(bytes)
}

/** All the memory that the bytes are in, of which they may fill a part: for who knows that nobody else has any of it. */
export const freeMemory = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > 0) buffer.transfer(0)
}
