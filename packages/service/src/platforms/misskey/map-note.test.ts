import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { driveFile, note } from '@central-api/testing/platforms/misskey/simulated-notes.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapNote, textsOf } from './map-note.ts'
import { mapProfile, pinsOf } from './map-user.ts'

const HOST = 'm.example'
const NOW = Date.parse('2026-05-04T00:00:00Z')
const fixture = (name: string): unknown => JSON.parse(readFixture(`misskey/${name}.json`))

const map = (value: unknown, pins?: readonly string[]): PlatformPost | null => {
  const post = mapNote(value, { host: HOST, now: NOW, ...(pins && { pins }) })
  if (post) assert.deepEqual(faultsOfPost(post), [])
  return post
}
const mapped = (more: JsonObject): PlatformPost => map(note('a1', '2026-05-01T00:00:00.000Z', more)) ?? assert.fail()

const NAO = buildAuthor({
  id: '9abc000001',
  handle: 'nao@m.example',
  displayName: 'Nao :blobcat:',
  url: 'https://m.example/@nao',
  avatarUrl: 'https://m.example/a.webp',
})
const LEA = buildAuthor({
  id: '9zzz000009',
  handle: 'lea@social.example',
  displayName: 'lea',
  url: 'https://m.example/@lea@social.example',
})

const LEA_WITHOUT_IMAGE = { ...LEA, avatarUrl: null }

describe('notes of Misskey', () => {
  const [files, poll, renote] = (fixture('notes') as unknown[]).map((each) => map(each, ['a1z9000002']))

  test('a note with a content warning is sensitive and has its files as media', () => {
    assert.deepEqual(
      files,
      buildPost({
        id: 'a1z9000003',
        url: 'https://m.example/notes/a1z9000003',
        summary: 'food',
        text: 'two pots #陶芸 <3 &',
        html: '<p>two pots <a href="https://m.example/tags/%E9%99%B6%E8%8A%B8" rel="nofollow noopener ugc">#陶芸</a> &lt;3 &amp;</p>',
        tags: ['陶芸'],
        publishedAt: '2026-05-02T09:30:00.123Z',
        author: NAO,
        media: [
          buildMedia({
            type: 'image',
            url: 'https://files.example/f1.webp',
            previewUrl: 'https://files.example/thumbnail-f1.webp',
            width: 1280,
            height: 960,
            alt: 'A blue pot',
          }),
        ],
        metrics: { likes: 5, comments: 0, shares: 1 },
        pinned: false,
        sensitive: true,
      }),
    )
  })

  test('a poll has the total of its votes and its end', () => {
    assert.deepEqual(
      poll,
      buildPost({
        id: 'a1z9000002',
        url: 'https://m.example/notes/a1z9000002',
        text: 'Which?',
        publishedAt: '2026-05-01T08:00:00.000Z',
        author: NAO,
        poll: {
          options: [
            { text: 'Blue', votes: 4 },
            { text: 'Red', votes: 0 },
          ],
          votes: 4,
          voters: null,
          multiple: false,
          endsAt: '2026-05-03T08:00:00.000Z',
          closed: true,
        },
        metrics: { likes: 0, comments: 2, shares: 0 },
        pinned: true,
        sensitive: false,
      }),
    )
  })

  test('a renote has the text and counts of the original and names it', () => {
    assert.deepEqual(
      renote,
      buildPost({
        id: 'a1z9000001',
        url: 'https://m.example/notes/a1z9000001',
        text: 'hello',
        publishedAt: '2026-04-30T08:00:00.000Z',
        author: NAO,
        metrics: { likes: 1, comments: 0, shares: 4 },
        repostOf: { id: 'a1y0000009', url: 'https://social.example/@lea/1', author: LEA },
        pinned: false,
        sensitive: false,
      }),
    )
  })
})

