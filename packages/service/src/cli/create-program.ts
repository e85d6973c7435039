// The command line: one program, a file per command.

import { Command } from 'commander'
import type { Io } from './io.ts'
import { registerServe } from './serve.ts'

const COMMANDS = [registerServe]

export const createProgram = (io: Io): Command => {
  const program = new Command('central-api')
    .description('License keys with quotas, and posts of any platform in one form.')
    .showHelpAfterError('(central-api --help lists the commands)')
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .exitOverride()
  for (const register of COMMANDS) register(program, io)
  return program
}
