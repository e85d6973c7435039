import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapUser } from './map-user.ts'
import { isVisible, mapVideo } from './map-video.ts'

const read = (name: string): JsonObject => JSON.parse(readFixture(`vimeo/${name}.json`))
const [tide, untitled] = jsonList(read('videos').data)

const map = (more: JsonObject): PlatformPost => {
  const post = mapVideo({ uri: '/videos/1', ...more })
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  return post
}

test('maps a user to a profile', () => {
  const profile = mapUser(read('user'), 'user900001')
  assert.deepEqual(faultsOfProfile(profile), [])
  assert.deepEqual(
    profile,
    buildProfile({
      id: '900001',
      handle: 'tidefilms',
      displayName: 'Tide Films',
      url: 'https://vimeo.com/tidefilms',
      avatarUrl: 'https://i.vimeocdn.com/portrait/7_360x360',
      bio: { text: 'Films of water.', html: '<p>Films of water.</p>' },
      createdAt: '2019-02-03T10:00:00.000Z',
      counts: { followers: 88, following: 5, posts: 3 },
    }),
  )
})

test('maps every field of a video', () => {
  const post = mapVideo(tide)
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  assert.deepEqual(
    post,
    buildPost({
      id: '100000001',
      url: 'https://vimeo.com/100000001',
      kind: 'video',
      title: 'Tide, one take',
      text: 'Filmed at dawn.\nMusic: none.',
      html: '<p>Filmed at dawn.<br />Music: none.</p>',
      language: 'en',
      tags: ['Slow Cinema'],
      publishedAt: '2026-05-01T07:00:00.000Z',
      editedAt: '2026-05-03T18:00:00.000Z',
      author: buildAuthor({
        id: '900001',
        handle: 'tidefilms',
        displayName: 'Tide Films',
        url: 'https://vimeo.com/tidefilms',
        avatarUrl: 'https://i.vimeocdn.com/portrait/7_72x72',
      }),
      media: [
        buildMedia({
          type: 'video',
          previewUrl: 'https://i.vimeocdn.com/video/1-d_1920x1080?r=pad',
          embedUrl: 'https://player.vimeo.com/video/100000001?h=0a1b2c3d4e',
          width: 3840,
          height: 2160,
          durationSeconds: 754,
        }),
      ],
      metrics: { likes: 41, comments: 3, views: 1204 },
      sensitive: false,
    }),
  )
})

test('ignores the default avatar', () => {
  const sizes = [{ width: 72, height: 72, link: 'https://i.vimeocdn.com/portrait/defaults-blue_72x72.png' }]
  const avatars = (type: string) => {
    const user = { uri: '/users/900001', pictures: { type, sizes } }
    return [mapUser(user, 'tidefilms').avatarUrl, map({ user }).author?.avatarUrl]
  }
  assert.deepEqual(avatars('default'), [null, null])
  assert.deepEqual(avatars('caution'), [sizes[0]?.link, sizes[0]?.link])
})

test('maps hidden, disabled and unknown fields to null', () => {
  const post = mapVideo(untitled)
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  const { text, html, language, editedAt, metrics, sensitive, tags } = post
  assert.deepEqual([text, html, language, editedAt, sensitive, tags], [null, null, null, null, true, []])
  assert.deepEqual(metrics, { likes: 0, comments: null, shares: null, views: null })
})

test('skips a video that is still processed or failed', () => {
  for (const status of [
    'uploading',
    'uploading_error',
    'transcode_starting',
    'transcoding',
    'transcoding_error',
    'unavailable',
  ])
    assert.equal(mapVideo({ uri: '/videos/1', status }), null, status)
  for (const status of ['available', null, undefined]) assert.notEqual(mapVideo({ uri: '/videos/1', status }), null)
})

test('maps a video that cannot be embedded to its thumbnail alone', () => {
  const images = { sizes: [{ width: 640, link: 'https://i.vimeocdn.com/video/1_640' }] }
  const of = (embed: string) => map({ pictures: images, privacy: { view: 'anybody', embed } }).media[0]
  assert.deepEqual([of('private')?.embedUrl, of('private')?.previewUrl], [null, 'https://i.vimeocdn.com/video/1_640'])
  for (const embed of ['public', 'whitelist']) assert.equal(of(embed)?.embedUrl, 'https://player.vimeo.com/video/1')
  assert.equal(map({ privacy: { embed: 'private' } }).media.length, 1, 'without a still the player is all there is')
})

test('maps content ratings to sensitive, and a missing rating to null', () => {
  const rated = (...content_rating: readonly string[]) => map({ content_rating }).sensitive
  assert.deepEqual([rated('unrated'), rated(), rated('safe')], [null, null, false])
  for (const rating of ['nudity', 'violence', 'drugs', 'language']) assert.equal(rated('unrated', rating), true)
  assert.equal(rated('advertisement', 'safe'), false)
})

test('builds a missing player URL, with the hash of an unlisted video', () => {
  const player = (more: JsonObject) => map(more).media[0]?.embedUrl
  assert.equal(player({}), 'https://player.vimeo.com/video/1')
  assert.equal(player({ uri: '/videos/123:abcdef0123' }), 'https://player.vimeo.com/video/123?h=abcdef0123')
  assert.equal(player({ link: 'https://vimeo.com/1/abcdef0123' }), 'https://player.vimeo.com/video/1?h=abcdef0123')
})

test('maps a running live stream without a duration, and falls back to the creation time', () => {
  const post = map({ type: 'live', duration: 0, created_time: '2026-04-30T05:12:09+00:00', modified_time: 'x' })
  assert.deepEqual(
    [post.media[0]?.durationSeconds, post.publishedAt, post.editedAt],
    [null, '2026-04-30T05:12:09.000Z', null],
  )
})

test('shows public videos in a list, and unlisted ones only by URL', () => {
  const views = ['anybody', 'ptv', 'unlisted', 'disable', 'contacts', 'nobody', 'password', 'users']
  const shown = (among: 'list' | 'alone') => views.filter((view) => isVisible({ privacy: { view } }, among))
  assert.deepEqual(shown('list'), ['anybody', 'ptv'])
  assert.deepEqual(shown('alone'), ['anybody', 'ptv', 'unlisted', 'disable'])
})

test('never throws, whatever a response contains', () => {
  const names = ['link', 'name', 'description', 'bio', 'pictures', 'tags', 'metadata', 'user', 'stats', 'duration']
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names, 'player_embed_url', 'privacy'), fc.anything()), (odd) => {
      const post = mapVideo({ uri: '/videos/1', ...odd })
      if (post) assert.deepEqual(faultsOfPost(post), [])
      assert.deepEqual(faultsOfProfile(mapUser(odd, 'x')), [])
      isVisible(odd, 'list')
    }),
    { numRuns: 500 },
  )
})
