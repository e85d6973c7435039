// The fields of a license that an operator sets, and how an end is read.

import { DETAIL_LIMITS } from '../../../licensing/licenses/license-details.ts'
import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { parseExpiry } from '../../../licensing/licenses/parse-expiry.ts'
import { Type } from '../../../parsing/type.ts'

const nullable = { type: ['string', 'null'] } as const

export const licenseFields = {
  plan: Type.String({ minLength: 1, maxLength: 32, description: 'The name of a plan' }),
  name: Type.Unsafe<string | null>({ ...nullable, description: 'Whose it is, at most 200 characters; null for none' }),
  expiresAt: Type.Unsafe<string | null>({
    ...nullable,
    description: 'When it ends: a day such as `2027-01-31` (0:00 UTC), or an RFC 3339 time; null for never',
  }),
}

const { metadata: mostEntries, metadataValue: mostCharacters } = DETAIL_LIMITS

/** What an operator may note of a license, all of it optional; bounds are those of license-details.ts. */
export const detailFields = {
  externalId: Type.Optional(
    Type.Unsafe<string | null>({
      ...nullable,
      description: `Its id in a system of yours, at most ${DETAIL_LIMITS.externalId} characters; no two licenses have the same. null for none`,
    }),
  ),
  email: Type.Optional(
    Type.Unsafe<string | null>({ ...nullable, description: 'The customer’s address; null for none' }),
  ),
  notes: Type.Optional(
    Type.Unsafe<string | null>({
      ...nullable,
      description: `Whatever is worth a note, at most ${DETAIL_LIMITS.notes} characters; null for none`,
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: `Texts of at most ${mostCharacters} characters under names of your own (1 to 40 of \`A-Za-z0-9_.-\`), at most ${mostEntries}. The whole of it: what is left out of it is gone`,
    }),
  ),
}

/** Milliseconds since the epoch; throws `invalid`. */
export const readExpiry = (text: string | null, field = 'expiresAt'): number | null => {
  if (text === null) return null
  const time = parseExpiry(text)
  if (time !== undefined) return time
  const message = 'The expiry is a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z'
  throw new OperatorError('invalid', message, field)
}
