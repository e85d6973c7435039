// The command line: one program, a file per command.

import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { registerAudit } from './audit.ts'
import { registerBackup } from './backup.ts'
import { registerDoctor } from './doctor.ts'
import { registerExport } from './export.ts'
import { registerImport } from './import.ts'
import type { Io } from './io.ts'
import { registerKeys } from './keys.ts'
import { registerLicense } from './license.ts'
import { registerMigrate } from './migrate.ts'
import { registerOperator } from './operator.ts'
import { registerPlan } from './plan.ts'
import { registerPlatforms } from './platforms.ts'
import { registerRestore } from './restore.ts'
import { registerScan } from './scan.ts'
import { registerServe } from './serve.ts'
import { registerValidate } from './validate.ts'

/** In the order in which the help lists them. */
const COMMANDS = [
  registerServe,
  registerLicense,
  registerPlan,
  registerScan,
  registerValidate,
  registerKeys,
  registerPlatforms,
  registerOperator,
  registerAudit,
  registerBackup,
  registerRestore,
  registerMigrate,
  registerImport,
  registerExport,
  registerDoctor,
]

export const createProgram = (io: Io): Command => {
  const program = new Command('central-api')
    .description('License keys with quotas, and posts of any platform in one form.')
    .version(manifest.version)
    .showHelpAfterError('(central-api --help lists the commands)')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
  for (const register of COMMANDS) register(program, io)
  return program
}
