// A source that only reads `<meta>` names: the table says which name fills which field, the first row first.

import type { PreviewField } from '../preview.ts'
import type { OpenTag, Report } from './source.ts'

export type MetaTable = Readonly<Partial<Record<PreviewField, readonly string[]>>>

/** Per attribute. */
const MAX_KEYS = 8

/** RDFa and microdata allow several names in one attribute. */
const keysOf = ({ property, name, itemprop }: OpenTag['attributes']): ReadonlySet<string> => {
  const lists = [property, itemprop].flatMap((names) => names?.trim().split(/\s+/, MAX_KEYS) ?? [])
  return new Set([...lists, name?.trim() ?? ''].map((key) => key.toLowerCase()))
}

/** Reads a `<meta>` by its `property`, `name` or `itemprop`: pages confuse them, and every consumer accepts that. */
export const readMeta = (table: MetaTable): ((tag: OpenTag, report: Report) => void) => {
  const rows = new Map<string, { field: PreviewField; rank: number }>()
  for (const [field, names] of Object.entries(table) as [PreviewField, readonly string[]][]) {
    names.forEach((name, rank) => {
      rows.set(name, { field, rank })
    })
  }
  return ({ name, attributes }, report) => {
    if (name !== 'meta' || attributes.content === undefined) return
    for (const key of keysOf(attributes)) {
      const row = rows.get(key)
      if (row) report(row.field, attributes.content, row.rank)
    }
  }
}
