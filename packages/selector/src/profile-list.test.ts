import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Profile } from './posts.ts'
import { createProfileList, nameOf } from './profile-list.ts'
import type { SourceFunction } from './source.ts'

const profile = (handle: string): Profile => ({ platform: 'sandbox', handle })
/** A source whose canonical handles are in lower case. */
const source: SourceFunction = async ({ handle }) => ({
  body: { handle: handle.toLowerCase(), posts: [] },
  nextCursor: null,
})

test('the current profile stays current when the list changes; if it is removed, the first one becomes current', () => {
  const list = createProfileList()
  assert.deepEqual([list.shown, list.current], [undefined, 0])
  list.set([profile('one'), profile('two')])
  list.open(1)
  list.set([profile('zero'), profile('one'), profile('two')])
  assert.deepEqual([list.shown?.handle, list.current], ['two', 2])
  list.set([profile('zero'), profile('one')])
  assert.equal(list.shown?.handle, 'zero')
})

test('an added profile is shown at once, and listed under its canonical handle once its posts have loaded', async () => {
  const list = createProfileList()
  list.set([profile('one')])
  list.add(profile('TWO'))
  assert.deepEqual([list.shown?.handle, list.isPending, list.all.length], ['TWO', true, 1])
  const feed = list.feed(source)
  assert.ok(feed)
  await feed.more()
  assert.equal(list.admit(feed), true)
  assert.deepEqual([list.shown, list.isPending, list.current], [profile('two'), false, 1])
  // Loaded pages are not requested again.
  assert.equal(list.feed(source), feed)
})

test('adding a listed profile in any spelling makes it current', async () => {
  const list = createProfileList()
  list.set([profile('one'), profile('two')])
  list.add(profile('two'))
  assert.deepEqual([list.current, list.isPending], [1, false])
  list.add(profile('ONE'))
  const feed = list.feed(source)
  assert.ok(feed)
  await feed.more()
  assert.equal(list.admit(feed), false)
  assert.deepEqual([list.current, list.all.length], [0, 2])
})

test('loaded posts are kept for each profile until a reset', () => {
  const list = createProfileList()
  list.set([profile('one'), profile('two')])
  const first = list.feed(source)
  list.open(1)
  assert.notEqual(list.feed(source), first)
  list.open(0)
  assert.equal(list.feed(source), first)
  list.reset()
  assert.notEqual(list.feed(source), first)
})

test('a handle gets an @, a URL and a host do not, and a label is unchanged', () => {
  assert.equal(nameOf(profile('demo')), '\u2068@demo\u2069')
  assert.equal(nameOf(profile('user@mastodon.example')), 'user@mastodon.example')
  assert.equal(nameOf({ ...profile('demo'), label: 'News' }), 'News')
})
