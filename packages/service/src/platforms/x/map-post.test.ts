import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { newer } from '@central-api/testing/platforms/x/simulator.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { mapMedium, mapPoll } from './map-media.ts'
import { mapPost, readIncludes } from './map-post.ts'
import { mapUser } from './map-user.ts'
import { readRichText } from './rich-text.ts'

const read = (name: string): JsonObject => JSON.parse(readFixture(`x/${name}.json`))
const TIMELINE = read('timeline')
const REL = 'rel="nofollow noopener ugc"'
const AVATAR = 'https://pbs.twimg.com/profile_images/1/a_400x400.jpg'
const ACME = { id: '70001', handle: 'acme', displayName: 'Acme', url: 'https://x.com/acme', avatarUrl: AVATAR }
const OTHER = { id: '70002', handle: 'other', displayName: 'Other', url: 'https://x.com/other', avatarUrl: null }
const NOTHING = readIncludes({})

const mapAll = (response: JsonObject) => {
  const includes = readIncludes(response.includes)
  const owner = { author: ACME, pinnedId: '1972233445566778500' }
  return jsonList(response.data).map((post) => mapPost(jsonObject(post), includes, owner))
}

const BARE = {
  title: null,
  summary: null,
  link: null,
  poll: null,
  editedAt: null,
  repostOf: null,
  replyTo: null,
  quoteOf: null,
}

const GUIDE = {
  ...BARE,
  id: '1972233445566778801',
  url: 'https://x.com/acme/status/1972233445566778801',
  kind: 'gallery',
  text: 'Our new guide is out & it is free https://example.org/guide',
  html: `<p>Our new guide is out &amp; it is free <a href="https://example.org/guide" ${REL}>https://example.org/guide</a></p>`,
  language: 'en',
  tags: [],
  publishedAt: '2026-10-02T08:15:00.000Z',
  author: ACME,
  media: [
    {
      type: 'image',
      url: 'https://pbs.twimg.com/media/Gxx.jpg',
      previewUrl: null,
      embedUrl: null,
      width: 1600,
      height: 900,
      durationSeconds: null,
      alt: 'Cover of the guide',
      expiresAt: null,
    },
    {
      type: 'video',
      url: 'https://video.twimg.com/901/vid/1280x720/a.mp4',
      previewUrl: 'https://pbs.twimg.com/ext_tw_video_thumb/901/pu/img/p.jpg',
      embedUrl: null,
      width: 1280,
      height: 720,
      durationSeconds: 12.345,
      alt: null,
      expiresAt: null,
    },
  ],
  link: {
    url: 'https://example.org/guide',
    title: 'The guide',
    description: 'How to',
    imageUrl: 'https://pbs.twimg.com/news_img/1/x?format=jpg&name=orig',
  },
  metrics: { likes: 21, comments: 0, shares: 4, views: 1830 },
  pinned: false,
  sensitive: false,
}

const REPOST = {
  ...BARE,
  id: '1972233445566778700',
  url: 'https://x.com/acme/status/1972233445566778700',
  kind: 'text',
  text: 'A very long original that is cut here and goes on',
  html: '<p>A very long original that is cut here and goes on</p>',
  language: 'en',
  tags: [],
  publishedAt: '2026-10-01T19:00:00.000Z',
  author: ACME,
  media: [],
  metrics: { likes: 99, comments: 2, shares: 40, views: 9000 },
  repostOf: { id: '1972233445566778600', url: 'https://x.com/other/status/1972233445566778600', author: OTHER },
  pinned: false,
  sensitive: null,
}

const POLL = {
  ...BARE,
  id: '1972233445566778500',
  url: 'https://x.com/acme/status/1972233445566778500',
  kind: 'poll',
  text: 'Which one? https://t.co/cccccccccc',
  html: '<p>Which one? https://t.co/cccccccccc</p>',
  language: 'en',
  tags: [],
  publishedAt: '2026-10-01T09:00:00.000Z',
  author: ACME,
  media: [],
  poll: {
    options: [
      { text: 'Red', votes: 12 },
      { text: 'Blue', votes: 0 },
    ],
    votes: 12,
    voters: 12,
    multiple: false,
    endsAt: '2026-10-02T09:00:00.000Z',
    closed: true,
  },
  metrics: { likes: 2, comments: 5, shares: 0, views: 300 },
  // A deleted post still has its id.
  quoteOf: { id: '1972233445566778111', url: 'https://x.com/i/status/1972233445566778111', author: null },
  pinned: true,
  sensitive: null,
}

