import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notSetUp } from './not-set-up.ts'

test('first says that the platform is not set up, then what the platform does not expose', () => {
  const refuses = 'X exposes posts only through its paid API.'
  assert.equal(notSetUp({ name: 'X', refuses }), `X is not set up on this service. ${refuses}`)
  assert.equal(notSetUp({ name: 'X', refuses }, 'post'), `X is not set up for this post on this service. ${refuses}`)
})

test('names of several servers take the plural', () => {
  assert.equal(
    notSetUp({ name: 'Mastodon and compatible servers' }, 'profile'),
    'Mastodon and compatible servers are not set up for this profile on this service.',
  )
  assert.equal(
    notSetUp({ name: 'Feeds (RSS, Atom, JSON Feed)' }),
    'Feeds (RSS, Atom, JSON Feed) are not set up on this service.',
  )
})
