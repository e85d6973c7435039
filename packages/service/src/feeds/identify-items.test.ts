import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { map, rss } from '@central-api/testing/feeds/test-feed.ts'

const SITE = 'https://blog.example/'

type Fields = {
  readonly guid?: string
  readonly link?: string
  readonly title?: string
  readonly day?: number
  readonly text?: string
}

const item = ({ guid, link, title, day, text }: Fields): string =>
  `<item>${[
    guid && `<guid isPermaLink="false">${guid}</guid>`,
    link && `<link>${link}</link>`,
    title && `<title>${title}</title>`,
    day && `<pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>`,
    text && `<description>${text}</description>`,
  ]
    .filter(Boolean)
    .join('')}</item>`

const postsOf = (items: readonly Fields[]) => map(rss(items.map(item).join(''))).posts
const idsOf = (items: readonly Fields[]): string[] => postsOf(items).map(({ id }) => id)

/** Feeds whose items share what should identify them, newest first. */
const SHARED: Readonly<Record<string, readonly Fields[]>> = {
  'a link, without a guid': [4, 3, 2, 1].map((day) => ({ link: SITE, title: `Day ${day}`, day })),
  'a link and a title': [4, 3, 2, 1].map((day) => ({ link: SITE, title: 'Status', day })),
  'a link and a date': [4, 3, 2, 1].map((number) => ({ link: SITE, title: `Change ${number}`, day: 1 })),
  'a link, without a date': [4, 3, 2, 1].map((number) => ({ link: SITE, title: `Change ${number}` })),
  'a link, a title and a date': [4, 3, 2, 1].map((number) => ({
    link: SITE,
    title: 'Fix',
    day: 1,
    text: `Words ${number}`,
  })),
  'a guid, with links of their own': [4, 3, 2, 1].map((day) => ({
    guid: 'g',
    link: `${SITE}${day}`,
    title: `T${day}`,
    day,
  })),
  'a guid and a link': [4, 3, 2, 1].map((day) => ({ guid: SITE, link: SITE, title: `T${day}`, day })),
  'a guid, with nothing but titles': [4, 3, 2, 1].map((number) => ({ guid: 'g', title: `T${number}` })),
  'an empty guid and a link': [4, 3, 2, 1].map((day) => ({ guid: ' ', link: SITE, title: `T${day}`, day })),
}

describe('items of a feed that share', () => {
  for (const [what, items] of Object.entries(SHARED)) {
    test(`${what}: each is a post, with an id that stays when another one is published`, () => {
      const ids = idsOf(items)
      assert.equal(new Set(ids).size, items.length)
      assert.deepEqual(idsOf(items), ids)
      assert.deepEqual(idsOf(items.slice(1)), ids.slice(1))
    })

    test(`${what}: an exact duplicate is dropped`, () => {
      assert.deepEqual(idsOf([...items, ...items]), idsOf(items))
      assert.deepEqual(idsOf(items.flatMap((each) => [each, each])), idsOf(items))
    })
  }

  test('a link and are edited: ids stay if the dates differ', () => {
    const items = SHARED['a link, without a guid'] ?? []
    const edited = items.map((each) => ({ ...each, title: `${each.title}, corrected`, text: 'More words' }))
    assert.deepEqual(idsOf(edited), idsOf(items))
  })
})

describe('an item that is repeated with its guid', () => {
  const first: Fields = { guid: 'g', link: `${SITE}1`, title: 'One', day: 2 }
  const other: Fields = { guid: 'h', link: `${SITE}2`, title: 'Two', day: 1 }

  for (const [what, again] of Object.entries<Fields>({
    'with another title': { ...first, title: 'One, corrected' },
    'with another date': { ...first, day: 3 },
    'with another text': { ...first, text: 'More words' },
  }))
    test(`${what} is the same post`, () => {
      assert.deepEqual(idsOf([first, again, other]).toSorted(), ['g', 'h'])
    })

  test('with another title and another date is another post', () => {
    assert.equal(new Set(idsOf([first, { ...first, title: 'Three', day: 3 }, other])).size, 3)
  })
})

test('an item that shares nothing is identified by its guid, else by its link', () => {
  assert.deepEqual(
    idsOf([
      { guid: 'g', link: SITE, day: 3 },
      { link: `${SITE}1`, day: 2 },
      { guid: 'h', day: 1, title: 'H' },
    ]),
    ['g', `${SITE}1`, 'h'],
  )
})
