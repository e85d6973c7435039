// What a page has written into the element's attributes: JSON, which may be none.

import type { Profile } from './posts.ts'

/** Undefined where it is not JSON. */
const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

/** The list; empty where it is none. */
export const readList = <Item>(text: string | null): readonly Item[] => {
  const list = parse(text)
  return Array.isArray(list) ? list : []
}

/** The object; an empty one where it is none. */
export const readObject = (text: string | null): object => Object(parse(text))

/** `profiles`, or `platform`, `handle` and `variant` of one. */
export const readProfiles = (element: Element): readonly Profile[] => {
  if (element.hasAttribute('profiles')) return readList<Profile>(element.getAttribute('profiles'))
  const [platform, handle, variant] = ['platform', 'handle', 'variant'].map((name) => element.getAttribute(name))
  if (!platform || !handle) return []
  return [{ platform, handle, ...(variant && { variant }) }]
}
