import { Type } from '../../../parsing/type.ts'
import type { DeliveryState } from '../../../storage/store.ts'
import { describeDelivery } from '../../../webhooks/describe-webhook.ts'
import { adminRoute } from '../admin-route.ts'
import { DEFAULT_LISTED, MOST_LISTED, readLimit } from '../read-limit.ts'
import { Delivery } from './schemas.ts'

export const testWebhook = adminRoute({
  method: 'POST',
  path: '/webhooks/:webhook/test',
  role: 'admin',
  summary: 'Send a test event',
  description:
    'Queues a `webhook.test` event for this webhook alone, whatever it is told of. It is sent within a second or two: the list of deliveries says what came of it.',
  data: Delivery,
  example: { path: '/webhooks/$WEBHOOK/test' },
  handle:
    ({ webhooks }) =>
    async ({ params: { webhook: id = '' } }) =>
      describeDelivery(await webhooks.test(id)),
})

export const listDeliveries = adminRoute({
  method: 'GET',
  path: '/webhooks/:webhook/deliveries',
  role: 'read',
  summary: 'List the deliveries of a webhook',
  description:
    'Newest first; they are kept for 30 days. `nextCursor` is null on the last page; otherwise send it as `cursor` for the next one.',
  query: Type.Object({
    limit: Type.Optional(
      Type.String({ description: `How many at most: 1 to ${MOST_LISTED}, ${DEFAULT_LISTED} if left out` }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the page before' })),
    state: Type.Optional(Type.Enum(['waiting', 'delivered', 'failed'] satisfies DeliveryState[])),
  }),
  data: Type.Object({
    deliveries: Type.Array(Delivery),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  example: { path: '/webhooks/$WEBHOOK/deliveries?state=failed' },
  handle:
    ({ webhooks }) =>
    async ({ params: { webhook: id = '' }, query: { limit: written, cursor: before, state } }) => {
      const limit = readLimit(written)
      // One more than is shown tells whether there is a next page.
      const found = await webhooks.deliveries(id, { limit: limit + 1, before, state })
      const shown = found.slice(0, limit).map(describeDelivery)
      return { deliveries: shown, nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null }
    },
})

export const resendDelivery = adminRoute({
  method: 'POST',
  path: '/webhooks/:webhook/deliveries/:delivery/resend',
  role: 'admin',
  summary: 'Send a delivery again',
  description:
    'One that was delivered, or given up, is tried again from the start: the same event under the same id. One that waits is `conflict`.',
  data: Delivery,
  example: { path: '/webhooks/$WEBHOOK/deliveries/$DELIVERY/resend' },
  handle:
    ({ webhooks }) =>
    async ({ params: { webhook: id = '', delivery = '' } }) =>
      describeDelivery(await webhooks.resend(id, delivery)),
})
