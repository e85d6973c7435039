import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostgresTls } from '../address/postgres-tls.ts'
import { tlsOptions } from './tls-options.ts'

const FILE = import.meta.filename
const tls = (parts: Partial<PostgresTls> & Pick<PostgresTls, 'mode'>): PostgresTls => ({
  ...{ rootCert: undefined, cert: undefined, key: undefined },
  ...parts,
})

test("uses Node's roots without a root certificate, and verifies nothing with require", () => {
  assert.deepEqual(tlsOptions(tls({ mode: 'verify-full' })), {})
  assert.deepEqual(tlsOptions(tls({ mode: 'require' })), { rejectUnauthorized: false })
})

test('verifies against a root certificate, and the host name only in verify-full', () => {
  for (const mode of ['require', 'verify-ca'] as const) {
    const options = tlsOptions(tls({ mode, rootCert: FILE }))
    assert.ok(typeof options.ca === 'string' && options.rejectUnauthorized === undefined)
    assert.equal(options.checkServerIdentity?.('other.example', {} as never), undefined)
  }
  const full = tlsOptions(tls({ mode: 'verify-full', rootCert: FILE }))
  assert.ok(typeof full.ca === 'string' && full.checkServerIdentity === undefined)
})

test('names the parameter of a file that cannot be read', () => {
  assert.throws(
    () => tlsOptions(tls({ mode: 'verify-full', rootCert: '/nowhere/ca.pem' })),
    /^Error: sslrootcert of the PostgreSQL URL cannot be read: ENOENT.*\/nowhere\/ca\.pem/,
  )
})
