import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import type { SimulatedPlatform } from '@central-api/testing/connect/simulated-providers.ts'
import { DAY_MS, HOUR_MS, START, startRenewals } from '@central-api/testing/connect/start-renewals.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { webhook } from '@central-api/testing/storage/webhooks-suite.ts'
import { ApiError } from '../../errors.ts'
import { openStore } from '../../storage/open-store.ts'
import { StoreError } from '../../storage/store-error.ts'
import { createConnectionEvents } from '../connection-events.ts'

const start = async (context: TestContext, platform: SimulatedPlatform = 'tiktok') => {
  const store = await openStore('sqlite::memory:')
  context.after(() => store.close())
  return { store, ...(await startRenewals(platform, store)) }
}

test('a rotating token is renewed once when it is due, and both new tokens are stored', async (context) => {
  const { store, clock, provider, connect, startReplica, find, secretsOf } = await start(context)
  const made = await connect()
  const { look } = startReplica(store)
  clock.at = START + 1.5 * HOUR_MS
  await look()
  assert.deepEqual(provider.calls, [])
  clock.at = START + 1.6 * HOUR_MS
  await look()
  await look()
  const renewed = await find(made)
  assert.equal(provider.calls.length, 1)
  assert.deepEqual(secretsOf(renewed), { token: provider.secrets[2], refreshToken: provider.secrets[3] })
  const { renewedAt, expiresAt, refreshExpiresAt, dueAt, state } = renewed
  assert.deepEqual(
    { renewedAt, expiresAt, refreshExpiresAt, dueAt, state },
    {
      renewedAt: clock.at,
      expiresAt: clock.at + 2 * HOUR_MS,
      refreshExpiresAt: clock.at + 180 * DAY_MS,
      dueAt: clock.at + 1.6 * HOUR_MS,
      state: 'connected',
    },
  )
})

for (const platform of ['instagram', 'threads'] as const)
  test(`${platform}: the token itself is exchanged, and ends with the platform’s reason`, async (context) => {
    const { store, clock, provider, connect, startReplica, find, secretsOf } = await start(context, platform)
    const made = await connect()
    const { look } = startReplica(store)
    clock.at = START + 48 * DAY_MS
    await look()
    const renewed = await find(made)
    assert.deepEqual(secretsOf(renewed), { token: provider.secrets[1] })
    assert.equal(renewed.expiresAt, clock.at + 5_183_944_000)
    // The platform forgets it.
    const again = await connect({ dueAt: clock.at, sealedToken: made.sealedToken, id: made.id.concat('2') })
    await look()
    // Sealed for another record.
    assert.equal((await find(again)).state, 'ended')
    const foreign = await connect({ dueAt: clock.at, accountId: 'other' })
    provider.secrets.length = 0
    await look()
    const ended = await find(foreign)
    assert.deepEqual([ended.state, ended.reason], ['ended', platform === 'threads' ? 'removed_by_owner' : 'expired'])
  })

test('a platform that returns the same token has moved its end', async (context) => {
  const { store, clock, provider, network, connect, startReplica, find, secretsOf } = await start(context, 'instagram')
  const made = await connect()
  const [token = ''] = provider.secrets
  const body = { access_token: token, token_type: 'bearer', expires_in: 5_183_944 }
  let calls = 0
  network.interfere = async () => {
    calls += 1
    return { status: 200, body }
  }
  const { look } = startReplica(store)
  clock.at = START + 48 * DAY_MS
  await look()
  await look()
  const renewed = await find(made)
  assert.deepEqual([calls, secretsOf(renewed), renewed.state], [1, { token }, 'connected'])
  assert.equal(renewed.expiresAt, clock.at + 5_183_944_000)
})

test('a token that nobody read for a month is renewed with the next read, or before its refresh token ends', async (context) => {
  const { store, clock, provider, connect, startReplica, find } = await start(context)
  const made = await connect()
  const { look, fresh } = startReplica(store)
  clock.at = START + 31 * DAY_MS
  await look()
  assert.deepEqual(provider.calls, [])
  assert.equal((await find(made)).dueAt, START + 144 * DAY_MS)
  const read = await fresh(await find(made))
  assert.deepEqual([provider.calls.length, read.expiresAt], [1, clock.at + 2 * HOUR_MS])
  clock.at += 1.6 * HOUR_MS
  await look()
  assert.equal(provider.calls.length, 1)
  clock.at = START + (31 + 144) * DAY_MS
  await look()
  assert.equal(provider.calls.length, 2)
  assert.equal((await find(made)).state, 'connected')
})

