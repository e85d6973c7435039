import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  ACCOUNTS,
  FACTS,
  type LinkedinSimulator,
  startLinkedin,
  TOKENS,
  UNCONNECTED_POST,
} from '@central-api/testing/platforms/linkedin/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/linkedin/spellings.cases.ts'
import { eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { isApiError } from '../../errors.ts'
import { linkedin } from './linkedin.ts'

const environment = { LINKEDIN_ACCESS_TOKEN: `acme=${TOKENS[0]}, nobody=${TOKENS[0]}, 123=${TOKENS[0]}` }

const refusal = (status: number, code: string, message: string) => ({ status, body: { status, code, message } })

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { status, code: 'REFUSED', serviceErrorCode: 4711, message: 'Refused' } }),
    first: {
      '/organizations\\?': { ...USUAL.signed, 404: 'profile_not_found' },
      '/networkSizes/': USUAL.spared,
      '/images\\?': { ...USUAL.spared, 401: 'platform_unauthorized' },
      '/posts\\?': USUAL.signed,
      '/videos\\?': USUAL.spared,
      '/socialMetadata\\?': USUAL.spared,
    },
    later: {
      '/images\\?': USUAL.spared,
      '/posts\\?': USUAL.signed,
      '/videos\\?': USUAL.spared,
      '/socialMetadata\\?': USUAL.spared,
    },
    post: {
      '/posts/': { ...USUAL.signed, 403: 'platform_not_configured', 404: 'post_not_found' },
      '/organizationsLookup': USUAL.signed,
      '/images\\?': { ...USUAL.signed, 403: 'page', 404: 'page' },
      '/socialMetadata\\?': { ...USUAL.signed, 403: 'page', 404: 'page' },
    },
  },
  platform: linkedin,
  environment,
  start: startLinkedin,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  // The page, its followers and its logo; posts, images, videos and counts.
  calls: { first: 7, next: 4 },
  credentials: {
    two: { LINKEDIN_ACCESS_TOKEN: TOKENS.map((token) => `acme=${token}`).join(',') },
    secrets: TOKENS,
    hosts: ['api.linkedin.com'],
  },
  ownPosts: {
    accounts: ACCOUNTS,
    hosts: ['api.linkedin.com'],
    stranger: `https://www.linkedin.com/feed/update/${UNCONNECTED_POST}/`,
    address: (id) => `https://www.linkedin.com/feed/update/${id}/`,
  },
  errors: [
    { answer: refusal(401, 'REVOKED_ACCESS_TOKEN', 'Revoked.'), code: 'platform_unauthorized' },
    {
      answer: { status: 401, body: { message: 'Empty oauth2_access_token', serviceErrorCode: 401 } },
      code: 'platform_unauthorized',
    },
    { answer: refusal(403, 'ACCESS_DENIED', 'Not enough permissions.'), code: 'platform_unauthorized' },
    { answer: refusal(404, 'NOT_FOUND', 'Could not find entity'), code: 'profile_not_found', isSure: true },
    {
      answer: { status: 404, body: { code: 'NOT_FOUND', message: 'Not Found' } },
      code: 'profile_not_found',
      isSure: false,
    },
    ...FOREIGN_NOT_FOUNDS,
    { answer: refusal(400, 'QUERY_PARAM_NOT_ALLOWED', 'Invalid.'), code: 'platform_error' },
    { answer: refusal(426, 'NONEXISTENT_VERSION', 'Not active.'), code: 'platform_error' },
    { answer: refusal(429, 'TOO_MANY_REQUESTS', 'Throttled.'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
    { answer: refusal(503, 'UNAVAILABLE', 'Try again.'), code: 'platform_error' },
  ],
  postUrls: [
    'https://www.linkedin.com/posts/desk_a-title-activity-7123456789012345678-AbCd?utm_source=share',
    'https://www.linkedin.com/feed/update/urn:li:share:7123456789012345678/',
    'https://de.linkedin.com/feed/update/urn%3Ali%3AugcPost%3A7123456789012345678',
    'https://www.linkedin.com/pulse/a-title-desk-abc1f',
  ],
  notPostUrls: [
    'https://www.linkedin.com/company/acme/',
    'https://www.linkedin.com/in/someone/',
    'https://www.linkedin.com/posts/',
    'https://www.linkedin.com.evil.example/feed/update/urn:li:share:7123456789012345678/',
  ],
})

/** Starts a simulator for one test. */
const open = async (t: TestContext): Promise<[LinkedinSimulator, Walker]> => {
  const simulator = await startLinkedin()
  const walker = createWalker(linkedin, environment, simulator)
  t.after(async () => {
    await walker.close()
    await simulator.close()
  })
  return [simulator, walker]
}

test('a LinkedIn page has one profile under its name and its number', async (t) => {
  const [, walker] = await open(t)
  for (const handle of ['acme', '123']) {
    const { account, profile } = await walker.page({ handle })
    assert.deepEqual([account.id, profile.handle, profile.counts.followers], ['123', 'acme', 1520])
    assert.deepEqual(
      [profile.avatarUrl, profile.bannerUrl],
      ['LOGO', 'COVER'].map((image) => `https://media.licdn.com/dms/${image}?e=1791000000&v=beta`),
    )
  }
})

