import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { buildProfile } from '../../post/build-post.ts'
import { mapAccount } from './map-account.ts'

const read = (name: string): unknown => JSON.parse(readFixture(`reddit/${name}.json`))

const USER = { kind: 'user' } as const
const SUBREDDIT = { kind: 'subreddit' } as const

test('maps a user, with title, description and images from the user’s own subreddit', () => {
  assert.deepEqual(
    mapAccount(read('user-about'), 'u/acme', USER),
    buildProfile({
      id: 't2_a1',
      handle: 'u/Acme',
      displayName: 'Acme & Co',
      url: 'https://www.reddit.com/user/Acme/',
      avatarUrl: 'https://styles.redditmedia.com/t5_u/styles/profileIcon.png?width=256&s=aa',
      bannerUrl: 'https://styles.redditmedia.com/t5_u/styles/banner.png?s=bb',
      bio: {
        text: 'Bread <3\n\nhttps://acme.example',
        html: '<p>Bread &lt;3</p><p><a href="https://acme.example/" rel="nofollow noopener ugc">https://acme.example</a></p>',
      },
      createdAt: '2017-07-14T02:40:00.000Z',
    }),
  )
})

test('maps a subreddit', () => {
  assert.deepEqual(
    mapAccount(read('subreddit-about'), 'r/breadit', SUBREDDIT),
    buildProfile({
      id: 't5_b',
      handle: 'r/Breadit',
      displayName: 'Bread & butter',
      url: 'https://www.reddit.com/r/Breadit/',
      avatarUrl: 'https://styles.redditmedia.com/t5_b/styles/communityIcon.png?width=256&s=cc',
      bannerUrl: 'https://styles.redditmedia.com/t5_b/styles/bannerBackgroundImage.png?width=4000&s=dd',
      bio: { text: 'For *bakers*', html: '<div><p>For <em>bakers</em></p>\n</div>' },
      createdAt: '2009-08-11T14:13:20.000Z',
      counts: { followers: 51_200 },
    }),
  )
})

test('falls back to the next image when the first is empty', () => {
  const avatarOf = (data: object, of: typeof USER | typeof SUBREDDIT) => mapAccount({ data }, 'u/x', of).avatarUrl
  const [one, other] = ['https://a.example/1', 'https://a.example/2']
  assert.equal(avatarOf({ icon_img: '', subreddit: { icon_img: one }, snoovatar_img: other }, USER), one)
  assert.equal(avatarOf({ icon_img: '', subreddit: null, snoovatar_img: other }, USER), other)
  assert.equal(avatarOf({ community_icon: '', icon_img: one }, SUBREDDIT), one)
})

test('maps followers, and a hidden count of zero to null', () => {
  const followersOf = (data: object, of: typeof USER | typeof SUBREDDIT) =>
    mapAccount({ data }, 'u/x', of).counts.followers
  assert.equal(followersOf({ subreddit: { subscribers: 7 } }, USER), 7)
  assert.equal(followersOf({ subreddit: { subscribers: 0 } }, USER), null)
  assert.equal(followersOf({ subscribers: 0 }, SUBREDDIT), null)
  assert.equal(followersOf({ subscribers: null }, SUBREDDIT), null)
})

test('maps missing and malformed fields to null', () => {
  const nothing = (handle: string, url: string) => buildProfile({ handle, url })
  const odd = {
    id: 5,
    name: {},
    title: 1,
    subreddit: 'x',
    created_utc: [],
    icon_img: 7,
    subscribers: -1,
    public_description: 3,
  }
  for (const response of [null, 'x', {}, { data: [] }, { data: odd }]) {
    assert.deepEqual(mapAccount(response, 'u/x', USER), nothing('u/x', 'https://www.reddit.com/user/x/'))
    assert.deepEqual(mapAccount(response, 'r/xy', SUBREDDIT), nothing('r/xy', 'https://www.reddit.com/r/xy/'))
  }
})
