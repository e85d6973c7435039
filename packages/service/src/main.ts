// The process entry point: the only file that reads process.env, and the only one that exits.

import { fsyncSync, writeSync } from 'node:fs'
import { exitStatus, formatError } from './cli/format-error.ts'
import type { Io } from './cli/io.ts'
import { createStandardOutput, fileSink, streamSink } from './cli/output/standard-output.ts'
import { knownTimeZone } from './cli/output/times.ts'
import { runProgram } from './cli/run-program.ts'
import { userName } from './cli/user-name.ts'

/** The wrap width when the output is not a terminal. */
const DEFAULT_COLUMNS = 100
/** How long open handles may delay the exit after a failure. */
const ENDING_MS = 2_000

const { fd } = process.stdout
/** Node uses a stream class of its own for output that is neither a terminal, a pipe nor a socket; it has no
 * `connecting`. */
const isFile = !('connecting' in process.stdout)
const output = createStandardOutput(
  isFile
    ? fileSink(
        (bytes, offset, length) => writeSync(fd, bytes, offset, length),
        () => fsyncSync(fd),
      )
    : streamSink(process.stdout),
  // The reader of the service's log is gone.
  () => process.exit(1),
)

const io: Io = {
  environment: process.env,
  ...output,
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  isErrTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns || DEFAULT_COLUMNS,
  userName: userName(),
  timeZone: knownTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
  now: Date.now,
  onSignal(listener) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, listener)
  },
  onHangup: (listener) => void process.on('SIGHUP', listener),
  exit: (code) => process.exit(code),
}

// Each write reports its own error.
process.stdout.on('error', () => {})
// Errors of stderr cannot be reported; the exit status still says whether the command worked.
process.stderr.on('error', () => {})
// A write beyond the file size limit then fails like one on a full disk, instead of killing the process silently.
process.on('SIGXFSZ', () => {})

try {
  await runProgram(io, process.argv.slice(2))
} catch (error) {
  io.err(formatError(error))
  process.exitCode = exitStatus(error)
  // Open handles must not keep a failed process alive: a supervisor waits for its exit before it restarts it.
  setTimeout(() => process.exit(), ENDING_MS).unref()
}