test('a hundred readers of one expired token share one renewal', async (context) => {
  const { store, clock, provider, connect, startReplica } = await start(context)
  const made = await connect()
  const replicas = [startReplica(store), startReplica(store)]
  clock.at = START + 3 * HOUR_MS
  const read = await Promise.all(Array.from({ length: 100 }, (_, at) => replicas[at % 2]?.fresh(made)))
  assert.equal(provider.calls.length, 1)
  assert.deepEqual([...new Set(read.map((each) => each?.expiresAt))], [read[0]?.expiresAt])
  assert.ok((read[0]?.expiresAt ?? 0) > clock.at)
})

test('a lost response is tried once more, and then the connection ends or waits', async (context) => {
  const { store, clock, provider, network, faults, connect, startReplica, find } = await start(context)
  const { look } = startReplica(store)
  const [rotated, away] = [await connect(), await connect({ dueAt: START + 1.7 * HOUR_MS })]
  clock.at = START + 1.6 * HOUR_MS
  // The platform rotated, and its response was lost.
  network.interfere = async (_request, answer) => {
    const given = await answer()
    if (provider.calls.length === 1) throw new ApiError('link_timeout')
    return given
  }
  await look()
  assert.equal(provider.calls.length, 2)
  const ended = await find(rotated)
  assert.deepEqual([ended.state, ended.reason, ended.dueAt], ['ended', 'expired', null])
  // The platform was never reached: nothing ends, and the next try is later.
  clock.at = START + 1.7 * HOUR_MS
  let tries = 0
  network.interfere = async () => {
    tries += 1
    throw new ApiError('link_unreachable')
  }
  await look()
  await look()
  assert.equal(tries, 2)
  const waiting = await find(away)
  assert.deepEqual([waiting.state, waiting.dueAt], ['connected', clock.at + 72_000])
  assert.equal(faults.length, 1)
  delete network.interfere
  clock.at += 72_000
  await look()
  assert.equal((await find(away)).expiresAt, clock.at + 2 * HOUR_MS)
})

test('an expired token that cannot be renewed now is an error of the platform, asked once', async (context) => {
  const { store, clock, network, connect, startReplica, find } = await start(context)
  const made = await connect()
  const { fresh } = startReplica(store)
  clock.at = START + 3 * HOUR_MS
  let tries = 0
  network.interfere = async () => {
    tries += 1
    return { status: 429, body: '{}' }
  }
  await assert.rejects(fresh(made), { code: 'platform_rate_limited' })
  await assert.rejects(fresh(made), { code: 'platform_rate_limited' })
  assert.deepEqual([tries, (await find(made)).state], [1, 'connected'])
  network.interfere = async () => ({ status: 200, body: { error: 'invalid_client' } })
  clock.at += 2 * 60_000
  await assert.rejects(fresh(made), { code: 'platform_unauthorized' })
  assert.equal((await find(made)).state, 'connected')
})

test('a refused refresh token ends the connection only if no other process has renewed it', async (context) => {
  const { store, clock, connect, startReplica, find, secretsOf, seal } = await start(context)
  const made = await connect()
  clock.at = START + 1.6 * HOUR_MS
  // Its own exchange is refused, since another process exchanges and stores meanwhile.
  const late = startReplica(store, {
    wrapExchange: (exchange) => async (connection, secrets) => {
      const { token, refreshToken } = await exchange(connection, secrets).then((granted) => ({
        token: granted.accessToken,
        refreshToken: granted.refreshToken ?? '',
      }))
      await store.connections.put({ ...connection, sealedToken: seal.seal(connection, { token, refreshToken }) })
      return exchange(connection, secrets)
    },
  })
  await late.look()
  const stored = await find(made)
  assert.equal(stored.state, 'connected')
  assert.notEqual(secretsOf(stored).token, secretsOf(made).token)
})

