import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { openPostgres } from './open.ts'

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

/** The content of a database, and the message of a start on it. */
const ANOTHERS: readonly (readonly [what: string, statements: string, says: RegExp])[] = [
  [
    'its own migrations table',
    'create table migrations (id serial primary key, migration varchar(255), batch int)',
    /contains public\.migrations\)/,
  ],
  [
    'a migrations table with the same columns',
    `create table migrations (name text primary key, applied_at bigint not null); insert into migrations values ('0001-init', 1)`,
    /contains public\.migrations\)/,
  ],
  [
    'an empty migrations table',
    'create table migrations (name text, applied_at bigint)',
    /contains public\.migrations\)/,
  ],
  ['a table that is called as one of ours', 'create table plans (id int)', /contains public\.plans\)/],
  [
    'tables with other names',
    'create table b (id int); create table a (id int); create table "C d" (id int); create table e (id int)',
    /contains public\."C d", public\.a, public\.b, …\)/,
  ],
  ['a view', 'create view v as select 1 as one', /contains public\.v\)/],
  ['a schema that is called as that of the cache', 'create schema cache', /contains cache\.\*\)/],
  [
    'a table in a schema with the name of the cache schema',
    'create schema cache; create table cache.items (id int)',
    /contains cache\.items\)/,
  ],
]

const SHAPE = `select nspname, relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname not like 'pg\\_%' and nspname <> 'information_schema' order by 1, 2`

for (const [what, statements, says] of ANOTHERS) {
  test(`refuses and does not change a database of another program with ${what}`, async () => {
    const url = await server.createDatabase()
    await server.run(url, statements)
    const before = await server.run(url, SHAPE)
    for (const parameters of ['', '?pgbouncer=true'])
      await assert.rejects(openPostgres({ url: url + parameters }), (error: Error) => {
        assert.match(error.message, /the database belongs to another program/)
        assert.match(error.message, /nothing was changed\. Use a separate database for the service$/)
        return says.test(error.message)
      })
    assert.deepEqual(await server.run(url, SHAPE), before)
  })
}

test('accepts a database with tables of extensions and with other schemas', async () => {
  const url = await server.createDatabase()
  await server.run(url, 'create schema other; create table other.plans (id int)')
  await server.run(
    url,
    'create table of_extension (id int); create extension pg_trgm; alter extension pg_trgm add table of_extension',
  )
  await (await openPostgres({ url })).close()
})

test('accepts a schema of its own role next to another program', async () => {
  const url = await server.createDatabase()
  await server.run(url, 'create table migrations (id int); create schema central')
  const store = await openPostgres({ url: `${url}?options=-c%20search_path%3Dcentral` })
  assert.equal(await store.licenses.count(), 0)
  await store.close()
})

test('refuses a database that is not in UTF-8, and says how to create one', async () => {
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    const url = await server.createDatabase()
    await server.run(
      url,
      `create database ${encoding.toLowerCase()} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
    )
    const other = url.replace(/[^/]*$/, encoding.toLowerCase())
    await assert.rejects(openPostgres({ url: other }), (error: Error) => {
      assert.ok(error.message.includes(`the database is encoded in ${encoding}, and the service needs UTF8`))
      return error.message.includes('createdb --encoding=UTF8 --template=template0')
    })
    assert.deepEqual(await server.run(other, SHAPE), [])
  }
})

test('reports a missing password, whatever the URL has in its place', async () => {
  const url = new URL(await server.createDatabase())
  for (const password of ['', ':']) {
    const without = `postgres://${url.username}${password}@${url.host}${url.pathname}`
    await assert.rejects(
      openPostgres({ url: without }),
      /cannot be opened: the server requires a password: set it in DATABASE_URL, PGPASSWORD or PGPASSFILE/,
    )
  }
})

test('reports a server that does not speak the PostgreSQL protocol', async (context) => {
  const other = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  context.after(() => other.close())
  const { port } = other.address() as AddressInfo
  await assert.rejects(
    openPostgres({ url: `postgres://central@127.0.0.1:${port}/central` }),
    /cannot be opened: the server closed the connection: it may not be PostgreSQL, /,
  )
})
