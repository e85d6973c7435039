import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type DiscourseSimulator, HOST, startDiscourse } from '@central-api/testing/platforms/discourse/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/discourse/spellings.cases.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { isApiError } from '../../errors.ts'
import { discourse } from './discourse.ts'
import { mapTopic } from './map-topic.ts'

const TYPES: Readonly<Record<number, string>> = { 403: 'invalid_access', 404: 'not_found', 429: 'rate_limit' }
const error = (status: number, type = TYPES[status] ?? 'refused') => ({
  status,
  body: { errors: ['Refused.'], error_type: type },
})

/** An error in Discourse’s own form is about the profile. */
const OWN = { 401: 'profile_private', 403: 'profile_private' } as const

platformSuite({
  platform: discourse,
  environment: { DISCOURSE_TEXTS: 'no' },
  start: startDiscourse,
  conclusions: {
    refuse: (status) => error(status),
    errorIn200: error(200),
    first: {
      '/u/[a-z]+\\.json': { ...USUAL.open, ...OWN, 404: 'profile_not_found', 410: 'profile_not_found' },
      '/topics/created-by/': { ...USUAL.open, ...OWN },
    },
    later: { '/topics/created-by/': USUAL.open },
    post: { '/t/\\d+\\.json': { ...USUAL.stranger, 403: 'profile_private', 404: 'post_not_found' } },
  },
  calls: { first: 2, next: 2 },
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: error(404), code: 'profile_not_found', isSure: true },
    { answer: error(403, 'not_logged_in'), code: 'profile_private' },
    {
      answer: { ...error(429), headers: { 'retry-after': '10' } },
      code: 'platform_rate_limited',
      retryAfterSeconds: 10,
    },
    {
      answer: { status: 429, body: 'Slow down, too many requests from this IP address. Error code: ip_10_secs_limit.' },
      code: 'platform_rate_limited',
    },
    { answer: { status: 403, body: '<title>Just a moment...</title>' }, code: 'platform_error' },
    { answer: { status: 500, body: 'Oops' }, code: 'platform_error' },
  ],
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    community: [
      {
        handle: `${HOST}/latest`,
        ids: (simulated) => simulated.topicIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    section: [
      {
        handle: `${HOST}/c/5`,
        missing: `${HOST}/c/7`,
        hidden: `${HOST}/c/8`,
        ids: (simulated) => simulated.categoryIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    hashtag: [
      {
        handle: `${HOST}/tag/rye`,
        empty: `${HOST}/tag/nothing`,
        ids: (simulated) => simulated.taggedIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 2 },
      },
    ],
  },
  postUrls: [
    `https://${HOST}/t/topic-1/1201`,
    `https://${HOST}/t/topic-1/1201/3?u=nia`,
    `https://${HOST}/t/1201`,
    `https://${HOST}/t/1201/3`,
  ],
  notPostUrls: [
    `https://${HOST}/latest`,
    `https://${HOST}/t/topic-1`,
    `https://${HOST}/c/bread/5`,
    `https://${HOST}/u/nia`,
  ],
})

describe('a Discourse forum', () => {
  let simulator: DiscourseSimulator
  let walker: Walker
  before(async () => {
    simulator = await startDiscourse()
    walker = createWalker(discourse, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('the text and the likes of a topic come from its first post, one call each', async () => {
    const calls = simulator.calls()
    const { posts, isPoor } = await walker.page({ handle: `${HOST}/tag/rye` })
    assert.deepEqual([posts.length, isPoor, simulator.calls() - calls], [20, false, 21])
    const flat = posts.find(({ title }) => title === 'Why is my "rye" flat?')
    assert.equal(flat?.text, 'It is < 3 cm 🍞. FAQ')
    assert.equal(
      posts.every(({ metrics }) => metrics.likes !== null),
      true,
    )
    assert.ok(posts.every(({ tags }) => tags.includes('rye')))
  })

  test('if the forum limits calls, a page has topics without text and stays fresh for less time', async () => {
    const recover = simulator.failWhere(({ url }) => url.pathname.startsWith('/posts/'), {
      status: 429,
      body: 'Slow down',
    })
    const { posts, isPoor } = await walker.page({ handle: `${HOST}/latest` })
    recover()
    assert.deepEqual(
      [posts.length, isPoor, posts[0]?.text, posts[0]?.author?.displayName],
      [20, true, null, 'Nia & Co 🍞'],
    )
  })

  test('a pinned topic comes once, also where the forum repeats it in its place', async () => {
    for (const variant of ['active', 'top_all', 'hot']) {
      const ids = idsOf(await walker.walk({ handle: `${HOST}/latest`, variant }))
      assert.equal(new Set(ids).size, ids.length)
      assert.equal(ids.length, simulator.topicIds().length)
    }
  })

  test('a category, a forum and a user have their names and texts', async () => {
    const nameOf = async (handle: string) => {
      const { profile, account } = await walker.page({ handle })
      return [account.id, profile.displayName, profile.bio.text]
    }
    assert.deepEqual(await nameOf(`${HOST}/c/5`), [`section ${HOST}/c/5`, 'Bread', 'All about bread.'])
    assert.deepEqual(await nameOf(`${HOST}/latest`), [`community ${HOST}/latest`, 'Bread & butter', 'For bakers.'])
    assert.deepEqual(await nameOf(`${HOST}/u/nia`), [`${HOST}/u/nia`, 'Nia & Co 🍞', 'I bake.'])
  })

  test('a tag of a host with other software is not empty but missing', async () => {
    await assert.rejects(walker.page({ handle: 'other.example/tag/rye' }), (thrown) =>
      isApiError(thrown, 'profile_not_found'),
    )
  })

  test('a topic is read by its URL with its text; a deleted one is post_not_found', async () => {
    const { post } = await walker.post(`https://${HOST}/t/topic-0/1200`)
    assert.deepEqual(
      [post.id, post.text, post.author?.handle],
      [`${HOST}/t/1200`, 'It is < 3 cm 🍞. FAQ', `${HOST}/u/nia`],
    )
    await assert.rejects(walker.post(`https://${HOST}/t/1`), (thrown) => isApiError(thrown, 'post_not_found'))
  })

  test('a malformed position is invalid_cursor', async () => {
    await assert.rejects(walker.page({ after: 'api ["x","unread",null]' }), (thrown) =>
      isApiError(thrown, 'invalid_cursor'),
    )
  })
})

test('topics without an id and unlisted ones are no posts; odd values only make their field null', () => {
  for (const topic of [{}, { id: 0 }, { id: 'x' }, { id: 1, visible: false }])
    assert.equal(mapTopic({ topic, author: null }, HOST), null)
  const odd = {
    id: 1,
    title: 3,
    slug: [],
    tags: 'x',
    created_at: 'soon',
    posts_count: -1,
    image_url: {},
    featured_link: 'javascript:x',
  }
  const post = mapTopic({ topic: odd, author: null, first: { cooked: 7, username: [] } }, HOST)
  assert.deepEqual(
    [
      post?.title,
      post?.url,
      post?.tags,
      post?.publishedAt,
      post?.metrics.comments,
      post?.media,
      post?.link,
      post?.author,
    ],
    [null, `https://${HOST}/t/1`, [], null, null, [], null, null],
  )
})
