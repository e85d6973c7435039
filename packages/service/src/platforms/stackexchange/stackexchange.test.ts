import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  KEYS,
  SITE,
  type StackexchangeSimulator,
  startStackexchange,
} from '@central-api/testing/platforms/stackexchange/simulator.ts'
import {
  NOT_HANDLES,
  SPELLINGS,
  UNSUPPORTED_URLS,
} from '@central-api/testing/platforms/stackexchange/spellings.cases.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { isApiError } from '../../errors.ts'
import { mapPost } from './map-question.ts'
import { readQuota } from './read-quota.ts'
import { stackexchange } from './stackexchange.ts'

const error = (id: number, name: string, message: string) => ({
  status: 400,
  body: { error_id: id, error_message: message, error_name: name },
})

platformSuite({
  platform: stackexchange,
  environment: {},
  start: startStackexchange,
  conclusions: {
    refuse: (status) => ({ status, body: { error_id: status, error_message: 'refused', error_name: 'refused' } }),
    first: { '/users/\\d+\\?': USUAL.open, '/questions\\?': USUAL.open },
    later: { '/questions\\?': USUAL.open },
    post: { '/questions/\\d+\\?': USUAL.open },
  },
  calls: { first: 2, next: 1 },
  credentials: { two: { STACKEXCHANGE_KEYS: KEYS.join(',') }, secrets: KEYS, hosts: ['api.stackexchange.com'] },
  errors: [
    {
      answer: error(
        502,
        'throttle_violation',
        'too many requests from this IP, more requests available in 17524 seconds',
      ),
      code: 'platform_rate_limited',
      retryAfterSeconds: 17_524,
    },
    {
      answer: error(502, 'throttle_violation', 'Violation of backoff parameter'),
      code: 'platform_rate_limited',
      retryAfterSeconds: 60,
    },
    { answer: error(500, 'internal_error', 'an error occurred'), code: 'platform_error' },
    { answer: error(404, 'no_method', 'no method found with this name'), code: 'platform_error' },
    { answer: error(403, 'access_denied', 'page above 25 requires access token or app key'), code: 'platform_error' },
    { answer: { status: 200, body: '<html><title>Access denied</title></html>' }, code: 'platform_error' },
  ],
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    community: [
      {
        handle: SITE,
        missing: 'breads.stackexchange.com',
        ids: (simulated) => simulated.questionIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 2, next: 1 },
      },
    ],
    hashtag: [
      {
        handle: `${SITE}/tagged/bread;rye`,
        empty: `${SITE}/tagged/nothing`,
        ids: (simulated) => simulated.taggedIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
    search: [
      {
        handle: `${SITE}/search/flat`,
        empty: `${SITE}/search/pumpernickel`,
        ids: (simulated) => simulated.foundIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
  },
  postUrls: [
    `https://${SITE}/questions/130000/a-title`,
    `https://${SITE}/questions/130000/a-title/160000#160000`,
    `https://${SITE}/q/130000/4711`,
    'https://stackoverflow.com/a/160000',
    'https://cooking.meta.stackexchange.com/questions/1',
  ],
  notPostUrls: [
    `https://${SITE}/questions`,
    `https://${SITE}/questions/tagged/bread`,
    `https://${SITE}/users/4711`,
    'https://stackoverflow.com.evil.example/q/1',
  ],
})

describe('Stack Exchange through its API', () => {
  let simulator: StackexchangeSimulator
  let walker: Walker
  before(async () => {
    simulator = await startStackexchange()
    walker = createWalker(stackexchange, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('after `backoff`, no call of this method is made until the time is up; other methods go on', async () => {
    const process = walker.start()
    const handle = `${SITE}/tagged/bread`
    simulator.askToWait(40)
    const { posts, next } = await walker.page({ handle }, process)
    assert.equal(posts.length, 20)
    const calls = simulator.calls()
    await assert.rejects(
      walker.page({ handle, after: next }, process),
      (thrown) => isApiError(thrown, 'platform_rate_limited') && (thrown.retryAfterSeconds ?? 0) > 30,
    )
    assert.equal(simulator.calls(), calls)
    await walker.page({}, process)
  })

  test('answers are replies to their question and have no title', async () => {
    const pages = await walker.walk({ variant: 'answers' })
    const posts = pages.flatMap((page) => page.posts)
    assert.deepEqual(
      [posts.length, posts[0]?.url, posts[0]?.title, posts[0]?.replyTo?.url],
      [46, `https://${SITE}/a/160045`, null, `https://${SITE}/questions/130000`],
    )
  })

  test('questions without the tags are left out, if the API ignores them', async () => {
    const own = await startStackexchange()
    own.ignoreTags()
    const walked = createWalker(stackexchange, {}, own)
    const { posts } = await walked.page({ handle: `${SITE}/tagged/ovens` })
    await walked.close()
    await own.close()
    assert.ok(posts.length > 0 && posts.every(({ tags }) => tags.includes('ovens')))
  })

  test('a question and an answer are read by their URLs; deleted ones are post_not_found', async () => {
    assert.equal((await walker.post(`https://${SITE}/questions/130000/a-title`)).post.title, 'Why is my "rye" flat?')
    assert.equal((await walker.post(`https://${SITE}/questions/130000/a-title/160000`)).post.id, `${SITE}/160000`)
    for (const url of [`https://${SITE}/q/160000`, `https://${SITE}/a/130000`, `https://${SITE}/q/9`])
      await assert.rejects(walker.post(url), (thrown) => isApiError(thrown, 'post_not_found'))
  })

  test('a malformed position is invalid_cursor', async () => {
    for (const variant of ['posts', 'votes'])
      await assert.rejects(walker.page({ handle: SITE, variant, after: 'api ["x","unread",null]' }), (thrown) =>
        isApiError(thrown, 'invalid_cursor'),
      )
  })
})

describe('questions, answers and the quota', () => {
  const quotaOf = (body: unknown) =>
    readQuota(
      { status: 200, url: '', headers: {}, text: () => JSON.stringify(body), json: () => body },
      Date.UTC(2026, 0, 1, 23, 0, 0),
    )

  test('the quota of the day ends at midnight; a wait wins; a text that looks like one says nothing', () => {
    assert.deepEqual(quotaOf({ quota_max: 300, quota_remaining: 75 }), [{ leftShare: 0.25, resetsInSeconds: 3_600 }])
    assert.deepEqual(quotaOf({ backoff: 10, quota_max: 300, quota_remaining: 75 }), [
      { leftShare: 0, resetsInSeconds: 10 },
    ])
    for (const body of ['', {}, { backoff: 0 }, { items: [{ body: '"backoff":9,"quota_max":1,"quota_remaining":0' }] }])
      assert.deepEqual(quotaOf(body), [])
  })

  test('the number of a post is that of its site; the author of a deleted account is null', () => {
    assert.deepEqual(
      [mapPost({ question_id: 1 }, 'a.example')?.id, mapPost({ question_id: 1, answer_id: 2 }, 'b.example')?.id],
      ['a.example/1', 'b.example/2'],
    )
    assert.equal(mapPost({ question_id: 1, owner: { user_type: 'does_not_exist' } }, 'a.example')?.author, null)
    for (const value of [null, [], {}, { question_id: 0 }, { question_id: 'x' }])
      assert.equal(mapPost(value, 'a.example'), null)
  })
})
