// Memory of bytes that nobody reads any more, given back at once: it counts against the heap until it is found to be garbage,
// and a collection of the whole heap begins the sooner for it.

/** They are none afterwards. Bytes that share their memory with others are left to the collector. */
export const freeBytes = ({ buffer, length }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && length > 0 && length === buffer.byteLength) buffer.transfer(0)
}
