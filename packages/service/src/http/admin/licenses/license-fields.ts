// The fields of a license that an operator sets, and how an end is read.

import { Type } from 'typebox'
import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { parseExpiry } from '../../../licensing/licenses/parse-expiry.ts'

const nullable = { type: ['string', 'null'] } as const

export const licenseFields = {
  plan: Type.String({ minLength: 1, maxLength: 32, description: 'The name of a plan' }),
  name: Type.Unsafe<string | null>({ ...nullable, description: 'Whose it is, at most 200 characters; null for none' }),
  expiresAt: Type.Unsafe<string | null>({
    ...nullable,
    description: 'When it ends: a day such as `2027-01-31` (0:00 UTC), or an RFC 3339 time; null for never',
  }),
}

/** Milliseconds since the epoch; throws `invalid`. */
export const readExpiry = (text: string | null): number | null => {
  if (text === null) return null
  const time = parseExpiry(text)
  if (time !== undefined) return time
  const message = 'The expiry is a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z'
  throw new OperatorError('invalid', message, 'expiresAt')
}
