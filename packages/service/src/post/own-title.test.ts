import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTitle } from './own-title.ts'

const TEXT = 'The sea was calm today. We went out.'

test('a title that only repeats the start of the text is dropped', () => {
  for (const title of ['The sea was…', 'The sea was calm...', TEXT, 'The sea was calm today. We went [...]'])
    assert.equal(ownTitle(title, TEXT), null, title)
  assert.equal(ownTitle('Head', 'Head\n\nand body'), null)
  assert.equal(ownTitle('The  sea\u00a0was calm', TEXT), null)
  for (const title of ['The sea', 'The sea is calm', 'Today', 'Two\u00a0 blanks  stay'])
    assert.equal(ownTitle(title, TEXT), title)
  assert.equal(ownTitle('The sea was…', null), 'The sea was…')
  assert.equal(ownTitle('Two\n lines', TEXT), 'Two lines')
})
