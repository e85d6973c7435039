import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FEED_BREAKS } from '@central-api/testing/feeds/fixtures/feed-breaks.ts'
import { FEED_MAKES } from '@central-api/testing/feeds/fixtures/feed-makes.ts'
import { map } from '@central-api/testing/feeds/test-feed.ts'
import fc from 'fast-check'
import { readFeedTree } from './read-feed-tree.ts'

const idsOf = (feed: string) => map(feed).posts.map(({ id }) => id)
/** All items but the third, in which some of the errors are: no error may change them. */
const factsOf = (feed: string) =>
  map(feed)
    .posts.map(({ id, url, publishedAt, author }) => [id, url, publishedAt, author?.displayName])
    .filter((_, index) => index !== 2)

describe('feeds as people publish them', () => {
  test('loses nothing of an item in a valid feed', () => {
    for (const [make, { feed, ids, lastText }] of Object.entries(FEED_MAKES)) {
      const { posts } = map(feed)
      const last = posts.at(-1)
      assert.deepEqual(
        posts.map(({ id }) => id),
        ids,
        make,
      )
      assert.ok(last)
      assert.ok(last.text?.includes(lastText), `${make}: ${last.text}`)
      assert.equal(last.publishedAt?.slice(0, 10), '2026-01-01', make)
      assert.match(last.url ?? '', /^https:\/\//, make)
      assert.equal(last.editedAt, null, make)
    }
  })

  for (const [what, breakIt] of Object.entries(FEED_BREAKS))
    test(`${what}: keeps every item of every program, with its URL, date and author`, () => {
      for (const [make, { feed, ids }] of Object.entries(FEED_MAKES)) {
        const broken = breakIt(feed)
        assert.deepEqual(idsOf(broken), ids, make)
        assert.deepEqual(factsOf(broken), factsOf(feed), make)
      }
    })

  test('every error changes some feeds', () => {
    for (const [what, breakIt] of Object.entries(FEED_BREAKS))
      assert.ok(
        Object.values(FEED_MAKES).some(({ feed }) => breakIt(feed) !== feed),
        what,
      )
  })
})

const make = fc.constantFrom(...Object.values(FEED_MAKES))
const ITEM = /<(item|entry)[\s>][\s\S]*?<\/\1>/g
/** Where each item of a feed starts and ends. */
const placesIn = (feed: string) =>
  [...feed.matchAll(ITEM)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))

describe('an error in one item', () => {
  const fragment = fc.oneof(
    fc.constantFrom('<', '>', '/', '"', "'", '=', '&', ';', '<!', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '</'),
    fc.constantFrom('<a', '<b>', '</b>', '<a href="', "<x y='", '<title>', '</title>', '<link>', '<content>', '<p/>'),
    fc.constantFrom(
      '<media:group>',
      '<author>',
      '</author>',
      '<source>',
      '<!DOCTYPE x [',
      '&#x110000;',
      '&foo',
      '\u0000',
    ),
    fc.constantFrom('<description>', '<content type="xhtml"><div>', '<summary>', '<image>', '</channel>', '<channel>'),
    fc.string(),
  )

  test('affects no other item', () => {
    fc.assert(
      fc.property(
        make,
        fc.nat(5),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(30),
        fc.array(fragment, { maxLength: 4 }),
        ({ feed, ids }, number, place, removed, added) => {
          const { from, to } = placesIn(feed)[number] ?? { from: 0, to: 0 }
          // After the tag that starts the item, and before the one that ends it.
          const first = feed.indexOf('>', from) + 1
          const last = feed.lastIndexOf('</', to)
          const at = first + Math.floor(place * (last - first))
          const broken = feed.slice(0, at) + added.join('') + feed.slice(Math.min(at + removed, last))
          const left = new Set(readFeedTree(Buffer.from(broken)) && idsOf(broken))
          for (const [index, id] of ids.entries()) if (index !== number) assert.ok(left.has(id), id)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('that cuts the document off affects that item and those after it', () => {
    fc.assert(
      fc.property(make, fc.double({ min: 0, max: 1, noNaN: true }), ({ feed, ids }, place) => {
        const [first] = placesIn(feed)
        const at = (first?.from ?? 0) + Math.floor(place * (feed.length - (first?.from ?? 0)))
        const whole = placesIn(feed).filter(({ to }) => to <= at).length
        const left = idsOf(feed.slice(0, at))
        assert.deepEqual(left.slice(0, whole), ids.slice(0, whole))
        assert.ok(left.length <= whole + 1)
      }),
      { numRuns: 1_000 },
    )
  })
})
