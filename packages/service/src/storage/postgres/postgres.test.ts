import { after, before } from 'node:test'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { storeSuite } from '../suite.ts'
import { openPostgres } from './open.ts'

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

const openTwo = async (parameters = '') => {
  const url = (await server.createDatabase()) + parameters
  const [one, two] = await Promise.all([openPostgres({ url }), openPostgres({ url })])
  return {
    stores: [one, two] as [typeof one, typeof two],
    dispose: async () => void (await Promise.all([one.close(), two.close()])),
  }
}

storeSuite('PostgreSQL', () => openTwo())
storeSuite('PostgreSQL behind a pooler', () => openTwo('?pgbouncer=true'))
