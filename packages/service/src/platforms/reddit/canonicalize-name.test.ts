import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_HANDLES, SPELLINGS } from '@central-api/testing/platforms/reddit/spellings.cases.ts'
import { findHandle } from '../../scanning/find-handle.ts'
import { canonicalizeName, nameOf } from './canonicalize-name.ts'
import { listOf } from './lists.ts'
import { reddit } from './reddit.ts'
import { variantsIn } from './variants-in.ts'

test('canonicalizes every spelling, and keeps a canonical handle', () => {
  for (const [canonical, spellings] of Object.entries(SPELLINGS))
    for (const spelling of [canonical, ...spellings])
      assert.equal(findHandle(reddit.canonicalize, spelling), canonical, spelling)
})

test('rejects near misses', () => {
  for (const input of NOT_HANDLES) assert.equal(canonicalizeName(input), undefined, input)
})

test('reads the kind of a handle', () => {
  assert.deepEqual(nameOf('u/acme'), { kind: 'user', name: 'acme' })
  assert.deepEqual(nameOf('r/acme'), { kind: 'subreddit', name: 'acme' })
})

test('reads the order that a URL shows', () => {
  assert.deepEqual(variantsIn('https://www.reddit.com/r/breadit/top/?t=week'), ['top_week', 'top'])
  assert.deepEqual(variantsIn('https://www.reddit.com/r/breadit/top/'), ['top_day', 'top'])
  assert.deepEqual(variantsIn('https://old.reddit.com/r/breadit/hot.rss'), ['hot'])
  assert.deepEqual(variantsIn('https://www.reddit.com/search/?q=rye&sort=top&t=all'), ['top_all', 'top'])
  assert.deepEqual(variantsIn('https://www.reddit.com/search/?q=rye&sort=top'), ['top_all', 'top'])
  for (const text of ['r/breadit', 'https://www.reddit.com/r/breadit/', 'https://evil.example/r/breadit/top/'])
    assert.equal(variantsIn(text), undefined, text)
})

test('searches within the period of a variant', () => {
  const periodOf = (handle: string, variant: string) => {
    const { query } = listOf(handle, variant)
    return [query.sort, query.t]
  }
  assert.deepEqual(periodOf('r/breadit/flair/News', 'top_week'), ['top', 'week'])
  assert.deepEqual(periodOf('search/rye', 'top'), ['top', 'all'])
  assert.deepEqual(periodOf('search/rye', 'posts'), ['new', undefined])
})
