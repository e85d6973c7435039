import assert from 'node:assert/strict'
import { test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { authorNamed, mapUser } from './map-user.ts'
import { mapVideo } from './map-video.ts'
import { dataOf } from './read-research.ts'

const textOf = (name: string): string => readFixture(`tiktok/${name}.json`)
const ACME = authorNamed('acme')
const [VIDEO = {}, BARE = {}, PHOTO = {}] = jsonList(jsonObject(JSON.parse(textOf('videos')).data).videos).map(
  jsonObject,
)
const link = (path: string, text: string) =>
  `<a href="https://www.tiktok.com/${path}" rel="nofollow noopener ugc">${text}</a>`

const EXPECTED = {
  id: '7412345678901234567',
  url: 'https://www.tiktok.com/@acme/video/7412345678901234567',
  kind: 'video',
  title: null,
  summary: null,
  text: 'Baking day #bread',
  html: `<p>Baking day ${link('tag/bread', '#bread')}</p>`,
  language: null,
  tags: ['bread'],
  publishedAt: '2026-10-02T08:15:00.000Z',
  editedAt: null,
  author: ACME,
  media: [
    {
      type: 'video',
      url: null,
      previewUrl: 'https://p16-sign-va.tiktokcdn.com/obj/a.jpeg?x-expires=1790950500&x-signature=abc',
      embedUrl: 'https://www.tiktok.com/player/v1/7412345678901234567',
      width: 576,
      height: 1024,
      durationSeconds: 31,
      alt: null,
      expiresAt: '2026-10-02T14:15:00.000Z',
    },
  ],
  link: null,
  poll: null,
  metrics: { likes: 12, comments: 0, shares: 1, views: 2_147_483_999 },
  repostOf: null,
  replyTo: null,
  quoteOf: null,
  pinned: null,
  sensitive: null,
}

test('maps every field of a video', () => {
  assert.deepEqual(mapVideo(VIDEO, ACME), EXPECTED)
})

test('maps an empty caption to null, and a photo post to an image', () => {
  const bare = mapVideo(BARE, ACME)
  assert.deepEqual([bare?.title, bare?.text, bare?.html, bare?.metrics.likes], [null, null, null, 0])
  const photo = mapVideo(PHOTO, ACME)
  assert.deepEqual(
    [photo?.kind, photo?.url, photo?.title, photo?.media[0]?.type, photo?.media[0]?.durationSeconds],
    ['image', 'https://www.tiktok.com/@acme/photo/7412345678901233000', 'Three loaves', 'image', null],
  )
  assert.equal(photo?.html, `<p>From ${link('tag/bread', '#Bread')} to ${link('@other.baker', '@other.baker')}</p>`)
})

test('maps a video of the Research API with its exact id and without images', () => {
  const response = responseOf(textOf('research-videos'), { type: 'application/json' })
  const [video] = jsonList(dataOf(response).videos).map(jsonObject)
  assert.deepEqual(mapVideo(video ?? {}, ACME), {
    ...EXPECTED,
    tags: ['bread', 'bakers'],
    media: [{ ...EXPECTED.media[0], previewUrl: null, width: null, height: null, expiresAt: null }],
  })
})

test('maps every field of an account', () => {
  const { user } = jsonObject(JSON.parse(textOf('user')).data)
  assert.deepEqual(mapUser(jsonObject(user), 'acme'), {
    id: '-000abc',
    handle: 'acme',
    displayName: 'Acme',
    url: 'https://www.tiktok.com/@acme',
    avatarUrl: 'https://p16-sign-va.tiktokcdn.com/x.jpeg?x-expires=1790950500',
    owner: null,
    movedTo: null,
    bannerUrl: null,
    bio: { text: 'Bread', html: '<p>Bread</p>' },
    verified: false,
    createdAt: null,
    counts: { followers: 10, following: 0, posts: 2 },
  })
  assert.deepEqual(faultsOfProfile(mapUser({}, 'acme')), [])
})

test('the mapped post always has the normalized form, whatever TikTok sends', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom(null, '', 0, [], {}))
  const fields = Object.fromEntries(Object.keys(VIDEO).map((name) => [name, odd]))
  fc.assert(
    fc.property(fc.record({ ...fields, hashtag_names: odd }), (video) => {
      const post = mapVideo({ ...video, id: '7412345678901234567' }, ACME)
      assert.ok(post)
      assert.deepEqual(faultsOfPost(post), [])
    }),
  )
  for (const id of [undefined, 7_412_345_678_901_234_000, '', 'x']) assert.equal(mapVideo({ id }, ACME), null)
})
