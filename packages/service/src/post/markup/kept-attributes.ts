// The attributes of an element that may be written, but for its addresses.

import { ATTRIBUTES, WRITTEN } from './elements.ts'
import type { Attribute } from './html-writer.ts'

/** In the order of the table, whatever order they came in. */
export const keptAttributes = (name: string, attributes: Readonly<Record<string, string>>): readonly Attribute[] => {
  let kept: Attribute[] | undefined
  for (const attribute of WRITTEN.get(name) ?? NONE) {
    if (!Object.hasOwn(attributes, attribute)) continue
    const value = ATTRIBUTES.get(attribute)?.(attributes[attribute] ?? '') ?? null
    if (value === null) continue
    kept ??= []
    kept.push([attribute, value])
  }
  return kept ?? NONE
}

/** What most elements have: with an array of its own for each, a page would leave thousands behind. */
const NONE: readonly never[] = []
