// Where copies of images are kept: a folder, or anything else that keeps bytes by name.

export type StoredImage = {
  readonly name: string
  readonly bytes: number
  /** As `put` was told, or when it was put. In milliseconds since the epoch. */
  readonly storedAt: number
  /** When it was last read, to the hour on a disk, to the day elsewhere. */
  readonly usedAt: number
}

/** Names consist of lower case letters, digits, `-`, `.` and `/`. */
export type MediaHome = {
  /** undefined if there is none. */
  get(name: string): Promise<{ readonly bytes: Buffer; readonly storedAt: number } | undefined>
  /** Whole or not at all; replaces what has the name. `storedAt`: milliseconds since the epoch. */
  put(name: string, bytes: Buffer, storedAt: number): Promise<void>
  /** Does nothing if there is none. */
  remove(name: string): Promise<void>
  /** In no order. What is stored meanwhile may be missing. */
  list(): AsyncIterable<StoredImage>
}
