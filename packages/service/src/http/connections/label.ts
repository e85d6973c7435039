import { Type } from '../../parsing/type.ts'

/** For `new RegExp(…, 'u')`: plain text as in parsing/plain-text.ts that is not blank, and reads as it is written. Operators
 * see it in lists. */
export const LABEL_PATTERN = '^(?=.*[^ ])[^\\p{Cc}\\p{Cs}\\u2028-\\u202e\\u2066-\\u2069]{1,100}$'

/** A name that a license gives to what it has. */
export const labelText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: LABEL_PATTERN, description })
