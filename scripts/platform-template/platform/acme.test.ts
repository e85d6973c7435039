import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isApiError } from '@central-api/service/errors.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import type { Simulator } from '@central-api/testing/platforms/suite/simulator.ts'
import { createWalker, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { KEYS, startAcme } from '../testing/simulator.ts'
import { acme } from './acme.ts'
import { mapNote } from './map-note.ts'

const environment = { ACME_API_KEYS: KEYS[0] }

platformSuite({
  platform: acme,
  environment,
  start: startAcme,
  conclusions: {
    refuse: (status) => ({ status, body: { error: 'refused' } }),
    first: { '/users/[a-z]+$': { ...USUAL.signed, 404: 'doubted' }, '/notes\\?': USUAL.signed },
    later: { '/notes\\?': USUAL.signed },
    post: { '/notes/': { ...USUAL.signed, 404: 'doubted' } },
  },
  calls: { first: 2, next: 1 },
  credentials: { two: { ACME_API_KEYS: KEYS.join(',') }, secrets: KEYS, hosts: ['api.acme.example'] },
  errors: [{ answer: { status: 500, body: 'Internal error' }, code: 'platform_error' }],
  spellings: {
    garden: ['@garden', 'Garden', 'https://acme.example/@garden', 'acme.example/garden/?utm_source=x#top'],
  },
  notHandles: [
    '@',
    'gar den',
    'garden@acme.example',
    'https://other.example/@garden',
    'https://acme.example/@garden/1000',
  ],
  postUrls: ['https://acme.example/@garden/1000', 'https://acme.example/@garden/1000/?utm_source=x#top'],
  notPostUrls: ['https://acme.example/@garden', 'https://acme.example/@garden/x', 'https://acme.example.org/@garden/1'],
})

test('maps every field of a note, and missing fields to null', () => {
  const note = {
    id: '1',
    date: '2026-01-01T00:00:00Z',
    body: '<p>Hello <b>world</b><script>alert(1)</script></p>',
    likes: 3,
    user: { id: '7', name: 'garden', title: 'Garden 🌱' },
    pictures: [{ url: 'https://files.acme.example/a.jpg', width: 800, height: 600, alt: 'A bee' }],
  }
  assert.deepEqual(mapNote(note), {
    id: '1',
    url: 'https://acme.example/@garden/1',
    kind: 'image',
    title: null,
    summary: null,
    text: 'Hello world',
    html: '<p>Hello <b>world</b></p>',
    language: null,
    tags: [],
    publishedAt: '2026-01-01T00:00:00.000Z',
    editedAt: null,
    author: {
      id: '7',
      handle: 'garden',
      displayName: 'Garden 🌱',
      url: 'https://acme.example/@garden',
      avatarUrl: null,
    },
    media: [
      {
        type: 'image',
        url: 'https://files.acme.example/a.jpg',
        previewUrl: null,
        embedUrl: null,
        width: 800,
        height: 600,
        durationSeconds: null,
        alt: 'A bee',
        expiresAt: null,
      },
    ],
    link: null,
    poll: null,
    metrics: { likes: 3, comments: null, shares: null, views: null },
    repostOf: null,
    replyTo: null,
    quoteOf: null,
    pinned: null,
    sensitive: null,
  })
})

test('drops a note without an id, and only the fields that are malformed', () => {
  for (const value of [{}, null, 'x', [], { id: 7 }]) assert.equal(mapNote(value), null)
  const post = mapNote({ id: '1', date: 'soon', body: 5, likes: -1, pictures: [{ url: 'javascript:x' }, 3] })
  assert.deepEqual([post?.publishedAt, post?.text, post?.metrics.likes, post?.media], [null, null, null, []])
})

describe('acme through its API', () => {
  let simulator: Simulator
  let walker: Walker
  before(async () => {
    simulator = await startAcme()
    walker = createWalker(acme, environment, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('the first page takes two calls, each further page one', async () => {
    const calls = simulator.calls()
    const pages = await walker.walk()
    assert.equal(simulator.calls() - calls, 2 + pages.length - 1)
  })

  test('the variant media returns only notes with images', async () => {
    const posts = (await walker.walk({ variant: 'media' })).flatMap((page) => page.posts)
    assert.equal(posts.length, 20)
    for (const { media } of posts) assert.notEqual(media.length, 0)
  })

  test('reads a post by its URL, and returns post_not_found for a deleted one', async () => {
    const { post } = await walker.post('https://acme.example/@garden/1003')
    assert.equal(post.id, '1003')
    await assert.rejects(walker.post('https://acme.example/@garden/1'), (error) => isApiError(error, 'post_not_found'))
  })

  test('returns platform_not_configured without a key, and calls no host', async () => {
    const calls = simulator.calls()
    const keyless = createWalker(acme, {}, simulator)
    await assert.rejects(keyless.page({}), (error) => isApiError(error, 'platform_not_configured'))
    await keyless.close()
    assert.equal(simulator.calls(), calls)
  })

  test('returns platform_rate_limited with the seconds to wait', async () => {
    simulator.failNext({ status: 429, headers: { 'retry-after': '7' } }, 2)
    await assert.rejects(
      walker.page({}),
      (error) => isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === 7,
    )
  })
})
