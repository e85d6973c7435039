import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { authorOf, mapAccount } from './map-account.ts'
import { mapMedia } from './map-media.ts'

const FOUND = JSON.parse(readFixture('instagram/business-discovery.json')).business_discovery
const PROFILE = mapAccount(FOUND, 'acme.bakery')
const ACME = authorOf(PROFILE)
const CDN = 'https://scontent-ber1-1.cdninstagram.com'

const map = (media: JsonObject) => {
  const post = mapMedia(media, ACME)
  if (post) assert.deepEqual(faultsOfPost(post), [])
  return post
}
const [reel, album, image] = FOUND.media.data.map(map)

describe('responses of Business Discovery', () => {
  test('maps the account to a profile', () => {
    assert.deepEqual(
      PROFILE,
      buildProfile({
        id: '17841400000000001',
        handle: 'acme.bakery',
        displayName: 'Acme Bakery',
        url: 'https://www.instagram.com/acme.bakery/',
        avatarUrl: `${CDN}/v/t51/1_n.jpg?oh=00_A&oe=6AC98000`,
        bio: { text: 'Bread & more\nBerlin', html: '<p>Bread &amp; more<br />Berlin</p>' },
        counts: { followers: 1_520, following: 12, posts: 310 },
      }),
    )
  })

  test('a reel has its video, preview, tags and counts', () => {
    assert.deepEqual(
      reel,
      buildPost({
        id: '18000000000000003',
        url: 'https://www.instagram.com/reel/DAbcDEfGhiJ/',
        text: 'Rolls today #bread #berlin',
        html: '<p>Rolls today <a href="https://www.instagram.com/explore/tags/bread/" rel="nofollow noopener ugc">#bread</a> <a href="https://www.instagram.com/explore/tags/berlin/" rel="nofollow noopener ugc">#berlin</a></p>',
        tags: ['bread', 'berlin'],
        publishedAt: '2026-10-02T08:15:00.000Z',
        author: ACME,
        media: [
          buildMedia({
            type: 'video',
            url: `${CDN}/o1/v/t16/f2/m1.mp4?oh=00_B&oe=6AC98000`,
            previewUrl: `${CDN}/v/t51/2_n.jpg?oh=00_C&oe=6AC98000`,
            expiresAt: new Date(0x6ac98000 * 1_000).toISOString(),
          }),
        ],
        metrics: { likes: 120, comments: 4, shares: 2, views: 5_400 },
      }),
    )
  })

  test('an album has every image; hidden likes are null, and 0 likes are 0', () => {
    assert.deepEqual(
      album.media.map(({ type, url, previewUrl, alt }: JsonObject) => [type, url, previewUrl, alt]),
      [
        ['image', `${CDN}/v/t51/3_n.jpg?oe=6AC98000`, null, 'A loaf'],
        ['video', null, `${CDN}/v/t51/4_n.jpg?oe=6AC98000`, null],
      ],
    )
    assert.deepEqual([album.kind, album.text, album.metrics.likes, album.metrics.comments], ['gallery', null, null, 0])
    assert.deepEqual([image.metrics.likes, image.metrics.views, image.kind], [0, null, 'image'])
    assert.equal(image.editedAt ?? image.pinned ?? image.sensitive, null)
  })

  test('an album without items has its own image, and a video without a URL has no media', () => {
    const url = 'https://a.example/1.jpg'
    assert.equal(map({ id: '1', media_type: 'CAROUSEL_ALBUM', media_url: url })?.media[0]?.url, url)
    assert.deepEqual(map({ id: '1', media_type: 'VIDEO', caption: 'Licensed' })?.media, [])
    const many = Array.from({ length: 20 }, (_, at) => ({
      id: `${at}`,
      media_type: 'IMAGE',
      media_url: `${CDN}/${at}.jpg`,
    }))
    assert.equal(map({ id: '1', media_type: 'CAROUSEL_ALBUM', children: { data: many } })?.media.length, 20)
  })

  test('a malformed value only makes its own field null', () => {
    const whole = { ...jsonObject(FOUND.media.data[0]), ...jsonObject(FOUND.media.data[1]) }
    for (const odd of [null, 1, 'x', [], {}, { data: [null, 1] }]) {
      for (const name of Object.keys(whole)) map({ ...whole, [name]: odd })
      for (const name of Object.keys(FOUND))
        assert.deepEqual(faultsOfProfile(mapAccount({ ...FOUND, [name]: odd }, 'a')), [])
    }
    assert.equal(map({ caption: 'without an id' }), null)
  })
})

test('the kind of a post does not depend on which files are returned', () => {
  const still = 'https://cdn.example/1.jpg'
  const permalink = 'https://www.instagram.com/reel/Cx_1/'
  const album = map({ id: '1', media_type: 'CAROUSEL_ALBUM', media_url: still })
  const reel = map({ id: '1', media_type: 'VIDEO', permalink })
  assert.deepEqual([album?.kind, album?.media.length], ['gallery', 1])
  assert.deepEqual([reel?.kind, reel?.media[0]?.embedUrl], ['video', `${permalink}embed/`])
  assert.equal(map({ id: '1', media_type: 'VIDEO', media_url: still, permalink })?.media[0]?.embedUrl, null)
  assert.equal(map({ id: '1', media_type: 'IMAGE', permalink })?.kind, 'text')
})