test('values that the member may not read are null, and the token stays in use', async (t) => {
  const [simulator, walker] = await open(t)
  for (const kind of ['networkSizes', 'images', 'socialMetadata']) simulator.forbidden.add(kind)
  const process = walker.start()
  const { profile, posts } = await walker.page({}, process)
  assert.deepEqual([profile.counts.followers, profile.avatarUrl, profile.bannerUrl], [null, null, null])
  assert.ok(posts.length > 0 && posts.every(({ metrics }) => metrics.likes === null))
  assert.ok((await walker.page({ limit: 19 }, process)).posts.length > 0)
})

test('rate-limited followers and images are null, and the posts are still returned', async (t) => {
  for (const kind of ['networkSizes', 'images']) {
    const [simulator, walker] = await open(t)
    simulator.throttled.add(kind)
    const process = walker.start()
    const { profile, posts } = await walker.page({}, process)
    assert.ok(posts.length > 0, kind)
    assert.equal(profile.counts.followers, kind === 'networkSizes' ? null : 1520)
    assert.ok((await walker.page({ limit: 19 }, process)).posts.length > 0, kind)
  }
})

test('a walk is complete under every assumption about the API', async (t) => {
  const [simulator, walker] = await open(t)
  for (const facts of eachWay(FACTS)) {
    const way = JSON.stringify(facts)
    simulator.suppose(facts)
    const pages = await walker.walk()
    assert.deepEqual(idsOf(pages), simulator.ids(), way)
    const [{ profile, posts } = await walker.page({})] = pages
    assert.deepEqual([profile.counts.followers, profile.avatarUrl !== null], [1520, facts.logoIsImage], way)
    const video = posts.flatMap(({ media }) => media).find(({ type }) => type === 'video')
    assert.deepEqual([video?.url !== null, video?.durationSeconds], [true, facts.videoDetails ? 31 : null], way)
    assert.equal(posts.find(({ poll }) => poll !== null)?.poll?.votes, facts.pollCounts ? 3 : null, way)
    assert.ok(
      posts.some(({ editedAt }) => editedAt !== null),
      way,
    )
    await assert.rejects(walker.page({ handle: 'nobody' }), (error) => isApiError(error, 'profile_not_found'), way)
  }
})

test('a revoked token is platform_unauthorized, whatever the message', async (t) => {
  for (const knownWords of FACTS.knownWords) {
    const [simulator, walker] = await open(t)
    simulator.suppose({ knownWords })
    simulator.refuse?.(TOKENS[0])
    await assert.rejects(walker.page({}), (error) => isApiError(error, 'platform_unauthorized'))
  }
})

test('posts that the member may not read are platform_unauthorized, and the error for an unconnected page says why', async (t) => {
  const [simulator, walker] = await open(t)
  await assert.rejects(
    walker.page({ handle: 'unconnected' }),
    (error) => isApiError(error, 'platform_not_configured') && /administrators/.test(error.message),
  )
  simulator.forbidden.add('posts')
  await assert.rejects(walker.page({}), (error) => isApiError(error, 'platform_unauthorized'))
})

/** The outcome for each URL, and the number of calls. */
const requestEach = async (t: TestContext, urls: readonly string[]) => {
  const [simulator, walker] = await open(t)
  const outcomes: string[] = []
  for (const url of urls) {
    const { id } = await walker.post(url).then(
      ({ post }) => post,
      (error: unknown) => ({ id: isApiError(error) ? error.code : String(error) }),
    )
    outcomes.push(id)
  }
  return [outcomes, simulator.calls()] as const
}

test('a post is found by each of its URLs, also if the token’s administrator has several pages', async (t) => {
  const id = '7300000000001'
  const urn = `urn:li:ugcPost:${id}`
  const urls = [
    `https://www.linkedin.com/feed/update/${urn}/`,
    `https://www.linkedin.com/posts/acme_a-title-ugcPost-${id}-AbCd`,
    `https://de.linkedin.com/embed/feed/update/${encodeURIComponent(urn)}`,
  ]
  assert.deepEqual((await requestEach(t, urls))[0], [urn, urn, urn])
})

test('URLs without a URN that the API takes cause no call', async (t) => {
  const urls = [
    'https://www.linkedin.com/posts/acme_a-title-activity-7300000000001-AbCd',
    'https://www.linkedin.com/feed/update/urn:li:activity:7300000000001/',
    'https://www.linkedin.com/pulse/a-title-acme-abc1f',
  ]
  assert.deepEqual(await requestEach(t, urls), [urls.map(() => 'unsupported_post_url'), 0])
})

test('a post that is missing for all administrators is post_not_found', async (t) => {
  const gone = 'https://www.linkedin.com/feed/update/urn:li:share:7300009999999/'
  assert.deepEqual(await requestEach(t, [gone]), [['post_not_found'], 1])
})

test('a post that is not public is profile_private, and its images are not requested', async (t) => {
  const hidden = ['urn:li:ugcPost:7300000000005', 'urn:li:share:7300000000006']
  const urls = hidden.map((urn) => `https://www.linkedin.com/feed/update/${urn}/`)
  assert.deepEqual(await requestEach(t, urls), [['profile_private', 'profile_private'], 4])
})

test('a post of a page that is not connected is not returned, even if the token can read it', async (t) => {
  const simulator = await startLinkedin()
  const walker = createWalker(linkedin, { LINKEDIN_ACCESS_TOKEN: `elsewhere=${TOKENS[0]}` }, simulator)
  t.after(async () => {
    await walker.close()
    await simulator.close()
  })
  await assert.rejects(walker.post(`https://www.linkedin.com/feed/update/${simulator.ids()[0]}/`), (error) =>
    isApiError(error, 'platform_not_configured'),
  )
  assert.equal(simulator.calls(), 2)
})
