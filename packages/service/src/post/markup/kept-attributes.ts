// The attributes of an element that may be written, but for its addresses.

import { type Attributes, NO_ATTRIBUTES } from '../../parsing/read-start-tag.ts'
import type { Element } from './elements.ts'
import type { Attribute } from './html-writer.ts'

/** In the order of the table, whatever order they came in. */
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

/** What most elements have: with an array of its own for each, a page would leave thousands behind. */
const NONE: readonly never[] = []
