import { Type } from '../../../parsing/type.ts'
import { describeWebhook } from '../../../webhooks/describe-webhook.ts'
import { DEFAULT_OVERLAP_MS, type MadeWebhook } from '../../../webhooks/webhooks.ts'
import { adminRoute } from '../admin-route.ts'
import { Description, Types, Url, Webhook, WebhookWithSecret } from './schemas.ts'

const HOUR_MS = 3_600_000

export const listWebhooks = adminRoute({
  method: 'GET',
  path: '/webhooks',
  role: 'read',
  operationId: 'listTheWebhooks',
  summary: 'List webhooks',
  description: 'Returns all webhooks, newest first, without their secrets.',
  data: Type.Object({ webhooks: Type.Array(Webhook) }),
  example: { path: '/webhooks' },
  handle:
    ({ webhooks, now }) =>
    async () => ({ webhooks: (await webhooks.list()).map((webhook) => describeWebhook(webhook, now())) }),
})

export const createWebhook = adminRoute({
  method: 'POST',
  path: '/webhooks',
  role: 'admin',
  operationId: 'makeAWebhook',
  summary: 'Create a webhook',
  description:
    'The webhook receives events from now on. There can be at most 25. [Webhooks](webhooks.md) describes what is sent and how a receiver verifies it.',
  body: Type.Object({ url: Url, types: Type.Optional(Types), description: Type.Optional(Description) }),
  data: WebhookWithSecret,
  isMaking: true,
  example: {
    path: '/webhooks',
    body: {
      url: 'https://shop.example/hooks/central',
      types: ['license.expired', 'quota.80'],
      description: 'The shop',
    },
  },
  handle:
    ({ webhooks, now }) =>
    async ({ body, actor, toResponse }) => {
      const toData = ({ webhook, secret }: MadeWebhook) => ({ ...describeWebhook(webhook, now()), secret })
      return toData(await webhooks.create(body, actor, (made) => toResponse(toData(made))))
    },
})

export const showWebhook = adminRoute({
  method: 'GET',
  path: '/webhooks/:webhook',
  role: 'read',
  operationId: 'showAWebhook',
  summary: 'Show a webhook',
  description: 'Returns one webhook of the list.',
  data: Webhook,
  example: { path: '/webhooks/$WEBHOOK' },
  handle:
    ({ webhooks, now }) =>
    async ({ params: { webhook: id = '' } }) =>
      describeWebhook(await webhooks.require(id), now()),
})

export const changeWebhook = adminRoute({
  method: 'PATCH',
  path: '/webhooks/:webhook',
  role: 'admin',
  operationId: 'changeAWebhook',
  summary: 'Change a webhook',
  description:
    'Fields that are left out stay as they are. Switching a webhook off gives up its waiting deliveries; they can be resent when it is on.',
  body: Type.Object({
    url: Type.Optional(Url),
    types: Type.Optional(Types),
    description: Type.Optional(Description),
    state: Type.Optional(Type.Enum(['on', 'off'])),
  }),
  data: Webhook,
  example: { path: '/webhooks/$WEBHOOK', body: { types: null } },
  handle:
    ({ webhooks, now }) =>
    async ({ params: { webhook: id = '' }, body, actor }) =>
      describeWebhook(await webhooks.change(id, body, actor), now()),
})

export const rotateWebhookSecret = adminRoute({
  method: 'POST',
  path: '/webhooks/:webhook/rotate-secret',
  role: 'admin',
  operationId: 'rotateTheSecretOfAWebhook',
  summary: 'Rotate the secret of a webhook',
  description: 'A new secret signs from now on. The previous one signs, too, until the overlap ends.',
  body: Type.Object({
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 720,
        description: 'Hours that both sign; 0 if the secret was leaked or lost. Default 24',
      }),
    ),
  }),
  data: WebhookWithSecret,
  isMaking: true,
  example: { path: '/webhooks/$WEBHOOK/rotate-secret', body: { overlapHours: 24 } },
  handle:
    ({ webhooks, now }) =>
    async ({ params: { webhook: id = '' }, body: { overlapHours }, actor, toResponse }) => {
      const overlapMs = overlapHours === undefined ? DEFAULT_OVERLAP_MS : overlapHours * HOUR_MS
      const toData = ({ webhook, secret }: MadeWebhook) => ({ ...describeWebhook(webhook, now()), secret })
      return toData(await webhooks.rotateSecret(id, overlapMs, actor, (made) => toResponse(toData(made))))
    },
})

export const deleteWebhook = adminRoute({
  method: 'DELETE',
  path: '/webhooks/:webhook',
  role: 'admin',
  operationId: 'deleteAWebhook',
  summary: 'Delete a webhook',
  description: 'It receives no more events. Its waiting deliveries are deleted, too.',
  data: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  example: { path: '/webhooks/$WEBHOOK' },
  handle:
    ({ webhooks }) =>
    async ({ params: { webhook: id = '' }, actor }) => {
      await webhooks.remove(id, actor)
      return { id, deleted: true as const }
    },
})
