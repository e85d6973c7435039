// The command line. Each command is a file that is loaded only when the command is run.

import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import type { Io } from './io.ts'
import { ProgramCommand } from './program-command.ts'

type CommandRow = {
  /** The name and the arguments. */
  readonly syntax: string
  readonly description: string
  /** Loads the function that adds the options, the subcommands and the action. */
  readonly load: () => Promise<(command: Command, io: Io) => void>
}

/** Completes all commands, so all are loaded with it. */
const COMPLETION = 'completion'

/** In the order of the help text. */
const COMMANDS: readonly CommandRow[] = [
  {
    syntax: 'serve',
    description: 'start the service',
    load: async () => (await import('./serve.ts')).registerServe,
  },
  {
    syntax: 'license',
    description: 'create, show and change licenses',
    load: async () => (await import('./license.ts')).registerLicense,
  },
  {
    syntax: 'plan',
    description: 'list and set plans',
    load: async () => (await import('./plan.ts')).registerPlan,
  },
  {
    syntax: 'usage [license]',
    description: 'show the usage of all licenses in a month, or of one license by day',
    load: async () => (await import('./usage.ts')).registerUsage,
  },
  {
    syntax: 'requests',
    description: 'list the last requests to the API, newest first',
    load: async () => (await import('./requests.ts')).registerRequests,
  },
  {
    syntax: 'scan <platform> [handle]',
    description: 'test a platform: show a profile and its posts',
    load: async () => (await import('./scan.ts')).registerScan,
  },
  {
    syntax: 'validate <url>',
    description: 'validate a link or a post URL, and show its content',
    load: async () => (await import('./validate.ts')).registerValidate,
  },
  {
    syntax: 'keys',
    description: 'list and rotate the keys that sign tokens',
    load: async () => (await import('./keys.ts')).registerKeys,
  },
  {
    syntax: 'platforms [platform]',
    description: 'list the platforms with their variants, handle formats and missing settings',
    load: async () => (await import('./platforms.ts')).registerPlatforms,
  },
  {
    syntax: 'connection',
    description: 'list and disconnect connected accounts, and list the applications that they need',
    load: async () => (await import('./connection.ts')).registerConnection,
  },
  {
    syntax: 'media',
    description: 'stop serving the images of a post, an account or a URL',
    load: async () => (await import('./media.ts')).registerMedia,
  },
  {
    syntax: 'operator',
    description: 'create, list and revoke operators of the admin API',
    load: async () => (await import('./operator.ts')).registerOperator,
  },
  {
    syntax: 'audit',
    description: 'list who changed what and from where, newest first',
    load: async () => (await import('./audit.ts')).registerAudit,
  },
  {
    syntax: 'webhook',
    description: 'manage webhooks and list their deliveries',
    load: async () => (await import('./webhook.ts')).registerWebhook,
  },
  {
    syntax: 'backup <file>',
    description: 'write a consistent copy of the store to a new file, even while the service runs',
    load: async () => (await import('./backup.ts')).registerBackup,
  },
  {
    syntax: 'restore <file>',
    description: 'replace the store with a backup; stop the service first',
    load: async () => (await import('./restore.ts')).registerRestore,
  },
  {
    syntax: 'migrate',
    description: 'copy the store into another database, even while the service runs; can be repeated',
    load: async () => (await import('./migrate.ts')).registerMigrate,
  },
  {
    syntax: 'import <file>',
    description: 'import licenses from another shop with their existing keys',
    load: async () => (await import('./import.ts')).registerImport,
  },
  {
    syntax: 'export',
    description: 'export all data except keys',
    load: async () => (await import('./export.ts')).registerExport,
  },
  {
    syntax: 'doctor',
    description: 'check the settings, the store, the platforms and the service',
    load: async () => (await import('./doctor.ts')).registerDoctor,
  },
  {
    syntax: COMPLETION,
    description: 'print a script that completes commands in your shell',
    load: async () => (await import('./completion.ts')).registerCompletion,
  },
]

/** `args`: the command-line arguments. Commands that they do not name are listed in the help but not loaded. */
export const createProgram = async (io: Io, args: readonly string[]): Promise<ProgramCommand> => {
  const program = new ProgramCommand('central-api')
    .description('License keys with quotas, and posts of any platform in one format.')
    .version(manifest.version)
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
  for (const { syntax, description, load } of COMMANDS) {
    const command = program.command(syntax).description(description)
    if (!args.includes(command.name()) && !args.includes(COMPLETION)) continue
    const register = await load()
    register(command, io)
  }
  return program
}