const LONG = {
  ...BARE,
  id: '1972233445566778400',
  url: 'https://x.com/acme/status/1972233445566778400',
  kind: 'image',
  text: '@other 🥖 Brot <3 #Brot und $ACME, lang und länger: https://example.org/b?a=1&c=2',
  html:
    `<p><a href="https://x.com/other" ${REL}>@other</a> 🥖 Brot &lt;3 <a href="https://x.com/hashtag/Brot" ${REL}>#Brot</a> und ` +
    `<a href="https://x.com/search?q=%24ACME" ${REL}>$ACME</a>, lang und länger: ` +
    `<a href="https://example.org/b?a=1&amp;c=2" ${REL}>https://example.org/b?a=1&amp;c=2</a></p>`,
  language: 'de',
  tags: ['Brot'],
  publishedAt: '2026-09-30T09:00:00.000Z',
  author: ACME,
  media: [
    {
      type: 'gif',
      url: 'https://video.twimg.com/tweet_video/902.mp4',
      previewUrl: 'https://pbs.twimg.com/tweet_video_thumb/902.jpg',
      embedUrl: null,
      width: 480,
      height: 270,
      durationSeconds: null,
      alt: null,
      expiresAt: null,
    },
  ],
  metrics: { likes: 0, comments: 0, shares: 0, views: 7 },
  replyTo: { id: '1972233445566778399', url: 'https://x.com/other/status/1972233445566778399', author: OTHER },
  pinned: false,
  sensitive: true,
}

describe('mapping a page of posts', () => {
  test('maps every field of the posts, in both dialects', () => {
    assert.deepEqual(mapAll(TIMELINE), [GUIDE, REPOST, POLL, LONG])
    assert.deepEqual(mapAll(newer(TIMELINE)), [GUIDE, REPOST, POLL, LONG])
  })

  test('maps the title of an article, and ignores codes that are no languages', () => {
    const post = (more: JsonObject) => mapPost({ id: '1', text: 'Bread', ...more }, NOTHING)
    assert.equal(post({ article: { title: 'On rye' } })?.title, 'On rye')
    for (const lang of ['und', 'zxx', 'qme', 'qht', 'qam', 'qct', 'qst', null, 4])
      assert.equal(post({ lang })?.language, null)
    assert.equal(post({})?.url, 'https://x.com/i/status/1')
  })

  test('maps uncounted views to null, not to 0', () => {
    const views = (created_at: string) =>
      mapPost({ id: '1', created_at, public_metrics: { impression_count: 0 } }, NOTHING)?.metrics.views
    assert.deepEqual([views('2019-01-01T00:00:00.000Z'), views('2026-01-01T00:00:00.000Z')], [null, 0])
    assert.deepEqual(mapPost({ id: '1' }, NOTHING)?.metrics, { likes: null, comments: null, shares: null, views: null })
  })

  test('removes the link to the quoted post from the text', () => {
    const link = {
      start: 4,
      end: 27,
      url: 'https://t.co/qqqqqqqqqq',
      expanded_url: 'https://twitter.com/other/status/77',
      title: 'Other on X',
    }
    const post = mapPost(
      {
        id: '1',
        text: 'So: https://t.co/qqqqqqqqqq',
        entities: { urls: [link] },
        referenced_tweets: [{ type: 'quoted', id: '77' }],
      },
      NOTHING,
    )
    assert.deepEqual([post?.text, post?.link, post?.quoteOf?.id], ['So:', null, '77'])
  })

  test('never throws, whatever X sends', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', 0, [], {}, [null], { constructor: 1 }))
    const post = fc.record({
      id: fc.constantFrom('1', '22'),
      text: fc.oneof(odd, fc.string()),
      note_tweet: odd,
      created_at: odd,
      attachments: fc.oneof(odd, fc.record({ media_keys: odd, poll_ids: fc.constant(['p']) })),
      entities: fc.record({ urls: fc.array(odd), hashtags: odd, mentions: odd, cashtags: odd }),
      referenced_tweets: fc.array(fc.record({ type: fc.constantFrom('quoted', 'retweeted', 'replied_to'), id: odd })),
      public_metrics: odd,
      article: odd,
      lang: odd,
    })
    fc.assert(
      fc.property(post, odd, odd, (value, includes, poll) => {
        const known = readIncludes({ ...jsonObject(includes), polls: [{ id: 'p', options: poll }] })
        const mapped = mapPost(value, known)
        assert.ok(mapped)
        assert.deepEqual(faultsOfPost(mapped), [])
      }),
    )
  })
})

