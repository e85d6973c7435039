// The CPU time of PostgreSQL's processes that serve the service.

import type { PostgresServer } from '../packages/service/test/postgres-server.ts'
import { sum } from './figures.ts'
import { processorMsOf } from './processor-time.ts'

/** Milliseconds, of the processes that are connected now. */
export const backendsMsOf = async (server: PostgresServer, url: string): Promise<number> => {
  const rows = await server.run(url, `select pid from pg_stat_activity where application_name = 'central-api'`)
  return sum(await Promise.all(rows.map(({ pid }) => processorMsOf(Number(pid)))))
}
