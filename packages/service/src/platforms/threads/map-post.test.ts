import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import { mapPost } from './map-post.ts'
import { mapProfile } from './map-profile.ts'

const NOW = Date.parse('2026-10-02T12:00:00Z')
const EXPIRES = new Date(0x6ac98000 * 1_000).toISOString()
const CDN = 'https://scontent-ber1-1.cdninstagram.com'
const ACME = buildAuthor({ handle: 'acme', url: 'https://www.threads.com/@acme' })

const { data } = JSON.parse(readFixture('threads/profile-posts.json'))

const map = (post: JsonObject) => {
  const mapped = mapPost(post, NOW)
  if (mapped) assert.deepEqual(faultsOfPost(mapped), [])
  return mapped
}
const mapMore = (more: JsonObject) => map({ id: '1', username: 'acme', ...more }) ?? assert.fail()

describe('mapping posts of Threads', () => {
  test('maps the votes of a poll from their shares', () => {
    assert.deepEqual(
      map(data[0]),
      buildPost({
        id: '18030000000000005',
        url: 'https://www.threads.com/@acme/post/DAxx5',
        text: 'Tea or coffee?',
        tags: ['breakfast'],
        publishedAt: '2026-10-02T08:15:00.000Z',
        author: ACME,
        poll: {
          options: [
            { text: 'Tea', votes: 2 },
            { text: 'Coffee', votes: 6 },
          ],
          votes: 8,
          voters: null,
          multiple: false,
          endsAt: '2026-10-03T08:15:00.000Z',
          closed: false,
        },
        sensitive: false,
      }),
    )
  })

  test('maps every image and video of an album, and when their URLs expire', () => {
    assert.deepEqual(map(data[1])?.media, [
      buildMedia({ type: 'image', url: `${CDN}/v/t51/1_n.jpg?oe=6AC98000`, alt: 'A street', expiresAt: EXPIRES }),
      buildMedia({
        type: 'video',
        url: `${CDN}/o1/v/2.mp4?oe=6AC98000`,
        previewUrl: `${CDN}/v/t51/2_n.jpg?oe=6AC98000`,
        expiresAt: EXPIRES,
      }),
    ])
    assert.equal(map(data[1])?.kind, 'gallery')
  })

  test('maps the original of a repost and a quote to its id, and a missing URL from the short code', () => {
    const [repost, quote] = [map(data[2]), map(data[3])]
    assert.deepEqual([repost?.repostOf, repost?.text], [{ id: '18030000000000999', url: null, author: null }, null])
    assert.deepEqual(quote?.quoteOf, { id: '18030000000000888', url: null, author: null })
    assert.equal(quote?.url, 'https://www.threads.com/@acme/post/DAxx2')
    assert.deepEqual(quote?.link, { url: 'https://example.org/a', title: null, description: null, imageUrl: null })
    assert.deepEqual(quote?.metrics, { likes: null, comments: null, shares: null, views: null })
  })

  test('maps videos without a URL, audio, GIFs, and albums without children', () => {
    const typesOf = (more: JsonObject) => mapMore(more).media.map(({ type, url }) => [type, url])
    const [at, still] = ['https://a.example/1', 'https://a.example/2']
    assert.deepEqual(typesOf({ media_type: 'VIDEO' }), [])
    assert.deepEqual(typesOf({ media_type: 'VIDEO', thumbnail_url: still }), [['video', null]])
    assert.deepEqual(typesOf({ media_type: 'AUDIO', media_url: at }), [['audio', at]])
    assert.deepEqual(typesOf({ media_type: 'TEXT_POST', gif_url: at }), [['gif', at]])
    assert.deepEqual(typesOf({ media_type: 'GIF', media_url: at }), [['gif', at]])
    assert.deepEqual(typesOf({ media_type: 'CAROUSEL_ALBUM', media_url: at }), [['image', at]])
    assert.deepEqual(typesOf({ media_type: 'HOLOGRAM', media_url: at }), [])
  })

  test('maps spoilers to sensitive, and appends a long text to the short one', () => {
    assert.equal(mapMore({ is_spoiler_media: true }).sensitive, true)
    const entities = { data: [{ entity_type: 'SPOILER', offset: 0, length: 2 }] }
    assert.equal(mapMore({ is_spoiler_media: false, text_entities: entities }).sensitive, true)
    assert.equal(mapMore({}).sensitive, null)
    const long = mapMore({
      text: 'Short @other',
      text_attachment: { plaintext: 'Long', link_attachment_url: 'https://b.example/' },
    })
    assert.equal(long.text, 'Short @other\n\nLong')
    assert.match(long.html ?? '', /<a href="https:\/\/www\.threads\.com\/@other"/)
    assert.equal(long.link?.url, 'https://b.example/')
    assert.equal(mapMore({ replied_to: { id: '9' } }).replyTo?.id, '9')
  })

  test('drops only the fields that are malformed', () => {
    for (const odd of [null, 1, 'x', [], {}, [[]], { data: 1 }]) {
      for (const name of Object.keys({ ...data[0], ...data[1], ...data[2], ...data[3] }))
        if (name !== 'id') mapMore({ ...jsonObject(data[1]), [name]: odd })
      assert.deepEqual(
        faultsOfProfile(mapProfile({ username: odd, name: odd, biography: odd, follower_count: odd }, 'a')),
        [],
      )
    }
    assert.equal(map({ text: 'without an id' }), null)
  })
})
