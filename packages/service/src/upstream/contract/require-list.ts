// A list that every good answer of its kind has. An answer without it (`{}`, `[]`, null, an error) says nothing of what was asked
// for: neither that nobody has the name, nor that there are no posts.

import { Refused } from './refusal.ts'

/** Throws Refused (`broken`) where it is no list. */
export const requireList = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new Refused('broken')
  return value
}
