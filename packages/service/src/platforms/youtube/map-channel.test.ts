import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { jsonObject } from '../../parsing/json-value.ts'
import { authorOf, mapChannel, mapOwner } from './map-channel.ts'

const { items } = JSON.parse(readFixture('youtube/channels.json'))
const CHANNEL = jsonObject(items[0])
const ID = 'UCbakerybakerybakery1234'
const PROFILE = {
  id: ID,
  handle: '@the.bakery',
  displayName: 'The Bakery',
  url: 'https://www.youtube.com/@the.bakery',
  avatarUrl: 'https://yt3.ggpht.com/a=s800-c-k',
  owner: null,
  movedTo: null,
  bannerUrl: 'https://yt3.googleusercontent.com/banner',
  bio: {
    text: 'Bread & more\nhttps://bakery.example #bread',
    html: '<p>Bread &amp; more<br /><a href="https://bakery.example/" rel="nofollow noopener ugc">https://bakery.example</a> <a href="https://www.youtube.com/hashtag/bread" rel="nofollow noopener ugc">#bread</a></p>',
  },
  verified: null,
  createdAt: '2014-03-01T10:00:00.123Z',
  counts: { followers: 1520, following: null, posts: 31 },
}

describe('mapping a channel of the API', () => {
  test('maps every field', () => {
    assert.deepEqual(mapChannel(CHANNEL), PROFILE)
  })

  test('maps hidden subscribers to null, not to 0', () => {
    for (const statistics of [
      { subscriberCount: '0', hiddenSubscriberCount: true, videoCount: '0' },
      { hiddenSubscriberCount: true, videoCount: '0' },
    ])
      assert.deepEqual(mapChannel({ ...CHANNEL, statistics })?.counts, { followers: null, following: null, posts: 0 })
  })

  test('falls back to the id when there is no name', () => {
    for (const customUrl of [undefined, '', 7, '@', 'https://www.youtube.com/']) {
      const profile = mapChannel({ id: ID, snippet: { customUrl } })
      assert.deepEqual([profile?.handle, profile?.url], [ID, `https://www.youtube.com/channel/${ID}`])
    }
    assert.equal(mapChannel({ id: ID, snippet: { customUrl: 'thebakery' } })?.handle, '@thebakery')
  })

  test('rejects a channel without an id, and maps one with only an id', () => {
    for (const id of [undefined, 'UCshort', 7, ID.slice(2)]) assert.equal(mapChannel({ ...CHANNEL, id }), null)
    for (const odd of [null, 7, 'x', []]) {
      const profile = mapChannel({ id: ID, snippet: odd, statistics: odd, brandingSettings: odd, status: odd })
      assert.deepEqual([profile?.displayName, profile?.avatarUrl, profile?.counts.posts], [null, null, null])
    }
  })

  test('maps the author of videos', () => {
    const { displayName, url, avatarUrl } = PROFILE
    assert.deepEqual(authorOf(PROFILE), { id: ID, handle: 'the.bakery', displayName, url, avatarUrl })
    assert.equal(authorOf({ ...PROFILE, handle: ID }).handle, null)
    assert.equal(mapOwner(undefined, undefined), null)
    assert.deepEqual(mapOwner('x', 'Somebody'), { ...authorOf(PROFILE), ...mapOwner(undefined, 'Somebody') })
  })
})
