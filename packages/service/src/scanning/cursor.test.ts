import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { CURSOR_LIFE_MS, createCursors, type Scope } from './cursor.ts'

const SCOPE: Scope = { platform: 'mastodon', handle: 'a@social.example', variant: 'posts', reach: 'public' }
const KEY = createHash('sha256').update('one').digest()
const OTHER_KEY = createHash('sha256').update('other').digest()
const cursorsAt = (time: () => number, keys: readonly Buffer[] = [KEY]) =>
  createCursors({ keys, now: time, randomBytes })
const cursors = cursorsAt(() => 1_000_000)
test('a position survives sealing and opening', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (position) => {
      assert.equal(cursors.open(SCOPE, cursors.seal(SCOPE, position)), position.toWellFormed())
    }),
  )
})

test('refuses a cursor with any character changed', () => {
  const cursor = cursors.seal(SCOPE, '109876543210')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. '
  for (let at = 0; at < cursor.length; at += 1) {
    for (const character of alphabet) {
      if (cursor[at] === character) continue
      assert.equal(cursors.open(SCOPE, cursor.slice(0, at) + character + cursor.slice(at + 1)), undefined)
    }
  }
  for (const changed of [
    cursor.slice(1),
    cursor.slice(0, -1),
    `${cursor}A`,
    `${cursor}=`,
    cursor + cursor,
    'x',
    'AAAA',
  ]) {
    assert.equal(cursors.open(SCOPE, changed), undefined, changed)
  }
})

test('refuses a cursor of another platform, handle or variant', () => {
  const cursor = cursors.seal(SCOPE, 'p')
  for (const change of [{ platform: 'bluesky' }, { handle: 'b@social.example' }, { variant: 'media' }]) {
    assert.equal(cursors.open({ ...SCOPE, ...change }, cursor), undefined)
  }
})

test('a cursor is valid for a day and no longer', () => {
  let time = 5_000_000
  const timed = cursorsAt(() => time)
  const cursor = timed.seal(SCOPE, 'p')
  time += CURSOR_LIFE_MS
  assert.equal(timed.open(SCOPE, cursor), 'p')
  time += 1
  assert.equal(timed.open(SCOPE, cursor), undefined)
})

test('opens cursors sealed with an earlier key, and none sealed with an unknown key', () => {
  const cursor = cursors.seal(SCOPE, 'p')
  assert.equal(cursorsAt(() => 1_000_000, [OTHER_KEY, KEY]).open(SCOPE, cursor), 'p')
  assert.equal(cursorsAt(() => 1_000_000, [OTHER_KEY]).open(SCOPE, cursor), undefined)
})

test('the longest position fits into a cursor of 4,096 characters, and a longer one is a bug of the platform', () => {
  assert.ok(cursors.seal(SCOPE, 'x'.repeat(3_000)).length <= 4_096)
  assert.throws(() => cursors.seal(SCOPE, 'x'.repeat(3_001)), RangeError)
})
