// What a source made of its answers, before it is handed on: the work that it still makes (to be sent from a thread, to be
// written, to be held) grows with what is in it.

import { tooLarge } from '../contract/too-large.ts'

/** Of a page of a hundred posts with all that they can hold. */
const BOUNDS = { values: 60_000, characters: 8_000_000 } as const

/** Throws Refused (`broken`) where it holds more values or characters than any page could. */
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
      throw tooLarge('The platform’s answer holds more than any page could.')
  }
}
