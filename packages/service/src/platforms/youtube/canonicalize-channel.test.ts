import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NOT_HANDLES, SPELLINGS } from '@central-api/testing/platforms/youtube/spellings.cases.ts'
import fc from 'fast-check'
import { findHandle } from '../../scanning/find-handle.ts'
import { canonicalizeChannel, readHandle } from './canonicalize-channel.ts'
import { youtube } from './youtube.ts'

describe('canonicalizing a YouTube channel', () => {
  test('canonicalizes every spelling', () => {
    for (const [canonical, spellings] of Object.entries(SPELLINGS)) {
      for (const spelling of [canonical, ...spellings])
        assert.equal(findHandle(youtube.canonicalize, spelling), canonical, spelling)
    }
  })

  test('rejects near misses', () => {
    for (const input of NOT_HANDLES) assert.equal(canonicalizeChannel(input), undefined, input)
  })

  test('keeps a canonical handle', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('', '@', 'youtube.com/@'),
        (text, start) => {
          const handle = canonicalizeChannel(start + text)
          assert.ok(handle === undefined || canonicalizeChannel(handle) === handle)
        },
      ),
    )
  })

  test('reads the kind of a handle', () => {
    const ways = { '@name': 'name', 'user/name': 'user', 'video/dQw4w9WgXcQ': 'video' }
    for (const [handle, by] of Object.entries(ways)) {
      const value = by === 'name' ? handle : handle.slice(by.length + 1)
      assert.deepEqual(readHandle(handle), { by, value })
    }
    assert.equal(readHandle(`UC${'a'.repeat(22)}`).by, 'id')
  })
})