test('a new token that the store cannot take is used from memory, and stored as soon as it can', async (context) => {
  const { store, clock, provider, connect, startReplica, find, secretsOf } = await start(context)
  const made = await connect()
  let isDown = true
  const replica = startReplica(store, {
    wrapStore: (connections) => ({
      ...connections,
      async put(record, notes) {
        if (isDown) throw new StoreError('unavailable', new Error('disk full'))
        return connections.put(record, notes)
      },
    }),
  })
  const other = startReplica(store)
  clock.at = START + 3 * HOUR_MS
  const read = await replica.fresh(made)
  assert.equal(secretsOf(read).token, provider.secrets[2])
  assert.deepEqual((await find(made)).sealedToken, made.sealedToken)
  assert.equal(secretsOf(await replica.fresh(made)).token, provider.secrets[2])
  // Nobody exchanges the old token meanwhile.
  await other.look()
  assert.equal(provider.calls.length, 1)
  // A label that was changed meanwhile stays.
  await store.connections.put({ ...(await find(made)), label: 'New' })
  isDown = false
  await replica.stop()
  const stored = await find(made)
  assert.deepEqual([secretsOf(stored).token, stored.label], [provider.secrets[2], 'New'])
})

test('a disconnected account stays disconnected, also when it was being renewed', async (context) => {
  const { store, clock, licenseId, connect, startReplica } = await start(context)
  const made = await connect()
  clock.at = START + 1.6 * HOUR_MS
  const replica = startReplica(store, {
    wrapExchange: (exchange) => async (connection, secrets) => {
      const granted = await exchange(connection, secrets)
      await store.connections.remove(made.id, licenseId)
      return granted
    },
  })
  await replica.look()
  assert.equal(await store.connections.find(made.id), undefined)
})

test('an account that its owner connected again keeps the newer token', async (context) => {
  const { store, clock, connect, startReplica, find, secretsOf, seal } = await start(context)
  const made = await connect()
  clock.at = START + 1.6 * HOUR_MS
  const replica = startReplica(store, {
    wrapExchange: (exchange) => async (connection, secrets) => {
      const granted = await exchange(connection, secrets)
      await store.connections.put({ ...connection, sealedToken: seal.seal(connection, { token: 'newer' }) })
      return granted
    },
  })
  await replica.look()
  assert.deepEqual(secretsOf(await find(made)), { token: 'newer' })
})

test('a quiet service renews nothing', async (context) => {
  const { store, clock, provider, connect, startReplica } = await start(context)
  const made = await connect()
  const { fresh, replace } = startReplica(store, { renews: false })
  clock.at = START + 1.9 * HOUR_MS
  assert.equal((await fresh(made)).sealedToken, made.sealedToken)
  clock.at = START + 3 * HOUR_MS
  await assert.rejects(fresh(made), { code: 'platform_not_configured' })
  await assert.rejects(replace(made, 'expired'), { code: 'platform_not_configured' })
  assert.deepEqual(provider.calls, [])
})

test('a token that the platform refuses before its end is replaced, once', async (context) => {
  const { store, provider, connect, startReplica, secretsOf } = await start(context)
  const made = await connect()
  const { replace } = startReplica(store)
  const [one, two] = await Promise.all([replace(made, 'expired'), replace(made, 'expired')])
  assert.deepEqual([one && secretsOf(one).token, two?.id], [provider.secrets[2], made.id])
  assert.equal(provider.calls.length, 1)
})

