import { createHmac, timingSafeEqual } from 'node:crypto'

/** The event, or undefined if the signature is wrong or too old. `body` is the unparsed body of the request. */
export const openWebhook = (secret, headers, body) => {
  const time = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return undefined
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${headers['webhook-id']}.${time}.`).update(body).digest('base64')
  const expected = Buffer.from(`v1,${mac}`)
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((text) => {
    const signature = Buffer.from(text)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
  return isSigned ? JSON.parse(body) : undefined
}
