// Limits the bytes that all bodies together read from their sockets in one iteration of the event loop. A socket can return 2 MiB at
// a time: copying what fifty of them have ready would block the loop for tens of milliseconds.

const MAX_BYTES = 512 * 1024

let bytes = 0
let nextIteration: Promise<void> | undefined

/** Counts `read` bytes. Returns undefined while more may be read, else a promise that resolves in the next iteration of the loop. */
export const throttleReads = (read: number): Promise<void> | undefined => {
  bytes += read
  nextIteration ??= new Promise((resolve) => {
    setImmediate(() => {
      bytes = 0
      nextIteration = undefined
      resolve()
    })
  })
  return bytes < MAX_BYTES ? undefined : nextIteration
}
