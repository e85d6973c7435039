import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSay, STRINGS } from './strings.ts'

test('the table is JSON-serializable', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(STRINGS)), STRINGS)
})

test('placeholders are replaced once', () => {
  const say = createSay({ openOf: '{post} {post} {else} {constructor}' }, 'en')
  assert.equal(say('openOf', { post: '{else}$&' }), '{else}$& {else}$& {else} {constructor}')
})

test('numbers and plurals follow the language; a missing category uses other', () => {
  const posts = { one: '{count} пост', few: '{count} поста', other: '{count} постов' }
  const say = createSay({ posts }, 'ru')
  assert.deepEqual(
    [1, 2, 5, 21, 1_000_000].map((count) => say.plural('posts', { count }).replaceAll(/\s/g, ' ')),
    ['1 пост', '2 поста', '5 постов', '21 пост', '1 000 000 постов'],
  )
  assert.equal(createSay({}, 'en').plural('matching', { count: 1, total: 1200 }), '1 of 1,200 posts matches')
})

test('unknown kinds and errors have a text', () => {
  const say = createSay({ kinds: { text: 'Note' }, errors: { profile_private: 'Closed.' } }, 'en')
  assert.deepEqual(
    [say.kind('text'), say.kind('poll'), say.kind('made_up'), say.kind(null)],
    ['Note', 'Poll', 'made_up', 'Note'],
  )
  assert.equal(say.error('profile_private'), 'Closed.')
  assert.match(say.error('made_up'), /^Something went wrong/)
  assert.match(say.error('rate_limited'), /^Too many requests/)
})
