// A store of each backend with rows in every table, as SQL statements that recreate it, and its secrets.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresServer } from '../../packages/service/test/postgres-server.ts'
import { dumpPostgres } from './dump-postgres.ts'
import { dumpSqlite } from './dump-sqlite.ts'
import { fillStore, type ReleaseSecrets } from './fill-store.ts'

export type DumpedStore = { readonly dump: string; readonly secrets: ReleaseSecrets }

export const dumpStores = async (
  server: PostgresServer,
): Promise<{ readonly sqlite: DumpedStore; readonly postgres: DumpedStore }> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  try {
    const file = join(folder, 'central.db')
    const sqliteSecrets = await fillStore(`sqlite:${file}`)
    const url = await server.createDatabase()
    const postgresSecrets = await fillStore(url)
    return {
      sqlite: { dump: dumpSqlite(file), secrets: sqliteSecrets },
      postgres: { dump: await dumpPostgres((text) => server.run(url, text)), secrets: postgresSecrets },
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
