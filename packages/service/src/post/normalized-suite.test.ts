import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertNormalized, faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { buildMedia, buildPoll, buildPost, buildProfile } from './build-post.ts'
import type { PlatformPost } from './post.ts'

const GOOD: PlatformPost = buildPost({
  id: '1',
  url: 'https://a.example/1',
  title: 'A title',
  text: 'A body with a link',
  html: '<p>A body with <a href="https://b.example/" rel="nofollow noopener ugc">a link</a></p>',
  tags: ['One', 'two'],
  media: [buildMedia({ type: 'image', url: 'https://a.example/1.png' })],
})
const IMAGE = buildMedia({ type: 'image', url: 'https://a.example/1.png' })
const POLL = buildPoll({ options: [{ text: 'Yes', votes: null }] })
const CARD = { url: 'https://b.example/', title: null, description: null, imageUrl: null }

/** Rule → what breaks it. */
const BROKEN: Readonly<Record<string, readonly Partial<PlatformPost>[]>> = {
  'no string is empty or padded': [{ title: ' A title' }],
  'strings are well formed': [{ summary: 'half \ud83d' }],
  'addresses are absolute, as a URL parser writes them': [
    { url: 'https://a.example' },
    { media: [{ ...IMAGE, previewUrl: 'https://user@a.example/x' }] },
  ],
  'times are RFC 3339 in UTC with milliseconds, and real': [{ publishedAt: '2026-02-31T00:00:00.000Z' }],
  'kind says what is there': [
    { kind: 'article', title: null },
    { kind: 'text' },
    { kind: 'video' },
    { kind: 'audio' },
    { kind: 'gallery', media: [] },
    { kind: 'link' },
    { kind: 'poll' },
    { kind: 'image', media: [] },
  ],
  'a poll has the kind poll': [{ poll: POLL }],
  'text and html come together': [{ html: null }],
  'text, title and summary are plain text': [{ text: 'A body\r\nwith two lines' }],
  'html is as the sanitizer leaves it': [{ html: '<p onclick="x()">a</p>' }, { html: '<p>a' }],
  'links say what they are': [{ html: '<a href="https://b.example/">a</a>' }],
  'a title is one line': [{ title: 'A\ntitle' }, { title: ' A title' }],
  'a summary is not the text': [{ summary: GOOD.text }],
  'tags have no sign, and each is there once': [{ tags: ['#one'] }, { tags: ['One', 'one'] }],
  'media have an address': [{ media: [{ ...IMAGE, url: null }] }],
  'no file is there twice': [{ media: [IMAGE, IMAGE] }],
  'the card is of another page': [{ link: { ...CARD, url: 'https://a.example/1' } }],
  'a post that is spoken of is known by something': [{ quoteOf: { id: null, url: null, author: null } }],
}

describe('the rules of the normalized form', () => {
  test('a post built from valid parts breaks no rule', () => {
    assert.deepEqual(faultsOfPost(GOOD), [])
    assert.deepEqual(faultsOfPost(buildPost({ id: '1' })), [])
    assert.deepEqual(faultsOfProfile(buildProfile({ handle: 'a' })), [])
  })

  for (const [rule, posts] of Object.entries(BROKEN)) {
    test(`reports a post that breaks the rule: ${rule}`, () => {
      for (const broken of posts) {
        const faults = faultsOfPost({ ...GOOD, ...broken })
        assert.ok(faults.includes(rule), `${JSON.stringify(broken)}: ${faults.join('; ')}`)
      }
    })
  }

  test('reports schema errors: zeros, empty strings, players without https, times without a zone', () => {
    const wrong: readonly object[] = [
      { media: [{ ...IMAGE, width: 0 }] },
      { media: [{ ...IMAGE, durationSeconds: 0 }] },
      { media: [{ ...IMAGE, embedUrl: 'http://player.example/' }] },
      { media: [{ ...IMAGE, expiresAt: '2026-01-01T00:00:00Z' }] },
      { title: '' },
      { tags: [''] },
      { poll: { ...POLL, options: [] } },
      { kind: 'story' },
    ]
    for (const part of wrong) assert.equal(faultsOfPost({ ...GOOD, ...part }).length > 0, true, JSON.stringify(part))
    const { summary: _, ...without } = GOOD
    assert.notDeepEqual(faultsOfPost(without as PlatformPost), [])
    assert.deepEqual(faultsOfPost({ ...GOOD, more: 1 } as PlatformPost), ['a field more of its own'])
  })

  test('reports a page with a broken profile or a duplicate post', () => {
    const profile = buildProfile({ handle: 'a' })
    assertNormalized({ profile, posts: [GOOD, { ...GOOD, id: '2' }] })
    assert.throws(() => assertNormalized({ profile, posts: [GOOD, GOOD] }))
    assert.throws(() => assertNormalized({ profile: { ...profile, bio: { text: 'x', html: null } }, posts: [] }))
    assert.throws(() => assertNormalized({ profile: { ...profile, url: 'https://a.example' }, posts: [] }))
  })
})
