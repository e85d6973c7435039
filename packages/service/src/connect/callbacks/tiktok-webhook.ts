// TikTok's webhook: how it reports that a person removed the application, or that an account is gone.
// https://developers.tiktok.com/doc/webhooks-verification

import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseObject } from '../../parsing/parse-object.ts'
import type { ConnectionReason } from '../../storage/connection-records.ts'

const HEADER = /^t=(?<time>\d{1,12}),\s?s=(?<signature>[0-9a-f]{64})$/
const TOLERANCE_SECONDS = 300

/** By `reason` of `authorization.removed`. */
const REASONS: ReadonlyMap<unknown, ConnectionReason> = new Map<unknown, ConnectionReason>([
  [0, 'removed_by_owner'],
  [1, 'removed_by_owner'],
  // The account was deleted, the age of its owner changed, the account was banned.
  [2, 'account_gone'],
  [3, 'account_gone'],
  [4, 'account_gone'],
  [5, 'app_closed'],
])

export type TiktokApp = { readonly clientId: string; readonly clientSecret: string | undefined }
export type TiktokReport = {
  readonly signedBy: readonly number[]
  readonly subject: string
  readonly reason: ConnectionReason
  /** When it happened, in seconds since the epoch: a delivery is repeated for days, signed anew. */
  readonly at: number
}

/** Whether the header field has the form of a signature of now: what has not is refused before any secret is looked up. */
export const isTiktokSignature = (header: string, now: number): boolean => {
  const time = HEADER.exec(header)?.groups?.time
  return time !== undefined && Math.abs(now / 1_000 - Number(time)) <= TOLERANCE_SECONDS
}

/** What a delivery reports, and which of the applications signed it: several licenses may have brought the same one.
 * `nothing` for an event that ends no connection; undefined if its application did not sign it. `now`: milliseconds since the epoch. */
export const readTiktokWebhook = (
  header: string,
  body: string,
  apps: readonly TiktokApp[],
  now: number,
): TiktokReport | 'nothing' | undefined => {
  const { time, signature } = HEADER.exec(header)?.groups ?? {}
  if (time === undefined || signature === undefined || !isTiktokSignature(header, now)) return undefined
  const given = Buffer.from(signature, 'hex')
  const { client_key: appId, event, create_time: createdAt, user_openid: subject, content } = parseObject(body)
  const signedBy = apps.flatMap(({ clientId, clientSecret }, at) => {
    if (clientId !== appId || clientSecret === undefined) return []
    const expected = createHmac('sha256', clientSecret).update(`${time}.${body}`).digest()
    return timingSafeEqual(given, expected) ? [at] : []
  })
  if (signedBy.length === 0) return undefined
  if (event !== 'authorization.removed' || typeof subject !== 'string' || subject === '') return 'nothing'
  // It is JSON within a string.
  const { reason } = parseObject(typeof content === 'string' ? content : '')
  const at = typeof createdAt === 'number' ? createdAt : Number(time)
  return { signedBy, subject, reason: REASONS.get(reason) ?? 'removed_by_owner', at }
}
