import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { unknownNamePage } from '@central-api/testing/platforms/telegram/simulated-messages.ts'
import {
  CHANNEL,
  EMPTY,
  GROUP,
  PERSON,
  startTelegram,
  TAG,
  type TelegramSimulator,
  UNSEARCHED,
} from '@central-api/testing/platforms/telegram/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/telegram/spellings.cases.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { telegram } from './telegram.ts'

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: '<title>Refused</title>' }),
    first: { '/s/': USUAL.document },
    later: { '/s/': USUAL.open },
    post: { 'embed=1': USUAL.document },
  },
  platform: telegram,
  environment: {},
  start: startTelegram,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  postUrls: [
    'https://t.me/FernNews/123',
    'https://t.me/FernNews/123?single',
    'https://t.me/s/FernNews/123',
    'https://t.me/FernNews/7/123',
    'https://fernnews.t.me/123',
    'https://telegram.me/FernNews/123',
    'https://t.me/c/1234567890/12',
  ],
  notPostUrls: [
    'https://t.me/FernNews',
    'https://t.me/s/FernNews',
    'https://t.me/joinchat/123',
    'https://t.me/addstickers/123',
    'https://t.me.evil.example/FernNews/123',
  ],
  kinds: {
    section: [
      {
        handle: `fernnews/tagged/${TAG}`,
        missing: `nobodyhere/tagged/${TAG}`,
        hidden: `${PERSON}/tagged/${TAG}`,
        empty: 'fernnews/tagged/nothing',
        ids: (simulated) => simulated.idsOf('text'),
        publish: (simulated, count) => simulated.publish(count),
      },
      { handle: `${UNSEARCHED}/tagged/${TAG}`, ids: (simulated) => simulated.idsOf('text') },
    ],
  },
  calls: { first: 1, next: 1 },
  errors: [
    { answer: { status: 302, headers: { location: 'https://t.me/fernnews' }, body: '' }, code: 'profile_private' },
    { answer: { status: 200, body: unknownNamePage('fernnews') }, code: 'profile_not_found' },
    { answer: { status: 429, body: '' }, code: 'platform_rate_limited' },
    { answer: { status: 200, body: '<!doctype html><title>Sign in to the network</title>' }, code: 'platform_error' },
    { answer: { status: 403, body: '<html>no</html>' }, code: 'platform_error' },
  ],
})

describe('scanning Telegram', () => {
  let simulator: TelegramSimulator
  let walker: Walker
  before(async () => {
    simulator = await startTelegram()
    walker = createWalker(telegram, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  test('returns the handle with the owner’s capitalization, and identifies the channel in lower case', async () => {
    const { account, profile } = await walker.page({})
    assert.deepEqual([account.id, profile.handle, profile.counts.followers], ['fernnews', CHANNEL, 12_300])
  })

  test('returns the newest message first, although pages begin with the oldest', async () => {
    const { posts } = await walker.page({})
    const times = posts.map(({ publishedAt }) => publishedAt ?? '')
    assert.deepEqual(times, times.toSorted().toReversed())
    assert.equal(posts[0]?.id, simulator.ids()[0])
  })

  test('returns an album as one post, and skips service messages', async () => {
    const ids = idsOf(await walker.walk())
    const [album = ''] = simulator.idsOf('album')
    assert.ok(ids.includes(album))
    assert.ok(!ids.includes(String(Number(album) + 1)))
    assert.ok(simulator.idsOf('service').every((id) => !ids.includes(id)))
  })

  test('returns messages with media for `media`, and pauses between calls', async () => {
    const waits: number[] = []
    const patient = createWalker(telegram, {}, simulator, { wait: async (ms) => void waits.push(ms) })
    const kinds = ['photo', 'album', 'film', 'voice', 'music', 'sticker', 'loop', 'heavy'] as const
    assert.deepEqual(idsOf(await patient.walk({ variant: 'media' })), simulator.idsOf(...kinds))
    assert.ok(waits.length > 0 && waits.every((ms) => ms === 1_000), String(waits))
    await patient.close()
  })

  test('returns an empty page for a channel without messages, and distinguishes groups, people and unknown names', async () => {
    const { posts, next, profile } = await walker.page({ handle: EMPTY })
    assert.deepEqual([posts, next, profile.displayName], [[], undefined, 'Fern & News'])
    await rejects(walker.page({ handle: GROUP }), 'profile_private')
    await rejects(walker.page({ handle: PERSON }), 'profile_private')
    await rejects(walker.page({ handle: 'nobodyhere' }), 'profile_not_found')
  })

  test('returns the profile of a hashtag in a channel with the first search, and only messages with the hashtag', async () => {
    const before = simulator.calls()
    const { account, profile, posts } = await walker.page({ handle: `fernnews/tagged/${TAG}` })
    assert.equal(simulator.calls() - before, 1)
    assert.deepEqual(
      [account.id, profile.handle, profile.url, profile.displayName, profile.counts.followers],
      [
        `section fernnews/tagged/${TAG}`,
        `${CHANNEL}/tagged/${TAG}`,
        `https://t.me/s/${CHANNEL}?q=%23${TAG}`,
        'Fern & News',
        null,
      ],
    )
    assert.ok(posts.length > 0 && posts.every(({ tags }) => tags.includes(TAG)))
  })

  test('returns only messages with the hashtag where Telegram ignores the search', async () => {
    const { posts } = await walker.page({ handle: `${UNSEARCHED}/tagged/nothing` })
    assert.deepEqual(posts, [])
  })

  test('requests pages like a browser, in one language', async () => {
    await walker.page({})
    for (const [agent, language] of simulator.clients())
      assert.deepEqual([/^Mozilla\/5\.0 \(X11/.test(agent), language], [true, 'en'])
  })

  test('reads one message from its widget', async () => {
    const [id = ''] = simulator.idsOf('film')
    for (const url of [`https://t.me/fernnews/${id}`, `https://t.me/s/FernNews/${id}?x=1`]) {
      const { post } = await walker.post(url)
      assert.deepEqual(
        [post.id, post.kind, post.text, post.url],
        [id, 'video', 'A film', `https://t.me/${CHANNEL}/${id}`],
      )
    }
  })

  test('returns post_not_found for a deleted message, and profile_private for one in a private channel', async () => {
    await rejects(walker.post('https://t.me/fernnews/99999'), 'post_not_found')
    await rejects(walker.post(`https://t.me/fernnews/${simulator.idsOf('service')[0]}`), 'post_not_found')
    const calls = simulator.calls()
    await rejects(walker.post('https://t.me/c/1234567890/12'), 'profile_private')
    assert.equal(simulator.calls(), calls)
    await rejects(walker.post('https://t.me/secretroom/12'), 'profile_private')
  })

  test('rejects a malformed position', async () => {
    for (const broken of ['x', '["-1","unread",null]', '["1 2","unread",null]'])
      await rejects(walker.page({ after: `page ${broken}` }), 'invalid_cursor')
  })
})
