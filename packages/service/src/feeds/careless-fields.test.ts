// What people and programs write into the fields of feeds, in the feeds of each program: dates, charsets, lazy-loaded images,
// embedded players.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FEED_MAKES } from '@central-api/testing/feeds/fixtures/feed-makes.ts'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { map } from '@central-api/testing/feeds/test-feed.ts'
import type { PlatformPost } from '../post/post.ts'
import { mapFeedPosts } from './map-feed.ts'
import { parseFeed } from './parse-feed.ts'

const MAKES = Object.entries(FEED_MAKES)
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const pad = (number: number) => String(number).padStart(2, '0')

/** The local time at an offset of so many hours from UTC. */
const clockOf = (time: Date, ahead = 0) => {
  const here = new Date(time.getTime() + ahead * 3_600_000)
  const [day, date] = [DAYS[here.getUTCDay()], here.getUTCDate()]
  return { day, date, clock: `${pad(here.getUTCHours())}:${pad(here.getUTCMinutes())}:00` }
}
const zoned = (name: string, ahead: number) => (time: Date) => {
  const { day, date, clock } = clockOf(time, ahead)
  return `${day}, ${pad(date)} Jan 2026 ${clock} ${name}`
}

/** All dates are in January 2026. */
const DATES: Readonly<Record<string, (time: Date) => string>> = {
  ...Object.fromEntries(
    Object.entries({
      CET: 1,
      CEST: 2,
      MST: -7,
      PDT: -7,
      EST: -5,
      JST: 9,
      AEST: 10,
      MSK: 3,
      'GMT+02:00': 2,
      '-0330': -3.5,
    }).map(([name, ahead]) => [`the zone ${name}`, zoned(name, ahead)]),
  ),
  'no space after the weekday': (time) => zoned('GMT', 0)(time).replace(', ', ','),
  'a comma after the month': (time) => `${clockOf(time).date} Jan, 2026 ${clockOf(time).clock}`,
  asctime: (time) => `${clockOf(time).day} Jan ${String(clockOf(time).date).padStart(2)} ${clockOf(time).clock} 2026`,
  'fractions of any length': (time) => time.toISOString().replace('.000Z', `.${'0'.repeat(25)}Z`),
  'a space in place of the T': (time) => time.toISOString().replace('T', ' ').replace('.000Z', ' +0000'),
  'white space around': (time) => `\n\t ${zoned('GMT', 0)(time)} \n`,
  'a long month': (time) => zoned('GMT', 0)(time).replace('Jan', 'January'),
}

const DATE = /(<(pubDate|published|updated|dc:date|atom:updated)>)([^<]*)(<\/\2>)/g
const ITEM = /<(item|entry)[\s>][\s\S]*?<\/\1>/g
const inItems = (feed: string, change: (item: string) => string) => feed.replace(ITEM, change)
const timesOf = (posts: readonly PlatformPost[]) => posts.map(({ id, publishedAt }) => [id, publishedAt])

describe('dates in every program’s feeds', () => {
  for (const [form, write] of Object.entries(DATES))
    test(`with ${form} are parsed, and sort the items`, () => {
      for (const [make, { feed }] of MAKES) {
        const careless = inItems(feed, (item) =>
          item.replace(DATE, (_, begin: string, __, date: string, end: string) => begin + write(new Date(date)) + end),
        )
        assert.notEqual(careless, feed)
        assert.deepEqual(timesOf(map(careless).posts), timesOf(map(feed).posts), make)
      }
    })

  test('that are invalid do not hide the dates after them', () => {
    for (const [make, { feed }] of MAKES) {
      const careless = inItems(feed, (item) =>
        item.replace(DATE, (found, begin, _, __, end) => `${begin}soon${end}${found}`),
      )
      assert.deepEqual(timesOf(map(careless).posts), timesOf(map(feed).posts), make)
    }
  })
})

