import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isApiError } from '../../errors.ts'
import { platformSuite } from '../suite/platform-suite.ts'
import type { Simulator } from '../suite/simulator.ts'
import { createWalker, idsOf, type Walker } from '../suite/test-walker.ts'
import { pinterest } from './pinterest.ts'
import { startPinterest, TOKENS } from './simulator.ts'

const OWNER = { PINTEREST_ACCESS_TOKEN: `acme=${TOKENS[0]}` }

const refusal = (status: number, code: number, message: string) => ({ status, body: { code, message } })

platformSuite({
  platform: pinterest,
  environment: OWNER,
  start: startPinterest,
  spellings: {
    acme: [
      '@Acme',
      'acme/',
      'https://www.pinterest.com/acme/',
      'https://de.pinterest.com/Acme/_created/',
      'https://www.pinterest.co.uk/acme/_saved?x=1',
      'pinterest.de/acme',
      'https://www.pinterest.com/acme/feed.rss',
    ],
    'acme/bread-and-butter': [
      'Acme/Bread-and-Butter',
      'https://www.pinterest.com/acme/bread-and-butter/',
      'https://www.pinterest.com/acme/bread-and-butter.rss',
    ],
    'acme/brötchen': ['https://www.pinterest.de/acme/br%C3%B6tchen/'],
  },
  notHandles: [
    'ab',
    'a.b',
    'two words',
    'https://www.pinterest.com/',
    'https://www.pinterest.com/pin/123456789012345678/',
    'https://www.pinterest.com/search/pins/?q=bread',
    'https://www.pinterest.com/acme/bread/rolls/',
    'https://pin.it/abc',
    'https://www.pinterest.com.evil.example/acme/',
    'https://a@www.pinterest.com/acme/',
  ],
  calls: { first: 2, next: 1 },
  credentials: {
    two: { PINTEREST_ACCESS_TOKEN: TOKENS.map((token) => `acme=${token}`).join(',') },
    secrets: TOKENS,
    hosts: ['api.pinterest.com'],
  },
  errors: [
    { answer: refusal(401, 2, 'Authentication failed.'), code: 'platform_unauthorized' },
    { answer: refusal(401, 3, 'Authorization failed.'), code: 'platform_unauthorized' },
    { answer: refusal(403, 29, 'You are not permitted to access that resource.'), code: 'platform_unauthorized' },
    { answer: refusal(404, 404, 'User not found.'), code: 'profile_not_found' },
    { answer: refusal(429, 8, 'Slow down.'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
    { answer: refusal(400, 1, 'Bad bookmark'), code: 'invalid_cursor' },
    { answer: { status: 500, body: '<html>' }, code: 'platform_error' },
  ],
  postUrls: [
    'https://www.pinterest.com/pin/123456789012345678/',
    'https://www.pinterest.co.uk/pin/123456789/sent/?x=1',
  ],
  notPostUrls: [
    'https://www.pinterest.com/acme/',
    'https://www.pinterest.com/pin/',
    'https://www.pinterest.com/pin/abc/',
    'https://www.pinterest.com.evil.example/pin/123456789/',
  ],
})

describe('Pinterest', () => {
  let simulator: Simulator
  before(async () => {
    simulator = await startPinterest()
  })
  after(() => simulator.close())
  const using = async (environment: Readonly<Record<string, string>>, use: (walker: Walker) => Promise<void>) => {
    const walker = createWalker(pinterest, environment, simulator)
    try {
      await use(walker)
    } finally {
      await walker.close()
    }
  }

  test('own pins and saved ones are told apart', () =>
    using(OWNER, async (walker) => {
      const posts = async (variant: string) => (await walker.walk({ variant })).flatMap((page) => page.posts)
      const [created, saved] = [await posts('created'), await posts('saved')]
      assert.ok(created.every(({ repostOf }) => repostOf === null))
      assert.ok(saved.every(({ repostOf }) => repostOf?.id === '700000000000000009'))
      assert.equal(created.length + saved.length, simulator.ids().length)
    }))

  test('a board, and an account that nobody connected, are read by their feeds', async () => {
    await using(OWNER, async (walker) => {
      const page = await walker.page({ handle: 'acme/bread' })
      assert.deepEqual([page.source, page.posts.length, page.posts[0]?.id], ['feed', 20, simulator.ids()[0]])
    })
    await using({}, async (walker) => {
      const before = simulator.requests().length
      assert.deepEqual(idsOf(await walker.walk()), simulator.ids().slice(0, 25))
      for (const { headers, host } of simulator.requests().slice(before))
        assert.deepEqual([host, headers.authorization], ['www.pinterest.com', undefined])
    })
  })

  test('a token of another account does not serve', () =>
    using({ PINTEREST_ACCESS_TOKEN: `other=${TOKENS[0]}` }, (walker) =>
      assert.rejects(walker.page({ handle: 'other' }), (error) => isApiError(error, 'platform_unauthorized')),
    ))
})
