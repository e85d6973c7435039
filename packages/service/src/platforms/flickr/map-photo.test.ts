import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapPerson } from './map-person.ts'
import { fieldsOfSizes, mapPhoto } from './map-photo.ts'

const read = (name: string): JsonObject => JSON.parse(readFixture(`flickr/${name}.json`))
const AUTHOR = buildAuthor({
  id: '900001@N01',
  handle: 'rainperson',
  displayName: 'Rain Person',
  url: 'https://www.flickr.com/photos/rainperson/',
  avatarUrl: 'https://farm66.staticflickr.com/65535/buddyicons/900001@N01.jpg',
})
const BASE = 'https://live.staticflickr.com/65535/54000000003_aa11bb22cc'
const HTML = '<p>Seen at <a href="https://example.org/" rel="nofollow noopener ugc">the dam</a>.</p><p>Two lines.</p>'

const map = (more: JsonObject): PlatformPost => {
  const post = mapPhoto({ id: '1', owner: 'x@N01', ...more })
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  return post
}

describe('a user', () => {
  test('is mapped to a profile', () => {
    const profile = mapPerson(read('person'), '900001@N01')
    assert.deepEqual(faultsOfProfile(profile), [])
    assert.deepEqual(
      profile,
      buildProfile({
        id: '900001@N01',
        handle: 'rainperson',
        displayName: 'Rain Person',
        url: 'https://www.flickr.com/photos/rainperson/',
        avatarUrl: 'https://farm66.staticflickr.com/65535/buddyicons/900001@N01.jpg',
        bio: { text: 'I like rain.', html: '<p>I like <i>rain</i>.</p>' },
        counts: { posts: 3 },
      }),
    )
  })

  test('falls back to the account name and the default icon, and reads counts from strings', () => {
    const person = {
      nsid: '1@N01',
      path_alias: null,
      iconserver: '0',
      iconfarm: 0,
      username: { _content: 'rain' },
      photos: { count: { _content: '449' } },
    }
    const { handle, displayName, avatarUrl, counts } = mapPerson({ person }, '1@N01')
    assert.deepEqual(
      [handle, displayName, avatarUrl, counts.posts],
      ['1@N01', 'rain', 'https://www.flickr.com/images/buddyicon.gif', 449],
    )
  })
})

