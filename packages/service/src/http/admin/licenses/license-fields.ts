// The license fields that an operator sets.

import { DETAIL_LIMITS } from '../../../licensing/licenses/license-details.ts'
import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { parseExpiry } from '../../../licensing/licenses/parse-expiry.ts'
import { Type } from '../../../parsing/type.ts'

const nullable = { type: ['string', 'null'] } as const

export const licenseFields = {
  plan: Type.String({ minLength: 1, maxLength: 32, description: 'Name of the plan' }),
  name: Type.Unsafe<string | null>({
    ...nullable,
    description: 'Name of the license, at most 200 characters; null for none',
  }),
  expiresAt: Type.Unsafe<string | null>({
    ...nullable,
    description: 'When it expires: a day such as `2027-01-31` (0:00 UTC), or an RFC 3339 time; null for never',
  }),
}

const { metadata: mostEntries, metadataValue: mostCharacters } = DETAIL_LIMITS

/** Optional details; license-details.ts has their limits. */
export const detailFields = {
  externalId: Type.Optional(
    Type.Unsafe<string | null>({
      ...nullable,
      description: `Id of the license in your own system, at most ${DETAIL_LIMITS.externalId} characters, unique among licenses; null for none`,
    }),
  ),
  email: Type.Optional(
    Type.Unsafe<string | null>({ ...nullable, description: 'E-mail address of the customer; null for none' }),
  ),
  notes: Type.Optional(
    Type.Unsafe<string | null>({
      ...nullable,
      description: `Notes, at most ${DETAIL_LIMITS.notes} characters; null for none`,
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: `Your own key-value pairs, at most ${mostEntries}: keys of 1 to 40 characters (\`A-Za-z0-9_.-\`), values of at most ${mostCharacters}. Replaces all metadata: keys that are left out are removed`,
    }),
  ),
}

/** Milliseconds since the epoch. Throws `invalid`. */
export const readExpiry = (text: string | null, field = 'expiresAt'): number | null => {
  if (text === null) return null
  const time = parseExpiry(text)
  if (time !== undefined) return time
  const message = 'The expiry must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z'
  throw new OperatorError('invalid', message, field)
}
