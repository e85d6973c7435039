import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { listedVideo, mapEntry as mapAnyEntry, mapVideo as mapAnyVideo, tabOf } from './map-video.ts'

const itemsOf = (name: string): readonly JsonObject[] => {
  const response = JSON.parse(readFixture(`youtube/${name}.json`))
  return jsonList(response.items).map(jsonObject)
}
const [VIDEO = {}, STREAM = {}, SHORT = {}] = itemsOf('videos')
const [ENTRY = {}, DELETED = {}, PRIVATE = {}] = itemsOf('playlist-items')
/** Checks that every mapped post has the normalized form. */
const checked =
  <Parameters extends readonly unknown[]>(map: (...values: Parameters) => PlatformPost | null) =>
  (...values: Parameters): PlatformPost | null => {
    const post = map(...values)
    assert.deepEqual(post && faultsOfPost(post), post && [])
    return post
  }
const mapVideo = checked(mapAnyVideo)
const mapEntry = checked(mapAnyEntry)
const CHANNEL = 'UCbakerybakerybakery1234'
const OWNER = buildAuthor({
  id: CHANNEL,
  handle: 'the.bakery',
  displayName: 'The Bakery',
  avatarUrl: 'https://a.example/',
})
const REL = 'rel="nofollow noopener ugc"'

const NAMED_OWNER = {
  id: CHANNEL,
  handle: null,
  displayName: 'The Bakery',
  url: `https://www.youtube.com/channel/${CHANNEL}`,
  avatarUrl: null,
}

/** The video with other values in one of its parts. */
const withPart = (video: JsonObject, part: string, values: JsonObject): JsonObject => ({
  ...video,
  [part]: { ...jsonObject(video[part]), ...values },
})

