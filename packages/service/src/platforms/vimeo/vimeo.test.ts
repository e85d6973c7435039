import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { believed, eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { FACTS, idOf, startVimeo, TOKENS, type VimeoSimulator } from '@central-api/testing/platforms/vimeo/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/vimeo/spellings.cases.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { judge } from '../../upstream/requests/judge.ts'
import { OEMBED_REFUSALS } from '../../validation/oembed/refusals.ts'
import { vimeo } from './vimeo.ts'

const KEYED = { VIMEO_ACCESS_TOKEN: TOKENS[0] }
const reported = (status: number, code: number) => ({
  status,
  body: { error: 'x', link: null, developer_message: 'x', error_code: code },
})

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { error: 'Refused', developer_message: 'Refused', error_code: 4711 } }),
    first: { '/users/[a-z]+\\?': { ...USUAL.signed, 404: 'profile_not_found' }, '/videos\\?': USUAL.signed },
    later: { '/videos\\?': USUAL.signed },
    post: { '/videos/': { ...USUAL.signed, 404: 'post_not_found' } },
  },
  platform: vimeo,
  environment: KEYED,
  start: startVimeo,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  // A page with private videos is filled from the next one.
  kinds: {
    collection: [
      { handle: 'channels/tides', missing: 'channels/nothing' },
      {
        handle: 'showcase/4321',
        missing: 'showcase/999',
        hidden: 'showcase/4323',
        ids: (simulated) => simulated.arrangedIds(),
        calls: { first: 3, next: 2 },
      },
      { handle: 'showcase/4322', ids: (simulated) => simulated.ids() },
    ],
    community: [
      {
        handle: 'groups/water',
        missing: 'groups/nothing',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    hashtag: [
      {
        handle: '#water',
        empty: '#drought',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 2, next: 2 },
      },
    ],
  },
  calls: { first: 3, next: 2 },
  credentials: { two: { VIMEO_ACCESS_TOKEN: TOKENS.join(',') }, secrets: TOKENS, hosts: ['api.vimeo.com'] },
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: reported(404, 5000), code: 'profile_not_found' },
    {
      answer: { status: 404, body: { error: "The requested user couldn't be found." } },
      code: 'profile_not_found',
      isSure: true,
    },
    { answer: reported(401, 8001), code: 'platform_unauthorized' },
    { answer: reported(401, 8003), code: 'platform_unauthorized' },
    { answer: reported(403, 8007), code: 'platform_unauthorized' },
    { answer: reported(400, 2204), code: 'platform_error' },
    { answer: reported(503, 7300), code: 'platform_error' },
    { answer: reported(429, 9000), code: 'platform_rate_limited', retryAfterSeconds: 60 },
  ],
  postUrls: [
    'https://vimeo.com/100000001',
    'https://vimeo.com/100000001/0a1b2c3d4e',
    'https://player.vimeo.com/video/100000001?h=0a1b2c3d4e',
    'https://vimeo.com/channels/tides/100000001',
    'https://vimeo.com/groups/tides/videos/100000001',
    'https://vimeo.com/showcase/12/video/100000001',
    'https://vimeo.com/ondemand/film/100000001',
    'https://vimeo.com/event/1234',
  ],
  notPostUrls: [
    'https://vimeo.com/',
    'https://vimeo.com/tidefilms',
    'https://vimeo.com/channels/tides',
    'https://vimeo.com.evil.example/100000001',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    return true
  })

/** Starts a separate simulator for one test. */
const withVimeo = async (
  facts: Parameters<VimeoSimulator['suppose']>[0],
  run: (walker: Walker, simulator: VimeoSimulator) => Promise<void>,
) => {
  const simulator = await startVimeo()
  simulator.suppose(facts)
  const walker = createWalker(vimeo, KEYED, simulator)
  try {
    await run(walker, simulator)
  } finally {
    await walker.close()
    await simulator.close()
  }
}

