// Whether a column, in small letters, holds a text: what searching for a part of a name means, in every backend and in its indexes.

import { type RawBuilder, sql } from 'kysely'

/** Letters of either case are the same, as far as the store itself knows letters. */
export const holdsText = (lowered: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  // SQLite reads a pattern no further than to its first NUL, and would find everything.
  if (text.includes('\0')) return sql<boolean>`1 = 0`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${lowered} like lower(${pattern}) escape '\\'`
}
