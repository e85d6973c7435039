// What all bodies together take from their sockets each time the event loop goes round. A socket gives up to 2 MiB in one go,
// and what fifty of them have ready, copied into new memory, would hold the loop for tens of milliseconds.

const MOST_BYTES = 512 * 1024

let bytes = 0
let nextRound: Promise<void> | undefined

/** So many bytes were read. undefined: more can be; else resolves when the loop has gone round. */
export const paceReads = (read: number): Promise<void> | undefined => {
  bytes += read
  nextRound ??= new Promise((resolve) => {
    setImmediate(() => {
      bytes = 0
      nextRound = undefined
      resolve()
    })
  })
  return bytes < MOST_BYTES ? undefined : nextRound
}
