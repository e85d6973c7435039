// central-api connection …: the connected accounts of all licenses, and the applications that they are connected with.

import { type Command, Option } from 'commander'
import { CONNECT_APP_STATES, CONNECTION_STATES } from '../storage/connection-records.ts'
import { listApps } from './connection/apps.ts'
import { type AddOptions, addApp, removeApp } from './connection/change-apps.ts'
import { disconnectAccount } from './connection/disconnect.ts'
import { listConnections } from './connection/list.ts'
import type { Io } from './io.ts'
import { wholeNumber } from './read-options.ts'

const JSON_OPTION = ['--json', 'print one JSON document'] as const

export const registerConnection = (connection: Command, io: Io): void => {
  connection
    .command('list')
    .description('list connected accounts, newest first; filters can be combined')
    .option('--license <id>', 'only accounts of this license')
    .option('--platform <id>', 'only accounts on this platform')
    .addOption(new Option('--state <state>', 'only accounts in this state').choices(CONNECTION_STATES))
    .option('--limit <count>', 'maximum number of accounts (default: 50; all with --json)', wholeNumber(1, 1_000_000))
    .option(...JSON_OPTION)
    .action((options) => listConnections(io, options))

  connection
    .command('disconnect <id>')
    .description('end a connection: its token is revoked, and everything read through it is deleted')
    .option(...JSON_OPTION)
    .action((id: string, options) => disconnectAccount(io, id, options))

  const app = connection
    .command('app')
    .description('list the applications that accounts are connected with, and the URLs to register at the platforms')
    .option(...JSON_OPTION)
    .action((options) => listApps(io, options))

  app
    .command('add <platform> <client-id>')
    .description('add an application beside those of the settings, or give it another secret')
    .requiredOption('--secret-file <file>', 'the file with its secret; /dev/stdin for standard input')
    .option('--license <id>', 'as one of this license')
    .option('--label <text>', 'the name for the lists')
    .addOption(
      new Option('--state <state>', 'review: used only if connect names it; paused: no new connections').choices(
        CONNECT_APP_STATES,
      ),
    )
    .option(...JSON_OPTION)
    .action((platform: string, clientId: string, _options: object, command: Command) =>
      // The command above it takes `--json`, too, wherever it stands.
      addApp(io, platform, clientId, command.optsWithGlobals<AddOptions>()),
    )

  app
    .command('remove <id>')
    .description('remove an application that was added, and end the connections that were made with it')
    .option(...JSON_OPTION)
    .action((id: string, _options: object, command: Command) => removeApp(io, id, command.optsWithGlobals()))
}