describe('photos of a list', () => {
  const photos = jsonList(jsonObject(read('photos').photos).photo)

  test('maps every field', () => {
    const post = mapPhoto(photos[0])
    assert.ok(post)
    assert.deepEqual(faultsOfPost(post), [])
    assert.deepEqual(
      post,
      buildPost({
        id: '54000000003',
        url: 'https://www.flickr.com/photos/rainperson/54000000003/',
        kind: 'image',
        title: 'After the rain',
        text: 'Seen at the dam.\n\nTwo lines.',
        html: HTML,
        tags: ['rain', 'afterrain', 'ferns'],
        publishedAt: '2026-05-02T08:53:20.000Z',
        author: AUTHOR,
        media: [
          buildMedia({
            type: 'image',
            url: `${BASE}_b.jpg`,
            previewUrl: `${BASE}_q.jpg`,
            width: 1024,
            height: 683,
            alt: 'After the rain',
          }),
        ],
        metrics: { likes: 7, comments: 0, views: 120 },
        sensitive: false,
      }),
    )
  })

  test('a video has a player, an empty title becomes null, and the URL has the id if there is no alias', () => {
    const page = 'https://www.flickr.com/photos/900001@N01/54000000002/'
    assert.deepEqual(
      mapPhoto(photos[1]),
      buildPost({
        id: '54000000002',
        url: page,
        kind: 'video',
        publishedAt: '2026-05-01T08:53:20.000Z',
        author: {
          ...AUTHOR,
          handle: '900001@N01',
          url: 'https://www.flickr.com/photos/900001@N01/',
          avatarUrl: null,
        },
        media: [
          buildMedia({
            type: 'video',
            previewUrl: 'https://live.staticflickr.com/65535/54000000002_dd33ee44ff_q.jpg',
            embedUrl: `${page}player/`,
          }),
        ],
        metrics: { likes: 0, comments: 2, views: 0 },
        sensitive: false,
      }),
    )
  })

  test('uses the largest size, the original if it is small, and any size if it is the only one', () => {
    const size = (name: string, width: number | string) => ({
      [`url_${name}`]: `https://a.example/${name}.jpg`,
      [`width_${name}`]: width,
      [`height_${name}`]: width,
    })
    const shown = (...sizes: readonly JsonObject[]) => map(Object.assign({}, ...sizes)).media[0]?.url
    assert.equal(shown(size('z', 640), size('k', '2048'), size('h', 1600)), 'https://a.example/k.jpg')
    assert.equal(shown(size('o', '900'), size('c', 800)), 'https://a.example/o.jpg')
    assert.equal(shown(size('o', 9_000), size('c', 800)), 'https://a.example/c.jpg')
    assert.equal(shown(size('o', 9_000)), 'https://a.example/o.jpg')
    assert.equal(shown(size('q', 150)), 'https://a.example/q.jpg')
    assert.equal(shown(), undefined)
  })

  test('a rotated photo uses a rotated size and not the original', () => {
    const size = (name: string, width: number, height: number) => ({
      [`url_${name}`]: `https://a.example/${name}.jpg`,
      [`width_${name}`]: String(width),
      [`height_${name}`]: height,
    })
    const shown = (...sizes: readonly JsonObject[]) => map(Object.assign({}, ...sizes)).media[0]
    const upright = [size('l', 768, 1024), size('q', 150, 150)]
    const lying = size('o', 1600, 1200)
    for (const more of [{}, { rotation: 90 }, { rotation: '270' }]) {
      const { url, width, height } = shown(...upright, lying, more) ?? {}
      assert.deepEqual([url, width, height], ['https://a.example/l.jpg', 768, 1024])
    }
    assert.equal(shown(size('l', 1024, 768), lying, { rotation: 180 })?.url, 'https://a.example/l.jpg')
    assert.equal(shown(size('n', 240, 320), lying)?.url, 'https://a.example/n.jpg', 'a small upright one')
    assert.equal(shown(size('l', 1024, 768), lying, { rotation: 0 })?.url, 'https://a.example/o.jpg')
    assert.equal(shown(size('q', 150, 150), lying)?.url, 'https://a.example/o.jpg')
    assert.equal(shown(lying, { rotation: 90 })?.url, 'https://a.example/o.jpg', 'where there is no other')
  })

  test('a video that is not ready or failed is dropped', () => {
    const video = (more: JsonObject) => mapPhoto({ id: '1', owner: 'x@N01', media: 'video', ...more })
    for (const more of [
      { media_status: 'processing' },
      { media_status: 'failed' },
      { video: { ready: 0 } },
      { video: { ready: '0' } },
    ])
      assert.equal(video(more), null, JSON.stringify(more))
    for (const more of [{}, { media_status: 'ready' }, { video: { ready: 1 } }]) assert.notEqual(video(more), null)
  })

  test('missing counts are null, and the date taken is not the time of publishing', () => {
    const { metrics, publishedAt } = map({ datetaken: '2026-05-01 12:00:00' })
    assert.deepEqual([metrics, publishedAt], [{ likes: null, comments: null, shares: null, views: null }, null])
  })
})

describe('a single photo', () => {
  test('has tags as they were written, and sizes from another call', () => {
    const post = mapPhoto({ ...jsonObject(read('photo').photo), ...fieldsOfSizes(read('sizes')) })
    assert.ok(post)
    assert.deepEqual(faultsOfPost(post), [])
    assert.deepEqual(
      post,
      buildPost({
        id: '54000000003',
        url: 'https://www.flickr.com/photos/rainperson/54000000003/',
        kind: 'image',
        title: 'After the rain',
        text: 'Seen at the dam.\n\nTwo lines.',
        html: HTML,
        tags: ['rain', 'after rain'],
        publishedAt: '2026-05-02T08:53:20.000Z',
        author: AUTHOR,
        media: [
          buildMedia({
            type: 'image',
            url: `${BASE}_b.jpg`,
            previewUrl: `${BASE}_q.jpg`,
            width: 1024,
            height: 683,
            alt: 'After the rain',
          }),
        ],
        metrics: { comments: 1, views: 120 },
        sensitive: false,
      }),
    )
  })
})

test('the mapping never throws on malformed responses', () => {
  const names = [
    'title',
    'description',
    'tags',
    'dates',
    'comments',
    'owner',
    'video',
    'url_k',
    'width_k',
    'iconserver',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom('photo', 'video', 7),
      fc.dictionary(fc.constantFrom(...names, 'pathalias', 'url_o', 'dateupload'), fc.anything()),
      (media, odd) => {
        const post = mapPhoto({ id: '1', media, ...odd })
        if (post) assert.deepEqual(faultsOfPost(post), [])
        assert.deepEqual(faultsOfProfile(mapPerson({ person: odd }, 'x')), [])
        fieldsOfSizes({ sizes: odd })
      },
    ),
    { numRuns: 500 },
  )
})
