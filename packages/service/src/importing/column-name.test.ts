import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNameLike, looksLikeRecord, shownNames } from './column-name.ts'

test('distinguishes column names from keys, addresses, dates and numbers', () => {
  for (const name of [
    'License Key',
    'licenseKey',
    'expires_at',
    'KEY',
    'userID',
    'address 2',
    'gekündigt',
    '状態',
    'subscriptions[].status',
    'attributes.metadata.note',
  ])
    assert.equal(isNameLike(name), true, name)
  for (const value of [
    '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    'Kd83-Qm5Z-7TxW-b2Ln',
    'sk_9XqT%^+aB3;d8LwKz:Yr(2Nf5Gh7Jm',
    'da89cc27-b25e-e42f-cc43-c60d97aecd02',
    'kunde@example.de',
    '2030-12-31',
    '1924991999',
    'a'.repeat(41),
  ])
    assert.equal(isNameLike(value), false, value)
})

test('a line with a key or an address is a record, and one with an odd name is not', () => {
  assert.equal(looksLikeRecord(['Kd83-Qm5Z-7TxW-b2Ln', 'pro', 'active']), true)
  assert.equal(looksLikeRecord(['pro', 'active', 'kunde@example.de']), true)
  assert.equal(looksLikeRecord(['name', 'product', 'Price (USD)']), false)
  assert.equal(shownNames(['name', 'Price (USD)']), '"name", 1 that may be something else than a name')
})
