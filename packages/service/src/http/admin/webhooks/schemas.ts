// Schemas of the admin API's responses about webhooks.

import type { Static } from 'typebox'
import { Type } from '../../../parsing/type.ts'

const Time = (description: string) => Type.String({ format: 'date-time', description })
const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const Url = Type.String({
  maxLength: 2_048,
  description: 'URL of the receiver: `https`, at a public host. `EGRESS_ALLOW` lists exceptions',
})
export const Types = Type.Union([Type.Array(Type.String()), Type.Null()], {
  description: 'Event types that it receives ([events](webhooks.md#events)); null for all, including future ones',
})
export const Description = Type.Union([Type.String(), Type.Null()], { description: 'At most 200 characters' })

export const Webhook = Type.Object({
  id: Type.String(),
  url: Url,
  types: Types,
  description: Description,
  state: Type.Enum(['on', 'off', 'gone'], {
    description: '`off`: an operator switched it off; `gone`: its receiver responded with 410',
  }),
  stateSince: Time('When the state started'),
  oldSecretUntil: TimeOrNull('Until when the previous secret signs, too; null if it does not'),
  dropped: Type.Integer({ description: 'Events that were dropped because 10,000 others were waiting' }),
  createdAt: Time('When it was created'),
})
export type Webhook = Static<typeof Webhook>

export const Secret = Type.String({ description: 'The signing secret, `whsec_…`, shown only once' })

export const WebhookWithSecret = Type.Object({ ...Webhook.properties, secret: Secret })

export const Delivery = Type.Object({
  id: Type.String({ description: 'Id of the event: `webhook-id`' }),
  type: Type.String(),
  state: Type.Enum(['waiting', 'delivered', 'failed'], { description: '`failed`: given up' }),
  attempts: Type.Integer({ description: 'Attempts, including one in progress' }),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the last attempt; null without a response',
  }),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the last attempt failed ([errors](webhooks.md#delivery-errors))',
  }),
  triedAt: TimeOrNull('When it was last attempted'),
  nextAt: TimeOrNull('When it is attempted next'),
  createdAt: Time('When the event happened'),
  payload: Type.String({ description: 'The JSON that is sent' }),
})
export type Delivery = Static<typeof Delivery>
