import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LicenseDetails } from '../../storage/store.ts'
import { readDetails, readName } from './license-details.ts'
import { OperatorError } from './operator-error.ts'

test('trims details, and treats blank ones as missing', () => {
  assert.deepEqual(readDetails({}), {})
  assert.deepEqual(readDetails({ externalId: ' order 7 ', email: ' ä@exämple.com ', notes: ' one\ntwo\t' }), {
    externalId: 'order 7',
    email: 'ä@exämple.com',
    notes: 'one\ntwo',
  })
  assert.deepEqual(readDetails({ externalId: ' ', email: '', notes: null, metadata: {} }), {
    externalId: null,
    email: null,
    notes: null,
    metadata: {},
  })
})

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${n}`, 'x']))

test('accepts details up to the limits, and refuses longer ones', () => {
  const fitting: readonly Partial<LicenseDetails>[] = [
    { externalId: 'x'.repeat(200) },
    { email: `${'x'.repeat(242)}@example.com` },
    { notes: 'x'.repeat(2_000) },
    { metadata: many(20) },
    { metadata: { ['n'.repeat(40)]: 'x'.repeat(500) } },
  ]
  for (const details of fitting) assert.deepEqual(readDetails(details), details)
  const refused: readonly (readonly [Partial<LicenseDetails>, keyof LicenseDetails, RegExp])[] = [
    [{ externalId: 'x'.repeat(201) }, 'externalId', /longer than 200 characters/],
    [{ externalId: 'a\u0000b' }, 'externalId', /control character/],
    [{ email: `${'x'.repeat(243)}@example.com` }, 'email', /Use the form/],
    [{ email: 'example.com' }, 'email', /Use the form/],
    [{ email: 'a@b, c@d' }, 'email', /Use the form/],
    [{ email: 'a\u0007@b' }, 'email', /Use the form/],
    [{ notes: 'x'.repeat(2_001) }, 'notes', /longer than 2000 characters/],
    [{ notes: 'a\u001b[31m' }, 'notes', /control character/],
    [{ metadata: many(21) }, 'metadata', /more than 20 entries/],
    [{ metadata: { ['n'.repeat(41)]: 'x' } }, 'metadata', /The metadata key .* is invalid/],
    [{ metadata: { '': 'x' } }, 'metadata', /The metadata key .* is invalid/],
    [{ metadata: { __proto_: 'x', _own: 'x' } }, 'metadata', /The metadata key .* is invalid/],
    [
      { metadata: { long: 'x'.repeat(501) } },
      'metadata',
      /The metadata value of long must be plain text of at most 500/,
    ],
    [{ metadata: { bell: '\u0007' } }, 'metadata', /The metadata value of bell must/],
  ]
  for (const [details, field, message] of refused) {
    assert.throws(
      () => readDetails(details),
      (error) =>
        error instanceof OperatorError &&
        error.code === 'invalid' &&
        error.field === field &&
        message.test(error.message),
      JSON.stringify(details),
    )
  }
})

test('a name is one line of plain text, and a blank one is missing', () => {
  assert.deepEqual([readName(' Ada’s shop '), readName(' '), readName(null)], ['Ada’s shop', null, null])
  assert.equal(readName('x'.repeat(200)), 'x'.repeat(200))
  for (const text of ['x'.repeat(201), 'A\u0000B', 'A\nB', 'A\u001b[31m', '\ud800']) {
    assert.throws(
      () => readName(text),
      (error) => error instanceof OperatorError && error.code === 'invalid' && error.field === 'name',
      JSON.stringify(text),
    )
  }
})
