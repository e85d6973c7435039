// What can be followed besides profiles: each is recognized from a pasted URL and from what people type, as that kind.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { POSTS_ONLY } from '../src/platforms/posts-only.ts'
import { createRecognize } from '../src/scanning/recognize.ts'
import { kindsOf } from '../src/upstream/contract/kinds.ts'

const recognize = createRecognize(ALL_PLATFORMS, POSTS_ONLY)

/** What, platform, kind, canonical handle, URL, as typed, and the variant if it is not `posts`. */
const ROWS = readFileSync(new URL('recognized-kinds.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))

/** The best match of a platform, as far as a client reads it. */
const matchOf = (text: string, id: string) => {
  const match = recognize(text).matches.find(({ platform }) => platform.id === id)
  return match && [match.kind.id, match.handle, match.variant]
}

for (const [what, platform = '', kind, handle = '', url = '', typed = '', variant = 'posts'] of ROWS)
  test(`${what} of ${platform} is recognized from ${url}, and from ${typed}`, () => {
    assert.deepEqual(matchOf(url, platform), [kind, handle, variant])
    assert.deepEqual(matchOf(typed, platform), [kind, handle, variant])
    assert.deepEqual(matchOf(handle, platform)?.slice(0, 2), [kind, handle])
  })

test('a URL at the host of a platform is recognized as nothing else', () => {
  for (const [, platform, , , url = ''] of ROWS) {
    const ids = recognize(url).matches.map((match) => match.platform.id)
    const isAnySite = /\/\/[^/]*\.example\//.test(url)
    if (!isAnySite) assert.deepEqual(ids, [platform], url)
  }
})

test('every kind of every platform is in the table', () => {
  const known = new Set(ROWS.map(([, platform, kind]) => `${platform} ${kind}`))
  const missing = ALL_PLATFORMS.filter(({ id }) => id !== 'sandbox').flatMap((platform) =>
    [...kindsOf(platform).keys()].filter((kind) => kind !== 'account').map((kind) => `${platform.id} ${kind}`),
  )
  assert.deepEqual(
    missing.filter((each) => !known.has(each)),
    [],
  )
})