describe('the profile', () => {
  const user = jsonObject(fixture('user'))

  test('has every field of the account, and null for a count that is not public', () => {
    assert.deepEqual(mapProfile(user, 'nao@m.example', HOST), {
      id: '9abc000001',
      handle: 'nao@m.example',
      displayName: 'Nao :blobcat:',
      url: 'https://m.example/@nao',
      owner: null,
      movedTo: null,
      avatarUrl: 'https://m.example/proxy/avatar.webp?url=%E2%80%A6',
      bannerUrl: null,
      bio: {
        text: 'Hi. bold https://example.org',
        html: '<p>Hi. <strong>bold</strong> <a href="https://example.org/" rel="nofollow noopener ugc">https://example.org</a></p>',
      },
      verified: null,
      createdAt: '2023-01-05T11:00:00.000Z',
      counts: { followers: null, following: 12, posts: 340 },
    })
    assert.deepEqual(pinsOf(user), ['9k0000000a'])
  })

  test('movedTo has as much of the new account as the server reports', () => {
    const movedTo = (changes: JsonObject) => mapProfile({ ...user, ...changes }, 'nao@m.example', HOST).movedTo
    const lea = { id: '9zzz000009', username: 'lea', host: 'social.example', name: null, avatarUrl: null }
    assert.deepEqual(movedTo({ movedTo: lea }), LEA_WITHOUT_IMAGE)
    assert.deepEqual(
      movedTo({ movedTo: '9zzz000009' }),
      buildAuthor({ id: '9zzz000009', url: 'https://m.example/users/9zzz000009' }),
    )
    const uri = 'https://social.example/users/lea'
    assert.deepEqual(movedTo({ movedTo: uri }), buildAuthor({ url: uri }))
    assert.deepEqual(movedTo({ movedTo: undefined, movedToUri: uri }), buildAuthor({ url: uri }))
    for (const nothing of [null, '', 7, {}]) assert.equal(movedTo({ movedTo: nothing }), null)
  })

  test('of an old server without visibility fields has its counts', () => {
    const { followersVisibility: _, followingVisibility: __, ...old } = user
    assert.equal(mapProfile({ ...old, followersCount: 7 }, 'nao@m.example', HOST).counts.followers, 7)
    const rin = mapProfile(jsonObject(fixture('user-with-banner')), 'rin@m.example', HOST)
    assert.deepEqual(rin.counts, { followers: 12, following: 3, posts: 40 })
    assert.deepEqual(
      [rin.avatarUrl, rin.bannerUrl],
      ['https://m.example/proxy/rin.webp', 'https://m.example/proxy/banner.webp'],
    )
  })

  test('is mapped whatever fields a fork omits', () => {
    assert.deepEqual(
      Object.values(mapProfile({}, 'nao@m.example', HOST)).filter((value) => typeof value === 'string'),
      ['nao@m.example'],
    )
  })
})

