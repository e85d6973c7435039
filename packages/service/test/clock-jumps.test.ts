import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { DEMO, SCAN } from '@central-api/testing/start-client.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { html, json, redirect, startStubWeb } from '@central-api/testing/stub-web.ts'
import { ApiError } from '../src/errors.ts'
import { SERVER_LIMITS } from '../src/http/limits.ts'
import { mastodon } from '../src/platforms/mastodon/mastodon.ts'
import { tiktok } from '../src/platforms/tiktok/tiktok.ts'
import { BREAKER } from '../src/upstream/requests/breaker.ts'
import { createGatedPlatform } from './gated-platform.ts'

const HOUR_MS = 3_600_000
/** The longest interval between checks of requests. */
const WATCH_MS = 500
/** Clocks that are set back or forward. The last change is smaller than the permitted difference between machines. */
const JUMPS = { 'back by an hour': -HOUR_MS, 'back by 6 s': -6_000, 'back by 4 s': -4_000, 'on by an hour': HOUR_MS }
const wrongKey = (key: string) => ({ licenseKey: key.slice(0, -1) + (key.endsWith('0') ? '1' : '0') })

for (const [how, jumpMs] of Object.entries(JUMPS)) {
  test(`with a clock put ${how}, a client can exchange its key, and keeps its token`, async (context) => {
    const service = await startService(context)
    const { key } = await service.license()
    // Not used yet: used tokens are remembered.
    await service.authorize(key)
    service.clock.put(jumpMs)
    const after = await service.authorize(key)
    assert.equal((await service.post(SCAN, DEMO, after)).status, 200)
    assert.deepEqual(await service.authorize(key), after)
    const { body } = await service.send({ path: '/api/v1/auth/token', body: { licenseKey: key } })
    const left = Number(body.data?.expiresIn)
    assert.ok(left > 60 && left <= 3_600, `${left} s`)
    // And back again.
    service.clock.put(-jumpMs)
    assert.equal((await service.post(SCAN, DEMO, await service.authorize(key))).status, 200)
  })

  test(`with a clock put ${how}, an address that sent wrong keys waits for the rest of its minute`, async (context) => {
    const service = await startService(context)
    const { key } = await service.license()
    const exchange = (body: object) => service.send({ path: '/api/v1/auth/token', body })
    for (let n = 0; n < 20; n += 1) assert.notEqual((await exchange(wrongKey(key))).status, 429)
    service.clock.at += 20_000
    service.clock.put(jumpMs)
    assertError(await exchange(wrongKey(key)), { code: 'rate_limited', retryAfter: 40 })
    service.clock.at += 40_000
    assert.equal((await exchange({ licenseKey: key })).status, 200)
  })

  test(`with a clock put ${how}, the burst of a minute ends within a minute`, async (context) => {
    const service = await startService(context)
    await service.setPlan({ name: 'calm', burst: 1 })
    const { key } = await service.license({ plan: 'calm' })
    await service.post(SCAN, DEMO, await service.authorize(key))
    service.clock.put(jumpMs)
    const headers = await service.authorize(key)
    await service.post(SCAN, DEMO, headers)
    const refused = await service.post(SCAN, DEMO, headers)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) <= 60)
    service.clock.at += Number(refused.headers['retry-after']) * 1_000
    assert.equal((await service.post(SCAN, DEMO, headers)).status, 200)
  })

  test(`with a clock put ${how}, a request in flight times out at its deadline and not before`, async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    const gated = createGatedPlatform()
    const service = await startService(context, { platforms: [gated.platform] })
    const headers = await service.authorize((await service.license()).key)
    const open = gated.hold()
    const requested = service.post(SCAN, { platform: 'gated', handle: 'a' }, headers)
    await gated.askedFor(1)
    service.clock.put(jumpMs)
    context.mock.timers.tick(WATCH_MS)
    open()
    assert.equal((await requested).status, 200)

    const reopen = gated.hold()
    const again = await service.authorize((await service.license()).key)
    const late = service.post(SCAN, { platform: 'gated', handle: 'b' }, again)
    await gated.askedFor(2)
    service.clock.put(jumpMs)
    service.clock.at += SERVER_LIMITS.handlerTimeoutMs
    context.mock.timers.tick(WATCH_MS)
    assertError(await late, { code: 'unavailable', retryAfter: SERVER_LIMITS.overloadRetryAfterSeconds })
    reopen()
  })

  test(`with a clock put ${how}, a failed profile is not requested again before its retry time`, async (context) => {
    const gated = createGatedPlatform()
    const service = await startService(context, { platforms: [gated.platform] })
    const { key } = await service.license()
    const scan = async () => service.post(SCAN, { platform: 'gated', handle: 'a' }, await service.authorize(key))
    gated.failWith(new ApiError('platform_error'))
    assertError(await scan(), { code: 'platform_error', retryAfter: 15 })
    gated.failWith(undefined)
    service.clock.put(jumpMs)
    service.clock.at += 14_000
    assertError(await scan(), { code: 'platform_error', retryAfter: 1 })
    assert.equal(gated.requested(), 1)
    service.clock.at += 1_000
    assert.equal((await scan()).status, 200)
  })

  test(`with a clock put ${how}, a failing host is not called again before its retry time`, async (context) => {
    const web = await startStubWeb(context, { platforms: [mastodon] })
    const scan = async (n: number) =>
      web.post(SCAN, { platform: 'mastodon', handle: `u${n}@social.example` }, await web.authorize(web.key))
    const fails = { status: 500 }
    Object.assign(web.pages, { 'social.example/api/v1/accounts/lookup': fails })
    let profiles = 0
    const isLeftAlone = async () => {
      const before = web.requested().length
      profiles += 1
      assert.equal((await scan(profiles)).body.error?.code, 'platform_error')
      return web.requested().length === before
    }
    for (let n = 0; n < BREAKER.leastCalls && !(await isLeftAlone()); n += 1);
    web.clock.put(jumpMs)
    web.clock.at += BREAKER.openMs - 1
    assert.equal(await isLeftAlone(), true)
    web.clock.at += 1
    assert.equal(await isLeftAlone(), false)
  })

  test(`with a clock put ${how} while a link is fetched, its time limit does not change`, async (context) => {
    const video = 'https://www.tiktok.com/@desk/video/7123456789012345678'
    const web = await startStubWeb(context, {
      pages: {
        'HEAD vm.tiktok.com/ZM1/': (response) => {
          web.clock.put(jumpMs)
          response.writeHead(405).end()
        },
        'GET vm.tiktok.com/ZM1/': redirect(video),
        'www.tiktok.com/@desk/video/7123456789012345678': html('<title>TikTok</title>'),
        'www.tiktok.com/oembed': json({ type: 'video', version: '1.0', title: 'A clip' }),
      },
      platforms: [tiktok],
    })
    const { status, body } = await web.validatePost('https://vm.tiktok.com/ZM1/')
    assert.deepEqual([status, body.data?.url], [200, video])
  })
}
