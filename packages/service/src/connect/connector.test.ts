import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LICENSE, newBrowser, request, startConnector } from '@central-api/testing/connect/start-connector.ts'
import { LIMITS } from '../egress/limits.ts'
import { ApiError } from '../errors.ts'
import { SERVER_LIMITS } from '../http/limits.ts'
import { sweepStore } from '../storage/sweep.ts'
import type { NextStep } from './connector.ts'
import { ConnectFault } from './oauth/connect-fault.ts'

const MINUTE_MS = 60_000

/** The connections, the code of the failure, or what comes next. */
const endOf = (step: NextStep): string => {
  if (step.is === 'connected') return step.connections.join(',')
  return step.is === 'failed' ? step.code : step.is
}
const RETURN_TO = 'https://shop.example/back?state=own'

test('an account is connected: requested, started, allowed, exchanged once, and stored', async (context) => {
  const { walk, saved, tokenCalls, connector, sent } = await startConnector(context)
  const { step, ticket } = await walk('allow')
  assert.equal(endOf(step), 'cn_sandbox-demo')
  assert.equal(saved.length, 1)
  const [granted] = saved
  assert.ok(granted)
  const { token, scopes, missing, accounts, licenseId, appId } = granted
  assert.deepEqual(
    { scopes, missing, accounts, licenseId, appId, hasToken: token.accessToken.startsWith('sandbox-token.') },
    {
      scopes: ['profile.read', 'posts.read'],
      missing: [],
      accounts: [{ id: 'sandbox-demo', handle: 'demo', displayName: 'Demo account', url: null, avatarUrl: null }],
      licenseId: LICENSE,
      appId: 'central-api',
      hasToken: true,
    },
  )
  assert.equal(tokenCalls().length, 1)
  assert.ok(sent.every(({ url }) => url.startsWith('https://central.example/sandbox/oauth/')))
  const described = await connector.describe(LICENSE, ticket.id)
  assert.deepEqual([described?.state, described?.result], ['done', 'cn_sandbox-demo'])
  // What the exchange needed is gone.
  const { cookieHash, ...content } = described?.content ?? {}
  assert.deepEqual(content, { request: request() })
  assert.equal(cookieHash?.length, 43)
  assert.equal(await connector.describe('lic_2', ticket.id), undefined)
})

test('what a person chooses at the platform decides how it ends', async (context) => {
  const { walk, saved, connector } = await startConnector(context)
  const ends: Readonly<Record<string, string>> = {
    deny: 'connection_denied',
    part: 'connection_incomplete',
    none: 'profile_unsupported',
    invalid_scope: 'platform_unauthorized',
    temporarily_unavailable: 'platform_error',
    invalid_grant: 'connection_expired',
    invalid_client: 'platform_unauthorized',
    server_error: 'platform_error',
  }
  for (const [choice, code] of Object.entries(ends)) {
    const { step, ticket } = await walk(choice)
    assert.equal(endOf(step), code, choice)
    const described = await connector.describe(LICENSE, ticket.id)
    assert.deepEqual([described?.state, described?.result], ['failed', code])
    assert.equal(described?.content.request.returnTo, RETURN_TO)
  }
  assert.equal(saved.length, 0)
  const { step } = await walk('hour')
  assert.equal(step.is, 'connected')
  assert.equal(saved[0]?.token.expiresInSeconds, 3600)
})

test('a token that grants too little, or has no account, is given back', async (context) => {
  const { walk, sent } = await startConnector(context)
  const revoked = () => sent.filter(({ url }) => url.endsWith('/oauth/revoke')).length
  await walk('allow')
  assert.equal(revoked(), 0)
  await walk('part')
  await walk('none')
  assert.equal(revoked(), 2)
})

test('of several accounts a person chooses some, and none is chosen for them', async (context) => {
  const { walk, connector, saved, tokenCalls } = await startConnector(context)
  const { step, ticket, browser } = await walk('several')
  assert.deepEqual(step, { is: 'choice', platform: 'sandbox', ticketId: ticket.id })
  assert.equal(saved.length, 0)
  assert.equal(await connector.viewChoice('sandbox', ticket.id, newBrowser().read), undefined)
  assert.equal(await connector.viewChoice('instagram', ticket.id, browser.read), undefined)
  const view = await connector.viewChoice('sandbox', ticket.id, browser.read)
  assert.deepEqual(
    view?.choice.accounts.map(({ id }) => id),
    ['sandbox-demo', 'sandbox-empty', 'sandbox-fleeting'],
  )
  const foreign = await connector.choose('sandbox', ticket.id, ['sandbox-demo'], newBrowser().read)
  assert.equal(foreign.is, 'lapsed')
  const chosen = ['sandbox-empty', 'sandbox-fleeting', 'sandbox-of-somebody-else']
  const done = await connector.choose('sandbox', ticket.id, chosen, browser.read)
  assert.equal(endOf(done), 'cn_sandbox-empty,cn_sandbox-fleeting')
  assert.equal((await connector.choose('sandbox', ticket.id, chosen, browser.read)).is, 'lapsed')
  assert.deepEqual([saved.length, tokenCalls().length], [1, 1])
})