const LATIN = 'Größe, café'
const CYRILLIC = 'Привет'
const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** https://encoding.spec.whatwg.org/#windows-1251, reduced to Russian letters and ASCII. */
const windows1251 = (text: string) =>
  Buffer.from(
    [...text].map((letter) => {
      if (/[\u0410-\u044f]/.test(letter)) return letter.charCodeAt(0) - 0x410 + 0xc0
      return letter < '\u0080' ? letter.charCodeAt(0) : '?'.charCodeAt(0)
    }),
  )
const declared = (feed: string, charset: string) =>
  feed.replace(/^<\?xml[^>]*\?>/, `<?xml version="1.0" encoding="${charset}"?>`)

/** Encodings and their declarations: the bytes, the content type, and the text of the titles. */
const CHARSETS: Readonly<Record<string, readonly [(feed: string) => Buffer, string, string]>> = {
  'Latin-1, declared': [(feed) => latin1(declared(feed, 'ISO-8859-1')), 'application/rss+xml', LATIN],
  'Latin-1, declared, without a type': [
    (feed) => latin1(declared(feed, 'ISO-8859-1')),
    'application/octet-stream',
    LATIN,
  ],
  'Latin-1, declared, as HTML': [(feed) => latin1(declared(feed, 'iso-8859-1')), 'text/html', LATIN],
  'Latin-1, declared as UTF-8': [latin1, 'application/xml; charset=utf-8', LATIN],
  'UTF-8, declared as Latin-1': [(feed) => Buffer.from(declared(feed, 'ISO-8859-1')), 'text/xml', LATIN],
  'UTF-8 in a response declared as Latin-1': [(feed) => Buffer.from(feed), 'text/xml; charset=ISO-8859-1', LATIN],
  'Russian, declared': [(feed) => windows1251(declared(feed, 'windows-1251')), 'text/plain', CYRILLIC],
  'UTF-16 with a byte order mark': [
    (feed) => Buffer.from(`\uFEFF${declared(feed, 'utf-16')}`, 'utf16le'),
    'text/xml',
    CYRILLIC,
  ],
  'UTF-8 with a byte order mark': [(feed) => Buffer.from(`\uFEFF${feed}`), 'text/xml', CYRILLIC],
}
const titled = (feed: string, words: string) =>
  feed.replaceAll(/(?<=title[^>]*>(?:<!\[CDATA\[)?)Post (\d)/g, `${words} $1`)

describe('charsets of every program’s feeds', () => {
  for (const [what, [encode, type, words]] of Object.entries(CHARSETS))
    test(`${what}: keeps every item and every character`, () => {
      for (const [make, { feed, ids }] of MAKES) {
        const changed = titled(feed, words)
        const read = parseFeed(responseOf(encode(changed), { type }))
        assert.ok(read, make)
        const posts = mapFeedPosts(read).map((post) => post.map())
        assert.deepEqual(
          posts.map(({ id }) => id),
          ids,
          make,
        )
        if (changed !== feed) assert.ok(posts.at(-1)?.title?.includes(`${words} 1`), `${make}: ${posts.at(-1)?.title}`)
      }
    })

  test('decodes C1 controls as windows-1252', () => {
    for (const [make, { feed }] of MAKES) {
      const changed = titled(feed, 'It\u0092s')
      if (changed !== feed) assert.ok(map(changed).posts.at(-1)?.title?.includes('It’s 1'), make)
    }
  })

  test('most programs’ feeds have titles', () => {
    assert.ok(MAKES.filter(([, { feed }]) => titled(feed, LATIN) !== feed).length >= 10)
  })
})

const escapeXml = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Adds HTML after the first words of each text, escaped as its place requires. */
const withMarkup = (make: string, feed: string, html: (number: string) => string) =>
  feed.replace(/Body (\d)/g, (words, number: string, at: number) => {
    const before = feed.slice(0, at)
    const isRaw = make === 'xhtml' || before.lastIndexOf('<![CDATA[') > before.lastIndexOf(']]>')
    return words + (isRaw ? html(number) : escapeXml(html(number)))
  })
/** Descriptions on YouTube are not markup. */
const MARKED_UP = MAKES.filter(([make]) => make !== 'youtube')
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** URL → an image that a page lazy-loads. */
const LATE: Readonly<Record<string, (url: string) => string>> = {
  'data-src': (url) => `<img src="${BLANK}" data-src="${url}" alt="late"/>`,
  'data-lazy-src': (url) => `<img src="/blank.gif" data-lazy-src="${url}" alt="late"/>`,
  'data-srcset': (url) => `<img src="${BLANK}" data-srcset="/small.jpg 300w, ${url} 900w" alt="late"/>`,
  'srcset only': (url) => `<img srcset="${url} 2x" alt="late"/>`,
  noscript: (url) => `<img src="${BLANK}" alt=""/><noscript><img src="${url}" alt="late"/></noscript>`,
}

describe('lazy-loaded images in every program’s feeds', () => {
  for (const [way, write] of Object.entries(LATE))
    test(`${way}: maps each to an image, and keeps it in html`, () => {
      assert.ok(MARKED_UP.length >= 10)
      for (const [make, { feed, ids }] of MARKED_UP) {
        const { posts } = map(withMarkup(make, feed, (number) => write(`https://site.example/late-${number}.jpg`)))
        assert.equal(posts.length, ids.length)
        for (const { html, media } of posts) {
          const [, number] = /late-(\d)\.jpg/.exec(html ?? '') ?? []
          const url = `https://site.example/late-${number}.jpg`
          assert.ok(html?.includes(`<img src="${url}"`), `${make}: ${html}`)
          assert.ok(
            media.some((medium) => medium.type === 'image' && medium.url === url),
            make,
          )
          assert.doesNotMatch(html ?? '', /data:|noscript|blank\.gif/)
        }
      }
    })
})

/** URL of a frame → the player, and the page that html links to. */
const PLAYERS: Readonly<Record<string, readonly [string, string]>> = {
  'https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed': [
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  ],
  'https://player.vimeo.com/video/76979871?h=8272103f6e&amp;dnt=1': [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://vimeo.com/76979871/8272103f6e',
  ],
  'https://player.twitch.tv/?video=v123456&amp;parent=blog.example': [
    'https://player.twitch.tv/?video=v123456',
    'https://www.twitch.tv/videos/123456',
  ],
  'https://www.tiktok.com/embed/v2/7106594312292453678?lang=en': [
    'https://www.tiktok.com/player/v1/7106594312292453678',
    'https://www.tiktok.com/@/video/7106594312292453678',
  ],
}

describe('embedded players in every program’s feeds', () => {
  for (const [source, [embedUrl, page]] of Object.entries(PLAYERS))
    test(`${source} is mapped to a medium, and to a link in html`, () => {
      const frame = `<figure><iframe width="560" height="315" src="${source}"></iframe></figure>`
      for (const [make, { feed, ids }] of MARKED_UP) {
        const { posts } = map(withMarkup(make, feed, () => frame))
        assert.equal(posts.length, ids.length)
        for (const { html, media } of posts) {
          const players = media.filter((medium) => medium.embedUrl === embedUrl)
          assert.deepEqual(
            players.map(({ type, url, width, height }) => [type, url, width, height]),
            [['video', null, 560, 315]],
            make,
          )
          assert.ok(html?.includes(`<a href="${page}" rel="nofollow noopener ugc">`), `${make}: ${html}`)
          assert.doesNotMatch(html ?? '', /<iframe|<figure><\/figure>/)
        }
      }
    })

  test('drops a frame of an unknown site', () => {
    const frame = '<iframe src="https://evil.example/embed/x"></iframe>'
    for (const [make, { feed }] of MARKED_UP) {
      const posts = map(withMarkup(make, feed, () => frame)).posts
      for (const { html, media } of posts) assert.doesNotMatch(`${html}${JSON.stringify(media)}`, /evil\.example/, make)
    }
  })
})
