// Parses the element's attributes. Their JSON may be invalid.

import type { Profile } from './posts.ts'

/** Undefined if the text is not JSON. */
const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

/** Returns an empty list if the value is not a list. */
export const readList = <Item>(text: string | null): readonly Item[] => {
  const list = parse(text)
  return Array.isArray(list) ? list : []
}

/** Returns an empty object if the value is not an object. */
export const readObject = (text: string | null): object => Object(parse(text))

/** Reads `profiles`, or a single profile from `platform`, `handle` and `variant`. */
export const readProfiles = (element: Element): readonly Profile[] => {
  if (element.hasAttribute('profiles')) return readList<Profile>(element.getAttribute('profiles'))
  const [platform, handle, variant] = ['platform', 'handle', 'variant'].map((name) => element.getAttribute(name))
  if (!platform || !handle) return []
  return [{ platform, handle, ...(variant && { variant }) }]
}
