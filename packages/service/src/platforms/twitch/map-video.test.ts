import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import type { JsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapClip, mapUser, mapVideo, parseDuration } from './map-video.ts'

const read = (name: string): readonly JsonObject[] => JSON.parse(readFixture(`twitch/${name}.json`)).data

const checked = (post: PlatformPost | null): PlatformPost => {
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  return post
}

const ACME = buildAuthor({ id: '1', handle: 'acme', displayName: 'Acme', url: 'https://www.twitch.tv/acme' })

describe('mapping Helix objects', () => {
  const [recording = {}, broadcast = {}, highlight = {}] = read('videos')

  test('maps every field of a highlight', () => {
    assert.deepEqual(
      checked(mapVideo(highlight)),
      buildPost({
        id: '2300000001',
        url: 'https://www.twitch.tv/videos/2300000001',
        kind: 'video',
        title: 'Best of',
        text: 'Our <best> moments',
        html: '<p>Our &lt;best&gt; moments</p>',
        language: 'de',
        publishedAt: '2026-09-02T18:00:00.000Z',
        author: ACME,
        media: [
          buildMedia({
            type: 'video',
            previewUrl: 'https://static-cdn.jtvnw.net/s3_vods/y/thumb/custom-1280x720.png',
            embedUrl: 'https://player.twitch.tv/?video=v2300000001',
            durationSeconds: 201,
          }),
        ],
        metrics: { views: 0 },
      }),
    )
  })

  test('maps a broadcast without a language, and without a thumbnail while it is recorded', () => {
    const { language, media, metrics, text } = checked(mapVideo(broadcast))
    assert.deepEqual([language, media[0]?.durationSeconds, metrics.views, text], [null, 21_660, 1_863_062, null])
    assert.equal(checked(mapVideo(recording)).media[0]?.previewUrl, null)
    const processing = 'https://vod-secure.twitch.tv/_404/404_processing_%{width}x%{height}.png'
    assert.equal(checked(mapVideo({ ...recording, thumbnail_url: processing })).media[0]?.previewUrl, null)
  })

  test('skips a private video', () => {
    assert.equal(mapVideo({ ...recording, viewable: 'private' }), null)
    assert.notEqual(mapVideo({ ...recording, viewable: 'public' }), null)
  })

  test('maps every field of a clip', () => {
    assert.deepEqual(
      checked(mapClip(read('clips')[0] ?? {})),
      buildPost({
        id: 'AwkwardAcmeClip-abc',
        url: 'https://clips.twitch.tv/AwkwardAcmeClip-abc',
        kind: 'video',
        title: 'Oops',
        language: 'en',
        publishedAt: '2026-10-02T09:00:00.000Z',
        author: buildAuthor({ id: '9', displayName: 'Fan' }),
        media: [
          buildMedia({
            type: 'video',
            previewUrl: 'https://clips-media-assets2.twitch.tv/x-preview-480x272.jpg',
            embedUrl: 'https://clips.twitch.tv/embed?clip=AwkwardAcmeClip-abc',
            durationSeconds: 12.9,
          }),
        ],
        metrics: { views: 10 },
      }),
    )
  })

  test('maps every field of a channel', () => {
    const profile = mapUser(read('users')[0] ?? {})
    assert.deepEqual(
      profile,
      buildProfile({
        id: '1',
        handle: 'acme',
        displayName: 'Acme',
        url: 'https://www.twitch.tv/acme',
        avatarUrl: 'https://static-cdn.jtvnw.net/jtv_user_pictures/a-300x300.png',
        bio: { text: 'Bread', html: '<p>Bread</p>' },
        verified: true,
        createdAt: '2016-12-14T20:32:28.000Z',
      }),
    )
    assert.deepEqual(profile && faultsOfProfile(profile), [])
    const other = { ...read('users')[0], broadcaster_type: '', offline_image_url: 'https://e.org/b.png' }
    assert.deepEqual([mapUser(other)?.verified, mapUser(other)?.bannerUrl], [false, 'https://e.org/b.png'])
  })
})

test('parses durations', () => {
  const lengths = {
    '3m21s': 201,
    '1h2m3s': 3_723,
    '45s': 45,
    '6h1m0s': 21_660,
    '2h': 7_200,
    '0s': null,
    '': null,
    '3m21': null,
  }
  for (const [text, seconds] of Object.entries(lengths)) assert.equal(parseDuration(text), seconds, text)
  assert.equal(parseDuration(12), null)
})

test('drops only the fields that are malformed', () => {
  const odd = {
    ...{
      url: 5,
      title: [],
      description: {},
      language: 7,
      published_at: 'soon',
      created_at: {},
      user_id: 1,
      user_login: [],
    },
    ...{ user_name: {}, thumbnail_url: [], view_count: '-1', duration: {}, creator_id: 3, creator_name: null },
  }
  for (const map of [mapVideo, mapClip]) {
    const { title, author, publishedAt, metrics } = checked(map({ id: 'a"b', ...odd }))
    assert.deepEqual([title, author, publishedAt, metrics.views], [null, null, null, null])
    assert.equal(map({ id: 7 }), null)
  }
  assert.equal(mapUser({ id: '1' }), null)
  assert.equal(mapUser({ id: '1', login: 'acme' })?.verified, null)
})