test('a person who chooses no account declines, and a choice lapses after a quarter of an hour', async (context) => {
  const { walk, connector, clock } = await startConnector(context)
  const none = await walk('several')
  const step = await connector.choose('sandbox', none.ticket.id, [], none.browser.read)
  assert.equal(endOf(step), 'connection_denied')
  const late = await walk('several')
  clock.at += 15 * MINUTE_MS
  assert.equal(await connector.viewChoice('sandbox', late.ticket.id, late.browser.read), undefined)
  assert.equal((await connector.choose('sandbox', late.ticket.id, ['sandbox-demo'], late.browser.read)).is, 'lapsed')
})

test('the start page alone never leads to the platform, and the button needs the cookie of its page', async (context) => {
  const { connector, begin, open, sent } = await startConnector(context)
  const { secret } = await begin()
  const browser = newBrowser()
  assert.ok(await open(browser, 'sandbox', secret))
  assert.ok(await open(browser, 'sandbox', secret))
  assert.deepEqual(sent, [])
  assert.equal((await connector.start('sandbox', secret, newBrowser().read)).is, 'lapsed')
  assert.equal((await connector.start('sandbox', secret, () => 'short')).is, 'lapsed')
  assert.equal((await connector.start('instagram', secret, browser.read)).is, 'lapsed')
  assert.equal((await connector.start('sandbox', secret, browser.read)).is, 'platform')
})

test('a browser finds out where its own ticket is, and no other browser does', async (context) => {
  const { connector, begin, go, answer } = await startConnector(context)
  const [browser, other] = [newBrowser(), newBrowser()]
  const { secret, ticket } = await begin()
  const resume = (of = browser, platform = 'sandbox') => connector.resume(platform, ticket.id, of.read)
  assert.equal((await resume()).is, 'lapsed')
  const authorize = await go(browser, 'sandbox', secret)
  const step = await resume()
  assert.equal(step.is === 'platform' && step.location, authorize.href)
  assert.equal((await resume(other)).is, 'lapsed')
  assert.equal((await resume(browser, 'instagram')).is, 'lapsed')
  await connector.finish('sandbox', null, answer(authorize, 'allow'), browser.read)
  for (let reload = 0; reload < 2; reload += 1) assert.equal(endOf(await resume()), 'cn_sandbox-demo')
  assert.equal((await resume(other)).is, 'lapsed')
})

test('the way to the platform is shown for ten minutes, and a failure also before it', async (context) => {
  const ended = { is: false }
  const { connector, begin, go, open, clock } = await startConnector(context, {
    requireLicense: async () => {
      if (ended.is) throw new ApiError('license_suspended')
    },
  })
  const browser = newBrowser()
  const late = await begin()
  await go(browser, 'sandbox', late.secret)
  clock.at += 10 * MINUTE_MS
  assert.equal((await connector.resume('sandbox', late.ticket.id, browser.read)).is, 'lapsed')
  ended.is = true
  const refused = await begin()
  await open(browser, 'sandbox', refused.secret)
  await connector.start('sandbox', refused.secret, browser.read)
  assert.equal(endOf(await connector.resume('sandbox', refused.ticket.id, browser.read)), 'connection_refused')
  assert.equal((await connector.resume('sandbox', refused.ticket.id, newBrowser().read)).is, 'lapsed')
})

test('a callback with the cookie of another flow, without one, or with two sends no code anywhere', async (context) => {
  const { connector, begin, go, answer, tokenCalls, saved } = await startConnector(context)
  const [victim, attacker] = [newBrowser(), newBrowser()]
  const [one, two] = [await begin(), await begin()]
  const [first, second] = [await go(victim, 'sandbox', one.secret), await go(attacker, 'sandbox', two.secret)]
  const attackersCode = answer(second, 'allow')
  // The attacker's account would be connected to the victim's site.
  assert.equal((await connector.finish('sandbox', null, attackersCode, victim.read)).is, 'lapsed')
  const cookieOfFirst = victim.read(one.ticket.id)
  assert.equal((await connector.finish('sandbox', null, attackersCode, () => cookieOfFirst)).is, 'lapsed')
  assert.equal((await connector.finish('sandbox', null, attackersCode, () => undefined)).is, 'lapsed')
  // A code of one flow in the callback of another fails at the platform, by PKCE.
  const mixed = answer(first, 'allow')
  mixed.set('code', attackersCode.get('code') ?? '')
  assert.deepEqual(tokenCalls(), [])
  const step = await connector.finish('sandbox', null, mixed, victim.read)
  assert.equal(endOf(step), 'connection_expired')
  assert.equal(saved.length, 0)
})

