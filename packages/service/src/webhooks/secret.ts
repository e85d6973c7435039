// A webhook's secret: 32 random bytes, spelled as Standard Webhooks asks. It leaves here once, when it is made; at rest it is
// sealed under the pepper and bound to its webhook.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme

import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Peppers } from '../licensing/keys/pepper.ts'
import { openUnderPepper, type SealedFor, sealUnderPepper } from '../licensing/keys/seal-under-pepper.ts'

const PREFIX = 'whsec_'
/** Between 24 and 64, says the specification. */
const SECRET_BYTES = 32

const sealedFor = (webhookId: string): SealedFor => ({ purpose: 'webhooks', aad: `webhook ${webhookId}` })

export type MadeSecret = {
  /** As its receiver is given it. */
  readonly secret: string
  readonly sealed: string
}

export const makeSecret = (webhookId: string, { current }: Peppers, randomBytes: RandomBytes): MadeSecret => {
  const bytes = randomBytes(SECRET_BYTES)
  const sealed = sealUnderPepper(current, bytes, sealedFor(webhookId), randomBytes)
  return { secret: PREFIX + bytes.toString('base64'), sealed }
}

/** The bytes that sign; undefined where they were sealed under a pepper that is not there any more. */
export const openSecret = (webhookId: string, text: string, peppers: Peppers): Buffer | undefined =>
  openUnderPepper(peppers, text, sealedFor(webhookId))
