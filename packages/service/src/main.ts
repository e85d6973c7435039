// The process: the only file that reads process.env, and the only one that exits.

import { fsyncSync, writeSync } from 'node:fs'
import { exitStatus, formatError } from './cli/format-error.ts'
import type { Io } from './cli/io.ts'
import { createStandardOutput, fileSink, streamSink } from './cli/output/standard-output.ts'
import { knownTimeZone } from './cli/output/times.ts'
import { runProgram } from './cli/run-program.ts'
import { userName } from './cli/user-name.ts'

/** Lines that are wrapped for nobody in particular. */
const DEFAULT_COLUMNS = 100
/** For what is closed by itself. */
const ENDING_MS = 2_000

const { fd } = process.stdout
/** Node gives what is neither a terminal, a pipe nor a socket a stream of its own, which knows no connection. */
const isFile = !('connecting' in process.stdout)
const output = createStandardOutput(
  isFile
    ? fileSink(
        (bytes, offset, length) => writeSync(fd, bytes, offset, length),
        () => fsyncSync(fd),
      )
    : streamSink(process.stdout),
  // Nobody reads the log of a service any more.
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

// Each write is told of its own error.
process.stdout.on('error', () => {})
// Nobody can be told of what goes wrong there; the status still says whether it worked.
process.stderr.on('error', () => {})
// A write over the limit of a file's size fails as on a full disk, and does not end the process without a word.
process.on('SIGXFSZ', () => {})

try {
  await runProgram(io, process.argv.slice(2))
} catch (error) {
  io.err(formatError(error))
  process.exitCode = exitStatus(error)
  // Whatever is open still must not keep a process that has failed: who restarts it waits for its end.
  setTimeout(() => process.exit(), ENDING_MS).unref()
}
