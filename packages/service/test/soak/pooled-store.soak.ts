import { after, before } from 'node:test'
import { storeSuite } from '@central-api/testing/storage/suite.ts'
import { openTwo } from '../open-two.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

storeSuite('PostgreSQL behind a pooler', () => openTwo(server, '?pgbouncer=true'))
