import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { buildMedia, buildPost } from './build-post.ts'
import { withFallbackText } from './with-fallback-text.ts'

const URL = 'https://social.example/p/1?a=1&b=2'
const OTHER = { id: '2', url: 'https://social.example/p/2', author: null }

test('a post without visible content gets its URL as text', () => {
  const post = withFallbackText(buildPost({ id: '1', url: URL }))
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  assert.equal(post.text, URL)
  assert.equal(
    post.html,
    '<p><a href="https://social.example/p/1?a=1&amp;b=2" rel="nofollow noopener ugc">https://social.example/p/1?a=1&amp;b=2</a></p>',
  )
})

test('an empty repost or quote gets the URL of the other post', () => {
  for (const reference of ['repostOf', 'quoteOf'] as const)
    assert.equal(withFallbackText(buildPost({ id: '1', url: URL, [reference]: OTHER }))?.text, OTHER.url)
  assert.equal(withFallbackText(buildPost({ id: '1', url: URL, repostOf: { ...OTHER, url: null } }))?.text, URL)
})

test('an empty post without a URL is null', () => assert.equal(withFallbackText(buildPost({ id: '1' })), null))

test('a post with visible content stays as it is', () => {
  const poll = {
    options: [{ text: 'a', votes: null }],
    votes: null,
    voters: null,
    multiple: null,
    endsAt: null,
    closed: null,
  }
  for (const known of [
    { text: 'a' },
    { title: 'a' },
    { summary: 'a' },
    { media: [buildMedia({ type: 'image', url: 'https://a.example/1.jpg' })] },
    { link: { url: 'https://a.example/', title: null, description: null, imageUrl: null } },
    { poll },
  ]) {
    const post = buildPost({ id: '1', url: URL, ...known })
    assert.equal(withFallbackText(post), post)
  }
})
