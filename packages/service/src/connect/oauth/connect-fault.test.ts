import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CONNECT_FAULTS, ConnectFault } from './connect-fault.ts'

const GUIDE = readFileSync(new URL('../../../../../docs/guides/connected-accounts.md', import.meta.url), 'utf8')

test('the guide has a row for each reason that a browser returns with, and no other', () => {
  const rows = [...GUIDE.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \| [^|]+ \|$/gm)].map(([, code, text]) => [code, text])
  assert.deepEqual(rows.slice(1), Object.entries(CONNECT_FAULTS))
})

test('a reason for the log is one word, never a sentence', () => {
  assert.equal(new ConnectFault('platform_error', { reason: 'invalid_target' }).reason, 'invalid_target')
  for (const reason of ['190.458', 'OAUTH_INVALID_RESPONSE', 'status.500', 'user-denied'])
    assert.equal(new ConnectFault('platform_error', { reason }).reason, reason)
  for (const reason of ['Ada said no', '', 'a\nb', 'x'.repeat(65)])
    assert.equal(new ConnectFault('platform_error', { reason }).reason, undefined)
})

test('a platform that repeats a token or a code in place of a reason has given none', () => {
  for (const reason of ['1f0c9a7be23d', 'AQB8x_kq3-Vt', '12345678901234567890', '0b6b3c1e-9f0e-4c47-8a0e-1f0c9a7be23d'])
    assert.equal(new ConnectFault('platform_error', { reason }).reason, undefined, reason)
})
