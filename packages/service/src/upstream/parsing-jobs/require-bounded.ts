// Limits the size of what a source returns, because later work (cloning from a thread, serializing, caching) grows with
// it.

import { tooLarge } from '../contract/too-large.ts'

/** Enough for a page of a hundred full posts. */
const BOUNDS = { values: 60_000, characters: 8_000_000 } as const

/** Throws Refused (`broken`) if the result has more values or characters than any page could. */
export const requireBounded = (result: unknown): void => {
  const left: unknown[] = [result]
  let [values, characters] = [0, 0]
  while (left.length > 0) {
    const value = left.pop()
    values += 1
    if (typeof value === 'string') characters += value.length
    else if (Array.isArray(value)) for (const part of value) left.push(part)
    else if (typeof value === 'object' && value !== null)
      for (const name in value) left.push(value[name as keyof object])
    if (values + left.length > BOUNDS.values || characters > BOUNDS.characters)
      throw tooLarge('The platform’s response contains more than a page can.')
  }
}
