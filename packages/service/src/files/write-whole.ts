// Writes a text completely or rejects: write(2) may write fewer bytes than requested, without an error on a disk that
// fills up.

/** A file opened with node:fs/promises. */
export type Writable = {
  write(bytes: Buffer, offset: number, length: number): Promise<{ readonly bytesWritten: number }>
}

/** Rejects unless every byte was written. */
export const writeWhole = async (file: Writable, text: string | Buffer): Promise<void> => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at)
    at += taken(bytesWritten)
  }
}

/** The synchronous version. `write` is `writeSync` of a file. */
export const writeWholeSync = (
  write: (bytes: Buffer, offset: number, length: number) => number,
  text: string | Buffer,
): void => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let at = 0; at < bytes.length; ) at += taken(write(bytes, at, bytes.length - at))
}

/** Without this check, a disk that silently writes nothing would cause an endless loop. */
const taken = (bytes: number): number => {
  if (bytes > 0) return bytes
  throw Object.assign(new Error('ENOSPC: no byte was taken'), { code: 'ENOSPC' })
}
