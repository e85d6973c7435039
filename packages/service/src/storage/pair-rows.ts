// Walks through a table of two stores at once, in the order of its keys, and tells which rows belong together.

import { compareKeys } from './copied-tables.ts'
import type { CopiedTable, CopyRow, RowReader } from './store.ts'

/** A row that both have, or that only one of them has. */
export type RowPair =
  | { readonly source: CopyRow; readonly target: CopyRow }
  | { readonly source: CopyRow; readonly target: undefined }
  | { readonly source: undefined; readonly target: CopyRow }

export async function* pairRows(
  source: Pick<RowReader, 'read'>,
  target: Pick<RowReader, 'read'>,
  table: CopiedTable,
): AsyncGenerator<RowPair> {
  const ours = source.read(table)[Symbol.asyncIterator]()
  const theirs = target.read(table)[Symbol.asyncIterator]()
  const next = async (rows: AsyncIterator<CopyRow>): Promise<CopyRow | undefined> => {
    const { done, value } = await rows.next()
    return done ? undefined : value
  }
  let [our, their] = [await next(ours), await next(theirs)]
  while (our !== undefined || their !== undefined) {
    const order = our === undefined ? 1 : their === undefined ? -1 : compareKeys(table, our, their)
    if (order === 0 && our !== undefined && their !== undefined) {
      yield { source: our, target: their }
      ;[our, their] = [await next(ours), await next(theirs)]
    } else if (order < 0 && our !== undefined) {
      yield { source: our, target: undefined }
      our = await next(ours)
    } else if (their !== undefined) {
      yield { source: undefined, target: their }
      their = await next(theirs)
    }
  }
}