describe('a note', () => {
  test('of an old server has the total of its reactions as likes', () => {
    assert.equal(mapped({ reactionCount: undefined, reactions: { '👍': 2, ':a@b:': 3, odd: 'x' } }).metrics.likes, 5)
    assert.equal(mapped({ reactionCount: undefined, reactions: undefined }).metrics.likes, null)
  })

  test('that is hidden, deleted or for followers only is dropped', () => {
    for (const more of [
      { isHidden: true, text: null },
      { deletedAt: '2026-05-02T00:00:00Z' },
      { visibility: 'followers' },
      { visibility: 'specified' },
      { visibility: undefined },
    ])
      assert.equal(map(note('a1', '2026-05-01T00:00:00.000Z', more)), null)
  })

  test('that renotes a deleted or hidden note is dropped', () => {
    const renote = note('a0', '2026-04-01T00:00:00.000Z')
    for (const gone of [undefined, null, { ...renote, isHidden: true }, { ...renote, visibility: 'followers' }])
      assert.equal(map(note('a1', '2026-05-01T00:00:00.000Z', { text: null, renoteId: 'a0', renote: gone })), null)
  })

  test('with its own text quotes the note that it renotes, also if that was deleted', () => {
    const post = mapped({ text: 'Look', renoteId: 'a0', renote: note('a0', '2026-04-01T00:00:00.000Z') })
    assert.deepEqual([post.repostOf, post.quoteOf?.id, post.text], [null, 'a0', 'Look'])
    assert.deepEqual(mapped({ renoteId: 'a0' }).quoteOf, { id: 'a0', url: 'https://m.example/notes/a0', author: null })
    for (const more of [
      { text: null, cw: 'w' },
      { text: null, files: [driveFile('a.png', 'image/png')] },
    ])
      assert.equal(mapped({ ...more, renoteId: 'a0' }).quoteOf?.id, 'a0')
  })

  test('that replies names its parent, and the author if the parent is included', () => {
    assert.deepEqual(mapped({ replyId: 'a0' }).replyTo, { id: 'a0', url: 'https://m.example/notes/a0', author: null })
    const reply = note('a0', '2026-04-01T00:00:00.000Z', { uri: 'https://far.example/notes/z' })
    assert.deepEqual(mapped({ replyId: 'a0', reply }).replyTo?.url, 'https://far.example/notes/z')
    assert.equal(mapped({ replyId: 'a0', reply }).replyTo?.author?.handle, 'nao@m.example')
  })

  test('has videos, audio and GIFs as media, and no downloads', () => {
    const { media, kind } = mapped({
      text: null,
      files: [
        driveFile('a.gif', 'image/gif'),
        driveFile('b.mp4', 'video/mp4', { properties: {}, thumbnailUrl: null }),
        driveFile('c.mp3', 'audio/mpeg'),
        driveFile('d.zip', 'application/zip'),
        driveFile('e', 'constructor/x'),
      ],
    })
    assert.deepEqual([kind, media.map(({ type }) => type)], ['gallery', ['gif', 'video', 'audio']])
    assert.deepEqual([media[1]?.width, media[1]?.previewUrl], [null, null])
  })

  test('has the displayed size of images, whatever their EXIF orientation', () => {
    const sizes: readonly (readonly [orientation: unknown, size: readonly number[]])[] = [
      ...[undefined, null, 1, 2, 3, 4].map((orientation) => [orientation, [400, 300]] as const),
      ...[5, 6, 7, 8].map((orientation) => [orientation, [300, 400]] as const),
    ]
    for (const [orientation, size] of sizes) {
      const properties = { width: 400, height: 300, orientation }
      const [image] = mapped({ files: [driveFile('a.jpg', 'image/jpeg', { properties })] }).media
      assert.deepEqual([image?.width, image?.height], size, String(orientation))
    }
  })

  test('is sensitive if it has an empty content warning', () => assert.equal(mapped({ cw: '' }).sensitive, true))

  test('of another server links mentions and hashtags to that server', () => {
    const user = { id: '9', username: 'lea', host: 'social.example' }
    const { html } = mapped({ user, text: '@nao #x' })
    assert.match(html ?? '', /https:\/\/social\.example\/@nao/)
    assert.match(html ?? '', /https:\/\/social\.example\/tags\/x/)
  })

  test('of any shape never makes the mapping throw', () => {
    const odd: readonly unknown[] = [null, [], 'x', 1, {}, { id: 5 }, { toString: 1 }, Number.NaN]
    for (const value of odd) {
      map(value)
      textsOf(value)
      for (const name of Object.keys(note('a', ''))) if (name !== 'id') map(note('a1', 'x', { [name]: value }))
      for (const name of ['poll', 'renote', 'reply', 'tags', 'url', 'reactions']) mapped({ [name]: value })
      mapped({ files: [value], poll: { choices: [value, { text: 'a', votes: value }], expiresAt: value } })
    }
  })
})

test('blurred text and notes in a sensitive channel are sensitive', () => {
  assert.equal(mapped({ text: 'It was $[blur the gardener]' }).sensitive, true)
  assert.equal(
    mapped({ text: 'It was the gardener', channel: { id: 'c', name: 'x', isSensitive: true } }).sensitive,
    true,
  )
  assert.equal(mapped({ text: 'It was $[shake the gardener]', channel: null }).sensitive, false)
})