test('a callback counts once, also when it comes from twenty connections at once', async (context) => {
  const { connector, begin, go, answer, tokenCalls, saved } = await startConnector(context)
  const browser = newBrowser()
  const { secret } = await begin()
  const query = answer(await go(browser, 'sandbox', secret), 'allow')
  const steps = await Promise.all(
    Array.from({ length: 20 }, () => connector.finish('sandbox', null, query, browser.read)),
  )
  assert.deepEqual(steps.filter(({ is }) => is === 'connected').length, 1)
  assert.deepEqual(steps.filter(({ is }) => is === 'lapsed').length, 19)
  assert.equal((await connector.finish('sandbox', null, query, browser.read)).is, 'lapsed')
  assert.deepEqual([tokenCalls().length, saved.length], [1, 1])
})

test('a state that was changed, is missing or repeated, or is for another platform or host is none', async (context) => {
  const { connector, begin, go, answer, tokenCalls } = await startConnector(context)
  const browser = newBrowser()
  const { secret } = await begin()
  const query = answer(await go(browser, 'sandbox', secret), 'allow')
  const state = query.get('state') ?? ''
  assert.ok(state.length <= 512)
  const spoiled: readonly string[] = [
    '',
    state.slice(1),
    `${state}A`,
    state.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    'a'.repeat(5_000),
  ]
  for (const text of spoiled) {
    const changed = new URLSearchParams(query)
    changed.set('state', text)
    assert.equal((await connector.finish('sandbox', null, changed, browser.read)).is, 'lapsed', text)
  }
  const [missing, twice] = [new URLSearchParams(query), new URLSearchParams(query)]
  missing.delete('state')
  twice.append('state', state)
  for (const changed of [missing, twice, new URLSearchParams()])
    assert.equal((await connector.finish('sandbox', null, changed, browser.read)).is, 'lapsed')
  for (const platform of ['instagram', 'constructor', '__proto__', ''])
    assert.equal((await connector.finish(platform, null, query, browser.read)).is, 'lapsed', platform)
  assert.equal((await connector.finish('sandbox', 'social.example', query, browser.read)).is, 'lapsed')
  assert.deepEqual(tokenCalls(), [])
  assert.equal((await connector.finish('sandbox', null, query, browser.read)).is, 'connected')
})

test('Instagram’s suffix behind the last parameter changes nothing', async (context) => {
  const { connector, begin, go, answer } = await startConnector(context)
  const browser = newBrowser()
  const { secret } = await begin()
  const query = answer(await go(browser, 'sandbox', secret), 'allow')
  query.set('state', `${query.get('state')}#_`)
  query.set('code', `${query.get('code')}#_`)
  assert.equal((await connector.finish('sandbox', null, query, browser.read)).is, 'connected')
})

test('the link and the way to the platform last ten minutes each, whatever way the clock jumps', async (context) => {
  const { connector, begin, go, open, answer, clock } = await startConnector(context)
  const unopened = await begin()
  clock.at += 10 * MINUTE_MS
  assert.equal(await open(newBrowser(), 'sandbox', unopened.secret), undefined)
  for (const jump of [10 * MINUTE_MS, -60 * MINUTE_MS, 60 * MINUTE_MS]) {
    const browser = newBrowser()
    const { secret } = await begin()
    const query = answer(await go(browser, 'sandbox', secret), 'allow')
    clock.at += jump
    assert.equal((await connector.finish('sandbox', null, query, browser.read)).is, 'lapsed')
    // Once begun again, it works.
    const again = await begin()
    const renewed = answer(await go(browser, 'sandbox', again.secret), 'allow')
    assert.equal((await connector.finish('sandbox', null, renewed, browser.read)).is, 'connected')
  }
})

test('two tabs with a ticket each do not disturb each other', async (context) => {
  const { connector, begin, go, answer } = await startConnector(context)
  const browser = newBrowser()
  const [one, two] = [await begin(), await begin()]
  const [first, second] = [await go(browser, 'sandbox', one.secret), await go(browser, 'sandbox', two.secret)]
  for (const authorize of [first, second]) {
    const step = await connector.finish('sandbox', null, answer(authorize, 'allow'), browser.read)
    assert.equal(step.is, 'connected')
  }
})

