// One try of one delivery: signed, sent through the guarded egress, and judged. Follows no redirect, keeps nothing of what is
// answered, and reads little of it.

import type { Egress } from '../egress/egress.ts'
import { isApiError } from '../errors.ts'
import type { Peppers } from '../licensing/keys/pepper.ts'
import type { EventRecord, WebhookRecord } from '../storage/store.ts'
import { openSecret } from './secret.ts'
import { signedHeaders } from './sign.ts'

/** What came of it. `untried`: nobody was asked. `gone`: nobody is there any more. */
export type Verdict =
  | { readonly is: 'delivered'; readonly status: number }
  | { readonly is: 'failed' | 'gone'; readonly status: number | null; readonly error: string }
  | { readonly is: 'untried' }

export type DeliverOptions = {
  readonly egress: Pick<Egress, 'fetch'>
  readonly peppers: Peppers
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** An answer says all with its status; what more of it there is may be of any length. */
const MOST_ANSWER_BYTES = 1_024
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
    const { status } = await egress.fetch({
      url: webhook.url,
      method: 'POST',
      body: { bytes: message.body, type: 'application/json' },
      headers: signedHeaders(message, secrets),
      redirect: 'answer',
      startOnly: () => MOST_ANSWER_BYTES,
      hostPerMinute: HOST_PER_MINUTE,
    })
    return judge(status)
  } catch (error) {
    if (isApiError(error, 'rate_limited') || isApiError(error, 'unavailable')) return { is: 'untried' }
    if (isApiError(error)) return { is: 'failed', status: null, error: error.code }
    throw error
  }
}

const judge = (status: number): Verdict => {
  if (status >= 200 && status < 300) return { is: 'delivered', status }
  if (status === 410) return { is: 'gone', status, error: 'gone' }
  return { is: 'failed', status, error: status >= 300 && status < 400 ? 'redirect' : 'status' }
}

/** The current one first; the one before it as long as the overlap lasts. */
const secretsOf = (webhook: WebhookRecord, peppers: Peppers, now: number): readonly Buffer[] => {
  const { id, sealedSecret, sealedOldSecret, oldSecretUntil } = webhook
  const isOverlap = sealedOldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil
  return [sealedSecret, ...(isOverlap ? [sealedOldSecret] : [])].flatMap(
    (sealed) => openSecret(id, sealed, peppers) ?? [],
  )
}