test('an end that cannot be moved is announced two weeks before, and then happens', async (context) => {
  const { store, clock, connect, startReplica, find, seal, licenseId } = await start(context)
  const id = 'cn_lasting'
  const sealedToken = seal.seal({ id, licenseId }, { token: 'no refresh token' })
  const made = await connect({ id, sealedToken, expiresAt: START + 60 * DAY_MS, dueAt: START + 46 * DAY_MS })
  await store.webhooks.create(webhook(), 9, act())
  const isSubscribed = () => true
  const events = createConnectionEvents({ licenses: store.licenses, isSubscribed, now: () => clock.at, randomBytes })
  const sent = async () => {
    const all: unknown[] = []
    for await (const rows of store.copies.read('webhook_events'))
      all.push(...rows.map(({ type, data }) => ({ type, data: JSON.parse(String(data)) })))
    return all as { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[]
  }
  const { look } = startReplica(store, { events })
  clock.at = START + 46 * DAY_MS
  await look()
  await look()
  const [announced, ...others] = await sent()
  assert.ok(announced)
  const { license, ...about } = announced.data
  assert.deepEqual([announced.type, (license as { readonly id: string }).id], ['connection.ending', licenseId])
  const endsAt = new Date(START + 60 * DAY_MS).toISOString()
  assert.deepEqual(about, { connection: id, platform: 'tiktok', hint: 'de', endsAt })
  assert.deepEqual(others, [])
  const ending = await find(made)
  assert.deepEqual([ending.state, ending.until, ending.dueAt], ['ending', made.expiresAt, made.expiresAt])
  clock.at = START + 60 * DAY_MS
  await look()
  const ended = await find(made)
  assert.deepEqual([ended.state, ended.reason, ended.until, ended.since], ['ended', 'expired', null, clock.at])
  assert.deepEqual((await sent()).map(({ type }) => type).toSorted(), ['connection.ended', 'connection.ending'])
})

test('a refresh token that stays is used again and again', async (context) => {
  const { store, clock, provider, connect, startReplica, find, secretsOf } = await start(context, 'youtube')
  const made = await connect()
  const { look } = startReplica(store)
  for (let renewals = 1; renewals <= 3; renewals += 1) {
    clock.at += 0.8 * HOUR_MS
    await look()
    const { state, refreshExpiresAt } = await find(made)
    assert.deepEqual([state, refreshExpiresAt], ['connected', null])
    assert.deepEqual(secretsOf(await find(made)), { token: provider.secrets.at(-1), refreshToken: provider.secrets[1] })
  }
  assert.equal(provider.calls.length, 3)
})

test('where a dead refresh token is refused as a wrong client is, it ends the connection only with its own end', async (context) => {
  const { store, clock, provider, network, connect, startReplica, find, faults } = await start(context, 'pinterest')
  const made = await connect()
  network.interfere = async () => ({ status: 401, body: { code: 2, message: 'Authentication failed.' } })
  const { look } = startReplica(store)
  for (const days of [24, 31, 59]) {
    clock.at = START + days * DAY_MS
    await look()
    assert.equal((await find(made)).state, 'connected', String(days))
  }
  assert.deepEqual([...new Set(faults)], ['invalid_client'])
  clock.at = START + 61 * DAY_MS
  await look()
  assert.deepEqual([(await find(made)).state, (await find(made)).reason], ['ended', 'expired'])
  // The secret was mended before the end: the account goes on.
  const other = await connect({ accountId: 'other', dueAt: clock.at, refreshExpiresAt: clock.at + DAY_MS })
  await look()
  network.interfere = (_request, answer) => answer()
  clock.at += HOUR_MS * 2
  await look()
  assert.equal((await find(other)).state, 'connected')
  assert.equal(provider.calls.length, 1)
})

test('using a refresh token of LinkedIn does not lengthen its year, whatever the response says', async (context) => {
  const { store, clock, provider, network, connect, startReplica, find, secretsOf } = await start(context, 'linkedin')
  const made = await connect()
  const yearEnd = START + 365 * DAY_MS
  const { look } = startReplica(store)
  network.interfere = async () => ({
    status: 200,
    body: {
      ...{ access_token: provider.give('AQ'), refresh_token: provider.secrets[1], scope: 'r_organization_social' },
      expires_in: Math.min(5_184_000, (yearEnd - clock.at) / 1_000),
      refresh_token_expires_in: 31_536_000,
    },
  })
  let renewals = 0
  for (let days = 0; days < 350; days += 1) {
    clock.at = START + days * DAY_MS
    const { token } = secretsOf(await find(made))
    await look()
    if (secretsOf(await find(made)).token !== token) renewals += 1
    const { refreshExpiresAt, expiresAt } = await find(made)
    assert.deepEqual([refreshExpiresAt, Number(expiresAt) > clock.at], [yearEnd, true], String(days))
  }
  assert.ok(renewals >= 7 && renewals <= 10, String(renewals))
  clock.at = yearEnd - 14 * DAY_MS
  await look()
  const ending = await find(made)
  assert.deepEqual([ending.state, ending.until, ending.reason], ['ending', yearEnd, 'expired'])
  clock.at = yearEnd
  await look()
  assert.deepEqual([(await find(made)).state, (await find(made)).reason], ['ended', 'expired'])
})

test('without a refresh token, a token of LinkedIn is not exchanged: it ends, and this is told before', async (context) => {
  const { store, clock, provider, connect, startReplica, find, seal, licenseId } = await start(context, 'linkedin')
  const id = 'cn_unrefreshed'
  const made = await connect({ id, refreshExpiresAt: null, sealedToken: seal.seal({ id, licenseId }, { token: 'AQ' }) })
  const { look } = startReplica(store)
  const states: string[] = []
  for (const days of [45, 46, 59, 60]) {
    clock.at = START + days * DAY_MS
    // The clock of the schedule.
    await store.connections.put({ ...(await find(made)), dueAt: clock.at })
    await look()
    states.push((await find(made)).state)
  }
  assert.deepEqual(states, ['connected', 'ending', 'ending', 'ended'])
  assert.deepEqual(provider.calls, [])
})
