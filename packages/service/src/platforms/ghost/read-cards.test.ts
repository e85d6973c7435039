import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildMedia } from '../../post/build-post.ts'
import { readCards } from './read-cards.ts'

const BASE = 'https://site.example/'
const frame = (src: string) => `<!--kg-card-begin: html--><iframe src="${src}" width="560" height="315"></iframe>`

test('a frame in an HTML card is media only if its player is known', () => {
  const { media } = readCards(frame('https://www.youtube.com/embed/aqz-KE-bpKQ'), BASE)
  assert.deepEqual([media.length, media[0]?.type, media[0]?.width], [1, 'video', 560])
  assert.ok(media[0]?.embedUrl?.startsWith('https://'))
  assert.equal(readCards(frame('//www.youtube.com/embed/aqz-KE-bpKQ'), BASE).media.length, 1)
  for (const src of ['https://forms.example/embed/1', 'javascript:x', ''])
    assert.deepEqual(readCards(frame(src), BASE).media, [])
})

test('any frame in an embed card is media', () => {
  const html = `<figure class="kg-card kg-embed-card">${frame('https://player.example/1')}</figure>`
  const size = { width: 560, height: 315 }
  assert.deepEqual(readCards(html, BASE).media, [
    buildMedia({ type: 'video', embedUrl: 'https://player.example/1', ...size }),
  ])
})
