#!/usr/bin/env node
// The process: the only file that reads process.env, and the only one that exits.

import { CommanderError } from 'commander'
import { createProgram } from './cli/create-program.ts'
import type { Io } from './cli/io.ts'

const io: Io = {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  now: Date.now,
  onSignal(listener) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, listener)
  },
  exit: (code) => process.exit(code),
}

/** 1: it did not work; 2: it was called wrongly. */
const exitStatus = (error: unknown): number => {
  if (!(error instanceof CommanderError)) return 1
  return error.exitCode === 0 ? 0 : 2
}

try {
  await createProgram(io).parseAsync(process.argv)
} catch (error) {
  // Commander has said by itself what was wrong with the call.
  if (!(error instanceof CommanderError))
    io.err(`central-api: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = exitStatus(error)
}
