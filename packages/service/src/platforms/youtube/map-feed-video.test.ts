import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { isShort, mapFeedChannel, mapFeedVideo } from './map-feed-video.ts'

const CHANNEL = 'UCbakerybakerybakery1234'
const PAGE = `https://www.youtube.com/channel/${CHANNEL}`

/** A post as the mapping of feeds returns it. */
const POST = buildPost({
  id: 'yt:video:Rye-Loaf_01',
  url: 'https://www.youtube.com/watch?v=Rye-Loaf_01',
  title: 'Rye #loaf',
  text: 'Flour & water #bread',
  html: '<p>Flour &amp; water #bread</p>',
  publishedAt: '2026-10-02T08:15:00.000Z',
  editedAt: '2026-10-03T08:15:00.000Z',
  author: buildAuthor({ displayName: 'The Bakery', url: PAGE }),
  media: [
    buildMedia({
      type: 'video',
      previewUrl: 'https://i2.ytimg.com/vi/Rye-Loaf_01/hqdefault.jpg',
      width: 640,
      height: 390,
    }),
  ],
  metrics: { likes: 5, views: 77 },
})

describe('mapping a video of a feed', () => {
  test('maps an entry to the post of the API, as far as the feed has the data', () => {
    const mapped = mapFeedVideo(POST)
    assert.deepEqual(mapped && faultsOfPost(mapped), [])
    assert.deepEqual(mapped, {
      id: 'Rye-Loaf_01',
      url: 'https://www.youtube.com/watch?v=Rye-Loaf_01',
      kind: 'video',
      title: 'Rye #loaf',
      summary: null,
      text: 'Flour & water #bread',
      html: '<p>Flour &amp; water <a href="https://www.youtube.com/hashtag/bread" rel="nofollow noopener ugc">#bread</a></p>',
      language: null,
      tags: ['loaf', 'bread'],
      publishedAt: '2026-10-02T08:15:00.000Z',
      editedAt: '2026-10-03T08:15:00.000Z',
      author: { id: CHANNEL, handle: null, displayName: 'The Bakery', url: PAGE, avatarUrl: null },
      media: [
        {
          type: 'video',
          url: null,
          previewUrl: 'https://i2.ytimg.com/vi/Rye-Loaf_01/hqdefault.jpg',
          embedUrl: 'https://www.youtube.com/embed/Rye-Loaf_01',
          width: null,
          height: null,
          durationSeconds: null,
          alt: null,
          expiresAt: null,
        },
      ],
      link: null,
      poll: null,
      metrics: { likes: 5, comments: null, shares: null, views: 77 },
      repostOf: null,
      replyTo: null,
      quoteOf: null,
      pinned: null,
      sensitive: null,
    })
  })

  test('rejects an entry without the id of a video', () => {
    for (const id of ['yt:video:', 'yt:video:../../../ab', 'yt:playlist:Rye-Loaf_01', 'Rye-Loaf_01'])
      assert.equal(mapFeedVideo({ ...POST, id }), null)
  })

  test('maps an entry without an image or an author', () => {
    const bare = mapFeedVideo({ ...POST, author: null, media: [], text: null })
    assert.deepEqual([bare?.author, bare?.media[0]?.previewUrl, bare?.html], [null, null, null])
  })

  test('recognizes a Short by its URL', () => {
    assert.equal(isShort(POST), false)
    assert.equal(isShort({ ...POST, url: 'https://www.youtube.com/shorts/Rye-Loaf_01' }), true)
    assert.equal(isShort({ ...POST, url: null }), false)
  })
})

describe('mapping the channel of a feed', () => {
  test('maps the requested channel, with its name when the feed is the channel’s own', () => {
    for (const id of [`yt:channel:${CHANNEL}`, `yt:channel:${CHANNEL.slice(2)}`]) {
      const profile = buildProfile({ id, handle: CHANNEL, displayName: 'The Bakery', url: 'https://a.example/' })
      const expected = buildProfile({ id: CHANNEL, handle: CHANNEL, displayName: 'The Bakery', url: PAGE })
      assert.deepEqual(mapFeedChannel(profile, CHANNEL), expected)
    }
    const list = buildProfile({ id: 'yt:playlist:UUbakery', handle: CHANNEL, displayName: 'Uploads' })
    assert.equal(mapFeedChannel(list, CHANNEL).displayName, null)
  })
})
