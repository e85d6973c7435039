// Copies a store into another one while services may use the source. Each pass copies a snapshot and writes only the
// differences, so it can be interrupted and repeated. Until a service starts on the copy, the source always wins, even
// with lower counts: refunds lower them.

import { type Comparison, compareCopy } from './compare-copy.ts'
import { COPIED_TABLES, copiedTables, isSameRow } from './copied-tables.ts'
import { pairRows } from './pair-rows.ts'
import type { CopiedTable, CopyRow, RowReader, Store } from './store.ts'
import { StoreError } from './store-error.ts'

export type CopyProgress = { readonly table: CopiedTable; readonly done: number; readonly total: number }

export type CopiedRows = { readonly table: CopiedTable; readonly written: number; readonly removed: number }

export type CopyResult = { readonly copied: readonly CopiedRows[]; readonly comparison: Comparison }

export type CopyOptions = {
  readonly source: Pick<Store, 'copies'>
  readonly target: Pick<Store, 'copies'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called for every batch of rows compared. */
  readonly onProgress?: (progress: CopyProgress) => void
  /** Called when a table is done. */
  readonly onTable?: (copied: CopiedRows) => void
}

/** Rows per write or delete statement. */
const BATCH = 250

/** Makes the target equal to the source, and compares the two. Rejects without writing when the target contains rows
 * that do not come from the source. A failed comparison means that something else writes to the target; it stays
 * marked as unfinished. */
export const copyStore = async ({ source, target, now, onProgress, onTable }: CopyOptions): Promise<CopyResult> =>
  source.copies.snapshot(async (rows) => {
    await requireCopy(rows, target.copies)
    await target.copies.setMark({ finishedAt: null })
    const copied: CopiedRows[] = []
    /** Removed last: other tables may refer to these rows until those tables are up to date. */
    const left: { table: CopiedTable; rows: readonly CopyRow[] }[] = []
    for (const table of copiedTables) {
      const { written, unknown, removed } = await copyTable(rows, target.copies, table, onProgress)
      left.unshift({ table, rows: unknown })
      const done = { table, written, removed: removed + unknown.length }
      copied.push(done)
      onTable?.(done)
    }
    for (const { table, rows: unknown } of left) await target.copies.remove(table, unknown)
    const comparison = await compareCopy(rows, target.copies)
    if (comparison.isSame) await target.copies.setMark({ finishedAt: now() })
    return { copied, comparison }
  })

/** A mark means that no service was started on the target; foreign licenses mean that it belongs to another
 * installation. */
const requireCopy = async (source: RowReader, target: Store['copies']): Promise<void> => {
  if ((await target.mark()) === undefined && !(await isEmpty(target))) {
    throw new Error(
      'The target is in use: a service was started on it, or it already contains data. Copy the store into an empty database',
    )
  }
  for await (const pairs of pairRows(source, target, 'licenses')) {
    const foreign = pairs.find((pair) => pair.source === undefined)?.target
    if (foreign === undefined) continue
    throw new Error(
      `The target belongs to another installation: it has the license ${String(foreign.id)}, which the source does not have. Copy the store into an empty database`,
    )
  }
}

/** Ignores plans, which every command adds. */
const isEmpty = async (target: RowReader): Promise<boolean> => {
  for (const table of copiedTables) {
    if (table !== 'plans' && (await target.count(table)) > 0) return false
  }
  return true
}

/** Names the row that the target rejects: older versions stored NUL characters in SQLite, which PostgreSQL does not
 * accept. */
const rejectedRow = (table: CopiedTable, rows: readonly CopyRow[], cause: unknown): Error | undefined => {
  if (!(cause instanceof StoreError && cause.kind === 'rejected')) return undefined
  const found = rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => (String(value).includes('\u0000') ? [{ column, row }] : [])),
  )
  const [first] = found
  if (first === undefined) return undefined
  const key = COPIED_TABLES[table].map((column) => String(first.row[column])).join(' ')
  const what = `"${first.column}" of "${key}" in the table "${table}"`
  return new Error(
    `The target does not accept ${what}: the text contains a NUL character. Remove it in the source, then run the copy again`,
    { cause },
  )
}

/** Tables that other tables refer to. */
const REFERRED_TO: ReadonlySet<CopiedTable> = new Set(['plans', 'licenses'])

const copyTable = async (
  source: RowReader,
  target: Store['copies'],
  table: CopiedTable,
  onProgress: CopyOptions['onProgress'],
): Promise<{ written: number; removed: number; unknown: readonly CopyRow[] }> => {
  const total = await source.count(table)
  let [done, written, removed] = [0, 0, 0]
  let changed: CopyRow[] = []
  let gone: CopyRow[] = []
  const flush = async () => {
    // Only one signing key may be current: the old one must go before the new one comes.
    if (!REFERRED_TO.has(table)) {
      await target.remove(table, gone)
      removed += gone.length
      gone = []
    }
    await target.put(table, changed).catch((error: unknown) => {
      throw rejectedRow(table, changed, error) ?? error
    })
    written += changed.length
    changed = []
  }
  for await (const pairs of pairRows(source, target, table)) {
    for (const pair of pairs) {
      if (pair.source === undefined) gone.push(pair.target)
      else done += 1
      if (pair.source !== undefined && !(pair.target !== undefined && isSameRow(pair.source, pair.target))) {
        changed.push(pair.source)
      }
      if (changed.length >= BATCH || (!REFERRED_TO.has(table) && gone.length >= BATCH)) await flush()
    }
    onProgress?.({ table, done, total })
  }
  await flush()
  onProgress?.({ table, done, total })
  return { written, removed, unknown: gone }
}
