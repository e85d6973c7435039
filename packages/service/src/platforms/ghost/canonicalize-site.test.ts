import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_HANDLES, SPELLINGS } from '@central-api/testing/platforms/ghost/spellings.cases.ts'
import { findHandle } from '../../scanning/find-handle.ts'
import { canonicalizeSite, siteOf } from './canonicalize-site.ts'

test('every spelling has one canonical form, which is its own canonical form', () => {
  for (const [canonical, spellings] of Object.entries(SPELLINGS))
    for (const spelling of [canonical, ...spellings])
      assert.equal(findHandle(canonicalizeSite, spelling), canonical, spelling)
})

test('near misses are not handles', () => {
  for (const input of NOT_HANDLES) assert.equal(canonicalizeSite(input), undefined, input)
})

test('a handle names a site, or an author or a tag of a site', () => {
  assert.deepEqual(siteOf('site.example/blog'), { base: 'https://site.example/blog', kind: 'site', slug: '' })
  assert.deepEqual(siteOf('site.example/author/rosa'), { base: 'https://site.example', kind: 'author', slug: 'rosa' })
  assert.deepEqual(siteOf('s.example/blog/tag/a-b'), { base: 'https://s.example/blog', kind: 'tag', slug: 'a-b' })
})
