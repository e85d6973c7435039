import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildMedia, buildPost } from '../../post/build-post.ts'
import { authorNamed, mapAccount, mapPin } from './map-pin.ts'

const read = (name: string): JsonObject => JSON.parse(readFixture(`pinterest/${name}.json`))
const ACME = authorNamed('acme')
const [IMAGE = {}, VIDEO = {}, SAVED = {}] = jsonList(read('pins').items).map(jsonObject)

test('maps every field of an image', () => {
  assert.deepEqual(
    mapPin(IMAGE, ACME),
    buildPost({
      id: '900000000000000003',
      url: 'https://www.pinterest.com/pin/900000000000000003/',
      kind: 'image',
      title: 'Sourdough',
      text: 'Five steps #bread',
      html: '<p>Five steps <a href="https://www.pinterest.com/search/pins/?q=%23bread" rel="nofollow noopener ugc">#bread</a></p>',
      tags: ['bread'],
      publishedAt: '2026-10-02T08:15:00.000Z',
      author: ACME,
      media: [
        buildMedia({
          type: 'image',
          url: 'https://i.pinimg.com/1200x/aa/bb/1.jpg',
          previewUrl: 'https://i.pinimg.com/600x/aa/bb/1.jpg',
          width: 1200,
          height: 1800,
          alt: 'A round loaf',
        }),
      ],
      link: { url: 'https://example.org/recipe', title: null, description: null, imageUrl: null },
      metrics: { likes: 3, comments: 0, views: 90 },
    }),
  )
})

test('maps a video without a file to its cover image and its player', () => {
  const post = mapPin(VIDEO, ACME)
  assert.deepEqual(
    [post?.kind, post?.title, post?.text, post?.metrics.likes, post?.link],
    ['video', null, null, null, null],
  )
  assert.deepEqual(post?.media, [
    buildMedia({
      type: 'video',
      previewUrl: 'https://i.pinimg.com/videos/thumbnails/originals/cc/2.jpg',
      embedUrl: 'https://assets.pinterest.com/ext/embed.html?id=900000000000000002',
      width: 720,
      height: 1280,
      durationSeconds: 31,
    }),
  ])
})

test('maps a saved pin with all its images and the original pin', () => {
  const post = mapPin(SAVED, ACME)
  assert.deepEqual(post?.repostOf, {
    id: '700000000000000009',
    url: 'https://www.pinterest.com/pin/700000000000000009/',
    author: null,
  })
  assert.deepEqual(
    [post?.kind, post?.media.map(({ width, height }) => [width, height])],
    [
      'gallery',
      [
        [1200, null],
        [1200, 1200],
      ],
    ],
  )
})

test('maps every field of an account', () => {
  assert.deepEqual(mapAccount(read('account'), 'acme'), {
    id: '600000000000000001',
    handle: 'acme',
    displayName: 'Acme Bakery',
    url: 'https://www.pinterest.com/acme/',
    avatarUrl: 'https://i.pinimg.com/600x600_R/aa/p.jpg',
    bannerUrl: null,
    bio: { text: 'Bread and more', html: '<p>Bread and more</p>' },
    owner: null,
    movedTo: null,
    verified: null,
    createdAt: null,
    counts: { followers: 10, following: null, posts: 339 },
  })
  assert.deepEqual(faultsOfProfile(mapAccount({}, 'acme')), [])
})

test('the mapped post always has the normalized form, whatever Pinterest sends', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom(null, '', 0, [], {}, 'https://a.example/x'))
  const item = fc.record({
    item_type: fc.constantFrom('image', 'video'),
    images: fc.record({ '600x': odd }),
    duration: odd,
  })
  const fields = Object.fromEntries(Object.keys(IMAGE).map((name) => [name, odd]))
  fc.assert(
    fc.property(fc.record({ ...fields, media: fc.oneof(odd, fc.record({ items: fc.array(item) })) }), (pin) => {
      const post = mapPin({ ...pin, id: '900000000000000003' }, ACME)
      assert.ok(post)
      assert.deepEqual(faultsOfPost(post), [])
    }),
  )
  assert.equal(mapPin({ id: 'x' }, ACME), null)
})
