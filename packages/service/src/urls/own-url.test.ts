import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { isOwnAccount, isOwnUrl, readsAnyHost } from './own-url.ts'

/** Platforms whose handles may name any host, or are host names. */
const ANY_HOST = [
  ...['bluesky', 'discourse', 'ghost', 'lemmy', 'mastodon', 'medium', 'misskey', 'peertube', 'rss', 'substack'],
  ...['tumblr', 'wordpress'],
]

test('it is known whose handles may name any host', () => {
  assert.deepEqual(ALL_PLATFORMS.flatMap((each) => (readsAnyHost(each) ? [each.id] : [])).sort(), ANY_HOST)
})

const CASES: readonly (readonly [platform: string, handle: string, url: string, isOwn: boolean])[] = [
  ['mastodon', 'ana@social.example.com', 'https://social.example.com/@ana', true],
  ['mastodon', 'ana@social.example.com', 'https://social.example.com/@ana/1', true],
  // A server that claims to have the account or the post of another one.
  ['mastodon', 'eve@evil.example.com', 'https://social.example.com/@ana', false],
  ['wordpress', 'evil.example.com', 'https://ana.wordpress.com/', false],
  ['wordpress', 'ana.wordpress.com', 'https://ana.wordpress.com/', true],
  ['substack', 'evil.example.com', 'https://ana.substack.com/', false],
  ['substack', 'ana', 'https://ana.substack.com/', true],
  ['rss', 'https://evil.example.com/feed', 'https://blog.example.com/', false],
  ['rss', 'https://blog.example.com/feed', 'https://blog.example.com/1', true],
  ['bluesky', 'ana.example.com', 'https://bsky.app/profile/ana.example.com', true],
  ['bluesky', 'ana.example.com', 'https://bsky.app/profile/ben.example.com', false],
  ['instagram', 'ana.ben', 'https://www.instagram.com/ana.ben/', true],
  ['instagram', 'ana', 'https://www.instagram.com/p/abc/', true],
  ['instagram', 'ana', 'https://ana.example.com/', false],
  ['youtube', '@ana', 'https://www.youtube.com/channel/UC1', true],
  ['youtube', '@ana', 'not a URL', false],
]

test('what is read for a handle counts for the URLs of its own host, and of the platform that was asked', () => {
  for (const [id, handle, url, isOwn] of CASES) {
    const platform = ALL_PLATFORMS.find((each) => each.id === id)
    assert.equal(isOwnUrl(platform, handle, url), isOwn, `${id} ${handle} ${url}`)
  }
  assert.equal(isOwnUrl(undefined, 'ana', 'https://www.instagram.com/ana/'), false)
})

test('an account that no other handle can claim is one of a platform that answers for all of its URLs', () => {
  for (const [id, handle, url, isOwn] of CASES) {
    const platform = ALL_PLATFORMS.find((each) => each.id === id)
    assert.equal(isOwnAccount(platform, handle, url), isOwn && !ANY_HOST.includes(id), `${id} ${handle} ${url}`)
  }
})
