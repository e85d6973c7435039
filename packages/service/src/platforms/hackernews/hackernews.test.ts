import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type HackernewsSimulator, NAME, startHackernews } from '@central-api/testing/platforms/hackernews/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/hackernews/spellings.cases.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { isApiError } from '../../errors.ts'
import { hackernews } from './hackernews.ts'
import { mapHit, mapItem } from './map-item.ts'

const SITE = 'https://news.ycombinator.com'

platformSuite({
  platform: hackernews,
  environment: {},
  start: startHackernews,
  conclusions: {
    refuse: (status) => ({ status, body: { status, error: 'refused' } }),
    first: { '/v0/user/': USUAL.open, '/api/v1/search_by_date': USUAL.open },
    later: { '/api/v1/search_by_date': USUAL.open },
    post: { '/v0/item/': USUAL.open },
  },
  calls: { first: 2, next: 1 },
  errors: [
    { answer: { status: 401, body: { error: 'Permission denied' } }, code: 'platform_error' },
    { answer: { status: 404, body: { status: 404, error: 'Not Found' } }, code: 'platform_error' },
    { answer: { status: 429, body: 'Too many requests' }, code: 'platform_rate_limited' },
  ],
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    community: [
      {
        handle: 'stories/new',
        ids: (simulated) => simulated.storyIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
    feed: [
      { handle: 'stories/top', ids: (simulated) => simulated.rankedIds(), calls: { first: 2, next: 1 } },
      { handle: 'stories/job' },
    ],
    search: [
      {
        handle: 'search/rye',
        empty: 'search/pumpernickel',
        ids: (simulated) => simulated.foundIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
      {
        handle: 'site/bread.example',
        empty: 'site/nothing.example',
        ids: (simulated) => simulated.linkedIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  postUrls: [`${SITE}/item?id=46000000`, `${SITE}/item?id=46000000#46000003`, `${SITE}/reply?id=46000000`],
  notPostUrls: [SITE, `${SITE}/item`, `${SITE}/item?id=x`, `${SITE}/user?id=nia`, 'https://ycombinator.com/item?id=1'],
})

describe('Hacker News through its APIs', () => {
  let simulator: HackernewsSimulator
  let walker: Walker
  before(async () => {
    simulator = await startHackernews()
    walker = createWalker(hackernews, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('a user, with the text of the profile', async () => {
    const { profile, account } = await walker.page({})
    assert.deepEqual(
      [account.id, profile.displayName, profile.bio.text, profile.createdAt, profile.counts.followers],
      [NAME, NAME, 'I bake & write.', '2025-12-31T23:43:20.000Z', null],
    )
  })

  test('comments are replies', async () => {
    const [{ posts } = assert.fail()] = await walker.walk({ variant: 'comments' })
    assert.equal(posts[0]?.text, 'Rye, always.\n\nPart 46')
    assert.deepEqual(posts[0]?.replyTo, { id: '46000000', url: `${SITE}/item?id=46000000`, author: null })
  })

  test('a story that the search does not know yet comes from the API, in its place', async () => {
    simulator.lag(3)
    const pages = await walker.walk({ handle: 'stories/top' })
    simulator.lag(0)
    assert.deepEqual(idsOf(pages), simulator.rankedIds())
    assert.deepEqual(pages[0]?.posts[0]?.author?.handle, NAME)
  })

  test('a story that moderators removed before the search knew it is left out', async () => {
    const own = await startHackernews()
    const [newest = ''] = own.storyIds()
    own.lag(1)
    own.kill(newest)
    const walked = createWalker(hackernews, {}, own)
    const found = idsOf(await walked.walk({ handle: 'stories/top' }))
    await walked.close()
    await own.close()
    assert.deepEqual(
      found,
      own.rankedIds().filter((id) => id !== newest),
    )
  })

  test('a front page that changes during a walk repeats no story', async () => {
    const pages = await walker.walk({ handle: 'stories/top' }, () => simulator.shuffle())
    assert.equal(new Set(idsOf(pages)).size, idsOf(pages).length)
  })

  test('hits that the search should have filtered out are not posts of a user or a site', async () => {
    const own = await startHackernews()
    own.ignoreFilters()
    const walked = createWalker(hackernews, {}, own)
    for (const handle of [NAME, 'site/bread.example', 'stories/new']) {
      const { posts } = await walked.page({ handle })
      for (const { author, link, replyTo } of posts) {
        assert.equal(replyTo, null)
        if (handle === NAME) assert.equal(author?.handle, NAME)
        if (handle.startsWith('site')) assert.match(link?.url ?? '', /\/\/(?:blog\.)?bread\.example\//)
      }
    }
    await walked.close()
    await own.close()
  })

  test('only calls of the search count against its limit', async () => {
    const [api = assert.fail()] = hackernews.sources
    const buckets = [{ name: 'search', allows: 3, per: { seconds: 3_600 }, of: 'service' as const }]
    const narrow = { ...hackernews, sources: [{ ...api, limits: { buckets } }] }
    const walked = createWalker(narrow, {}, simulator)
    const process = walked.start()
    const [, ...ids] = simulator.storyIds()
    for (const id of ids.slice(0, 9)) await walked.post(`${SITE}/item?id=${id}`, process)
    const read = async () => walked.page({ handle: 'stories/new', after: undefined }, process)
    await assert.doesNotReject(read())
    await assert.rejects(
      Promise.all([read(), walked.page({}, process), walked.page({ handle: 'search/rye' }, process)]),
      (error) => isApiError(error, 'platform_rate_limited'),
    )
    await walked.close()
  })

  test('a search is literal, and one for a site reads links only', async () => {
    await walker.page({ handle: 'site/bread.example' })
    const { searchParams } = simulator.requests().at(-1)?.url ?? assert.fail()
    assert.deepEqual(
      ['query', 'typoTolerance', 'restrictSearchableAttributes'].map((name) => searchParams.get(name)),
      ['bread.example', 'false', 'url'],
    )
  })

  test('an item that was deleted, removed or never existed is post_not_found', async () => {
    const [newest = ''] = simulator.storyIds()
    assert.equal((await walker.post(`${SITE}/item?id=${newest}`)).post.id, newest)
    simulator.kill(newest)
    for (const id of [newest, '1'])
      await assert.rejects(walker.post(`${SITE}/item?id=${id}`), (error) => isApiError(error, 'post_not_found'))
  })

  test('a malformed position is invalid_cursor', async () => {
    for (const handle of [NAME, 'stories/top', 'search/rye'])
      await assert.rejects(walker.page({ handle, after: 'api ["x","unread",null]' }), (error) =>
        isApiError(error, 'invalid_cursor'),
      )
  })
})

test('a story with a link is a link, one with a text an article, a job without points has null', () => {
  assert.deepEqual(
    [
      mapHit({ objectID: '1', title: 'A', url: 'https://a.example/', story_text: 'Text' })?.kind,
      mapHit({ objectID: '1', title: 'A', story_text: 'Text' })?.kind,
      mapHit({ objectID: '1', title: 'A' })?.kind,
      mapItem({ id: 1, type: 'job', title: 'A', url: 'https://a.example/' })?.metrics.likes,
    ],
    ['link', 'article', 'text', null],
  )
})

test('items without an id, deleted ones and removed ones are no posts; odd values only make their field null', () => {
  for (const item of [null, 'x', [], {}, { id: 0 }, { id: 'x' }, { id: 1, deleted: true }, { id: 1, dead: true }])
    assert.equal(mapItem(item), null)
  const odd = mapItem({ id: 1, by: {}, title: 3, text: [], url: 'javascript:x', time: 'soon', score: -1, parent: {} })
  assert.deepEqual(
    [odd?.author, odd?.title, odd?.text, odd?.link, odd?.publishedAt, odd?.metrics.likes, odd?.replyTo],
    [null, null, null, null, null, null, null],
  )
})