describe('mapping the parts of a post', () => {
  test('skips media of an unknown type or without a URL', () => {
    assert.equal(mapMedium({ type: 'hologram', url: 'https://a.example/' }), null)
    assert.equal(mapMedium({ type: 'video', variants: [{ content_type: 'application/x-mpegURL' }] }), null)
    assert.equal(mapMedium({ type: 'video', preview_image_url: 'https://a.example/p.jpg' })?.url, null)
  })

  test('skips a poll without options', () => {
    assert.equal(mapPoll({ options: [] }), null)
    assert.deepEqual(mapPoll({ options: [{ label: 'A' }] })?.votes, null)
  })

  test('finds entities by code points, and by their text when X counts differently', () => {
    const second = { hashtags: [{ start: 10, end: 16, tag: 'bread' }] }
    assert.match(readRichText('a#bread 🥖 #bread', second).html ?? '', /^<p>a#bread 🥖 <a /)
    // Counted in UTF-16 code units, or in the unescaped text.
    for (const start of [8, 3])
      assert.match(
        readRichText('🥖🥖 &amp; #bread', { hashtags: [{ start, end: start + 6, tag: 'bread' }] }).html ?? '',
        /hashtag\/bread"/,
      )
    const shorter = { hashtags: [{ start: 90, end: 95, tag: 'rye' }] }
    assert.doesNotMatch(readRichText('#ryeland', shorter).html ?? '', /href/)
  })

  test('keeps the width and the case of an entity as written', () => {
    const { html, tags } = readRichText('＃Brot @ACME', {
      hashtags: [{ start: 0, end: 5, tag: 'Brot' }],
      mentions: [{ start: 6, end: 11, username: 'acme' }],
    })
    assert.match(html ?? '', />＃Brot<\/a> <a href="https:\/\/x.com\/acme" [^>]+>@ACME<\/a>/)
    assert.deepEqual(tags, ['Brot'])
  })
})

describe('mapping an account', () => {
  test('maps every field of the profile, in both dialects', () => {
    const response = read('user')
    const expected = {
      id: '70001',
      handle: 'acme',
      displayName: 'Acme',
      url: 'https://x.com/acme',
      owner: null,
      movedTo: null,
      avatarUrl: AVATAR,
      bannerUrl: 'https://pbs.twimg.com/profile_banners/70001/1',
      bio: {
        text: 'We make guides & bread https://example.org/us @other',
        html: `<p>We make guides &amp; bread <a href="https://example.org/us" ${REL}>https://example.org/us</a> <a href="https://x.com/other" ${REL}>@other</a></p>`,
      },
      verified: true,
      createdAt: '2012-03-01T10:00:00.000Z',
      counts: { followers: 10, following: 2, posts: 300 },
    }
    assert.deepEqual(mapUser(jsonObject(response.data)), expected)
    const data = jsonObject(newer(response).data)
    const metrics = { ...jsonObject(data.public_metrics), tweet_count: undefined, post_count: 300 }
    assert.deepEqual(mapUser({ ...data, public_metrics: metrics }), expected)
  })

  test('maps an account with few fields', () => {
    const profile = mapUser({ id: '7' })
    assert.ok(profile)
    assert.deepEqual(faultsOfProfile(profile), [])
    assert.equal(profile.url, 'https://x.com/i/user/7')
    assert.equal(mapUser({ username: 'nobody' }), null)
  })
})
