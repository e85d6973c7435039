import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextOfGhost } from './next-of-ghost.ts'

test('the next page of a Ghost feed has the next number', () => {
  const pages = {
    'https://site.example/rss/': 'https://site.example/rss/2/',
    'https://site.example/blog/author/rosa/rss/9/': 'https://site.example/blog/author/rosa/rss/10/',
  }
  for (const [page, next] of Object.entries(pages)) assert.equal(nextOfGhost('Ghost 6.2', page), next)
})

test('feeds of other programs, and at other paths, have none', () => {
  for (const generator of [undefined, '', 'https://wordpress.org/?v=6.1', 'Ghostwriter'])
    assert.equal(nextOfGhost(generator, 'https://site.example/rss/'), undefined)
  for (const url of ['https://site.example/feed.xml', 'https://site.example/rss', 'https://site.example/rss/x/'])
    assert.equal(nextOfGhost('Ghost 6.2', url), undefined)
})
