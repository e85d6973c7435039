import { Type } from '../../parsing/type.ts'

/** One line that is not blank, for `new RegExp(…, 'u')`. Operators see it in lists, where control characters and reversed text would mislead. */
export const LABEL_PATTERN = '^(?=.*[^ ])[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]{1,100}$'

/** A name that a license gives to what it has. */
export const labelText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: LABEL_PATTERN, description })
