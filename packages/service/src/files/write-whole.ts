// Writes all of a text or nothing is said to be written: write(2) may take fewer bytes than it was given, and does so without an
// error on a disk that fills up.

/** A file as node:fs/promises opens it. */
export type Writable = {
  write(bytes: Buffer, offset: number, length: number): Promise<{ readonly bytesWritten: number }>
}

/** Rejects where not every byte was taken. */
export const writeWhole = async (file: Writable, text: string | Buffer): Promise<void> => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at)
    at += taken(bytesWritten)
  }
}

/** The same where nobody may go on before it is written. `write` is `writeSync` of a file. */
export const writeWholeSync = (
  write: (bytes: Buffer, offset: number, length: number) => number,
  text: string | Buffer,
): void => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let at = 0; at < bytes.length; ) at += taken(write(bytes, at, bytes.length - at))
}

/** A disk that takes nothing and says nothing would be asked for ever. */
const taken = (bytes: number): number => {
  if (bytes > 0) return bytes
  throw Object.assign(new Error('ENOSPC: no byte was taken'), { code: 'ENOSPC' })
}
