import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { SECTION, type SubstackQuirks, startSubstack } from '@central-api/testing/platforms/substack/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/substack/spellings.cases.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { isApiError } from '../../errors.ts'
import { mapFeedPosts, mapFeedProfile } from '../../feeds/map-feed.ts'
import { parseFeed } from '../../feeds/parse-feed.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import { isRefused } from '../../upstream/contract/refusal.ts'
import { adaptPost, isControl } from './adapt-post.ts'
import { findFeed, identify } from './find-feed.ts'
import { substack } from './substack.ts'

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: '<title>Refused</title>' }),
    first: { '/feed': USUAL.document },
    later: {},
    post: null,
  },
  platform: substack,
  environment: {},
  start: startSubstack,
  kinds: {
    section: [
      {
        handle: `tides.substack.com/s/${SECTION}`,
        authors: 'unlinked',
        missing: 'tides.substack.com/s/nothing',
        ids: (simulated) => simulated.sectionIds(),
        calls: { first: 2, next: 2 },
      },
    ],
  },
  calls: { first: 1, next: 0 },
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  postUrls: ['https://tides.substack.com/p/post-1?utm_source=x', 'https://substack.com/home/post/p-12345678'],
  notPostUrls: [
    'https://tides.substack.com/archive',
    'https://substack.com/@tides/note/c-12345678',
    'https://substack.com/@tides',
  ],
  errors: [
    { answer: { status: 404, body: '<title>Not found</title>' }, code: 'profile_not_found' },
    { answer: { status: 403, body: '<title>Just a moment...</title>' }, code: 'platform_error' },
    { answer: { status: 503, body: '<title>Just a moment...</title>' }, code: 'platform_error' },
    { answer: { status: 429, body: 'Too Many Requests' }, code: 'platform_rate_limited', retryAfterSeconds: 600 },
  ],
})

/** Undocumented behavior, and its alternatives. */
const ALTERNATIVES: readonly Partial<SubstackQuirks>[] = [
  ...([{ paidEnd: '' }, { paidEnd: 'Read more' }] as const),
  ...[{ retryAfter: 30 }, { retryAfter: undefined }],
  ...([{ sectionId: 'data' }, { sectionId: 'link' }] as const),
]
for (const quirks of ALTERNATIVES)
  test(`a walk is complete, and a rate limit is reported, with ${inspect(quirks)}`, async (t) => {
    const simulator = await startSubstack()
    Object.assign(simulator.quirks, quirks)
    const walker = createWalker(substack, {}, simulator)
    t.after(() => Promise.all([walker.close(), simulator.close()]))
    const pages = await walker.walk()
    assert.deepEqual(idsOf(pages), simulator.ids())
    // Paid posts are cut. The simulated ones have an image and no text.
    const ends = pages.flatMap(({ posts }) =>
      posts.filter(({ media }) => media[0]?.type === 'image').map(({ text }) => text),
    )
    assert.ok(ends.length > 0)
    assert.deepEqual([...new Set(ends)], [simulator.quirks.paidEnd || null])
    const section = await walker.walk({ handle: `tides.substack.com/s/${SECTION}` })
    assert.deepEqual(idsOf(section), simulator.sectionIds())
    simulator.limit()
    await assert.rejects(walker.page({}), (error) => {
      assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
      assert.equal(error.retryAfterSeconds, simulator.quirks.retryAfter ?? 600)
      return true
    })
  })

describe('mapping a Substack feed', () => {
  const body = readFixture('substack/feed.xml')
  const feed = parseFeed(responseOf(body, { url: 'https://www.tidetables.example/feed' })) ?? assert.fail()
  const [letter, episode] = mapFeedPosts(feed, { skips: isControl }).map((post) => adaptPost(post.map()))

  test('maps an article with its subtitle and its cover, without buttons', () => {
    assert.deepEqual(faultsOfPost(letter ?? assert.fail()), [])
    assert.deepEqual(
      letter,
      buildPost({
        id: 'https://www.tidetables.example/p/what-the-fog-said',
        url: 'https://www.tidetables.example/p/what-the-fog-said',
        title: 'What the fog said',
        summary: 'On listening',
        text: 'Fog & horn.',
        html: '<p>Fog &amp; horn.</p>',
        language: feed.language ?? null,
        publishedAt: '2026-05-02T09:30:00.000Z',
        author: buildAuthor({ displayName: 'Mara Tan' }),
        media: [
          buildMedia({
            type: 'image',
            url: 'https://substackcdn.com/image/fetch/h_600,c_limit,f_auto/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fpublic%2Fimages%2Ffog.jpeg',
          }),
        ],
      }),
    )
  })

  test('maps an episode to audio with its duration', () => {
    assert.deepEqual(faultsOfPost(episode ?? assert.fail()), [])
    assert.deepEqual(
      [episode?.kind, episode?.title, episode?.text, episode?.media[0]?.durationSeconds],
      ['audio', 'Episode 4: Harbour pilots', null, 3723],
    )
    assert.equal(episode?.author?.displayName, 'Mara Tan and Jo Weir')
  })

  test('maps the publication to the profile, under the host of its feed', () => {
    const profile = mapFeedProfile(feed, 'tides.substack.com')
    assert.deepEqual(
      [profile.displayName, profile.bio.text, profile.url, profile.counts.posts],
      ['Tide Tables', 'Letters from the shore & beyond', 'https://www.tidetables.example/', null],
    )
    assert.match(profile.avatarUrl ?? '', /logo\.png$/)
    assert.equal(identify(feed, 'tides.substack.com').handle, 'www.tidetables.example')
  })

  test('reports a redirect to Substack’s front page as absent, and any other page as broken', async () => {
    for (const [url, meaning] of [
      ['https://substack.com/', 'absent'],
      ['https://www.tidetables.example/', 'broken'],
    ] as const) {
      const send = async () => responseOf('<!doctype html><title>x</title>', { url })
      await assert.rejects(findFeed(send, 'tides.substack.com'), (error) => isRefused(error, meaning))
    }
  })
})
