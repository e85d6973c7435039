import { describeWebhook } from '../../webhooks/describe-webhook.ts'
import type { WebhookEdit } from '../../webhooks/webhooks.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { view } from './list.ts'
import { withSealing, withWebhooks } from './with-webhooks.ts'

type Types = readonly string[] | 'all'

const HOUR_MS = 3_600_000

const toTypes = (types: Types): readonly string[] | null => (types === 'all' ? null : types)

/** The secret is printed, and is nowhere else from then on. */
export const createWebhook = (
  io: Io,
  url: string,
  { types, description, json }: { readonly types: Types; readonly description?: string; readonly json?: true },
): Promise<void> =>
  withSealing(
    io,
    async (webhooks) => {
      const { webhook, secret } = await webhooks.create(
        { url, types: toTypes(types), description: description ?? null },
        commandActor(io, 'webhook create'),
      )
      if (json) return printJson(io, { ...describeWebhook(webhook, io.now()), secret })
      io.out(`Made the webhook ${styleFor(io).bold(webhook.id)}.\n\n${view([webhook], io)}\n${tellSecret(io, secret)}`)
    },
    'make',
  )

export const changeWebhook = (
  io: Io,
  id: string,
  { types, ...edit }: Omit<WebhookEdit, 'types'> & { readonly types?: Types },
  json: true | undefined,
): Promise<void> =>
  withWebhooks(io, async (webhooks) => {
    const webhook = await webhooks.change(
      id,
      { ...edit, ...(types !== undefined && { types: toTypes(types) }) },
      commandActor(io, 'webhook change'),
    )
    if (json) printJson(io, describeWebhook(webhook, io.now()))
    else io.out(`Changed the webhook ${id}:\n\n${view([webhook], io)}`)
  })

export const rotateSecret = (
  io: Io,
  id: string,
  { overlap, json }: { readonly overlap: number; readonly json?: true },
): Promise<void> =>
  withSealing(io, async (webhooks) => {
    const { webhook, secret } = await webhooks.rotateSecret(id, overlap * HOUR_MS, commandActor(io, 'webhook rotate'))
    if (json) return printJson(io, { ...describeWebhook(webhook, io.now()), secret })
    const old = overlap === 0 ? 'The old secret signs no more.' : `The old secret signs, too, for ${overlap} hours.`
    io.out(`The webhook ${id} has a new secret. ${old}\n\n${tellSecret(io, secret)}`)
  })

export const deleteWebhook = (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> =>
  withWebhooks(io, async (webhooks) => {
    await webhooks.remove(id, commandActor(io, 'webhook delete'))
    if (json) printJson(io, { id, deleted: true })
    else io.out(`Deleted the webhook ${id}, and what waited for it.\n`)
  })

const tellSecret = (io: Io, secret: string): string =>
  `Its secret, shown this once:\n\n  ${styleFor(io).bold(secret)}\n\nThe receiver checks signatures with it: docs/webhooks.md says how.\n`