test('after the back button the newest start counts, and only in the same browser', async (context) => {
  const { connector, begin, go, answer } = await startConnector(context)
  const browser = newBrowser()
  const { secret } = await begin()
  const before = await go(browser, 'sandbox', secret)
  const after = await go(browser, 'sandbox', secret)
  const thief = newBrowser()
  await assert.rejects(go(thief, 'sandbox', secret), /lapsed/)
  assert.equal((await connector.finish('sandbox', null, answer(before, 'allow'), browser.read)).is, 'lapsed')
  assert.equal((await connector.finish('sandbox', null, answer(after, 'allow'), browser.read)).is, 'connected')
  assert.equal(await connector.view('sandbox', secret), undefined)
})

test('a license that ended meanwhile connects nothing, and its person comes back', async (context) => {
  const state = { ended: false }
  const { walk, begin, go, answer, connector, tokenCalls } = await startConnector(context, {
    requireLicense: async () => {
      if (state.ended) throw new ApiError('license_suspended')
    },
  })
  const browser = newBrowser()
  const { secret } = await begin()
  const query = answer(await go(browser, 'sandbox', secret), 'allow')
  state.ended = true
  const step = await connector.finish('sandbox', null, query, browser.read)
  assert.equal(endOf(step), 'connection_refused')
  assert.deepEqual(tokenCalls(), [])
  await assert.rejects(walk('allow'), /failed/)
})

test('an account that cannot be stored is given back, and says why', async (context) => {
  const { walk, sent } = await startConnector(context, {
    save: async () => {
      throw new ConnectFault('connection_limit_reached')
    },
  })
  const { step } = await walk('allow')
  assert.equal(endOf(step), 'connection_limit_reached')
  assert.equal(sent.filter(({ url }) => url.endsWith('/oauth/revoke')).length, 1)
})

test('nothing that is secret is in the store or in a fault', async (context) => {
  const { walk, store, begin, go, faults } = await startConnector(context)
  const { secret, query } = await walk('server_error')
  const open = await begin()
  const authorize = await go(newBrowser(), 'sandbox', open.secret)
  const row = await store.connectTickets.find(open.ticket.id)
  const kept = JSON.stringify([row, faults])
  for (const text of [
    secret,
    open.secret,
    query.get('code'),
    authorize.searchParams.get('code_challenge'),
    'shop.example',
  ])
    assert.ok(!kept.includes(text ?? '?'), String(text))
  assert.deepEqual(faults, [{ platform: 'sandbox', code: 'platform_error', reason: 'OAUTH_RESPONSE_IS_NOT_CONFORM' }])
})

test('twenty thousand starts that nobody finishes leave no row after an hour', async (context) => {
  const { store, clock, connector } = await startConnector(context)
  for (let batch = 0; batch < 40; batch += 1)
    await Promise.all(Array.from({ length: 500 }, (_, n) => connector.request(`lic_${n}`, request())))
  const { ticket } = await connector.request(LICENSE, request())
  const sweep = () =>
    sweepStore({
      ...{ store, now: () => clock.at, shortMeters: [], auditKeptMs: 1e12, usesKeptMs: 1e12, cachedPageMs: 1e12 },
      maxPageBytes: 1e9,
    })
  await sweep()
  assert.ok(await store.connectTickets.find(ticket.id))
  // The store is swept every ten minutes.
  for (let minutes = 10; minutes <= 60; minutes += 10) {
    clock.at += 10 * MINUTE_MS
    await sweep()
  }
  assert.equal(await store.connectTickets.find(ticket.id), undefined)
  assert.equal(await store.connectTickets.sweep({ from: 0, before: Number.MAX_SAFE_INTEGER }, 1), undefined)
})

test('calls of one step together take less time than a handler has, however slow each of them is', async (context) => {
  const { connector, begin, go, answer, sent, clock } = await startConnector(context)
  const startedAt: number[] = []
  const browser = newBrowser()
  const authorize = await go(browser, 'sandbox', (await begin()).secret)
  const before = sent.length
  const push = sent.push.bind(sent)
  // Each call takes all the time that it has.
  sent.push = (asked) => {
    startedAt.push(clock.at)
    clock.at += Math.min(asked.timeoutMs ?? Number.POSITIVE_INFINITY, LIMITS.totalMs)
    return push(asked)
  }
  const began = clock.at
  // The account that comes back can be read by nobody, so its token is given back.
  const step = await connector.finish('sandbox', null, answer(authorize, 'none'), browser.read)
  assert.equal(step.is, 'failed')
  assert.ok(
    startedAt.length >= 3,
    sent
      .slice(before)
      .map(({ url }) => url)
      .join(),
  )
  assert.ok(clock.at - began < SERVER_LIMITS.handlerTimeoutMs, `${clock.at - began} ms`)
})
