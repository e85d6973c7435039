// Webhooks and deliveries as shown by the command line and the admin API. Never contains a secret.

import { isoTime, isoTimeOrNull } from '../runtime/clock/iso-time.ts'
import type { DeliveryRecord, WebhookRecord } from '../storage/store.ts'
import { bodyOf } from './deliver.ts'

export const describeWebhook = (webhook: WebhookRecord, now: number) => {
  const { oldSecretUntil } = webhook
  return {
    id: webhook.id,
    url: webhook.url,
    types: webhook.types === null ? null : [...webhook.types],
    description: webhook.description,
    state: webhook.state,
    stateSince: isoTime(webhook.stateSince),
    oldSecretUntil: isoTimeOrNull(oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil : null),
    dropped: webhook.dropped,
    createdAt: isoTime(webhook.createdAt),
  }
}

export const describeDelivery = (delivery: DeliveryRecord) => ({
  id: delivery.event.id,
  type: delivery.event.type,
  state: delivery.state,
  attempts: delivery.attempts,
  status: delivery.status,
  error: delivery.error,
  triedAt: isoTimeOrNull(delivery.triedAt),
  nextAt: isoTimeOrNull(delivery.nextAt),
  createdAt: isoTime(delivery.createdAt),
  payload: bodyOf(delivery.event).toString(),
})
