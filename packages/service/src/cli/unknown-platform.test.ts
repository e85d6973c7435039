import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { platformsMeant, requirePlatform } from './unknown-platform.ts'

const CASES: readonly (readonly [word: string, ids: readonly string[]])[] = [
  ['mastdon', ['mastodon']],
  ['Mastodon', ['mastodon']],
  ['dev', ['devto']],
  ['Dev.to', ['devto']],
  ['twitter', ['x']],
  ['twiter', ['x']],
  ['X', ['x']],
  ['insta', ['instagram']],
  ['yt', ['youtube']],
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

test('an unknown platform is an error that suggests one, and a known one is none', () => {
  requirePlatform('rss', ALL_PLATFORMS)
  assert.throws(() => requirePlatform('twitter', ALL_PLATFORMS), {
    code: 'platform_unknown',
    message: 'There is no platform “twitter”. Did you mean x?',
  })
  assert.throws(() => requirePlatform('myspace', ALL_PLATFORMS), { message: 'There is no platform “myspace”.' })
})
