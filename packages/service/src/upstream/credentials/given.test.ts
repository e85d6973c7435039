import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPerHost, listOf } from './given.ts'

test('splits a comma list, without blanks and empty entries', () => {
  assert.deepEqual(listOf(' a, b ,,c '), ['a', 'b', 'c'])
  assert.deepEqual(listOf(''), [])
})

test('a key for a host serves that host only, and a host may have several', () => {
  assert.deepEqual(givenPerHost('KEYS', 'One.example=k=1, two.example = k2,one.example=k3', 'key'), [
    { host: 'one.example', secrets: { key: 'k=1' } },
    { host: 'two.example', secrets: { key: 'k2' } },
    { host: 'one.example', secrets: { key: 'k3' } },
  ])
})

test('an invalid entry is named by setting and position, without its key', () => {
  for (const value of ['geheim', 'one.example=', '=geheim', 'local=geheim', 'one.example=a,geheim'])
    assert.throws(
      () => givenPerHost('KEYS', value, 'key'),
      ({ message }: Error) => /^KEYS must be a comma list of host=key; entry [12] is not$/.test(message),
    )
})
