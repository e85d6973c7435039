// The attributes of an element that are written, except URLs.

import { type Attributes, NO_ATTRIBUTES } from '../../parsing/read-start-tag.ts'
import type { Element } from './elements.ts'
import type { Attribute } from './html-writer.ts'

/** In the order of the table. */
export const keptAttributes = (element: Element, attributes: Attributes): readonly Attribute[] => {
  if (attributes === NO_ATTRIBUTES) return NONE
  let kept: Attribute[] | undefined
  for (const [name, clean] of element.attributes) {
    if (!Object.hasOwn(attributes, name)) continue
    const value = clean(attributes[name] ?? '')
    if (value === null) continue
    kept ??= []
    kept.push([name, value])
  }
  return kept ?? NONE
}

/** Most elements have none: an array for each would leave thousands of them to collect. */
const NONE: readonly never[] = []
