// Finds licenses by a part of a name, an email or a site with trigram indexes
// (https://www.postgresql.org/docs/current/pgtrgm.html), if the server has the extension and the role may create it.

import { type Kysely, sql } from 'kysely'
import { hasText } from '../records/has-text.ts'
import type { FindMatches } from '../records/license-list.ts'
import type { Database } from '../schema.ts'

/** Without the extension there are no indexes; everything else works. The extension may be in any schema. Each index is
 * on the text with an empty string appended, and only queries that want the index use that expression. Otherwise a
 * query that checks licenses one by one might read the index for each of them. */
export const INDEX_TRIGRAMS = `
  do $$
  declare
    home text;
  begin
    begin
      create extension if not exists pg_trgm;
    exception when others then
      raise notice 'pg_trgm is not to be had: %', sqlerrm;
    end;
    select quote_ident(nspname) into home
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    if home is null then
      return;
    end if;
    execute format('create index licenses_words on licenses using gin ((lower(name) || '''') %1$s.gin_trgm_ops, (lower(email) || '''') %1$s.gin_trgm_ops)', home);
    execute format('create index sites_words on sites using gin ((lower(site) || '''') %1$s.gin_trgm_ops)', home);
  end $$;`

const indexed = (column: string) => sql`(lower(${sql.ref(column)}) || '')`

/** Candidates for trigrams; the server's locale decides which of them are. */
const TRIGRAM = /[\p{L}\p{N}]{3}/gu

export const createFindMatches =
  (db: Kysely<Database>): FindMatches =>
  async (text) => {
    const trigrams = text.match(TRIGRAM)
    if (trigrams === null || !(await isIndexed(db, trigrams))) return undefined
    // Materialized: with the expected limit of one row, the planner might scan the table.
    return sql`
      with named as materialized (
        select id from licenses where ${hasText(indexed('licenses.name'), text)} or ${hasText(indexed('licenses.email'), text)}
      ), used as materialized (select license_id as id from sites where ${hasText(indexed('site'), text)})
      select id from named union all select id from used`
  }

/** Whether the indexes exist, and at least one candidate is a trigram of them. Without any trigram the whole index
 * would be read. */
const isIndexed = async (db: Kysely<Database>, trigrams: readonly string[]): Promise<boolean> => {
  const { rows: homes } = await sql<{ home: string }>`
    select quote_ident(nspname) as home
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm' and 2 = (
      select count(*) from pg_index
      where indisvalid and indexrelid in (to_regclass('licenses_words'), to_regclass('sites_words'))
    )`.execute(db)
  const [found] = homes
  if (found === undefined) return false
  // A word of three letters has four trigrams, with padding; characters that are not letters for the server have none.
  const { rows } = await sql<{ is_word: boolean }>`
    select bool_or(cardinality(${sql.raw(found.home)}.show_trgm(three)) = 4) as is_word
    from unnest(${[...trigrams]}::text[]) as three`.execute(db)
  return rows[0]?.is_word ?? false
}