describe('mapping a video of the API', () => {
  test('maps every field', () => {
    assert.deepEqual(mapVideo(VIDEO), {
      id: 'Rye-Loaf_01',
      url: 'https://www.youtube.com/watch?v=Rye-Loaf_01',
      kind: 'video',
      title: 'How we bake & why | rye #shortbread',
      summary: null,
      text: 'Chapters\n00:00 Start\n12:00 End\n\nRecipe: https://bakery.example/rye?a=1&b=2. <No> markup & #bread, #Brød with @mill.house!\n\nbake@bakery.example',
      html: [
        '<p>Chapters<br />00:00 Start<br />12:00 End</p>',
        `<p>Recipe: <a href="https://bakery.example/rye?a=1&amp;b=2" ${REL}>https://bakery.example/rye?a=1&amp;b=2</a>. `,
        `&lt;No&gt; markup &amp; <a href="https://www.youtube.com/hashtag/bread" ${REL}>#bread</a>, `,
        `<a href="https://www.youtube.com/hashtag/br%C3%B8d" ${REL}>#Brød</a> with `,
        `<a href="https://www.youtube.com/@mill.house" ${REL}>@mill.house</a>!</p>`,
        '<p>bake@bakery.example</p>',
      ].join(''),
      language: 'en-GB',
      tags: ['bread', 'Baking Day', 'rye', 'shortbread', 'Brød'],
      publishedAt: '2026-10-02T08:15:00.000Z',
      editedAt: null,
      author: NAMED_OWNER,
      media: [
        {
          type: 'video',
          url: null,
          previewUrl: 'https://i.ytimg.com/vi/Rye-Loaf_01/maxresdefault.jpg',
          embedUrl: 'https://www.youtube.com/embed/Rye-Loaf_01',
          width: 1280,
          height: 536,
          durationSeconds: 4_325,
          alt: null,
          expiresAt: null,
        },
      ],
      link: null,
      poll: null,
      metrics: { likes: 0, comments: 12, shares: null, views: 1_234_567_890_123 },
      repostOf: null,
      replyTo: null,
      quoteOf: null,
      pinned: null,
      sensitive: false,
    })
  })

  test('maps missing fields to null: an announced stream for adults that cannot be embedded', () => {
    const post = mapVideo(STREAM)
    assert.equal(post?.url, 'https://www.youtube.com/watch?v=Rye-Loaf_02')
    assert.deepEqual([post.title, post.text, post.html, post.tags], ['Live soon', null, null, []])
    assert.deepEqual([post.language, post.sensitive], [null, true])
    assert.deepEqual(post.metrics, { likes: null, comments: null, shares: null, views: null })
    assert.deepEqual(post.media, [
      {
        type: 'video',
        url: null,
        previewUrl: 'https://i.ytimg.com/vi/Rye-Loaf_02/hqdefault_live.jpg',
        embedUrl: null,
        width: 480,
        height: 360,
        durationSeconds: null,
        alt: null,
        expiresAt: null,
      },
    ])
  })

  test('maps a Short to its own URL, a vertical player, and the language of its title when there is no speech', () => {
    const post = mapVideo(SHORT)
    assert.equal(post?.url, 'https://www.youtube.com/shorts/Rye-Loaf_03')
    assert.deepEqual([post.media[0]?.width, post.media[0]?.height, post.media[0]?.durationSeconds], [720, 1280, 58])
    assert.deepEqual([post.language, post.metrics.comments, post.metrics.likes], ['nb', 0, null])
  })

  test('maps the scanned channel as the author, unless the video names another one', () => {
    assert.deepEqual(mapVideo(VIDEO, { owner: OWNER })?.author, OWNER)
    const guest = withPart(VIDEO, 'snippet', { channelId: `UC${'g'.repeat(22)}`, channelTitle: 'Guest' })
    assert.equal(mapVideo(guest, { owner: OWNER })?.author?.displayName, 'Guest')
  })

  test('is in one tab', () => {
    assert.deepEqual([VIDEO, STREAM, SHORT].map(tabOf), ['videos', 'live', 'shorts'])
    const cases: readonly (readonly [string, string, string, string])[] = [
      ['PT3M', '720', '1280', 'shorts'],
      ['PT3M', '720', '720', 'shorts'],
      ['PT3M1S', '720', '1280', 'videos'],
      ['PT58S', '1280', '720', 'videos'],
      ['P0D', '720', '1280', 'videos'],
    ]
    for (const [duration, embedWidth, embedHeight, tab] of cases) {
      const player = withPart(SHORT, 'player', { embedWidth, embedHeight })
      assert.equal(tabOf(withPart(player, 'contentDetails', { duration })), tab, `${duration} ${embedWidth}`)
    }
    assert.equal(mapVideo(VIDEO, { tab: 'shorts' })?.url, 'https://www.youtube.com/shorts/Rye-Loaf_01')
  })

  test('skips a video that failed or is not public', () => {
    for (const uploadStatus of ['deleted', 'failed', 'rejected'])
      assert.equal(mapVideo(withPart(VIDEO, 'status', { uploadStatus })), null)
    const isUploaded = withPart(VIDEO, 'status', { uploadStatus: 'uploaded' })
    for (const duration of ['P0D', 'PT0S', undefined])
      assert.equal(mapVideo(withPart(isUploaded, 'contentDetails', { duration })), null, 'nothing to play yet')
    assert.notEqual(mapVideo(isUploaded), null)
    const isStream = withPart(isUploaded, 'liveStreamingDetails', { scheduledStartTime: '2030-01-01T00:00:00Z' })
    assert.notEqual(mapVideo(withPart(isStream, 'contentDetails', { duration: 'P0D' })), null)
    assert.equal(mapVideo(withPart(VIDEO, 'status', { privacyStatus: 'private' })), null)
    assert.notEqual(mapVideo(withPart(VIDEO, 'status', { privacyStatus: 'unlisted' })), null)
    for (const id of [undefined, null, 7, '', 'short', 'videoseries', '../../../ab'])
      assert.equal(mapVideo({ ...VIDEO, id }), null)
  })

  test('drops only the parts that are missing or malformed', () => {
    const { parts, ...empty } = { parts: Object.keys(VIDEO), id: VIDEO.id }
    assert.equal(mapVideo(empty)?.sensitive, null)
    for (const status of [{}, { embeddable: false }]) {
      const [medium] = mapVideo({ ...empty, status })?.media ?? []
      assert.equal(medium?.embedUrl, 'https://www.youtube.com/embed/Rye-Loaf_01')
    }
    for (const part of parts) {
      if (part === 'id') continue
      for (const odd of [null, 7, 'x', [], [[]], { thumbnails: 7, tags: 'x', title: {}, constructor: 1 }]) {
        const post = mapVideo({ ...VIDEO, [part]: odd })
        assert.equal(post?.id, 'Rye-Loaf_01', part)
        assert.equal(post.kind, 'video')
      }
    }
    const odd = withPart(VIDEO, 'statistics', { viewCount: '-1', likeCount: 3.5, commentCount: {} })
    assert.deepEqual(mapVideo(odd)?.metrics, { likes: null, comments: null, shares: null, views: null })
  })
})

describe('mapping an entry of a playlist', () => {
  test('maps an entry to a post when its video was not read', () => {
    const post = mapEntry(ENTRY, { owner: OWNER })
    assert.deepEqual(
      { ...post, html: null },
      {
        ...mapVideo(VIDEO, { owner: OWNER }),
        title: 'How we bake & why',
        text: 'Recipe: https://bakery.example/rye #bread',
        html: null,
        language: null,
        tags: ['bread'],
        media: [
          {
            type: 'video',
            url: null,
            previewUrl: 'https://i.ytimg.com/vi/Rye-Loaf_01/hqdefault.jpg',
            embedUrl: 'https://www.youtube.com/embed/Rye-Loaf_01',
            width: 480,
            height: 360,
            durationSeconds: null,
            alt: null,
            expiresAt: null,
          },
        ],
        metrics: { likes: null, comments: null, shares: null, views: null },
        sensitive: null,
      },
    )
    assert.deepEqual(mapEntry(ENTRY)?.author, NAMED_OWNER)
  })

  test('skips an entry whose video is deleted or private, whatever its title says', () => {
    for (const gone of [DELETED, PRIVATE, { ...DELETED, status: {} }, withPart(DELETED, 'snippet', { title: 'Rye' })]) {
      assert.equal(mapEntry(gone), null)
      assert.equal(listedVideo(gone), null)
    }
    assert.equal(listedVideo(withPart(ENTRY, 'snippet', { title: 'Deleted video' })), 'Rye-Loaf_01')
    assert.equal(listedVideo({}), null)
  })
})
