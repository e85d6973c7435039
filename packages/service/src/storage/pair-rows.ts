// Walks through a table of two stores in parallel, in key order, and pairs rows with the same key.

import { compareKeys } from './copied-tables.ts'
import type { CopiedTable, CopyRow, RowReader } from './store.ts'

/** A row that both stores have, or that only one has. */
export type RowPair =
  | { readonly source: CopyRow; readonly target: CopyRow | undefined }
  | { readonly source: undefined; readonly target: CopyRow }

/** Yields the pairs in batches, as far as the rows read so far allow. */
export async function* pairRows(
  source: Pick<RowReader, 'read'>,
  target: Pick<RowReader, 'read'>,
  table: CopiedTable,
): AsyncGenerator<readonly RowPair[]> {
  const [ours, theirs] = [createCursor(source.read(table)), createCursor(target.read(table))]
  for (;;) {
    await ours.fill()
    await theirs.fill()
    const pairs: RowPair[] = []
    while (ours.isFilled() && theirs.isFilled()) {
      const [our, their] = [ours.peek(), theirs.peek()]
      if (our === undefined && their === undefined) {
        if (pairs.length > 0) yield pairs
        return
      }
      const order = orderOf(table, our, their)
      if (our !== undefined && order <= 0) pairs.push({ source: our, target: order === 0 ? their : undefined })
      else if (their !== undefined) pairs.push({ source: undefined, target: their })
      if (order <= 0) ours.advance()
      if (order >= 0) theirs.advance()
    }
    yield pairs
  }
}

/** When one side is at its end, only the other's rows are left. */
const orderOf = (table: CopiedTable, our: CopyRow | undefined, their: CopyRow | undefined): number => {
  if (our === undefined) return 1
  return their === undefined ? -1 : compareKeys(table, our, their)
}

const createCursor = (batches: AsyncIterable<readonly CopyRow[]>) => {
  const iterator = batches[Symbol.asyncIterator]()
  let batch: readonly CopyRow[] = []
  let at = 0
  let isOver = false
  return {
    /** Whether the next row, or the end, is known. */
    isFilled: () => isOver || at < batch.length,
    async fill(): Promise<void> {
      while (!isOver && at >= batch.length) {
        const { done, value } = await iterator.next()
        isOver = done === true
        batch = done ? [] : value
        at = 0
      }
    },
    peek: () => batch[at],
    advance(): void {
      at += 1
    },
  }
}
