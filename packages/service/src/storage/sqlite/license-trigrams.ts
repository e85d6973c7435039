// Finds licenses by a part of a name, an email or a site with SQLite's trigram index.

import { sql } from 'kysely'
import type { FindMatches } from '../records/license-list.ts'

/** The index has no words of fewer than three characters; and SQLite reads a text only up to its first NUL. */
const isIndexed = (characters: readonly string[]) => characters.length >= 3 && !characters.includes('\0')

export const findMatches: FindMatches = async (text) => {
  const characters = [...text]
  if (!isIndexed(characters)) return undefined
  const words = new Set(characters.slice(2).map((_, n) => characters.slice(n, n + 3).join('')))
  const all = [...words].map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')
  // The cross join reads from the index to its rows, never the other way around.
  return sql`
    select license_id as id from license_trigrams cross join license_texts
    where license_texts.n = license_trigrams.rowid and license_trigrams match ${all}`
}
