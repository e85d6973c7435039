import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_HANDLES, SPELLINGS } from '@central-api/testing/platforms/reddit/spellings.cases.ts'
import { findHandle } from '../../scanning/find-handle.ts'
import { canonicalizeName, nameOf } from './canonicalize-name.ts'

test('canonicalizes every spelling, and keeps a canonical handle', () => {
  for (const [canonical, spellings] of Object.entries(SPELLINGS))
    for (const spelling of [canonical, ...spellings])
      assert.equal(findHandle(canonicalizeName, spelling), canonical, spelling)
})

test('rejects near misses', () => {
  for (const input of NOT_HANDLES) assert.equal(canonicalizeName(input), undefined, input)
})

test('reads the kind of a handle', () => {
  assert.deepEqual(nameOf('u/acme'), { kind: 'user', name: 'acme' })
  assert.deepEqual(nameOf('r/acme'), { kind: 'subreddit', name: 'acme' })
})
