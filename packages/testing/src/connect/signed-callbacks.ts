// Callbacks as platforms sign them, repeated from their documentation.

import { createHmac } from 'node:crypto'
import { OPERATOR } from './simulated-providers.ts'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** “Data Deletion Request Callback”. `issuedAt`: seconds since the epoch. */
export const signedRequest = (
  userId: string,
  issuedAt: number,
  { secret = OPERATOR.clientSecret, more = {} }: { readonly secret?: string; readonly more?: object } = {},
): string => {
  const payload = encode({ algorithm: 'HMAC-SHA256', issued_at: issuedAt, user_id: userId, ...more })
  return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`
}

/** “Webhook Events” and “Check the signature” of TikTok. */
export const tiktokDelivery = (
  openId: string,
  reason: number,
  at: number,
  { secret = OPERATOR.clientSecret, more = {} }: { readonly secret?: string; readonly more?: object } = {},
) => {
  const body = JSON.stringify({
    ...{ client_key: OPERATOR.clientId, event: 'authorization.removed', create_time: at, user_openid: openId },
    ...{ content: JSON.stringify({ reason }), ...more },
  })
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { body, header: `t=${at},s=${signature}` }
}
