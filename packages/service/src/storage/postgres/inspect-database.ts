// Inspects a database before anything changes in it: empty, the service's own, or another program's. Only reads.

import { FIRST_MIGRATION } from './migrations.ts'
import type { Queryable } from './standby-error.ts'

const OWN_COLUMNS = ['applied_at', 'name']
/** The most tables to name in the message. */
const MAX_NAMED = 3

/** Tables and views in the default schema and in the cache schema, except those of extensions. */
const FOUND = `
  select quote_ident(nspname) || '.' || quote_ident(relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in (current_schema(), 'cache') and relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  union all
  select quote_ident(nspname) || '.*' from pg_namespace
  where nspname = 'cache' and not exists (select from pg_class where relnamespace = pg_namespace.oid)
  order by name limit ${MAX_NAMED + 1}`

const COLUMNS = `
  select attname::text as name from pg_attribute
  where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped order by name`

/** Rejects when the database is not encoded in UTF-8: texts with other characters would be refused again and again. */
export const requireUtf8 = async (client: Queryable): Promise<void> => {
  const [set] = await read<{ encoding: string }>(client, `select current_setting('server_encoding') as encoding`)
  if (set?.encoding === 'UTF8') return
  const make = 'create another one with createdb --encoding=UTF8 --template=template0 NAME'
  throw new Error(`the database is encoded in ${set?.encoding}, and the service needs UTF8: ${make}`)
}

/** The applied migrations; undefined when the service never created its tables. */
export const readApplied = async (client: Queryable): Promise<readonly string[] | undefined> => {
  const columns = (await read<Named>(client, COLUMNS)).map(({ name }) => name)
  if (columns.join() !== OWN_COLUMNS.join()) return undefined
  const applied = (await read<Named>(client, 'select name from migrations order by name')).map(({ name }) => name)
  return applied.includes(FIRST_MIGRATION) ? applied : undefined
}

/** Rejects when the database contains anything: it then belongs to another program. */
export const requireEmpty = async (client: Queryable): Promise<void> => {
  const found = await read<Named>(client, FOUND)
  if (found.length === 0) return
  const names = found.slice(0, MAX_NAMED).map(({ name }) => name)
  const all = [...names, ...(found.length > MAX_NAMED ? ['…'] : [])].join(', ')
  throw new Error(
    `the database belongs to another program (it contains ${all}); nothing was changed. Use a separate database for the service`,
  )
}

type Named = { readonly name: string }

const read = async <T extends object>(client: Queryable, text: string): Promise<readonly T[]> =>
  (await client.query<T>(text)).rows
