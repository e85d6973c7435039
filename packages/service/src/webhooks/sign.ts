// Signs what is sent, as Standard Webhooks 1.0 asks: HMAC-SHA-256 over id, time and body, in the order of the secrets.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

import { createHmac } from 'node:crypto'

export type Message = {
  readonly id: string
  /** Seconds since the epoch, of the sending: receivers refuse what is old. */
  readonly timestamp: number
  readonly body: Buffer
}

/** The header fields of a message; a signature for each secret, so that a receiver may hold either. */
export const signedHeaders = ({ id, timestamp, body }: Message, secrets: readonly Buffer[]): Record<string, string> => {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
    return `v1,${mac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signatures.join(' ') }
}
