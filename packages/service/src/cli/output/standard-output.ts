// Standard output that reports failed and partial writes. Node does not check whether a write to a file was complete, so on a full
// disk the end of the output would be lost without an error.

import { FileError } from '../../files/file-error.ts'
import { writeWholeSync } from '../../files/write-whole.ts'

export type StandardOutput = {
  /** Writes a text. After a failed write it writes nothing more, so that the output has no gaps. */
  out(text: string): void
  /** Writes a log line. Later lines are written even if one fails. */
  log(text: string): void
  /** Resolves when everything is written. Rejects once with a FileError if something could not be written. */
  written(): Promise<void>
}

/** `write`: calls back when the text is written, or with the error. `flush`: syncs a file to disk, which can fail because of a
 * quota that is checked only then. */
export type Sink = {
  write(text: string, done: (error?: Error | null) => void): void
  flush(): void
}

export const createStandardOutput = (sink: Sink, onReaderGone: () => void): StandardOutput => {
  let failure: FileError | undefined
  let isReported = false
  let last: Promise<void> = Promise.resolve()
  const start = (text: string, isLine: boolean) => {
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
      if (failure === undefined) start(text, false)
    },
    log: (text) => start(text, true),
    async written() {
      await last
      if (failure === undefined) {
        try {
          sink.flush()
        } catch (error) {
          failure = new FileError(undefined, error)
        }
      }
      if (failure === undefined || isReported) return
      isReported = true
      throw failure
    },
  }
}

/** Errors of fsync for descriptors that are not on a disk. */
const NOT_SYNCABLE: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EROFS'])

/** A sink for a file or a device. */
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
      if (!NOT_SYNCABLE.has(String((error as NodeJS.ErrnoException).code))) throw error
    }
  },
})

/** A sink for a terminal or a pipe. */
export const streamSink = (stream: Pick<NodeJS.WriteStream, 'write'>): Sink => ({
  write: (text, done) => void stream.write(text, done),
  flush: () => {},
})
