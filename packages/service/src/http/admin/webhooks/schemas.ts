// What the operator's API answers of webhooks, as schemas.

import type { Static } from 'typebox'
import { Type } from '../../../parsing/type.ts'

const Time = (description: string) => Type.String({ format: 'date-time', description })
const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const Url = Type.String({
  maxLength: 2_048,
  description: 'Where it leads: `https`, at a public address. `EGRESS_ALLOW` names exceptions',
})
export const Types = Type.Union([Type.Array(Type.String()), Type.Null()], {
  description: 'What it is told of ([events](webhooks.md#events)); null for everything, also what is still to come',
})
export const Description = Type.Union([Type.String(), Type.Null()], { description: 'At most 200 characters' })

export const Webhook = Type.Object({
  id: Type.String(),
  url: Url,
  types: Types,
  description: Description,
  state: Type.Enum(['on', 'off', 'gone'], {
    description: '`off`: an operator switched it off; `gone`: its receiver answered 410',
  }),
  stateSince: Time('Since when'),
  oldSecretUntil: TimeOrNull('Until when the secret before this one signs, too; null where it does not'),
  dropped: Type.Integer({ description: 'Events that it was not told of because 10,000 others waited' }),
  createdAt: Time('When it was made'),
})
export type Webhook = Static<typeof Webhook>

export const Secret = Type.String({ description: 'What signs: `whsec_…`, shown this once' })

export const WebhookWithSecret = Type.Object({ ...Webhook.properties, secret: Secret })

export const Delivery = Type.Object({
  id: Type.String({ description: 'The event’s: `webhook-id`' }),
  type: Type.String(),
  state: Type.Enum(['waiting', 'delivered', 'failed'], { description: '`failed`: given up' }),
  attempts: Type.Integer({ description: 'Tries, one under way included' }),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'What was answered last; null where there was no answer',
  }),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the last try failed, in a word ([errors](webhooks.md#what-went-wrong))',
  }),
  triedAt: TimeOrNull('When it was tried last'),
  nextAt: TimeOrNull('When it is tried next'),
  createdAt: Time('Since when there is something to tell'),
  payload: Type.String({ description: 'What is sent: JSON' }),
})
export type Delivery = Static<typeof Delivery>
