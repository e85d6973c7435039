import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIncludes } from './map-post.ts'
import { isOfOthers } from './own-only.ts'

const OWN = { id: '1', includesPrivate: true }
const includes = readIncludes({
  users: [
    { id: '1', protected: true },
    { id: '2', protected: true },
    { id: '3', protected: false },
  ],
  tweets: [
    { id: '22', author_id: '2' },
    { id: '33', author_id: '3' },
  ],
})
const repostOf = (id: string) => ({ id: '9', author_id: '1', referenced_tweets: [{ type: 'retweeted', id }] })

test('protected posts of others are recognized, also where the account passes them on', () => {
  const posts = [{ author_id: '1' }, { author_id: '2' }, { author_id: '3' }, repostOf('22'), repostOf('33'), {}]
  assert.deepEqual(
    posts.map((post) => isOfOthers(post, includes, OWN)),
    [false, true, false, true, false, false],
  )
})
