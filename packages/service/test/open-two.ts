import { openPostgres } from '../src/storage/postgres/open.ts'
import type { PostgresServer } from './postgres-server.ts'

/** Long timeouts: the suites run many operations concurrently, which wait for each other on a busy machine. */
const PATIENCE_MS = 60_000

/** Opens two stores on one new database, for the store suites. `parameters` are added to its URL. */
export const openTwo = async (server: PostgresServer, parameters = '') => {
  const url = (await server.createDatabase()) + parameters
  const limits = { connectMs: PATIENCE_MS, statementMs: PATIENCE_MS, lockMs: PATIENCE_MS, answerMs: PATIENCE_MS }
  const [one, two] = await Promise.all([openPostgres({ url, limits }), openPostgres({ url, limits })])
  return {
    stores: [one, two] as [typeof one, typeof two],
    dispose: async () => void (await Promise.all([one.close(), two.close()])),
  }
}
