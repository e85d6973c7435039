import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { readPostgresAddress } from './postgres-address.ts'

test('reads every part of a URL', () => {
  const url =
    'postgres://us%40er:p%3Aw@db.example:6432/cen%2Ftral?pool=20&application_name=one&options=-c%20search_path%3Da&connect_timeout=9'
  assert.deepEqual(readPostgresAddress(url), {
    hosts: [{ host: 'db.example', port: 6432 }],
    user: 'us@er',
    password: 'p:w',
    database: 'cen/tral',
    applicationName: 'one',
    options: '-c search_path=a',
    tls: false,
    channelBinding: false,
    connectMs: 9_000,
    connections: 20,
    pooled: false,
  })
})

test('uses defaults for missing parts', () => {
  assert.deepEqual(readPostgresAddress('postgresql://'), {
    hosts: [{ host: 'localhost', port: 5432 }],
    user: undefined,
    password: undefined,
    database: undefined,
    applicationName: 'central-api',
    options: undefined,
    tls: false,
    channelBinding: false,
    connectMs: undefined,
    connections: undefined,
    pooled: false,
  })
})

const HOSTS: readonly (readonly [rest: string, ...hosts: string[]])[] = [
  ['db.example/c', 'db.example 5432'],
  ['db.example:/c', 'db.example 5432'],
  ['u@[2001:db8::1]/c', '2001:db8::1 5432'],
  ['[fe80::1%25eth0]:5433/c', 'fe80::1%eth0 5433'],
  ['u:p@one.example:5432,two.example:5433/c', 'one.example 5432', 'two.example 5433'],
  ['one.example,two.example:5433,[::1]/c', 'one.example 5432', 'two.example 5433', '::1 5432'],
  ['one.example,two.example/c?port=6000', 'one.example 6000', 'two.example 6000'],
  ['/c?host=one.example,two.example&port=6000,6001', 'one.example 6000', 'two.example 6001'],
  ['/c?host=/var/run/postgresql', '/var/run/postgresql 5432'],
  // The port of the URL stays, as in PostgreSQL's own clients.
  ['127.0.0.1:6000/c?host=/var/run/postgresql', '/var/run/postgresql 6000'],
  ['u@%2Fvar%2Frun%2Fpostgresql/c', '/var/run/postgresql 5432'],
  ['u@%2Fvar%2Frun:5433,db.example/c', '/var/run 5433', 'db.example 5432'],
  ['db.example/c?host=%2Ftmp&port=5433', '/tmp 5433'],
]

for (const [rest, ...expected] of HOSTS) {
  test(`postgres://${rest} names ${expected.join(' and ')}`, () => {
    const { hosts } = readPostgresAddress(`postgres://${rest}`)
    assert.deepEqual(
      hosts.map(({ host, port }) => `${host} ${port}`),
      expected,
    )
  })
}

test('reads the user, the password and the database from parameters, and does not decode +', () => {
  const { user, password, database } = readPostgresAddress('postgres://db.example/?user=a+b&password=c%26d&dbname=e')
  assert.deepEqual([user, password, database], ['a+b', 'c&d', 'e'])
})

test('accepts unreserved characters and an unencoded @ in a password', () => {
  for (const password of ['p:w', 'p@w', 'p w', 'p[w]', 'pä|^{w', '$w!'])
    assert.equal(readPostgresAddress(`postgres://u:${password}@db.example/c`).password, password)
})

const NONE = { rootCert: undefined, cert: undefined, key: undefined }
const TLS: readonly (readonly [parameters: string, tls: unknown])[] = [
  ['', false],
  ['sslmode=disable', false],
  ['sslmode=disable&sslrootcert=/ca.pem', false],
  ['sslmode=require', { ...NONE, mode: 'require' }],
  ['sslmode=verify-ca&sslrootcert=/ca.pem', { ...NONE, mode: 'verify-ca', rootCert: '/ca.pem' }],
  ['sslmode=verify-full', { ...NONE, mode: 'verify-full' }],
  ['sslmode=verify-full&sslrootcert=system', { ...NONE, mode: 'verify-full' }],
  ['sslrootcert=system', { ...NONE, mode: 'verify-full' }],
  ['sslmode=require&sslcert=/c.pem&sslkey=/k.pem', { ...NONE, mode: 'require', cert: '/c.pem', key: '/k.pem' }],
]

for (const [parameters, tls] of TLS) {
  test(`reads TLS with "${parameters}" like PostgreSQL's own clients`, () => {
    assert.deepEqual(readPostgresAddress(`postgres://db.example/c?${parameters}`).tls, tls)
  })
}

test('accepts parameters with values that already apply', () => {
  for (const parameter of [
    'target_session_attrs=read-write',
    'target_session_attrs=primary',
    'target_session_attrs=any',
    'gssencmode=disable',
    'load_balance_hosts=disable',
    'client_encoding=utf8',
    'client_encoding=UTF-8',
    'uselibpqcompat=true',
    'uselibpqcompat=True',
    'channel_binding=require',
  ])
    assert.equal(readPostgresAddress(`postgres://db.example/c?${parameter}`).database, 'c')
})

test('reads booleans in any case', () => {
  for (const [written, pooled] of [
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['False', false],
  ] as const) {
    assert.equal(readPostgresAddress(`postgres://db.example/c?pgbouncer=${written}`).pooled, pooled)
  }
})

