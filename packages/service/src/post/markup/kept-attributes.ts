// The attributes of an element that may be written, but for its addresses.

import { ATTRIBUTES, WRITTEN } from './elements.ts'
import type { Attribute } from './html-writer.ts'

/** In the order of the table, whatever order they came in. */
export const keptAttributes = (name: string, attributes: Readonly<Record<string, string>>): Attribute[] =>
  (WRITTEN.get(name) ?? []).flatMap((attribute) => {
    const value = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
    const kept = value === undefined ? null : (ATTRIBUTES.get(attribute)?.(value) ?? null)
    return kept === null ? [] : [[attribute, kept] as const]
  })
