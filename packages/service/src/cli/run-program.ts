// Runs the command line on some words, to the end of its output: help and the version are written, too, before it has worked.

import { createProgram } from './create-program.ts'
import type { Io } from './io.ts'
import { exitStatus } from './tell-error.ts'

/** Rejects with what `tellError` and `exitStatus` know. */
export const runProgram = async (io: Io, words: readonly string[]): Promise<void> => {
  const program = await createProgram(io, words)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    // Commander ends help and the version by an error.
    if (exitStatus(error) !== 0) throw error
  }
  await io.written()
}
