// Meta's `signed_request`: how it reports that a person removed an application, or wants their data deleted.
// https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback

import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseObject } from '../../parsing/parse-object.ts'

const MAX_CHARACTERS = 4_096
const MAX_AGE_SECONDS = 86_400
/** Clocks differ. */
const MAX_AHEAD_SECONDS = 300
/** Signature and payload, each base64url. Some signatures end in padding. */
const FORM = /^(?<signature>[\w-]{43}=?)\.(?<payload>[\w-]+={0,2})$/

/** Whether it has the form of one: what has not is refused before any secret is looked up. */
export const isSignedRequest = (text: string): boolean => text.length <= MAX_CHARACTERS && FORM.test(text)

/** Which of the secrets signed it, the person that it is about, by the id that the application knows, and when it was
 * issued, in seconds since the epoch; undefined if none did, or if it is too old. Several licenses may have brought the same application, so several secrets may be the
 * same. `now`: milliseconds since the epoch. */
export const readSignedRequest = (
  text: string,
  secrets: readonly string[],
  now: number,
): { readonly signedBy: readonly number[]; readonly subject: string; readonly at: number } | undefined => {
  const { signature, payload } = (isSignedRequest(text) && FORM.exec(text)?.groups) || {}
  if (signature === undefined || payload === undefined) return undefined
  const given = Buffer.from(signature, 'base64url')
  const signedBy = secrets.flatMap((secret, at) => {
    // What is signed is the payload as it was sent.
    const expected = createHmac('sha256', secret).update(payload).digest()
    return given.length === expected.length && timingSafeEqual(given, expected) ? [at] : []
  })
  if (signedBy.length === 0) return undefined
  const { algorithm, issued_at: issuedAt, user_id: subject } = parseObject(Buffer.from(payload, 'base64url').toString())
  if (typeof algorithm !== 'string' || algorithm.toUpperCase() !== 'HMAC-SHA256') return undefined
  if (typeof issuedAt !== 'number') return undefined
  const age = now / 1_000 - issuedAt
  if (age > MAX_AGE_SECONDS || age < -MAX_AHEAD_SECONDS) return undefined
  const isId = (typeof subject === 'string' && subject !== '') || Number.isSafeInteger(subject)
  return isId ? { signedBy, subject: String(subject), at: issuedAt } : undefined
}
