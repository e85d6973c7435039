import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVER_LIMITS } from '../src/http/limits.ts'
import { assertError } from './assert-answer.ts'
import { createGatedPlatform } from './gated-platform.ts'
import { DEMO, SCAN } from './start-client.ts'
import { startService } from './start-service.ts'

const HOUR_MS = 3_600_000
/** How often requests are looked at, at most. */
const WATCH_MS = 500
/** Whoever keeps a clock puts it back or forward; the last is less than what clocks of machines may be apart. */
const JUMPS = { 'back by an hour': -HOUR_MS, 'back by 6 s': -6_000, 'back by 4 s': -4_000, 'on by an hour': HOUR_MS }
const wrongKey = (key: string) => ({ licenseKey: key.slice(0, -1) + (key.endsWith('0') ? '1' : '0') })

for (const [how, jumpMs] of Object.entries(JUMPS)) {
  test(`with a clock put ${how}, a client that exchanges its key may go on, and goes on with one token`, async (context) => {
    const service = await startService(context)
    const { key } = await service.license()
    // Not used yet: a token that was is remembered.
    await service.authorize(key)
    service.clock.put(jumpMs)
    const after = await service.authorize(key)
    assert.equal((await service.post(SCAN, DEMO, after)).status, 200)
    assert.deepEqual(await service.authorize(key), after)
    const { body } = await service.send({ path: '/api/v1/auth/token', body: { licenseKey: key } })
    const left = Number(body.data?.expiresIn)
    assert.ok(left > 60 && left <= 3_600, `${left} s`)
    // And back to where it was.
    service.clock.put(-jumpMs)
    assert.equal((await service.post(SCAN, DEMO, await service.authorize(key))).status, 200)
  })

  test(`with a clock put ${how}, an address that sent wrong keys waits for what is left of its minute`, async (context) => {
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

  test(`with a clock put ${how}, no request in flight is given up before its time, and one whose time is over is`, async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    const gated = createGatedPlatform()
    const service = await startService(context, { platforms: [gated.platform] })
    const headers = await service.authorize((await service.license()).key)
    const open = gated.hold()
    const asked = service.post(SCAN, { platform: 'gated', handle: 'a' }, headers)
    await gated.askedFor(1)
    service.clock.put(jumpMs)
    context.mock.timers.tick(WATCH_MS)
    open()
    assert.equal((await asked).status, 200)

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
}
