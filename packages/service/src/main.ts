#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 node --max-semi-space-size=8 --heap-growing-percent=20
// The process: the only file that reads process.env, and the only one that exits. Its first line holds the memory small:
// docs/decisions/0006-a-heap-that-stays-small.md tells how.

import { enableCompileCache } from 'node:module'
import { createProgram } from './cli/create-program.ts'
import type { Io } from './cli/io.ts'
import { exitStatus, tellError } from './cli/tell-error.ts'

/** Lines that are wrapped for nobody in particular. */
const DEFAULT_COLUMNS = 100

const io: Io = {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  isErrTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns || DEFAULT_COLUMNS,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  now: Date.now,
  onSignal(listener) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, listener)
  },
  onHangup: (listener) => void process.on('SIGHUP', listener),
  exit: (code) => process.exit(code),
}

// What was compiled once is read the next time, where the folder for temporary files can be written to.
enableCompileCache()

// Nobody reads on: `… | head` has what it wanted.
process.stdout.on('error', () => process.exit(1))

try {
  await createProgram(io).parseAsync(process.argv)
} catch (error) {
  io.err(tellError(error))
  process.exitCode = exitStatus(error)
}
