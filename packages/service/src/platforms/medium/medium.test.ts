import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { FACTS, type MediumSimulator, startMedium } from '@central-api/testing/platforms/medium/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/medium/spellings.cases.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { isApiError } from '../../errors.ts'
import { mapFeedPosts, mapFeedProfile } from '../../feeds/map-feed.ts'
import { parseFeed } from '../../feeds/parse-feed.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import { adaptProfile, adaptStory } from './adapt-story.ts'
import { medium } from './medium.ts'

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: '<title>Refused</title>' }),
    first: { '/feed/': USUAL.document },
    later: {},
    post: null,
  },
  platform: medium,
  environment: {},
  start: startMedium,
  kinds: {
    hashtag: [{ handle: 'medium.com/tag/maps', authors: 'unlinked' }],
    section: [{ handle: 'medium.com/cartolab/tagged/maps', authors: 'unlinked' }],
  },
  calls: { first: 1, next: 0 },
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  postUrls: [
    'https://medium.com/p/0a1b2c3d4e5f',
    'https://medium.com/cartolab/maps-for-lost-people-0a1b2c3d4e5f?source=rss',
    'https://inespaz.medium.com/maps-for-lost-people-0a1b2c3d4e5',
  ],
  notPostUrls: ['https://medium.com/@inespaz', 'https://medium.com/tag/maps', 'https://inespaz.medium.com/about'],
  errors: [
    { answer: { status: 404, body: '<title>404</title>' }, code: 'profile_not_found' },
    { answer: { status: 410, body: '<title>410</title>' }, code: 'profile_not_found' },
    { answer: { status: 403, body: '<title>Just a moment...</title>' }, code: 'platform_error' },
    { answer: { status: 429, body: 'Too many requests' }, code: 'platform_rate_limited', retryAfterSeconds: 3_600 },
  ],
})

describe('Medium through its feeds', () => {
  let simulator: MediumSimulator
  before(async () => {
    simulator = await startMedium()
  })
  after(() => simulator.close())

  test('reads the feeds of publications, tags and custom domains', async () => {
    const walker = createWalker(medium, {}, simulator)
    for (const handle of ['medium.com/cartolab', 'medium.com/tag/maps', 'blog.example'])
      assert.deepEqual(idsOf(await walker.walk({ handle })), simulator.ids(), handle)
    await assert.rejects(walker.page({ handle: '@suspended' }), (error) => isApiError(error, 'profile_not_found'))
    await walker.close()
  })
})

test('a walk is complete under every assumption about Medium', async () => {
  const simulator = await startMedium()
  for (const facts of eachWay(FACTS)) {
    simulator.suppose(facts)
    const walker = createWalker(medium, {}, simulator)
    assert.deepEqual(idsOf(await walker.walk()), simulator.ids())
    for (const handle of ['@nobody', '@suspended'])
      await assert.rejects(walker.page({ handle }), (error) => isApiError(error, 'profile_not_found'))
    await walker.close()
  }
  await simulator.close()
})

describe('a feed of Medium', () => {
  const body = readFixture('medium/feed.xml')
  const feed = parseFeed(responseOf(body, { url: 'https://medium.com/feed/@inespaz' })) ?? assert.fail()
  const profile = adaptProfile(mapFeedProfile(feed, '@inespaz'), '@inespaz')
  const [story, locked, response] = mapFeedPosts(feed).map((post) =>
    adaptStory(post.map(), { handle: '@inespaz', profile }),
  )
  const author = buildAuthor({
    id: '1a2b3c4d5e6f',
    handle: 'inespaz',
    displayName: 'Ines Paz',
    url: 'https://medium.com/@inespaz',
    avatarUrl: 'https://cdn-images-1.medium.com/fit/c/150/150/1*AbCdEf.jpeg',
  })

  test('a story has its text and images without a repeated title, tracker and footer', () => {
    assert.deepEqual(faultsOfPost(story ?? assert.fail()), [])
    assert.deepEqual(
      story,
      buildPost({
        id: '0a1b2c3d4e5f',
        url: 'https://medium.com/cartolab/maps-for-lost-people-0a1b2c3d4e5f',
        title: 'Maps for “lost” people',
        text: 'A & B\n\nText.',
        html: '<figure><img src="https://cdn-images-1.medium.com/max/1024/1*XyZ.png" alt="" /><figcaption>A &amp; B</figcaption></figure><p>Text.</p>',
        tags: ['maps', 'open-data'],
        publishedAt: '2026-05-02T09:30:00.000Z',
        editedAt: '2026-05-03T07:00:01.123Z',
        author,
        media: [buildMedia({ type: 'image', url: 'https://cdn-images-1.medium.com/max/1024/1*XyZ.png' })],
      }),
    )
  })

  test('a members-only story has its excerpt as the summary, and its image', () => {
    assert.deepEqual(faultsOfPost(locked ?? assert.fail()), [])
    assert.deepEqual(
      [locked?.summary, locked?.text, locked?.html, locked?.media[0]?.url, locked?.editedAt],
      ['It’s about context.', null, null, 'https://cdn-images-1.medium.com/max/1536/1*Q.png', null],
    )
  })

  test('a response has its text, and replyTo is null', () => {
    assert.deepEqual(
      [response?.title, response?.text, response?.tags, response?.replyTo, response?.kind],
      [null, 'Thank you, that helped a lot.', [], null, 'text'],
    )
  })

  test('the profile of a user has only the name; a publication has a description', () => {
    assert.deepEqual(
      [profile.id, profile.displayName, profile.url, profile.bio.text],
      ['1a2b3c4d5e6f', 'Ines Paz', 'https://medium.com/@inespaz', null],
    )
    const feedProfile = {
      ...mapFeedProfile(feed, 'x'),
      displayName: 'Cartolab - Medium',
      bio: { text: 'Maps', html: '<p>Maps</p>' },
    }
    const publication = adaptProfile(feedProfile, 'medium.com/cartolab')
    assert.deepEqual([publication.displayName, publication.bio.text], ['Cartolab', 'Maps'])
  })

  test('entries that are not Medium stories are dropped', () => {
    const post = buildPost({ id: 'https://blog.example/?p=1' })
    assert.equal(adaptStory(post, { handle: 'blog.example', profile }), null)
  })
})
