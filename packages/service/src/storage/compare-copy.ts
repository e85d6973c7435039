// Compares a copy with its source: every row of every table, and the usage totals. Writes nothing.

import { createHash, type Hash } from 'node:crypto'
import { COPIED_TABLES, canonicalRow, copiedTables } from './copied-tables.ts'
import { pairRows } from './pair-rows.ts'
import type { CopiedTable, CopyRow, RowReader } from './store.ts'

export type TableComparison = {
  readonly table: CopiedTable
  readonly rows: { readonly source: number; readonly target: number }
  /** SHA-256 over all rows, in key order. */
  readonly checksum: { readonly source: string; readonly target: string }
  /** The number of rows that differ or exist on one side only. */
  readonly different: number
  /** The keys of the first few of them. */
  readonly examples: readonly string[]
}

/** The total usage of a meter in a month, `2030-01`, UTC. */
export type UsageComparison = {
  readonly meter: string
  readonly month: string
  readonly source: number
  readonly target: number
}

export type Comparison = {
  readonly isSame: boolean
  readonly tables: readonly TableComparison[]
  readonly usage: readonly UsageComparison[]
}

const MAX_EXAMPLES = 5
/** Long enough to find the row; hashes and client ids need not be shown whole. */
const EXAMPLE_CHARACTERS = 40

type Side = { rows: number; readonly hash: Hash }

/** Neither store may change meanwhile; read the source from a snapshot. */
export const compareCopy = async (source: RowReader, target: RowReader): Promise<Comparison> => {
  const tables: TableComparison[] = []
  const sums = new Map<string, { meter: string; month: string; source: number; target: number }>()
  const add = (row: CopyRow, side: 'source' | 'target') => {
    const meter = String(row.meter)
    const month = new Date(Number(row.starts_at)).toISOString().slice(0, 7)
    const sum = sums.get(`${month} ${meter}`) ?? { meter, month, source: 0, target: 0 }
    sum[side] += Number(row.used)
    sums.set(`${month} ${meter}`, sum)
  }
  for (const table of copiedTables) {
    tables.push(await compareTable(source, target, table, table === 'usage' ? add : () => {}))
  }
  const usage = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
  const isSame =
    tables.every(({ different, checksum }) => different === 0 && checksum.source === checksum.target) &&
    usage.every((sum) => sum.source === sum.target)
  return { isSame, tables, usage }
}

const compareTable = async (
  source: RowReader,
  target: RowReader,
  table: CopiedTable,
  onRow: (row: CopyRow, side: 'source' | 'target') => void,
): Promise<TableComparison> => {
  const sides = { source: newSide(), target: newSide() }
  const take = (row: CopyRow | undefined, name: 'source' | 'target'): string | undefined => {
    if (row === undefined) return undefined
    const text = canonicalRow(row)
    sides[name].rows += 1
    sides[name].hash.update(`${text}\n`)
    onRow(row, name)
    return text
  }
  let different = 0
  const examples: string[] = []
  for await (const pairs of pairRows(source, target, table)) {
    for (const pair of pairs) {
      const isSame = take(pair.source, 'source') === take(pair.target, 'target')
      if (isSame) continue
      different += 1
      if (examples.length < MAX_EXAMPLES) examples.push(keyText(table, pair.source ?? pair.target))
    }
  }
  return {
    table,
    rows: { source: sides.source.rows, target: sides.target.rows },
    checksum: { source: sides.source.hash.digest('hex'), target: sides.target.hash.digest('hex') },
    different,
    examples,
  }
}

const newSide = (): Side => ({ rows: 0, hash: createHash('sha256') })

const keyText = (table: CopiedTable, row: CopyRow): string =>
  COPIED_TABLES[table].map((column) => String(row[column]).slice(0, EXAMPLE_CHARACTERS)).join(' ')
