// The process: the only file that reads process.env, and the only one that exits.

import { once } from 'node:events'
import { createProgram } from './cli/create-program.ts'
import type { Io } from './cli/io.ts'
import { knownTimeZone } from './cli/output/times.ts'
import { exitStatus, tellError } from './cli/tell-error.ts'
import { userName } from './cli/user-name.ts'

/** Lines that are wrapped for nobody in particular. */
const DEFAULT_COLUMNS = 100
/** For what is closed by itself. */
const ENDING_MS = 2_000

const io: Io = {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  async drained() {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  },
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

// Nobody reads on: `… | head` has what it wanted.
process.stdout.on('error', () => process.exit(1))

try {
  const words = process.argv.slice(2)
  const program = await createProgram(io, words)
  await program.parseAsync(words, { from: 'user' })
} catch (error) {
  io.err(tellError(error))
  process.exitCode = exitStatus(error)
  // Whatever is open still must not keep a process that has failed: who restarts it waits for its end.
  setTimeout(() => process.exit(), ENDING_MS).unref()
}
