import { describeWebhook } from '../../webhooks/describe-webhook.ts'
import type { WebhookEdit } from '../../webhooks/webhooks.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { view } from './list.ts'
import { withEncryption, withWebhooks } from './with-webhooks.ts'

type Types = readonly string[] | 'all'

const HOUR_MS = 3_600_000

const toTypes = (types: Types): readonly string[] | null => (types === 'all' ? null : types)

/** Prints the secret, which cannot be shown again. */
export const createWebhook = (
  io: Io,
  url: string,
  { types, description, json }: { readonly types: Types; readonly description?: string; readonly json?: true },
): Promise<void> =>
  withEncryption(
    io,
    async (webhooks) => {
      const { webhook, secret } = await webhooks.create(
        { url, types: toTypes(types), description: description ?? null },
        commandActor(io, 'webhook create'),
      )
      if (json) return printJson(io, { ...describeWebhook(webhook, io.now()), secret })
      io.out(`Created webhook ${styleFor(io).bold(webhook.id)}.\n\n${view([webhook], io)}\n${secretText(io, secret)}`)
    },
    'create',
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
    else io.out(`Changed webhook ${id}:\n\n${view([webhook], io)}`)
  })

export const rotateSecret = (
  io: Io,
  id: string,
  { overlap, json }: { readonly overlap: number; readonly json?: true },
): Promise<void> =>
  withEncryption(io, async (webhooks) => {
    const { webhook, secret } = await webhooks.rotateSecret(id, overlap * HOUR_MS, commandActor(io, 'webhook rotate'))
    if (json) return printJson(io, { ...describeWebhook(webhook, io.now()), secret })
    const old =
      overlap === 0 ? 'The old secret is no longer valid.' : `The old secret also signs for ${overlap} more hours.`
    io.out(`Webhook ${id} has a new secret. ${old}\n\n${secretText(io, secret)}`)
  })

export const deleteWebhook = (io: Io, id: string, { json }: { readonly json?: true }): Promise<void> =>
  withWebhooks(io, async (webhooks) => {
    await webhooks.remove(id, commandActor(io, 'webhook delete'))
    if (json) printJson(io, { id, deleted: true })
    else io.out(`Deleted webhook ${id} and its waiting deliveries.\n`)
  })

const secretText = (io: Io, secret: string): string =>
  `Its secret is shown only once:\n\n  ${styleFor(io).bold(secret)}\n\nThe receiver verifies signatures with it. See docs/reference/webhooks.md.\n`
