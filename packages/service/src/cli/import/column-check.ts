// Asks about columns that nothing here reads: one of them may tell that a license has ended. An import takes nothing before
// the operator has said that they do not matter; a dry run says which they are.

import { shownNames } from '../../importing/column-name.ts'
import type { Column } from '../../importing/columns.ts'
import { ImportError } from '../../importing/import-error.ts'
import type { Source } from '../../importing/source.ts'
import { counted } from '../output/times.ts'

type Wish = { readonly source: Source; readonly ignored: readonly string[]; readonly isDry: boolean }

export type ColumnCheck = {
  /** For each column as it is found. Throws `ImportError` where one has to be asked about. */
  add(columns: readonly Column[]): void
  readonly found: readonly Column[]
  isIgnored(name: string): boolean
  /** Those that an import would not begin with. */
  unread(): readonly Column[]
}

const ALL = '*'

const isNamed = (name: string, ignored: readonly string[]): boolean =>
  ignored.some((each) => each.trim().toLowerCase() === name.toLowerCase())

export const unreadMessage = (columns: readonly Column[]): string =>
  `${counted(columns.length, 'column is', 'columns are')} not read: ${shownNames(columns.map(({ name }) => name))}`

/** As people write them: our own columns have the names of the fields. */
const readable = ({ columns, plan, metadataPrefix }: Source): string =>
  metadataPrefix === 'metadata.'
    ? [...Object.keys(columns), 'plan', 'metadata.NAME'].join(', ')
    : [...new Set([...Object.values(columns).flat(), ...plan.flat()])].join(', ')

export const createColumnCheck = ({ source, ignored, isDry }: Wish): ColumnCheck => {
  const found: Column[] = []
  let isFirst = true
  const isIgnored = (name: string): boolean => ignored.includes(ALL) || isNamed(name, ignored)
  const unread = (): readonly Column[] => found.filter((column) => column.use === 'unknown' && !isIgnored(column.name))
  return {
    found,
    isIgnored,
    unread,
    add(columns) {
      const taken = isFirst ? '. Nothing was taken' : ''
      isFirst = false
      found.push(...columns)
      const read = columns.find((column) => Array.isArray(column.use) && isNamed(column.name, ignored))
      if (read !== undefined)
        throw new ImportError(
          `--ignore-column ${read.name}: the column is read, as ${[read.use].flat().join(', ')}`,
          'Remove the column from the file if it does not matter',
        )
      if (isDry || unread().length === 0) return
      throw new ImportError(
        `${unreadMessage(unread())}${taken}`,
        `Rename it to one that is read (${readable(source)}), or name it with --ignore-column; "*" is all of them`,
      )
    },
  }
}
