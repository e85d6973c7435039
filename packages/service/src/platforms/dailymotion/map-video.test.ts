import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { isPublic, mapUser, mapVideo } from './map-video.ts'

const read = (name: string): JsonObject => JSON.parse(readFixture(`dailymotion/${name}.json`))
const [harbour, bridge] = jsonList(read('videos').list)

test('maps a user to a profile', () => {
  const profile = mapUser(read('user'), 'x1zzzz')
  assert.deepEqual(faultsOfProfile(profile), [])
  assert.deepEqual(
    profile,
    buildProfile({
      id: 'x1zzzz',
      handle: 'harbourtv',
      displayName: 'Harbour TV',
      url: 'https://www.dailymotion.com/harbourtv',
      avatarUrl: 'https://s2.dmcdn.net/u/1/720x720',
      bannerUrl: 'https://s1.dmcdn.net/c/1/x250',
      bio: { text: 'Ships.', html: '<p>Ships.</p>' },
      verified: false,
      createdAt: '2010-01-01T00:00:00.000Z',
      counts: { followers: 210, following: 0, posts: 3 },
    }),
  )
})

test('maps every field of a video', () => {
  const post = mapVideo(harbour)
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  assert.deepEqual(
    post,
    buildPost({
      id: 'x9aaaa1',
      url: 'https://www.dailymotion.com/video/x9aaaa1',
      kind: 'video',
      title: 'Harbour, 4 a.m.',
      text: 'Fog.\nMusic by us',
      html: '<p>Fog.<br />Music by <a href="https://example.org/" rel="nofollow noopener ugc">us</a></p>',
      language: 'fr',
      tags: ['port', 'brume matinale'],
      publishedAt: '2026-05-02T08:53:20.000Z',
      editedAt: '2026-05-02T09:53:20.000Z',
      author: buildAuthor({
        id: 'x1zzzz',
        handle: 'harbourtv',
        displayName: 'Harbour TV',
        url: 'https://www.dailymotion.com/harbourtv',
        avatarUrl: 'https://s2.dmcdn.net/u/1/240x240',
      }),
      media: [
        buildMedia({
          type: 'video',
          previewUrl: 'https://s1.dmcdn.net/v/Aa1/x1080',
          embedUrl: 'https://geo.dailymotion.com/player.html?video=x9aaaa1',
          width: 1920,
          height: 1080,
          durationSeconds: 95,
        }),
      ],
      metrics: { likes: 12, views: 5310 },
      sensitive: false,
    }),
  )
})

test('a live stream has no length, and hidden or empty fields are null', () => {
  const post = mapVideo(bridge)
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  const { text, language, editedAt, metrics, sensitive, media } = post
  assert.deepEqual([text, language, editedAt, sensitive], [null, null, null, true])
  assert.deepEqual(metrics, { likes: 0, comments: null, shares: null, views: null })
  assert.deepEqual([media[0]?.durationSeconds, media[0]?.width], [null, null])
})

test('publishedAt prefers the time of publishing to the time of creation', () => {
  assert.equal(
    mapVideo({ id: 'x1', publish_date: 1_777_712_000, created_time: 1 })?.publishedAt,
    '2026-05-02T08:53:20.000Z',
  )
})

test('the player URL is the current one, whatever the response contains', () => {
  const embed_url = 'https://www.dailymotion.com/embed/video/x1'
  assert.equal(
    mapVideo({ id: 'x1', embed_url })?.media[0]?.embedUrl,
    'https://geo.dailymotion.com/player.html?video=x1',
  )
})

test('a video that may not be embedded has only its preview', () => {
  const of = (allow_embed: unknown) => mapVideo({ ...(harbour as JsonObject), allow_embed })?.media[0]
  assert.deepEqual([of(false)?.embedUrl, of(false)?.previewUrl], [null, 'https://s1.dmcdn.net/v/Aa1/x1080'])
  for (const allowed of [true, null, undefined, 'x']) assert.notEqual(of(allowed)?.embedUrl, null)
  assert.notEqual(mapVideo({ id: 'x1', allow_embed: false })?.media[0]?.embedUrl, null)
})

test('newlines and <br> each end a line once', () => {
  const html = (description: string) => mapVideo({ id: 'x1', description })?.html
  assert.equal(html('a\r\nb\n\nc'), '<p>a<br />b</p><p>c</p>')
  assert.equal(html('a<br />\nb'), '<p>a<br />b</p>')
  assert.equal(html('<script>x</script>'), null)
})

test('private, locked and unpublished videos are not shown', () => {
  assert.ok(isPublic({}) && isPublic({ private: false, password_protected: false, published: true }))
  for (const odd of [{ private: true }, { password_protected: true }, { published: false }]) assert.ok(!isPublic(odd))
})

test('the mapping never throws on malformed responses', () => {
  const names = ['title', 'description', 'tags', 'duration', 'url', 'owner.id', 'owner.url', 'created_time', 'username']
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...names, 'explicit', 'width'), fc.anything()),
      fc.string(),
      (odd, id) => {
        const post = mapVideo({ ...odd, id })
        if (post) assert.deepEqual(faultsOfPost(post), [])
        assert.deepEqual(faultsOfProfile(mapUser(odd, 'x')), [])
      },
    ),
    { numRuns: 500 },
  )
})
