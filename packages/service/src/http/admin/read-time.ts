import { parseExpiry } from '../../licensing/licenses/parse-expiry.ts'
import { wrongField } from './wrong-field.ts'

/** A time in a query, in milliseconds since the epoch. Throws `invalid_request`. */
export const readTime = (field: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  const time = parseExpiry(given)
  if (time !== undefined) return time
  throw wrongField(field, 'must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z')
}
