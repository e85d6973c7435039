// Webhook secrets: 32 random bytes in the format of Standard Webhooks. A secret is returned only once, when it is
// created; it is stored sealed under the pepper and bound to its webhook.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme

import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Peppers } from '../licensing/keys/pepper.ts'
import { openUnderPepper, type SealedFor, sealUnderPepper } from '../licensing/keys/seal-under-pepper.ts'

const PREFIX = 'whsec_'
/** The specification allows 24 to 64. */
const SECRET_BYTES = 32

const sealedFor = (webhookId: string): SealedFor => ({ purpose: 'webhooks', aad: `webhook ${webhookId}` })

export type NewSecret = {
  /** The form that the receiver gets. */
  readonly secret: string
  readonly sealed: string
}

export const makeSecret = (webhookId: string, { current }: Peppers, randomBytes: RandomBytes): NewSecret => {
  const bytes = randomBytes(SECRET_BYTES)
  const sealed = sealUnderPepper(current, bytes, sealedFor(webhookId), randomBytes)
  return { secret: PREFIX + bytes.toString('base64'), sealed }
}

/** The bytes that sign; undefined when their pepper is no longer configured. */
export const openSecret = (webhookId: string, text: string, peppers: Peppers): Buffer | undefined =>
  openUnderPepper(peppers, text, sealedFor(webhookId))
