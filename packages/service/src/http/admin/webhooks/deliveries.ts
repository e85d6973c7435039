import { Type } from '../../../parsing/type.ts'
import type { DeliveryState } from '../../../storage/store.ts'
import { describeDelivery } from '../../../webhooks/describe-webhook.ts'
import { adminRoute } from '../admin-route.ts'
import { DEFAULT_LISTED, MAX_LISTED, readLimit } from '../read-limit.ts'
import { Delivery } from './schemas.ts'

export const testWebhook = adminRoute({
  method: 'POST',
  path: '/webhooks/:webhook/test',
  role: 'admin',
  operationId: 'sendATestEvent',
  summary: 'Send a test event',
  description:
    'Queues a `webhook.test` event for this webhook only, whatever its event types. It is sent within a second or two. See the result in the list of deliveries.',
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
  operationId: 'listTheDeliveriesOfAWebhook',
  summary: 'List the deliveries of a webhook',
  description:
    'Returns deliveries, newest first. They are kept for 30 days. Send `nextCursor` as `cursor` for the next page; it is null on the last page.',
  query: Type.Object({
    limit: Type.Optional(Type.String({ description: `Page size: 1 to ${MAX_LISTED}, default ${DEFAULT_LISTED}` })),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the previous page' })),
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
      // One more than is shown, to know whether there is a next page.
      const found = await webhooks.deliveries(id, { limit: limit + 1, before, state })
      const shown = found.slice(0, limit).map(describeDelivery)
      return { deliveries: shown, nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null }
    },
})

export const resendDelivery = adminRoute({
  method: 'POST',
  path: '/webhooks/:webhook/deliveries/:delivery/resend',
  role: 'admin',
  operationId: 'sendADeliveryAgain',
  summary: 'Resend a delivery',
  description:
    'Starts a delivered or failed delivery again: the same event with the same id. A waiting delivery is a `conflict`.',
  data: Delivery,
  example: { path: '/webhooks/$WEBHOOK/deliveries/$DELIVERY/resend' },
  handle:
    ({ webhooks }) =>
    async ({ params: { webhook: id = '', delivery = '' } }) =>
      describeDelivery(await webhooks.resend(id, delivery)),
})
