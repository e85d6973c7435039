// Whether a lowercased column contains a text: what searching for a part of a name means, for every backend and its
// indexes.

import { type RawBuilder, sql } from 'kysely'

/** Case is ignored, as far as the database knows the letters. */
export const hasText = (lowered: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  // SQLite reads a pattern only up to its first NUL, and would match everything.
  if (text.includes('\0')) return sql<boolean>`1 = 0`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${lowered} like lower(${pattern}) escape '\\'`
}
