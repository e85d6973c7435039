import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '../../parsing/type.ts'
import { findUnknownFields, nearestName } from './unknown-fields.ts'

test('a name is near a known one if it differs in case and punctuation, or by a letter or two', () => {
  const known = ['status', 'plan', 'expiresAt', 'externalId', 'email', 'name']
  const near = {
    Status: 'status',
    satus: 'status',
    statsu: 'status',
    plans: 'plan',
    expires_at: 'expiresAt',
    expiryAt: 'expiresAt',
    externalID: 'externalId',
    'e-mail': 'email',
    nmae: undefined,
    nam: 'name',
    state: 'status',
    x: undefined,
    '': undefined,
  }
  for (const [name, expected] of Object.entries(near)) assert.equal(nearestName(name, known), expected, name)
  assert.equal(nearestName('s'.repeat(10_000), known), undefined)
  assert.equal(nearestName('status', []), undefined)
})

test('finds unknown fields at any depth of the schema, but none in free-form maps', () => {
  const schema = Type.Object({
    plan: Type.String(),
    filter: Type.Object({ status: Type.String() }),
    metadata: Type.Record(Type.String(), Type.String()),
  })
  assert.deepEqual(
    findUnknownFields(schema, {
      plan: 1,
      plam: 1,
      filter: { sttus: 1, status: 2 },
      metadata: { own: 'x' },
      toString: 1,
    }),
    [
      { field: 'plam', message: 'is not known here; did you mean plan?' },
      { field: 'filter.sttus', message: 'is not known here; did you mean status?' },
      { field: 'toString', message: 'is not known here' },
    ],
  )
  assert.deepEqual(findUnknownFields(undefined, { a: 1 }), [{ field: 'a', message: 'is not known here' }])
  for (const value of [undefined, null, 'text', []]) assert.deepEqual(findUnknownFields(schema, value), [])
})
