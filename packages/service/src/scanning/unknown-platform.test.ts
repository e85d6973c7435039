import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { platformsMeant, unknownPlatform } from './unknown-platform.ts'

const CASES: readonly (readonly [word: string, ids: readonly string[]])[] = [
  ['mastdon', ['mastodon']],
  ['Mastodon', ['mastodon']],
  ['dev', ['devto']],
  ['Dev.to', ['devto']],
  ['twitter', ['x']],
  ['twiter', ['x']],
  ['X', ['x']],
  ['insta', ['instagram']],
  ['fb', ['facebook']],
  ['yt', ['youtube']],
  ['google', ['youtube']],
  ['feeds', ['rss']],
  ['tik-tok', ['tiktok']],
  ['myspace', []],
  ['__proto__', []],
]

for (const [word, ids] of CASES) {
  test(`${word} means ${ids.join(', ') || 'no platform'}`, () => {
    assert.deepEqual(platformsMeant(word, ALL_PLATFORMS), ids)
  })
}

test('an alias of a platform that is not loaded is not suggested', () => {
  const only = [{ id: 'mastodon', name: 'Mastodon' }]
  assert.deepEqual(platformsMeant('twitter', only), [])
})

test('the error suggests a platform if one is meant, and says where all are listed', () => {
  const { code, message } = unknownPlatform('twitter', ALL_PLATFORMS)
  assert.deepEqual([code, message], ['platform_unknown', 'There is no platform “twitter”. Did you mean “x”?'])
  const list = 'GET /platforms lists all platforms.'
  assert.equal(
    unknownPlatform('myspace', ALL_PLATFORMS, list).message,
    'There is no platform “myspace”. GET /platforms lists all platforms.',
  )
  const meant = [
    { id: 'one1', name: 'One' },
    { id: 'one2', name: 'Two' },
  ]
  assert.equal(
    unknownPlatform('one3', meant, list).message,
    'There is no platform “one3”. Did you mean “one1” or “one2”? GET /platforms lists all platforms.',
  )
})
