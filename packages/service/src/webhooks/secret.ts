// A webhook's secret: 32 random bytes, spelled as Standard Webhooks asks. It leaves here once, when it is made; at rest it is
// sealed under the pepper and bound to its webhook.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { open, seal } from '../crypto/seal.ts'
import { deriveKey, type Peppers } from '../licensing/keys/pepper.ts'

const PREFIX = 'whsec_'
/** Between 24 and 64, says the specification. */
const SECRET_BYTES = 32
const PURPOSE = 'webhooks'
const SEALED = /^(?<version>\d+)\.(?<sealed>.+)$/

const aadOf = (webhookId: string): string => `webhook ${webhookId}`

export type MadeSecret = {
  /** As its receiver is given it. */
  readonly secret: string
  readonly sealed: string
}

export const makeSecret = (webhookId: string, { current }: Peppers, randomBytes: RandomBytes): MadeSecret => {
  const bytes = randomBytes(SECRET_BYTES)
  const sealed = seal(deriveKey(current, PURPOSE), bytes, aadOf(webhookId), randomBytes)
  return { secret: PREFIX + bytes.toString('base64'), sealed: `${current.version}.${sealed}` }
}

/** The bytes that sign; undefined where they were sealed under a pepper that is not there any more. */
export const openSecret = (webhookId: string, text: string, peppers: Peppers): Buffer | undefined => {
  const { version, sealed = '' } = SEALED.exec(text)?.groups ?? {}
  const pepper = peppers.all.find((candidate) => candidate.version === Number(version))
  return pepper && open(deriveKey(pepper, PURPOSE), sealed, aadOf(webhookId))
}
