// A list that every good response of its kind contains. A response without it (`{}`, `[]`, null, an error) is broken:
// it shows neither that the profile is absent, nor that it has no posts.

import { Refused } from './refusal.ts'

/** Throws Refused (`broken`) if the value is not a list. */
export const requireList = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new Refused('broken')
  return value
}
