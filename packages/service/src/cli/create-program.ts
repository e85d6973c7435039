// The command line: one program, a file per command, which is loaded when the command is named.

import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import type { Io } from './io.ts'

type CommandRow = {
  /** Its name, and what comes behind it. */
  readonly words: string
  readonly about: string
  /** What gives it its options, its own commands, and what it does. */
  readonly load: () => Promise<(command: Command, io: Io) => void>
}

/** In the order in which the help lists them. */
const COMMANDS: readonly CommandRow[] = [
  {
    words: 'serve',
    about: 'start the service',
    load: async () => (await import('./serve.ts')).registerServe,
  },
  {
    words: 'license',
    about: 'make, show and change licenses',
    load: async () => (await import('./license.ts')).registerLicense,
  },
  {
    words: 'plan',
    about: 'list and set plans',
    load: async () => (await import('./plan.ts')).registerPlan,
  },
  {
    words: 'usage [license]',
    about: 'show what all licenses used in a month, or one of them in some days',
    load: async () => (await import('./usage.ts')).registerUsage,
  },
  {
    words: 'scan <platform> <handle>',
    about: 'try a platform: show a profile and its posts',
    load: async () => (await import('./scan.ts')).registerScan,
  },
  {
    words: 'validate <url>',
    about: 'check a link or the address of a post, and show what is there',
    load: async () => (await import('./validate.ts')).registerValidate,
  },
  {
    words: 'keys',
    about: 'list and rotate the keys that sign tokens',
    load: async () => (await import('./keys.ts')).registerKeys,
  },
  {
    words: 'platforms',
    about: 'list the platforms, their variants and forms of handles, and what is missing',
    load: async () => (await import('./platforms.ts')).registerPlatforms,
  },
  {
    words: 'operator',
    about: 'make, list and revoke those who may use the operator’s API',
    load: async () => (await import('./operator.ts')).registerOperator,
  },
  {
    words: 'audit',
    about: 'list what was changed, by whom and from where, newest first',
    load: async () => (await import('./audit.ts')).registerAudit,
  },
  {
    words: 'webhook',
    about: 'tell others of what happens, and see what came of it',
    load: async () => (await import('./webhook.ts')).registerWebhook,
  },
  {
    words: 'backup <file>',
    about: 'write a consistent copy of the store to a new file, also while the service runs',
    load: async () => (await import('./backup.ts')).registerBackup,
  },
  {
    words: 'restore <file>',
    about: 'put a backup in the place of the store; the service must be stopped',
    load: async () => (await import('./restore.ts')).registerRestore,
  },
  {
    words: 'migrate',
    about: 'copy the store into another database, also while the service runs; may be run again and again',
    load: async () => (await import('./migrate.ts')).registerMigrate,
  },
  {
    words: 'import <file>',
    about: 'take licenses over from another shop, with the keys that its customers have',
    load: async () => (await import('./import.ts')).registerImport,
  },
  {
    words: 'export',
    about: 'write everything that may leave: never a key',
    load: async () => (await import('./export.ts')).registerExport,
  },
  {
    words: 'doctor',
    about: 'tell what is configured, what is missing, and what answers',
    load: async () => (await import('./doctor.ts')).registerDoctor,
  },
]

/** `words` are those of the command line: commands that are not among them are listed in the help, and not loaded. */
export const createProgram = async (io: Io, words: readonly string[]): Promise<Command> => {
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
  for (const { words: own, about, load } of COMMANDS) {
    const command = program.command(own).description(about)
    if (!words.includes(command.name())) continue
    const register = await load()
    register(command, io)
  }
  return program
}
