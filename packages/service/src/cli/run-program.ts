// Runs a command and waits until all of its output is written, including help and the version.

import { createProgram } from './create-program.ts'
import { exitStatus } from './format-error.ts'
import type { Io } from './io.ts'

/** Rejects with an error for `formatError` and `exitStatus`. */
export const runProgram = async (io: Io, args: readonly string[]): Promise<void> => {
  const program = await createProgram(io, args)
  try {
    program.requireHelpTopic(args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander throws an error to end after help and the version.
    if (exitStatus(error) !== 0) throw error
  }
  await io.written()
}
