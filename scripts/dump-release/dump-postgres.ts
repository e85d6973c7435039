// A PostgreSQL store as SQL statements that recreate it: its released migrations and its rows. A superuser must run them.

import { MIGRATIONS } from '../../packages/service/src/storage/postgres/migrations.ts'
import { insertRows, requireRows } from './sql-values.ts'

type Row = Readonly<Record<string, unknown>>

export const dumpPostgres = async (run: (text: string) => Promise<Row[]>): Promise<string> => {
  const tables = await run(`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'cache') order by schemaname, tablename`)
  let inserts = ''
  for (const { schema, name } of tables) {
    const table = `${schema}.${name}`
    const rows = await run(`select * from ${table}`)
    requireRows(table, rows)
    inserts += insertRows(table, rows, (hex) => `'\\x${hex}'`, 'overriding system value ')
  }
  const steps = MIGRATIONS.map(({ name, sql }) => `-- ${name}\n${sql.trim().replace(/;?$/, ';')}\n`)
  return `create table migrations (name text primary key, applied_at bigint not null);
${steps.join('')}
-- What triggers tell is among the rows, and tables come in the order of their names.
set session_replication_role = replica;
${inserts}set session_replication_role = origin;
select setval(pg_get_serial_sequence('changes', 'seq'), (select max(seq) from changes));
`
}
