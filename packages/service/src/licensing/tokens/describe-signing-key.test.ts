import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, START } from '@central-api/testing/licensing/fixture.ts'
import { describeSigningKey } from './describe-signing-key.ts'
import { RETIRED_KEY_LIFE_MS } from './token-form.ts'

const KEY = { kid: 'k1', publicJwk: '{}', sealedPrivateJwk: 'sealed', createdAt: START - HOUR_MS, retiredAt: null }

test('a key signs until it is retired, and then verifies until its last token has expired', () => {
  const described = { kid: 'k1', createdAt: '2029-12-31T23:00:00.000Z' }
  assert.deepEqual(describeSigningKey(KEY, START), {
    ...described,
    ...{ state: 'signs', retiredAt: null, verifiesUntil: null },
  })
  const retired = { retiredAt: '2030-01-01T00:00:00.000Z', verifiesUntil: '2030-01-01T01:01:00.000Z' }
  const at = (now: number) => describeSigningKey({ ...KEY, retiredAt: START }, now)
  assert.deepEqual(at(START + RETIRED_KEY_LIFE_MS - 1), { ...described, state: 'verifies', ...retired })
  assert.deepEqual(at(START + RETIRED_KEY_LIFE_MS), { ...described, state: 'over', ...retired })
})
