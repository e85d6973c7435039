import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applePodcastOf, knownFeedOf } from './known-sites.ts'

const FEEDS: Readonly<Record<string, string | undefined>> = {
  'https://odysee.com/@acme:c': 'https://odysee.com/$/rss/@acme:c',
  'https://odysee.com/@acme:c?view=content': 'https://odysee.com/$/rss/@acme:c',
  'https://odysee.com/@acme:c/a-video:1': undefined,
  'https://odysee.com/$/rss/@acme:c': undefined,
  'https://www.goodreads.com/review/list/1234-ann?shelf=to-read':
    'https://www.goodreads.com/review/list_rss/1234?shelf=to-read',
  'https://www.goodreads.com/review/list/1234': 'https://www.goodreads.com/review/list_rss/1234',
  'https://www.goodreads.com/book/show/1234': undefined,
  'https://letterboxd.com/Ann/': 'https://letterboxd.com/ann/rss/',
  'https://letterboxd.com/ann/list/best/': undefined,
  'https://letterboxd.com/films/': undefined,
  'https://letterboxd.com/ann/rss/': undefined,
  'https://www.meetup.com/bread-lovers/': 'https://www.meetup.com/bread-lovers/events/rss/',
  'https://www.meetup.com/de-DE/bread-lovers/events/': 'https://www.meetup.com/bread-lovers/events/rss/',
  'https://www.meetup.com/bread-lovers/events/12345/': undefined,
  'https://www.meetup.com/find/?keywords=bread': undefined,
  'https://letterboxd.com.evil.example/ann/': undefined,
}

for (const [page, feed] of Object.entries(FEEDS))
  test(`the feed of ${page} is ${feed ?? 'not known'}`, () => assert.equal(knownFeedOf(page), feed))

const PODCASTS: Readonly<Record<string, string | undefined>> = {
  'https://podcasts.apple.com/us/podcast/bread-talk/id1234567': '1234567',
  'https://podcasts.apple.com/podcast/id1234567': '1234567',
  'https://itunes.apple.com/de/podcast/bread-talk/id1234567?mt=2': '1234567',
  // An episode is no podcast.
  'https://podcasts.apple.com/us/podcast/bread-talk/id1234567?i=1000': undefined,
  'https://podcasts.apple.com/us/channel/acme/id1234567': undefined,
  'https://evil.example/us/podcast/bread-talk/id1234567': undefined,
}

for (const [page, id] of Object.entries(PODCASTS))
  test(`the podcast of ${page} is ${id ?? 'not known'}`, () => assert.equal(applePodcastOf(page), id))