const REFUSED: readonly (readonly [parameters: string, message: RegExp])[] = [
  ['sslmode=prefer', /does not support sslmode=prefer: it may fall back to plain text/],
  ['sslmode=allow', /does not support sslmode=allow: it may fall back/],
  ['sslmode=no-verify', /does not support sslmode=no-verify: write sslmode=require/],
  ['sslmode=hidden-word', /invalid sslmode: use one of disable, require, verify-ca, verify-full/],
  ['sslmode=toString', /invalid sslmode: use one of/],
  ['sslmode=require&sslmode=disable', /has "sslmode" twice/],
  ['sslmode=verify-ca', /needs sslrootcert with sslmode=verify-ca/],
  ['sslmode=require&sslrootcert=system', /needs sslmode=verify-full with sslrootcert=system/],
  ['sslmode=disable&sslrootcert=system', /needs sslmode=verify-full with sslrootcert=system/],
  ['sslrootcert=/ca.pem', /needs sslmode with sslrootcert: without it the connection is not encrypted/],
  ['sslcert=/c.pem&sslkey=/k.pem', /needs sslmode with sslcert/],
  ['sslmode=require&sslcert=/c.pem', /needs both sslcert and sslkey/],
  ['pool=0', /invalid pool: use a whole number from 1 to 1000/],
  ['pool=1e2', /invalid pool: use a whole number/],
  ['pool=1001', /invalid pool: use a whole number/],
  ['pgbouncer=yes', /invalid pgbouncer: use one of true, false/],
  ['channel_binding=yes', /invalid channel_binding: use one of require, prefer, disable/],
  ['connect_timeout=0', /invalid connect_timeout: use a whole number of seconds from 1 to 60/],
  ['connect_timeout=61', /invalid connect_timeout: use a whole number/],
  ['target_session_attrs=standby', /invalid target_session_attrs: use one of read-write, primary, any, because/],
  ['target_session_attrs=read-only', /invalid target_session_attrs: use one of/],
  ['target_session_attrs=prefer-standby', /invalid target_session_attrs: use one of/],
  ['load_balance_hosts=random', /"load_balance_hosts" only as disable/],
  ['statement_timeout=0', /does not support "statement_timeout": the service has its own time limits/],
  ['ssl=true', /does not support "ssl": write sslmode=verify-full/],
  ['schema=public', /does not support "schema": set it for the role/],
  ['connection_limit=5', /does not support "connection_limit": write pool=/],
  ['passfile=/root/.pgpass', /does not support "passfile": set the environment variable PGPASSFILE/],
  ['hostaddr=10.0.0.1', /does not support "hostaddr": write the address as the host/],
  ['sslmode=require&hidden-word=1', /an unknown parameter, number 2 after the "\?"/],
  ['toString=1', /an unknown parameter, number 1/],
  ['port=0', /a port that is not a number from 1 to 65535/],
  ['host=a,b&port=1,2,3', /one port for all hosts, or one for each/],
  ['password=hidden-word&hidden-word', /an unknown parameter, number 2/],
  ['application_name=%hidden-word', /has a special character that is not percent-encoded/],
]

for (const [parameters, message] of REFUSED) {
  test(`refuses "${parameters}" with the reason, and without any part of a password`, () => {
    assert.throws(
      () => readPostgresAddress(`postgres://user:hidden-word@db.example/c?${parameters}`),
      (error) => message.test(String(error)) && !inspect(error).includes('hidden-word'),
    )
  })
}

/** Passwords with characters that URLs reserve, and their surroundings. */
const RESERVED = [
  'postgres://user:50%hidden-word@db.example/c',
  'postgres://user:%zzhidden-word@db.example/c',
  'postgres://user:hidden-word#x@db.example/c',
  'postgres://user:x?hidden-word@db.example/c',
  'postgres://user:x/hidden-word@db.example/c',
  'postgres://user:12/hidden-word@db.example/c',
  'postgres://user:12?hidden-word@db.example/c',
  'postgres://user:12#hidden-word@db.example/c',
  'postgres://user:x@y/hidden-word@db.example/c',
  'postgres://user:x@y?hidden-word@db.example/c',
  'postgres://user:x@y?application_name=hidden-word@db.example/c',
  'postgres://user:x?hidden-word=1&y@db.example/c',
  'postgres://hidden-word/user:x@db.example/c',
]

for (const url of RESERVED) {
  test(`refuses ${url} and says how to encode such a password, without any part of it`, () => {
    assert.throws(
      () => readPostgresAddress(url),
      (error) =>
        /encode it \(% as %25, \/ as %2F, \? as %3F, # as %23, @ as %40\)/.test(String(error)) &&
        !/hidden-word|example/.test(inspect(error)),
    )
  })
}

test('refuses control characters anywhere, since no server accepts them', () => {
  for (const url of [
    'u:hidden-word%00@db.example/c',
    'u:hidden-word%0A@db.example/c',
    'u:hidden-word\n@db.example/c',
    'u%00:hidden-word@db.example/c',
    'u:hidden-word@db.example/c%00',
    'u@db.example/c?password=hidden-word%0d%0a',
  ])
    assert.throws(
      () => readPostgresAddress(`postgres://${url}`),
      (error) =>
        /contains a control character, such as a line break/.test(String(error)) && !/hidden/.test(inspect(error)),
    )
})

test('refuses an invalid host without repeating it', () => {
  for (const host of [
    'hidden ',
    ' hidden',
    'hidden :5432',
    '[::1 ]',
    'hidden:port',
    'hidden:99999',
    'hidden:1:2',
    '2001:db8::1',
    '[::1',
    '[::1]x',
    'a,hidden:x',
    `${'a,'.repeat(16)}b`,
  ])
    assert.throws(
      () => readPostgresAddress(`postgres://user:hidden-word@${host}/c`),
      (error) =>
        /a host that is neither|a port that is not a number|more than 16 hosts/.test(String(error)) &&
        !/hidden/.test(inspect(error)),
    )
})
