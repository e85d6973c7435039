// Standard output of a process: what was written whole, and what was not. Node writes to a file without looking whether all of
// it was taken, so that the end of what a disk has no room for would be lost without an error.

import { FileError } from '../../files/file-error.ts'
import { writeWholeSync } from '../../files/write-whole.ts'

export type StandardOutput = {
  /** Writes; behind a write that failed nothing more, so that what is there has no gap. */
  out(text: string): void
  /** Writes a line of a log, which goes on when there is room again. */
  log(text: string): void
  /** Resolves when all is written; rejects (FileError), once, where some of it was not. */
  written(): Promise<void>
}

/** `write`: calls back when the text is taken, or with why it was not. `flush`: brings a file onto its disk, where there may be a
 * quota that says no only then. */
export type Sink = {
  write(text: string, done: (error?: Error | null) => void): void
  flush(): void
}

export const createStandardOutput = (sink: Sink, onReaderGone: () => void): StandardOutput => {
  let failure: FileError | undefined
  let isTold = false
  let last: Promise<void> = Promise.resolve()
  const begin = (text: string, isLine: boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    sink.write(text, (error) => {
      if (error) {
        const failed = new FileError(undefined, error)
        if (!isLine) failure ??= failed
        else if (failed.code === 'EPIPE') onReaderGone()
      }
      resolve()
    })
  }
  return {
    out(text) {
      if (failure === undefined) begin(text, false)
    },
    log: (text) => begin(text, true),
    async written() {
      await last
      if (failure === undefined) {
        try {
          sink.flush()
        } catch (error) {
          failure = new FileError(undefined, error)
        }
      }
      if (failure === undefined || isTold) return
      isTold = true
      throw failure
    },
  }
}

/** What a descriptor cannot be flushed for that is no disk. */
const NO_DISK: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EROFS'])

/** A file, or a device that is taken for one. */
export const fileSink = (write: (bytes: Buffer, offset: number, length: number) => number, sync: () => void): Sink => ({
  write(text, done) {
    try {
      writeWholeSync(write, text)
    } catch (error) {
      return done(error as Error)
    }
    done()
  },
  flush() {
    try {
      sync()
    } catch (error) {
      if (!NO_DISK.has(String((error as NodeJS.ErrnoException).code))) throw error
    }
  },
})

/** A terminal or a pipe. */
export const streamSink = (stream: Pick<NodeJS.WriteStream, 'write'>): Sink => ({
  write: (text, done) => void stream.write(text, done),
  flush: () => {},
})