describe('scanning Vimeo', () => {
  let simulator: VimeoSimulator
  let walker: Walker
  before(async () => {
    simulator = await startVimeo()
    walker = createWalker(vimeo, KEYED, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('reads a user by name and by id, and the videos of a channel', async () => {
    for (const handle of ['tidefilms', 'user900001']) {
      const { account, profile } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, profile.handle], ['user900001', 'user900001', 'tidefilms'])
    }
    const [{ account, profile } = assert.fail(), ...rest] = await walker.walk({ handle: 'channels/tides' })
    assert.ok(rest.length > 0)
    assert.deepEqual([account.handle, profile.handle, profile.counts.followers], ['channels/927', 'channels/tides', 12])
    await rejects(walker.page({ handle: 'channels/nothing' }), 'profile_not_found')
  })

  test('a showcase has its owner and lasting URL, a group its members, and a tag only its name', async () => {
    const { profile, posts } = await walker.page({ handle: 'showcase/4321' })
    assert.deepEqual(
      [profile.displayName, profile.url, profile.owner?.handle, profile.counts.posts, profile.counts.followers],
      ['Slow water', 'https://vimeo.com/showcase/4321', 'slowfilms', 9, null],
    )
    assert.equal(posts[0]?.author?.handle, 'tidefilms')
    const { account, profile: group } = await walker.page({ handle: 'groups/water' })
    assert.deepEqual([account.handle, group.counts.followers, group.owner], ['groups/528', 12, null])
    const { profile: tag } = await walker.page({ handle: '#water' })
    assert.deepEqual([tag.displayName, tag.url, tag.avatarUrl], ['#water', 'https://vimeo.com/tag:water', null])
  })

  test('never returns private videos of the token’s owner', async () => {
    assert.ok(!idsOf(await walker.walk()).includes(idOf(6)))
    await rejects(walker.post(`https://vimeo.com/${idOf(6)}`), 'profile_private')
  })

  test('ends a walk over a list that becomes shorter, whatever Vimeo returns after its end', async () => {
    for (const beyond of [400, 'nothing'] as const) {
      await withVimeo({ beyond }, async (client, short) => {
        const pages = await client.walk({}, () => short.remove(40))
        assert.deepEqual([pages.length, pages.at(-1)?.posts.length], [2, 0])
      })
    }
  })

  test('reads the next page that Vimeo links to', async () => {
    await withVimeo({}, async (client, named) => {
      named.stride(2)
      const pages = await client.walk()
      const requested = named.requests().flatMap(({ url }) => url.searchParams.get('page') ?? [])
      assert.deepEqual([pages.length, new Set(requested)], [2, new Set(['1', '3'])])
    })
  })

  test('supports every documented and undocumented form of the responses', async () => {
    for (const facts of eachWay(FACTS)) {
      simulator.suppose(facts)
      assert.deepEqual(idsOf(await walker.walk()), simulator.ids(), JSON.stringify(facts))
      await rejects(walker.page({ handle: 'nobody-here' }), 'profile_not_found')
      await rejects(walker.post('https://vimeo.com/1'), 'post_not_found')
      await withVimeo(facts, async (client, refusing) => {
        refusing.refuse?.(TOKENS[0])
        await rejects(client.page({}), 'platform_unauthorized')
      })
      await withVimeo(facts, async (client, limited) => {
        limited.leave(0)
        await rejects(client.page({}), 'platform_rate_limited')
      })
    }
    simulator.suppose(believed(FACTS))
  })

  test('reads a video by its URL, and an unlisted one only with its hash', async () => {
    const { post, answer: response } = await walker.post(`https://vimeo.com/channels/tides/${idOf(3)}`)
    assert.deepEqual([post.id, response.status], [idOf(3), 200])
    const { post: unlisted } = await walker.post('https://vimeo.com/900/0a1b2c3d4e')
    assert.equal(unlisted.id, '900')
    await rejects(walker.post('https://vimeo.com/900'), 'post_not_found')
    await rejects(walker.post('https://vimeo.com/1'), 'post_not_found')
  })

  test('leaves an event to oEmbed', () => rejects(walker.post('https://vimeo.com/event/1234'), 'platform_error'))

  test('reads the reset of the rate limit in both forms', async () => {
    for (const reset of ['date', 'seconds since 1970'] as const) {
      await withVimeo({ reset }, async (client, limited) => {
        limited.leave(0)
        const error = await client.page({}).catch((thrown: unknown) => thrown)
        assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
        assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 45) <= 2, String(error.retryAfterSeconds))
      })
    }
  })

  test('rejects a malformed position', () =>
    rejects(walker.page({ after: JSON.stringify(['x', null, null]) }), 'invalid_cursor'))

  test('reads an oEmbed response with `domain_status_code` 403 as hidden', () => {
    const body = { type: 'video', version: '1.0', domain_status_code: 403 }
    const response = { status: 200, url: '', headers: {}, text: () => JSON.stringify(body), json: () => body }
    assert.equal(
      judge(response, {}, { refusals: OEMBED_REFUSALS }, { signed: 'own', isAtApi: false })?.meaning,
      'hidden',
    )
  })
})
