// central-api webhook …: who is told of what happens, and what came of it. What is made here is sent by the server.

import { type Command, Option } from 'commander'
import type { DeliveryState } from '../storage/store.ts'
import type { Io } from './io.ts'
import { commaList, orWord, wholeNumber } from './read-options.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './webhook/change.ts'
import { listDeliveries, resendDelivery, testWebhook } from './webhook/deliveries.ts'
import { listWebhooks } from './webhook/list.ts'

type JsonOption = { readonly json?: true }

const STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'failed']
const HOURS_OF_A_MONTH = 720
const TYPES = ['--types <types>', 'events it is told of, comma-separated, or all'] as const

export const registerWebhook = (webhook: Command, io: Io): void => {
  webhook
    .command('list')
    .description('list the webhooks')
    .option('--json', 'print one JSON document')
    .action((options: JsonOption) => listWebhooks(io, options))

  webhook
    .command('create <url>')
    .description('make a webhook; prints its secret, this once')
    .option(...TYPES, orWord('all', commaList), 'all')
    .option('--description <text>', 'what it is for')
    .option('--json', 'print one JSON document')
    .action((url: string, options: Parameters<typeof createWebhook>[2]) => createWebhook(io, url, options))

  webhook
    .command('change <id>')
    .description('change what is named of a webhook')
    .option('--url <url>', 'where it leads')
    .option(...TYPES, orWord('all', commaList))
    .option('--description <text>', 'what it is for')
    .addOption(new Option('--state <state>', 'switch it on or off').choices(['on', 'off']))
    .option('--json', 'print one JSON document')
    .action((id: string, { json, ...edit }: Parameters<typeof changeWebhook>[2] & JsonOption, command: Command) => {
      if (Object.keys(edit).length === 0)
        command.error('error: nothing to change; name --url, --types, --description or --state')
      return changeWebhook(io, id, edit, json)
    })

  webhook
    .command('rotate <id>')
    .description('sign with a new secret; prints it, this once')
    .option('--overlap <hours>', 'how long the old one signs, too', wholeNumber(0, HOURS_OF_A_MONTH), 24)
    .option('--json', 'print one JSON document')
    .action((id: string, options: Parameters<typeof rotateSecret>[2]) => rotateSecret(io, id, options))

  webhook
    .command('test <id>')
    .description('have the server send a test event')
    .option('--json', 'print one JSON document')
    .action((id: string, options: JsonOption) => testWebhook(io, id, options))

  webhook
    .command('deliveries <id>')
    .description('list what was sent, newest first')
    .addOption(new Option('--state <state>', 'only those').choices(STATES))
    .option('--limit <count>', 'how many at most', wholeNumber(1, 1_000), 50)
    .option('--before <delivery>', 'those before this one')
    .option('--json', 'print one JSON document')
    .action((id: string, options: Parameters<typeof listDeliveries>[2]) => listDeliveries(io, id, options))

  webhook
    .command('resend <id> <delivery>')
    .description('have the server send a delivery again')
    .option('--json', 'print one JSON document')
    .action((id: string, delivery: string, options: JsonOption) => resendDelivery(io, id, delivery, options))

  webhook
    .command('delete <id>')
    .description('delete a webhook, and what waits for it')
    .option('--json', 'print one JSON document')
    .action((id: string, options: JsonOption) => deleteWebhook(io, id, options))
}
