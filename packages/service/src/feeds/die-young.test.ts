// Everything made from a feed becomes garbage together with its page, and must be collected young: what survives young collections
// is only collected with the whole heap.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { exposeCollector, forgetLastMatch } from '../runtime/event-loop/collector.ts'
import { copyBytes } from '../runtime/event-loop/owned-bytes.ts'
import { receiveResponse } from '../upstream/requests/receive-response.ts'
import { mapFeedPosts } from './map-feed.ts'
import { feedOf } from './read-document.ts'

// Starts Node with the same options as the command.
setFlagsFromString('--no-allocation-site-pretenuring')
const gc = exposeCollector()

const ITEMS = 50
const WORDS = 'of a feed and what it says of itself, '.repeat(50)
const times = (make: (n: number) => string): string => Array.from({ length: ITEMS }, (_, n) => make(n)).join('')

const RSS = `<rss version="2.0"><channel><title>A feed</title>${times(
  (n) =>
    `<item><guid>${n}</guid><link>https://blog.example.com/${n}</link><description>${WORDS}${n}</description></item>`,
)}</channel></rss>`
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A feed</title>${times(
  (n) => `<entry><id>${n}</id><link href="https://blog.example.com/${n}"/><summary>${WORDS}${n}</summary></entry>`,
)}</feed>`

/** Too long for V8 to keep within its heap in one piece. */
const LONG = `<rss version="2.0"><channel><title>Ein Feed</title>${times(
  (n) =>
    `<item><guid>${n}</guid><link>https://blog.example.com/${n}</link><description>${`Was er von sich sagt – „${n}“ 🌿 `.repeat(800)}</description></item>`,
)}</channel></rss>`

const read = (document: string): void => {
  const body = copyBytes(Buffer.from(document))
  const feed = feedOf(receiveResponse({ status: 200, url: 'https://blog.example.com/feed', headers: {}, body }))
  assert.ok(feed)
  for (const post of mapFeedPosts(feed)) assert.ok(post.map().url)
}

/** Includes memory outside of the heap. */
const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space' || space_name === 'large_object_space')
    .reduce((sum, { space_used_size }) => sum + space_used_size, getHeapStatistics().external_memory)

describe('parsing a feed leaves nothing in the old generation', () => {
  for (const [name, document] of Object.entries({ RSS, ATOM, LONG })) {
    test(name, () => {
      const readAndCollect = (count: number) => {
        for (let n = 0; n < count; n += 1) {
          read(document)
          forgetLastMatch()
          gc({ type: 'minor' })
        }
      }
      readAndCollect(30)
      gc({ type: 'major' })
      let before = oldBytes()
      const grown = [1, 2, 3].map(() => {
        readAndCollect(40)
        const growth = oldBytes() - before
        before += growth
        return growth
      })
      // What a feed leaves grows each time; code that V8 compiles meanwhile, once.
      assert.ok(Math.min(...grown) < 10 * document.length, `${grown.join(', ')} of ${document.length} each`)
    })
  }
})
