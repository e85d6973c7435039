import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_HANDLES, SPELLINGS } from '@central-api/testing/platforms/reddit/spellings.cases.ts'
import { findHandle } from '../../scanning/find-handle.ts'
import { canonicalizeName, nameOf } from './canonicalize-name.ts'

test('every spelling has one canonical form, which is its own', () => {
  for (const [canonical, spellings] of Object.entries(SPELLINGS))
    for (const spelling of [canonical, ...spellings])
      assert.equal(findHandle(canonicalizeName, spelling), canonical, spelling)
})

test('near misses are no handles', () => {
  for (const input of NOT_HANDLES) assert.equal(canonicalizeName(input), undefined, input)
})

test('a handle says whether it names a user or a subreddit', () => {
  assert.deepEqual(nameOf('u/acme'), { kind: 'user', name: 'acme' })
  assert.deepEqual(nameOf('r/acme'), { kind: 'subreddit', name: 'acme' })
})
