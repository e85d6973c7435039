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
  // A page that holds what is not for everybody is filled from the next one.
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

/** Opens a simulated Vimeo of its own, for as long as a test takes. */
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

describe('Vimeo', () => {
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

  test('a user is the same under the name and the id, and a channel has its films', async () => {
    for (const handle of ['tidefilms', 'user900001']) {
      const { account, profile } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, profile.handle], ['user900001', 'user900001', 'tidefilms'])
    }
    const [{ account, profile } = assert.fail(), ...rest] = await walker.walk({ handle: 'channels/tides' })
    assert.ok(rest.length > 0)
    assert.deepEqual([account.handle, profile.handle, profile.counts.followers], ['channels/927', 'channels/tides', 12])
    await rejects(walker.page({ handle: 'channels/nothing' }), 'profile_not_found')
  })

  test('what the owner of the token keeps to itself is in no page, and is told of nobody', async () => {
    assert.ok(!idsOf(await walker.walk()).includes(idOf(6)))
    await rejects(walker.post(`https://vimeo.com/${idOf(6)}`), 'profile_private')
  })

  test('a list that gets shorter while a client pages ends, whatever is behind its end', async () => {
    for (const beyond of [400, 'nothing'] as const) {
      await withVimeo({ beyond }, async (asker, short) => {
        const pages = await asker.walk({}, () => short.remove(40))
        assert.deepEqual([pages.length, pages.at(-1)?.posts.length], [2, 0])
      })
    }
  })

  test('the next page is the one that Vimeo names', async () => {
    await withVimeo({}, async (asker, named) => {
      named.stride(2)
      const pages = await asker.walk()
      const requested = named.requests().flatMap(({ url }) => url.searchParams.get('page') ?? [])
      assert.deepEqual([pages.length, new Set(requested)], [2, new Set(['1', '3'])])
    })
  })

  test('what is told from memory may be otherwise', async () => {
    for (const facts of eachWay(FACTS)) {
      simulator.suppose(facts)
      assert.deepEqual(idsOf(await walker.walk()), simulator.ids(), JSON.stringify(facts))
      await rejects(walker.page({ handle: 'nobody-here' }), 'profile_not_found')
      await rejects(walker.post('https://vimeo.com/1'), 'post_not_found')
      await withVimeo(facts, async (asker, refusing) => {
        refusing.refuse?.(TOKENS[0])
        await rejects(asker.page({}), 'platform_unauthorized')
      })
      await withVimeo(facts, async (asker, limited) => {
        limited.leave(0)
        await rejects(asker.page({}), 'platform_rate_limited')
      })
    }
    simulator.suppose(believed(FACTS))
  })

  test('one film is found by its address, one that is not listed by its hash alone', async () => {
    const { post, answer: response } = await walker.post(`https://vimeo.com/channels/tides/${idOf(3)}`)
    assert.deepEqual([post.id, response.status], [idOf(3), 200])
    const { post: unlisted } = await walker.post('https://vimeo.com/900/0a1b2c3d4e')
    assert.equal(unlisted.id, '900')
    await rejects(walker.post('https://vimeo.com/900'), 'post_not_found')
    await rejects(walker.post('https://vimeo.com/1'), 'post_not_found')
  })

  test('an event is left to oEmbed', () => rejects(walker.post('https://vimeo.com/event/1234'), 'platform_error'))

  test('the end of the window is read in both forms that it is told in', async () => {
    for (const reset of ['date', 'seconds since 1970'] as const) {
      await withVimeo({ reset }, async (asker, limited) => {
        limited.leave(0)
        const error = await asker.page({}).catch((thrown: unknown) => thrown)
        assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
        assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 45) <= 2, String(error.retryAfterSeconds))
      })
    }
  })

  test('a position that is none of its own is told', () =>
    rejects(walker.page({ after: JSON.stringify(['x', null, null]) }), 'invalid_cursor'))

  test('an oEmbed answer that says with 200 that only some sites may show the film means that it is hidden', () => {
    const body = { type: 'video', version: '1.0', domain_status_code: 403 }
    const response = { status: 200, url: '', headers: {}, text: () => JSON.stringify(body), json: () => body }
    assert.equal(
      judge(response, {}, { refusals: OEMBED_REFUSALS }, { signed: 'own', isAtApi: false })?.meaning,
      'hidden',
    )
  })
})
