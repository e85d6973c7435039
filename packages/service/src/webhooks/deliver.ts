// One attempt of one delivery: signed, sent through the guarded egress, and judged by the response header alone.
// Follows no redirect, and does not read the response body.

import type { Egress } from '../egress/egress.ts'
import { isApiError } from '../errors.ts'
import type { Peppers } from '../licensing/keys/pepper.ts'
import type { EventRecord, WebhookRecord } from '../storage/store.ts'
import { readRetryAfter } from './retries.ts'
import { openSecret } from './secret.ts'
import { signedHeaders } from './sign.ts'

/** The result. `untried`: no request was sent. `gone`: the receiver responded with 410 Gone. */
export type Verdict =
  | { readonly is: 'delivered'; readonly status: number }
  | { readonly is: 'gone'; readonly status: number; readonly error: string }
  | {
      readonly is: 'failed'
      readonly status: number | null
      readonly error: string
      /** The `Retry-After` of the receiver in milliseconds. */
      readonly retryAfterMs?: number | undefined
    }
  | { readonly is: 'untried' }

export type DeliverOptions = {
  readonly egress: Pick<Egress, 'fetch'>
  readonly peppers: Peppers
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Higher than for unknown hosts: the operator chose the receiver. */
const HOST_PER_MINUTE = 600

/** The body: the same bytes in every attempt. */
export const bodyOf = ({ type, at, data }: EventRecord): Buffer =>
  Buffer.from(`{"type":${JSON.stringify(type)},"timestamp":"${new Date(at).toISOString()}","data":${data}}`)

/** Rejects only for errors of this program. */
export const deliver = async (
  webhook: WebhookRecord,
  event: EventRecord,
  { egress, peppers, now }: DeliverOptions,
): Promise<Verdict> => {
  const secrets = secretsOf(webhook, peppers, now())
  if (secrets.length === 0) return { is: 'failed', status: null, error: 'secret_lost' }
  const message = { id: event.id, timestamp: Math.floor(now() / 1_000), body: bodyOf(event) }
  try {
    const { status, headers } = await egress.fetch({
      url: webhook.url,
      method: 'POST',
      body: { bytes: message.body, type: 'application/json' },
      headers: signedHeaders(message, secrets),
      redirect: 'answer',
      headerOnly: true,
      hostPerMinute: HOST_PER_MINUTE,
    })
    return judge(status, readRetryAfter(headers['retry-after'], now()))
  } catch (error) {
    if (isApiError(error, 'rate_limited') || isApiError(error, 'unavailable')) return { is: 'untried' }
    if (isApiError(error)) return { is: 'failed', status: null, error: error.code }
    throw error
  }
}

const judge = (status: number, retryAfterMs: number | undefined): Verdict => {
  if (status >= 200 && status < 300) return { is: 'delivered', status }
  if (status === 410) return { is: 'gone', status, error: 'gone' }
  return { is: 'failed', status, error: status >= 300 && status < 400 ? 'redirect' : 'status', retryAfterMs }
}

/** The current secret first; the previous one during the overlap. */
const secretsOf = (webhook: WebhookRecord, peppers: Peppers, now: number): readonly Buffer[] => {
  const { id, sealedSecret, sealedOldSecret, oldSecretUntil } = webhook
  const isOverlap = sealedOldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil
  return [sealedSecret, ...(isOverlap ? [sealedOldSecret] : [])].flatMap(
    (sealed) => openSecret(id, sealed, peppers) ?? [],
  )
}
