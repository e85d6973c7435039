import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Profile } from './posts.ts'
import { createProfileList, nameOf } from './profile-list.ts'
import type { SourceFunction } from './source.ts'

const profile = (handle: string): Profile => ({ platform: 'sandbox', handle })
/** Its canonical handles are in lower case. */
const source: SourceFunction = async ({ handle }) => ({
  body: { handle: handle.toLowerCase(), posts: [] },
  nextCursor: null,
})

test('the profile that is shown stays so when others come or go, and the first one is where it goes', () => {
  const list = createProfileList()
  assert.deepEqual([list.shown, list.current], [undefined, 0])
  list.set([profile('one'), profile('two')])
  list.open(1)
  list.set([profile('zero'), profile('one'), profile('two')])
  assert.deepEqual([list.shown?.handle, list.current], ['two', 2])
  list.set([profile('zero'), profile('one')])
  assert.equal(list.shown?.handle, 'zero')
})

test('one that an editor names is shown at once, and listed under its canonical handle when its posts have come', async () => {
  const list = createProfileList()
  list.set([profile('one')])
  list.name(profile('TWO'))
  assert.deepEqual([list.shown?.handle, list.isNamed, list.all.length], ['TWO', true, 1])
  const feed = list.feed(source)
  assert.ok(feed)
  await feed.more()
  assert.equal(list.admit(feed), true)
  assert.deepEqual([list.shown, list.isNamed, list.current], [profile('two'), false, 1])
  // What came is not asked for again.
  assert.equal(list.feed(source), feed)
})

test('one that is listed already is gone to, whatever spelling names it', async () => {
  const list = createProfileList()
  list.set([profile('one'), profile('two')])
  list.name(profile('two'))
  assert.deepEqual([list.current, list.isNamed], [1, false])
  list.name(profile('ONE'))
  const feed = list.feed(source)
  assert.ok(feed)
  await feed.more()
  assert.equal(list.admit(feed), false)
  assert.deepEqual([list.current, list.all.length], [0, 2])
})

test('what was loaded is kept for each profile until it is forgotten', () => {
  const list = createProfileList()
  list.set([profile('one'), profile('two')])
  const first = list.feed(source)
  list.open(1)
  assert.notEqual(list.feed(source), first)
  list.open(0)
  assert.equal(list.feed(source), first)
  list.forget()
  assert.notEqual(list.feed(source), first)
})

test('a name has its @, an address and a host have none, and a label is as it is', () => {
  assert.equal(nameOf(profile('demo')), '\u2068@demo\u2069')
  assert.equal(nameOf(profile('user@mastodon.example')), 'user@mastodon.example')
  assert.equal(nameOf({ ...profile('demo'), label: 'News' }), 'News')
})
