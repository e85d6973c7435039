import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { readSettings } from './settings.ts'

test('an address is read part by part', () => {
  assert.deepEqual(readSettings('postgres://us%40er:p%3Aw@db.example:6432/central?pool=20&application_name=one'), {
    host: 'db.example',
    port: 6432,
    user: 'us@er',
    password: 'p:w',
    database: 'central',
    applicationName: 'one',
    tls: false,
    channelBinding: false,
    connections: 20,
    pooled: false,
  })
})

test('what is not said is left to the defaults', () => {
  const { host, port, user, password, database, applicationName, connections } = readSettings('postgresql://')
  assert.deepEqual(
    { host, port, user, password, database, applicationName, connections },
    {
      host: 'localhost',
      port: 5432,
      user: undefined,
      password: undefined,
      database: undefined,
      applicationName: 'central-api',
      connections: undefined,
    },
  )
})

test('a host is a name, an IPv6 address or a folder of sockets', () => {
  assert.equal(readSettings('postgres://[2001:db8::1]/c').host, '2001:db8::1')
  assert.equal(readSettings('postgres:///c?host=/var/run/postgresql').host, '/var/run/postgresql')
})

const TLS: readonly (readonly [parameters: string, tls: unknown])[] = [
  ['', false],
  ['sslmode=disable', false],
  ['sslmode=require', { rejectUnauthorized: false }],
  ['sslmode=verify-full', {}],
]

for (const [parameters, tls] of TLS) {
  test(`TLS with "${parameters}" is what PostgreSQL's own clients make of it`, () => {
    assert.deepEqual(readSettings(`postgres://db.example/c?${parameters}`).tls, tls)
  })
}

test('a root certificate is checked against, with the name only where the mode says so', () => {
  const root = `sslrootcert=${encodeURIComponent(import.meta.filename)}`
  for (const mode of ['require', 'verify-ca']) {
    const { tls } = readSettings(`postgres://db.example/c?sslmode=${mode}&${root}`)
    assert.ok(tls && typeof tls.ca === 'string' && tls.rejectUnauthorized === undefined)
    assert.equal(tls.checkServerIdentity?.('other.example', {} as never), undefined)
  }
  const { tls } = readSettings(`postgres://db.example/c?sslmode=verify-full&${root}`)
  assert.ok(tls && typeof tls.ca === 'string' && tls.checkServerIdentity === undefined)
})

const REFUSED: readonly (readonly [parameters: string, message: RegExp])[] = [
  ['sslmode=prefer', /sslmode is one of disable, require, verify-ca, verify-full/],
  ['sslmode=allow', /sslmode is one of/],
  ['sslmode=toString', /sslmode is one of/],
  ['sslmode=verify-ca', /sslmode=verify-ca needs sslrootcert/],
  ['pool=0', /pool is a number/],
  ['pool=1e2', /pool is a number/],
  ['pool=1001', /pool is a number/],
  ['pgbouncer=yes', /pgbouncer is true or false/],
  ['statement_timeout=0', /takes no "statement_timeout", only/],
]

for (const [parameters, message] of REFUSED) {
  test(`"${parameters}" is refused with the reason, and without the password`, () => {
    assert.throws(
      () => readSettings(`postgres://user:hidden-word@db.example/c?${parameters}`),
      (error) => message.test(String(error)) && !inspect(error).includes('hidden-word'),
    )
  })
}

test('what is no address is refused without being repeated', () => {
  assert.throws(
    () => readSettings('postgres://user:hidden-word@db.example:port/c'),
    (error) => /no URL/.test(String(error)) && !inspect(error).includes('hidden-word'),
  )
})
