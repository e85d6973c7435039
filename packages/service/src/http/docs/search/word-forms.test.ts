import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneEditAway, markWords, wordsOf } from './word-forms.ts'

test('words are in lower case, without accents, and identifiers count with their parts', () => {
  assert.deepEqual(wordsOf('Café — `PAGE_STORE_MB`, scan-profile'), [
    'cafe',
    'page_store_mb',
    'page',
    'store',
    'mb',
    'scan',
    'profile',
  ])
  assert.deepEqual(wordsOf('!? …'), [])
})

test('one edit is an insertion, a deletion, a substitution or a transposition', () => {
  for (const [one, other, expected] of [
    ['licnse', 'license', true],
    ['webhok', 'webhook', true],
    ['platfrom', 'platform', true],
    ['mastadon', 'mastodon', true],
    ['port', 'port', true],
    ['port', 'ports', true],
    ['port', 'sorts', false],
    ['abcd', 'badc', false],
    ['abcd', 'dbca', false],
    ['', 'a', true],
    ['', 'ab', false],
  ] as const) {
    assert.equal(isOneEditAway(one, other), expected, `${one} ${other}`)
    assert.equal(isOneEditAway(other, one), expected, `${other} ${one}`)
  }
})

test('marked pieces are the whole words, and the pieces are the text', () => {
  const text = 'Set PORT, not `SUPPORT_PORT` or support.'
  const pieces = markWords(text, new Set(['port']))
  assert.equal(pieces.map((piece) => piece.text).join(''), text)
  assert.deepEqual(
    pieces.flatMap((piece) => (piece.isMarked ? [piece.text] : [])),
    ['PORT', 'SUPPORT_PORT'],
  )
})
