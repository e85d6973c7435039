// Assigns the columns of a file to fields. Names are compared without case, diacritics, blanks, `_` and `-`: databases
// write `expires_at` for `Expires at`. Unknown columns are reported, never silently ignored.

import { shownText } from '../csv/spreadsheet-cell.ts'
import { foldWords } from '../parsing/fold-words.ts'
import type { Columns, Source } from './source.ts'

/** The fields that a column is read for, such as `plan` and `metadata.product`. Otherwise: it is known and not needed,
 * may only contain row numbers, or is unknown. */
export type ColumnUse = readonly string[] | 'left behind' | 'row numbers' | 'unknown'

export type Column = {
  /** The source's name, lowercase. */
  readonly key: string
  /** The file's name. */
  readonly name: string
  readonly use: ColumnUse
}

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const BETWEEN_WORDS = /[\s_-]+/g
/** No name, or pandas's name for a column without one. */
const UNNAMED = /^(?:unnamed: \d+(?:_level_\d+)?(?:\.\d+)?)?$/

const fold = (name: string): string => foldWords(name).replace(BETWEEN_WORDS, '')

/** The columns that a source reads, with their fields. */
const usesOf = (source: Source): ReadonlyMap<string, readonly string[]> => {
  const { columns, plan, flags = {}, isTest = [], metadata, metadataJson } = source
  const uses: readonly (readonly [Columns, string])[] = [
    ...Object.entries(columns).map(([field, names]) => [names, field] as const),
    [plan.flat(), 'plan'],
    [Object.keys(flags), 'status'],
    [isTest, 'mode'],
    ...Object.entries(metadata).map(([entry, names]) => [names, `metadata.${entry}`] as const),
    [metadataJson === undefined ? [] : [metadataJson], 'metadata'],
  ]
  const all = new Map<string, readonly string[]>()
  for (const [names, use] of uses) {
    for (const name of names) all.set(name, [...new Set([...(all.get(name) ?? []), use])])
  }
  return all
}

export const columnsRead = (source: Source): readonly string[] => [...usesOf(source).keys()]

export type ToColumn = (name: string) => Column

export const createToColumn = (source: Source): ToColumn => {
  const { metadataPrefix, ignoredColumns = [] } = source
  const uses = usesOf(source)
  const folded = new Map([...uses.keys()].reverse().map((key) => [fold(key), key]))
  const left = new Set(ignoredColumns.map(fold))
  const known = new Map<string, Column>()
  const recognize = (written: string): Column => {
    const name = shownText(written).replace(UNSEEN, '').trim()
    const lower = name.toLowerCase()
    const isMetadata = metadataPrefix !== undefined && lower.startsWith(metadataPrefix)
    const key = uses.has(lower) || isMetadata ? lower : (folded.get(fold(lower)) ?? lower)
    const use = [...(uses.get(key) ?? []), ...(isMetadata ? [`metadata.${name.slice(metadataPrefix.length)}`] : [])]
    if (use.length > 0) return { key, name, use }
    if (UNNAMED.test(lower)) return { key, name, use: 'row numbers' }
    return { key, name, use: left.has(fold(lower)) ? 'left behind' : 'unknown' }
  }
  return (written) => {
    const column = known.get(written) ?? recognize(written)
    known.set(written, column)
    return column
  }
}
