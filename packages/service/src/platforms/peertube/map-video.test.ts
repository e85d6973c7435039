import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nthVideo } from '@central-api/testing/platforms/peertube/simulated-videos.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonList } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapProfile } from './map-actor.ts'
import { mapVideo, textsOf } from './map-video.ts'

const HOST = 'tube.example'
const fixture = (name: string): JsonObject => JSON.parse(readFixture(`peertube/${name}.json`))

const map = (video: unknown, kind: 'accounts' | 'video-channels' = 'video-channels'): PlatformPost | null => {
  const post = mapVideo(video, { host: HOST, kind })
  if (post) assert.deepEqual(faultsOfPost(post), [])
  return post
}
const mapped = (more: JsonObject): PlatformPost => map({ ...nthVideo(0), ...more }) ?? assert.fail()

const KILN = buildAuthor({
  id: '9',
  handle: 'kiln_works@tube.example',
  displayName: 'Kiln works',
  url: 'https://tube.example/video-channels/kiln_works',
  avatarUrl: 'https://tube.example/lazy-static/avatars/c.png',
})
const MEDIUM = {
  type: 'video',
  embedUrl: 'https://tube.example/videos/embed/2Kd4pQvX9nL7sJtR3bWyZh',
  previewUrl: 'https://tube.example/lazy-static/thumbnails/b.jpg',
  durationSeconds: 754,
} as const
const KILN_VIDEO = buildPost({
  id: '0b04f13d-1e18-4f1d-814e-4979aa7c9c44',
  url: 'https://tube.example/w/2Kd4pQvX9nL7sJtR3bWyZh',
  kind: 'video',
  title: 'Repairing a kiln',
  text: 'Part two. Tools:\n\nclay...',
  html: '<p>Part <strong>two</strong>. Tools:</p><ul><li>clay...</li></ul>',
  language: 'en',
  publishedAt: '2026-05-02T09:30:00.000Z',
  author: KILN,
  media: [buildMedia(MEDIUM)],
  metrics: { likes: 22, comments: 3, views: 431 },
  sensitive: false,
})

describe('videos in a list', () => {
  const [kiln, live] = jsonList(fixture('videos').data)

  test('maps a video with its player, its thumbnail and its shortened description', () => {
    assert.deepEqual(map(kiln), KILN_VIDEO)
    assert.equal(map(kiln, 'accounts')?.author?.handle, 'mara@tube.example')
  })

  test('maps a live stream without a duration, and thumbnails from paths', () => {
    const post = map(live)
    assert.deepEqual(
      [post?.language, post?.text, post?.sensitive, post?.media[0]?.durationSeconds, post?.media[0]?.previewUrl],
      [null, null, true, null, 'https://tube.example/lazy-static/previews/d.jpg'],
    )
  })
})

test('maps a full video with its tags, its description and the file that has video and audio', () => {
  const post = map(fixture('video'))
  assert.deepEqual(post?.tags, ['kiln', 'repair work'])
  assert.equal(post?.html, '<p>Part <strong>two</strong>. Tools:</p><ul><li>clay</li><li>time</li></ul>')
  const url = 'https://tube.example/static/streaming-playlists/hls/0b04f13d/720-fragmented.mp4'
  assert.deepEqual(post?.media, [buildMedia({ ...MEDIUM, url, width: 1280, height: 720 })])
})

test('maps a channel with its banner and the number of videos', () => {
  assert.deepEqual(mapProfile(fixture('channel'), 'c/kiln_works@tube.example', HOST, 2), {
    id: '9',
    handle: 'c/kiln_works@tube.example',
    displayName: 'Kiln works',
    url: 'https://tube.example/video-channels/kiln_works',
    avatarUrl: null,
    bannerUrl: 'https://tube.example/lazy-static/banners/e.jpg',
    bio: { text: null, html: null },
    owner: null,
    movedTo: null,
    verified: null,
    createdAt: '2025-01-01T00:00:00.000Z',
    counts: { followers: 57, following: 0, posts: 2 },
  })
})

describe('mapping a video', () => {
  test('maps a video of an old server with its description, its single image and a URL', () => {
    const post = mapped({
      url: undefined,
      description: 'Old',
      thumbnails: undefined,
      comments: undefined,
      channel: { id: 9, name: 'kiln', host: 'far.example', avatar: { path: '/a.png' } },
      account: { host: 'far.example' },
    })
    assert.deepEqual([post.text, post.metrics.comments], ['Old', null])
    assert.match(post.url ?? '', /^https:\/\/far\.example\/w\//)
    assert.equal(post.author?.avatarUrl, 'https://tube.example/a.png')
  })

  test('has no file when audio and video are separate', () => {
    const fileUrl = 'https://tube.example/a.mp4'
    const files = [
      { resolution: { id: 0 }, fileUrl, hasVideo: false, hasAudio: true },
      { resolution: { id: 1080 }, fileUrl, hasVideo: true, hasAudio: false },
    ]
    assert.equal(mapped({ files }).media[0]?.url, null)
    assert.equal(mapped({ files: [...files, { resolution: { id: 240 }, fileUrl }] }).media[0]?.url, fileUrl)
  })

  test('skips a video that is not public', () => {
    for (const more of [{ privacy: { id: 3 } }, { privacy: { id: 5 } }, { blacklisted: true }, { uuid: undefined }])
      assert.equal(map({ ...nthVideo(0), ...more }), null)
  })

  test('skips a video that is not published yet or failed to transcode', () => {
    for (const id of [2, 3, 7]) assert.equal(map({ ...nthVideo(0), state: { id } }), null)
    for (const id of [1, 4, 5, 6, 8, 9, null]) assert.notEqual(map({ ...nthVideo(0), state: { id } }), null)
  })

  test('never throws, whatever the shape of the video', () => {
    for (const value of [null, [], 'x', 1, {}, { id: 5 }, Number.NaN, [null]]) {
      map(value)
      textsOf(value)
      mapProfile(value, 'x', HOST, value)
      for (const name of Object.keys(nthVideo(0))) if (name !== 'uuid') map({ ...nthVideo(0), [name]: value })
      for (const name of ['files', 'streamingPlaylists', 'tags']) map({ ...nthVideo(0), [name]: value })
    }
  })
})
