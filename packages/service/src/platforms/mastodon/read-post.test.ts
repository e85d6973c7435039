import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MastodonSimulator, NOTICE, startMastodon } from '@central-api/testing/platforms/mastodon/simulator.ts'
import { createWalker, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { findPost } from '../../urls/compile-post-urls.ts'
import { mastodon } from './mastodon.ts'

let simulator: MastodonSimulator
let walker: Walker
before(async () => {
  simulator = await startMastodon()
  walker = createWalker(mastodon, { MASTODON_ACCESS_TOKENS: 'closed.example=opens-closed' }, simulator)
})
after(async () => {
  await walker.close()
  await simulator.close()
})

const rejects = (url: string, code: ErrorCode) =>
  assert.rejects(walker.post(url), (error) => {
    assert.ok(isApiError(error, code), String(error))
    return true
  })

test('every form of URL with the id returns the post and the raw response', async () => {
  const id = simulator.ids()[0] ?? ''
  const urls = [
    `https://social.example/@garden/${id}`,
    `https://social.example/@garden@social.example/${id}?x=1`,
    `https://social.example/users/garden/statuses/${id}`,
    `https://social.example/web/statuses/${id}`,
    `https://social.example/p/garden/${id}`,
  ]
  for (const url of urls) {
    const { post, answer: response } = await walker.post(url)
    assert.equal(post.id, id)
    assert.equal(post.author?.handle, 'garden@social.example')
    assert.equal((response.json() as { id: string }).id, id)
  }
})

test('a URL without an id is searched for; the server fetches it only with a token', async () => {
  const path = '/objects/0f0e0d0c-1111-2222-3333-444455556666'
  const { post } = await walker.post(`https://social.example${path}`)
  assert.equal(post.id, simulator.ids()[0])
  await walker.post(`https://closed.example${path}`)
  const searches = simulator.requests().filter(({ url }) => url.pathname === '/api/v2/search')
  assert.deepEqual(
    searches.map(({ url }) => [url.searchParams.get('q'), url.searchParams.get('resolve')]),
    [
      [`https://social.example${path}`, null],
      [`https://closed.example${path}`, 'true'],
    ],
  )
  await rejects('https://social.example/display/00000000-1111-2222-3333-444455556666', 'post_not_found')
})

test('an object of Pleroma or Akkoma is found through its redirect, because search requires a login', async () => {
  for (const path of ['objects/0f0e0d0c-1111-2222-3333-444455556666', `notice/${NOTICE}`, `@garden/posts/${NOTICE}`]) {
    const { post } = await walker.post(`https://pleroma.example/${path}`)
    assert.equal(post.id, simulator.ids()[0], path)
  }
  const before = simulator.requests().length
  await rejects('https://pleroma.example/display/0f0e0d0c-1111-2222-3333-444455556666', 'profile_private')
  assert.equal(simulator.requests().length, before + 1)
})

test('a deleted post is post_not_found, one that is not public is profile_private', async () => {
  await rejects('https://social.example/@garden/1', 'post_not_found')
  simulator.failNext({ status: 410, body: { error: 'Gone' } })
  await rejects('https://social.example/@garden/1', 'post_not_found')
  const [hidden = ''] = simulator.idsOf(({ visibility }) => visibility === 'private')
  await rejects(`https://social.example/@garden/${hidden}`, 'post_not_found')
  await rejects(`https://closed.example/@garden/${hidden}`, 'profile_private')
  await rejects(`https://members.example/@garden/${hidden}`, 'profile_private')
})

test('a failing or rate-limiting server is not reported as a deleted post', async () => {
  simulator.failNext({ status: 500, body: '<html>' })
  await rejects('https://social.example/@garden/1', 'platform_error')
  simulator.failNext({ status: 429, body: { error: 'Too many requests' } })
  await rejects('https://social.example/@garden/1', 'platform_rate_limited')
})

test('the oEmbed URL is at the server of the post, if the server has oEmbed', () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    'https://social.example/@garden/1':
      'https://social.example/api/oembed?url=https%3A%2F%2Fsocial.example%2F%40garden%2F1',
    'http://social.example/users/garden/statuses/1':
      'https://social.example/api/oembed?url=https%3A%2F%2Fsocial.example%2Fusers%2Fgarden%2Fstatuses%2F1',
    'https://pixelfed.example/p/garden/1': undefined,
    'https://pleroma.example/notice/AbCdEf0123456789xY': undefined,
  }
  for (const [page, endpoint] of Object.entries(cases)) {
    const { url } = findPost(mastodon.posts, page) ?? {}
    assert.equal(url && mastodon.oembed?.(url)?.href, endpoint, page)
  }
})
