// central-api webhook …: manages webhooks and lists their deliveries. The service sends the events.

import { type Command, Option } from 'commander'
import { SUBSCRIBABLE_TYPES } from '../events/event-types.ts'
import type { DeliveryState } from '../storage/store.ts'
import type { Io } from './io.ts'
import { namesOf, orKeyword, wholeNumber } from './read-options.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './webhook/change.ts'
import { listDeliveries, resendDelivery, testWebhook } from './webhook/deliveries.ts'
import { listWebhooks } from './webhook/list.ts'

type JsonOption = { readonly json?: true }

const STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'failed']
const MAX_OVERLAP_HOURS = 720
const eventTypes = namesOf(SUBSCRIBABLE_TYPES)
const TYPES = ['--types <types>', 'comma-separated event types, or all'] as const

export const registerWebhook = (webhook: Command, io: Io): void => {
  webhook
    .command('list')
    .description('list the webhooks')
    .option('--json', 'print one JSON document')
    .action((options: JsonOption) => listWebhooks(io, options))

  webhook
    .command('create <url>')
    .description('create a webhook and print its secret, which is shown only once')
    .option(...TYPES, orKeyword('all', eventTypes), 'all')
    .option('--description <text>', 'the purpose of the webhook')
    .option('--json', 'print one JSON document')
    .action((url: string, options: Parameters<typeof createWebhook>[2]) => createWebhook(io, url, options))

  webhook
    .command('change <id>')
    .description('change a webhook')
    .option('--url <url>', 'the new URL')
    .option(...TYPES, orKeyword('all', eventTypes))
    .option('--description <text>', 'the purpose of the webhook')
    .addOption(new Option('--state <state>', 'turn the webhook on or off').choices(['on', 'off']))
    .option('--json', 'print one JSON document')
    .action((id: string, { json, ...edit }: Parameters<typeof changeWebhook>[2] & JsonOption, command: Command) => {
      if (Object.keys(edit).length === 0)
        command.error('error: nothing to change; set --url, --types, --description or --state')
      return changeWebhook(io, id, edit, json)
    })

  webhook
    .command('rotate <id>')
    .description('create a new secret and print it, which is shown only once')
    .option('--overlap <hours>', 'how long the old secret also signs', wholeNumber(0, MAX_OVERLAP_HOURS), 24)
    .option('--json', 'print one JSON document')
    .action((id: string, options: Parameters<typeof rotateSecret>[2]) => rotateSecret(io, id, options))

  webhook
    .command('test <id>')
    .description('send a test event')
    .option('--json', 'print one JSON document')
    .action((id: string, options: JsonOption) => testWebhook(io, id, options))

  webhook
    .command('deliveries <id>')
    .description('list deliveries, newest first')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(STATES))
    .option('--limit <count>', 'maximum number of deliveries', wholeNumber(1, 1_000), 50)
    .option('--before <delivery>', 'continue after this delivery')
    .option('--json', 'print one JSON document')
    .action((id: string, options: Parameters<typeof listDeliveries>[2]) => listDeliveries(io, id, options))

  webhook
    .command('resend <id> <delivery>')
    .description('resend a delivery')
    .option('--json', 'print one JSON document')
    .action((id: string, delivery: string, options: JsonOption) => resendDelivery(io, id, delivery, options))

  webhook
    .command('delete <id>')
    .description('delete a webhook and its waiting deliveries')
    .option('--json', 'print one JSON document')
    .action((id: string, options: JsonOption) => deleteWebhook(io, id, options))
}
