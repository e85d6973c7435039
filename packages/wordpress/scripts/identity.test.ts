import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityOf, renameIn } from './identity.ts'

test('every spelling of the name is replaced', () => {
  const identity = identityOf({ name: 'Acme Posts' })
  const text =
    'Central Posts, central-posts, central_posts, CENTRAL_POSTS, CentralPosts, centralPosts, central-post-selector'
  assert.equal(
    renameIn(text, identity),
    'Acme Posts, acme-posts, acme_posts, ACME_POSTS, AcmePosts, acmePosts, acme-posts-selector',
  )
})

test('a new name that contains an old one is not replaced twice', () => {
  const identity = identityOf({ name: 'My Central Posts', slug: 'grand-central-posts' })
  assert.equal(renameIn('Central Posts: central-posts', identity), 'My Central Posts: grand-central-posts')
})

test('URLs of the vendor replace the example URLs', () => {
  const text = 'https://api.example.com/terms https://api.example.com/privacy https://api.example.com'
  const identity = identityOf({
    name: 'Acme Posts',
    terms: 'https://acme.example/t',
    service: 'https://api.acme.example',
  })
  assert.equal(
    renameIn(text, identity),
    'https://acme.example/t https://api.example.com/privacy https://api.acme.example',
  )
})

test('a slug that the plugin directory rejects, or that is too generic, is rejected', () => {
  for (const slug of [
    'acme',
    'abc-posts',
    'wp-posts',
    'acme-instagram',
    'acme-plugin',
    'twitter-posts',
    'Acme-Posts',
  ]) {
    assert.throws(() => identityOf({ name: 'Acme Posts', slug }), RangeError, slug)
  }
})

test('a slug that ad blockers hide is rejected, a display name is not', () => {
  for (const slug of ['acme-social-posts', 'acme-feed', 'share-posts']) {
    assert.throws(() => identityOf({ name: 'Acme Posts', slug }), /ad blockers/, slug)
  }
  assert.equal(identityOf({ name: 'Acme Social Feed', slug: 'acme-posts' }).name, 'Acme Social Feed')
  assert.equal(identityOf({ name: 'Shareholder Roads' }).slug, 'shareholder-roads')
})

test('a name that would break out of a PHP string is rejected', () => {
  for (const name of ["Acme' . x", 'Acme*/Posts', 'Acme"Posts', '', 'A']) {
    assert.throws(() => identityOf({ name, slug: 'acme-posts' }), RangeError, name)
  }
})
