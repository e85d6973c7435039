// Signs webhook messages by Standard Webhooks 1.0: HMAC-SHA-256 over id, timestamp and body, once per secret.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

import { createHmac } from 'node:crypto'

export type Message = {
  readonly id: string
  /** The time of sending in seconds since the epoch: receivers reject old messages. */
  readonly timestamp: number
  readonly body: Buffer
}

/** The headers of a message, with a signature for each secret, so that the receiver may use either one. */
export const signedHeaders = ({ id, timestamp, body }: Message, secrets: readonly Buffer[]): Record<string, string> => {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
    return `v1,${mac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signatures.join(' ') }
}
