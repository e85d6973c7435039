// One try of one delivery: signed, sent through the guarded egress, and judged by the header of the answer alone. Follows no
// redirect, and keeps nothing of what is answered.

import type { Egress } from '../egress/egress.ts'
import { isApiError } from '../errors.ts'
import type { Peppers } from '../licensing/keys/pepper.ts'
import type { EventRecord, WebhookRecord } from '../storage/store.ts'
import { readRetryAfter } from './retries.ts'
import { openSecret } from './secret.ts'
import { signedHeaders } from './sign.ts'

/** What came of it. `untried`: nobody was asked. `gone`: nobody is there any more. */
export type Verdict =
  | { readonly is: 'delivered'; readonly status: number }
  | { readonly is: 'gone'; readonly status: number; readonly error: string }
  | {
      readonly is: 'failed'
      readonly status: number | null
      readonly error: string
      /** What the receiver asks for, in milliseconds. */
      readonly retryAfterMs?: number | undefined
    }
  | { readonly is: 'untried' }

export type DeliverOptions = {
  readonly egress: Pick<Egress, 'fetch'>
  readonly peppers: Peppers
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A receiver is named by the operator, and is sent what there is; a stranger’s page would be asked for less often. */
const HOST_PER_MINUTE = 600

/** What is sent: the same bytes at each try. */
export const bodyOf = ({ type, at, data }: EventRecord): Buffer =>
  Buffer.from(`{"type":${JSON.stringify(type)},"timestamp":"${new Date(at).toISOString()}","data":${data}}`)

/** Rejects with what is a mistake of this program. */
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

/** The current one first; the one before it as long as the overlap lasts. */
const secretsOf = (webhook: WebhookRecord, peppers: Peppers, now: number): readonly Buffer[] => {
  const { id, sealedSecret, sealedOldSecret, oldSecretUntil } = webhook
  const isOverlap = sealedOldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil
  return [sealedSecret, ...(isOverlap ? [sealedOldSecret] : [])].flatMap(
    (sealed) => openSecret(id, sealed, peppers) ?? [],
  )
}
