// Rejects files with unread columns, because such a column may say that a license has expired. The operator must rename or ignore
// these columns before an import starts. A dry run lists them.

import { shownNames } from '../../importing/column-name.ts'
import type { Column } from '../../importing/columns.ts'
import { ImportError } from '../../importing/import-error.ts'
import type { Source } from '../../importing/source.ts'
import { pluralize } from '../output/times.ts'

type Options = { readonly source: Source; readonly ignored: readonly string[]; readonly isDry: boolean }

export type ColumnCheck = {
  /** Adds the columns of a file. Throws `ImportError` if one of them is unread. */
  add(columns: readonly Column[]): void
  readonly found: readonly Column[]
  isIgnored(name: string): boolean
  /** The columns that prevent an import. */
  unread(): readonly Column[]
}

const ALL = '*'

const isNamed = (name: string, ignored: readonly string[]): boolean =>
  ignored.some((each) => each.trim().toLowerCase() === name.toLowerCase())

export const unreadMessage = (columns: readonly Column[]): string =>
  `${pluralize(columns.length, 'column is', 'columns are')} not read: ${shownNames(columns.map(({ name }) => name))}`

/** The names of the supported columns. In our own format they are the names of the fields. */
const supportedColumns = ({ columns, plan, metadataPrefix }: Source): string =>
  metadataPrefix === 'metadata.'
    ? [...Object.keys(columns), 'plan', 'metadata.NAME'].join(', ')
    : [...new Set([...Object.values(columns).flat(), ...plan.flat()])].join(', ')

export const createColumnCheck = ({ source, ignored, isDry }: Options): ColumnCheck => {
  const found: Column[] = []
  let isFirst = true
  const isIgnored = (name: string): boolean => ignored.includes(ALL) || isNamed(name, ignored)
  const unread = (): readonly Column[] => found.filter((column) => column.use === 'unknown' && !isIgnored(column.name))
  return {
    found,
    isIgnored,
    unread,
    add(columns) {
      const taken = isFirst ? '. Nothing was imported' : ''
      isFirst = false
      found.push(...columns)
      const read = columns.find((column) => Array.isArray(column.use) && isNamed(column.name, ignored))
      if (read !== undefined)
        throw new ImportError(
          `--ignore-column ${read.name}: the column is read as ${[read.use].flat().join(', ')}`,
          'To ignore it, remove the column from the file',
        )
      if (isDry || unread().length === 0) return
      throw new ImportError(
        `${unreadMessage(unread())}${taken}`,
        `Rename it to a supported column (${supportedColumns(source)}), or ignore it with --ignore-column; "*" ignores all unread columns`,
      )
    },
  }
}
