import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostgresTls } from '../address/postgres-tls.ts'
import { tlsOptions } from './tls-options.ts'

const FILE = import.meta.filename
const tls = (parts: Partial<PostgresTls> & Pick<PostgresTls, 'mode'>): PostgresTls => ({
  ...{ rootCert: undefined, cert: undefined, key: undefined },
  ...parts,
})

test('without a root certificate the roots of Node are used, and require checks nothing', () => {
  assert.deepEqual(tlsOptions(tls({ mode: 'verify-full' })), {})
  assert.deepEqual(tlsOptions(tls({ mode: 'require' })), { rejectUnauthorized: false })
})

test('a root certificate is checked against, with the name only where the mode says so', () => {
  for (const mode of ['require', 'verify-ca'] as const) {
    const options = tlsOptions(tls({ mode, rootCert: FILE }))
    assert.ok(typeof options.ca === 'string' && options.rejectUnauthorized === undefined)
    assert.equal(options.checkServerIdentity?.('other.example', {} as never), undefined)
  }
  const full = tlsOptions(tls({ mode: 'verify-full', rootCert: FILE }))
  assert.ok(typeof full.ca === 'string' && full.checkServerIdentity === undefined)
})

test('a file that cannot be read is told with the parameter that names it', () => {
  assert.throws(
    () => tlsOptions(tls({ mode: 'verify-full', rootCert: '/nowhere/ca.pem' })),
    /^Error: sslrootcert of the PostgreSQL URL cannot be read: ENOENT.*\/nowhere\/ca\.pem/,
  )
})
