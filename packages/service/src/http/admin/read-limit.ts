import { wrongField } from './wrong-field.ts'

/** Largest page of a list. */
export const MAX_LISTED = 200
export const DEFAULT_LISTED = 50
const WHOLE_NUMBER = /^[1-9]\d{0,2}$/

/** The page size. Throws `invalid_request`. */
export const readLimit = (text: string | undefined): number => {
  if (text === undefined) return DEFAULT_LISTED
  const limit = Number(text)
  if (WHOLE_NUMBER.test(text) && limit <= MAX_LISTED) return limit
  throw wrongField('limit', `must be a whole number from 1 to ${MAX_LISTED}`)
}
