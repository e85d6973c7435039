import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closest, didYouMean, question } from './did-you-mean.ts'

const PLATFORMS = [
  'bluesky',
  'devto',
  'facebook',
  'flickr',
  'ghost',
  'github',
  'mastodon',
  'medium',
  'rss',
  'x',
  'youtube',
]

const CASES: readonly (readonly [word: string, names: readonly string[]])[] = [
  ['mastdon', ['mastodon']],
  ['masotdon', ['mastodon']],
  ['MASTODON', ['mastodon']],
  ['youtub', ['youtube']],
  ['yuotube', ['youtube']],
  ['face', ['facebook']],
  ['gihub', ['github']],
  ['git', ['github']],
  ['rs', ['rss']],
  ['rsss', ['rss']],
  ['myspace', []],
  ['z', []],
  ['', []],
  ['constructor', []],
  ['😀', []],
  ['x'.repeat(100_000), []],
]

for (const [word, names] of CASES) {
  test(`${word.slice(0, 20) || 'nothing'} → ${names.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(closest(word, PLATFORMS), names)
  })
}

test('equally close names are all suggested, once each', () => {
  assert.deepEqual(closest('posst', ['posts', 'posst2', 'posts', 'boost']), ['posst2'])
  assert.deepEqual(closest('cat', ['bat', 'hat', 'bat']), ['bat', 'hat'])
  assert.equal(didYouMean('cat', ['bat', 'hat', 'rat', 'mat']), ' Did you mean bat, hat or rat?')
})

test('a question names one, two or three, or is empty', () => {
  assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(question), [
    '',
    'Did you mean a?',
    'Did you mean a or b?',
    'Did you mean a, b or c?',
  ])
})
