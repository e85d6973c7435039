// The whole way of a YouTube channel over the service's API: connected, read to the end, renewed, ended.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { youtube } from '@central-api/service/platforms/youtube/youtube.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { startBrowser } from '@central-api/testing/connect/connect-by-browser.ts'
import { idsIn } from '@central-api/testing/connect/simulated-accounts.ts'
import { type SimulatedChannelOfOwner, simulateChannel } from '@central-api/testing/connect/simulated-channel.ts'
import { type Answer, OPERATOR, type Provider } from '@central-api/testing/connect/simulated-providers.ts'
import { KEYS } from '@central-api/testing/platforms/youtube/simulator.ts'
import { START } from '@central-api/testing/start-service.ts'

const HOUR_MS = 3_600_000
const CHANNEL = 'UCaaaaaaaaaaaaaaaaaaaaaa'

type Options = {
  readonly environment?: Readonly<Record<string, string>>
  /** The units of a day. */
  readonly allows?: number
}

/** The platform whose projects have fewer units. */
const withUnits = (allows: number): Platform => ({
  ...youtube,
  sources: youtube.sources.map((source) => ({
    ...source,
    ...(source.limits && {
      limits: { ...source.limits, buckets: source.limits.buckets?.map((bucket) => ({ ...bucket, allows })) ?? [] },
    }),
  })),
})

const start = async (context: TestContext, { environment = {}, allows }: Options = {}) => {
  let given: Provider | undefined
  const refused = new Set<string>()
  /** What Google’s token endpoint answers; the provider itself when undefined. */
  const google: { fault: Answer | undefined } = { fault: undefined }
  const channel: SimulatedChannelOfOwner = simulateChannel(
    (token) => given?.secrets.includes(token) === true && !refused.has(token),
    KEYS,
  )
  const browser = await startBrowser(context, {
    ...{ id: 'youtube', platform: allows === undefined ? youtube : withUnits(allows) },
    environment: {
      ...{ YOUTUBE_CLIENT_ID: OPERATOR.clientId, YOUTUBE_CLIENT_SECRET: OPERATOR.clientSecret },
      ...environment,
    },
    read(url, provider, { headers = {} }) {
      given = provider
      if (url.host === 'oauth2.googleapis.com') return google.fault
      // The site shows nothing.
      if (url.host === 'www.youtube.com') return { status: 404, body: 'Not Found' }
      return channel.respond(url, headers)
    },
  })
  const { ask, connect, list } = browser
  const connected = async () => {
    const { page } = await connect()
    assert.equal(page.statusCode, 200, page.body)
    const [connection = assert.fail()] = await list()
    return { connection, page }
  }
  const scan = (connection: string, more: object = {}) =>
    ask('/scan-profile', { platform: 'youtube', handle: 'me', connection, ...more })
  /** All pages of a connection’s own channel. */
  const walk = async (connection: string, more: object = {}) => {
    const first = await scan(connection, more)
    assert.equal(first.status, 200, first.text)
    const [ids, texts] = [[...idsIn(first.body.data)], [first.text]]
    let cursor = first.body.data?.nextCursor
    for (let pages = 0; typeof cursor === 'string' && pages < 9; pages += 1) {
      const body = { platform: 'youtube', handle: 'me', connection, cursor, ...more }
      const next = await ask('/load-more-posts', body)
      assert.equal(next.status, 200, next.text)
      ids.push(...idsIn(next.body.data))
      texts.push(next.text)
      cursor = next.body.data?.nextCursor
    }
    return { ids, text: texts.join('\n'), first }
  }
  return { ...browser, channel, google, refuse: (token: string) => refused.add(token), connected, scan, walk }
}

test('a channel is connected, read to the end, renewed and read again with the same refresh token', async (context) => {
  const { connected, walk, channel, provider, clock, list } = await start(context)
  const { connection, page } = await connected()
  assert.deepEqual(
    [connection.platform, connection.account.id, connection.account.handle, connection.state, connection.missing],
    ['youtube', CHANNEL, '@acme', 'connected', []],
  )
  const { ids, text, first } = await walk(connection.id)
  assert.deepEqual(ids, channel.ids)
  assert.match(first.text, /Acme & Söhne/)
  const { handle, profile } = jsonObject(first.body.data?.body)
  // The handle to store is the one that the connection accepts.
  assert.deepEqual([handle, jsonObject(profile).id], ['@acme', CHANNEL])
  const [, token = '', refresh = ''] = provider.secrets
  assert.deepEqual([token.startsWith('ya29-'), refresh.startsWith('1//refresh-')], [true, true])
  assert.deepEqual([...new Set(channel.tokens)], [token])

  for (let hours = 2; hours <= 4; hours += 2) {
    clock.at = START + hours * HOUR_MS
    channel.tokens.length = 0
    assert.deepEqual((await walk(connection.id)).ids, channel.ids)
    assert.deepEqual([...new Set(channel.tokens)], [provider.secrets.at(-1)])
  }
  assert.equal(provider.secrets.length, 5)
  assert.equal((await list())[0]?.state, 'connected')
  for (const secret of provider.secrets) assert.ok(!`${text}${page.body}`.includes(secret))
})

test('private and unlisted videos of the owner are shown in no variant, and not by their URL', async (context) => {
  const { connected, walk, channel, ask } = await start(context)
  const { connection } = await connected()
  assert.ok(channel.hiddenIds.length >= 4)
  for (const variant of ['posts', 'videos', 'shorts', 'live']) {
    const { ids, text } = await walk(connection.id, { variant })
    assert.ok(ids.length > 0)
    for (const hidden of channel.hiddenIds) assert.ok(!text.includes(hidden), `${variant} ${hidden}`)
  }
  const read = async (id: string) => {
    const posts = [`https://www.youtube.com/watch?v=${id}`]
    const { body, text } = await ask('/posts', { platform: 'youtube', posts, connection: connection.id })
    const [first] = jsonList(jsonObject(body.data?.body).posts).map(jsonObject)
    assert.ok(first, text)
    return jsonObject(first.error).code
  }
  assert.equal(await read(channel.ids[0] ?? ''), undefined)
  assert.equal(await read(channel.otherId), 'unsupported_post_url')
  const answers = await Promise.all(channel.hiddenIds.map(read))
  // Anybody with its URL may see an unlisted video.
  assert.deepEqual([...new Set(answers)].toSorted(), ['post_not_found', undefined])
})

test('what is read through a connection belongs to it', async (context) => {
  const { connected, walk, askAsOther, channel } = await start(context, {
    environment: { YOUTUBE_API_KEY: KEYS[0] },
  })
  const { connection } = await connected()
  const other = await askAsOther('/scan-profile', { platform: 'youtube', handle: '@acme' })
  assert.equal(other.status, 200, other.text)
  assert.equal(channel.tokens.length, 0)
  const { first } = await walk(connection.id)
  assert.ok(channel.tokens.length > 0)
  assert.deepEqual(idsIn(first.body.data), idsIn(other.body.data))
  const calls = channel.tokens.length
  assert.equal((await askAsOther('/scan-profile', { platform: 'youtube', handle: CHANNEL })).status, 200)
  assert.equal(channel.tokens.length, calls)
})

test('an access token that ends early is replaced once; a consent that was removed ends the connection', async (context) => {
  const { connected, scan, channel, provider, google, refuse, clock, list, parts } = await start(context)
  const { connection } = await connected()
  const [, token = ''] = provider.secrets
  refuse(token)
  assert.equal((await scan(connection.id)).status, 200)
  assert.deepEqual([...new Set(channel.tokens)], [token, provider.secrets[3]])

  clock.at += 2 * HOUR_MS
  google.fault = { status: 400, body: { error: 'invalid_grant', error_description: 'Ein Satz von ihnen' } }
  const ended = await scan(connection.id, { variant: 'shorts' })
  assert.equal(ended.body.error?.code, 'connection_ended', ended.text)
  assert.deepEqual(ended.body.error?.details, { reason: 'expired' })
  assert.ok(!ended.text.includes('Satz'))
  await parts.connections.idle()
  assert.deepEqual([(await list())[0]?.state, (await list())[0]?.reason], ['ended', 'expired'])
})

test('what is wrong with the operator’s client or project ends no connection', async (context) => {
  const { connected, scan, channel, google, clock, list, parts } = await start(context)
  const { connection } = await connected()
  const state = async () => {
    await parts.connections.idle()
    return (await list())[0]?.state
  }
  const fault = (status: number, reason: string, details: readonly object[] = []): Answer => ({
    status,
    body: { error: { code: status, message: 'Ein Satz', errors: [{ reason }], details } },
  })
  const faults = [
    [fault(403, 'accessNotConfigured'), 'platform_unauthorized'],
    [fault(403, 'forbidden', [{ reason: 'SERVICE_DISABLED' }]), 'platform_unauthorized'],
    [fault(403, 'forbidden', [{ reason: 'CONSUMER_SUSPENDED' }]), 'platform_unauthorized'],
    [fault(500, 'backendError'), 'platform_error'],
  ] as const
  for (const [answer, code] of faults) {
    channel.fault = answer
    assert.equal((await scan(connection.id)).body.error?.code, code, JSON.stringify(answer))
    assert.equal(await state(), 'connected')
    clock.at += 60_000
  }
  channel.fault = undefined
  for (const [status, error] of [
    [401, 'invalid_client'],
    [401, 'deleted_client'],
    [500, 'internal_failure'],
  ] as const) {
    clock.at += 3 * HOUR_MS
    google.fault = { status, body: { error } }
    assert.notEqual((await scan(connection.id, { variant: 'live' })).status, 200)
    assert.equal(await state(), 'connected', error)
  }
})

const ENDS = [
  [401, 'youtubeSignupRequired', 'account_gone'],
  [403, 'accountSuspended', 'account_gone'],
  [403, 'channelClosed', 'account_gone'],
  [403, 'insufficientPermissions', 'scope_missing'],
] as const

for (const [status, reason, ends] of ENDS)
  test(`${reason} ends the connection: ${ends}`, async (context) => {
    const { connected, scan, channel, list, parts } = await start(context)
    const { connection } = await connected()
    channel.fault = { status, body: { error: { code: status, message: 'Ein Satz', errors: [{ reason }] } } }
    const refused = await scan(connection.id)
    assert.deepEqual([refused.body.error?.code, refused.body.error?.details], ['connection_ended', { reason: ends }])
    await parts.connections.idle()
    assert.deepEqual([(await list())[0]?.state, (await list())[0]?.reason], ['ended', ends])
  })

test('a consent that Google limits to seven days, as those of applications in testing, has a known end', async (context) => {
  const { connected, google, provider, parts } = await start(context)
  const week = 7 * 86_400 - 1
  google.fault = {
    status: 200,
    body: {
      ...{ access_token: provider.give('ya29'), refresh_token: provider.give('1//refresh'), expires_in: 3_599 },
      ...{ refresh_token_expires_in: week, token_type: 'Bearer' },
      scope: 'https://www.googleapis.com/auth/youtube.readonly',
    },
  }
  const { connection } = await connected()
  const { refreshExpiresAt, state, until } = (await parts.store.connections.find(connection.id)) ?? {}
  // It is warned of at once.
  const end = START + week * 1_000
  assert.deepEqual([refreshExpiresAt, state, until], [end, 'ending', end])
})

test('calls through connections use the units of the operator’s key', async (context) => {
  const allows = 20
  const { connected, scan, askAsOther, channel, clock } = await start(context, {
    environment: { YOUTUBE_API_KEY: KEYS[0] },
    allows,
  })
  const { connection } = await connected()
  for (let rounds = 0; rounds < 12; rounds += 1) {
    clock.at += 1.5 * HOUR_MS
    await scan(connection.id)
    await askAsOther('/scan-profile', { platform: 'youtube', handle: '@acme' })
  }
  assert.ok(channel.units() > 0 && channel.units(KEYS[0]) > 0)
  assert.equal(channel.units() + channel.units(KEYS[0]), allows)
  const refused = await scan(connection.id, { variant: 'live' })
  assert.equal(refused.body.error?.code, 'platform_rate_limited', refused.text)
})

test('without a key, connections share the units of the client; no license uses all of them', async (context) => {
  const allows = 20
  const { connected, scan, channel, clock, license } = await start(context, { allows })
  await license()
  const { connection } = await connected()
  for (let rounds = 0; rounds < 12; rounds += 1) {
    clock.at += HOUR_MS / 4
    await scan(connection.id)
  }
  assert.equal(channel.units(), allows / 2)
  const refused = await scan(connection.id, { variant: 'live' })
  assert.match(refused.body.error?.message ?? '', /^This license has used its share/)
})

test('when YouTube reports that the units are used up, no other connection calls it until their reset', async (context) => {
  const { connected, scan, channel, provider, license, authorize, parts, post } = await start(context)
  const { connection } = await connected()
  const known = (await parts.store.connections.find(connection.id)) ?? assert.fail()
  const { license: other, key } = await license()
  const secrets = { token: provider.give('ya29') }
  const saved = await parts.connections.save({ ...known, licenseId: other.id, secrets }, null)
  assert.ok(saved !== 'limit')
  channel.fault = {
    status: 403,
    body: { error: { code: 403, message: 'Ein Satz', errors: [{ reason: 'quotaExceeded' }] } },
  }
  assert.equal((await scan(connection.id)).body.error?.code, 'platform_rate_limited')
  const calls = channel.tokens.length
  const body = { platform: 'youtube', handle: 'me', connection: saved.id }
  const refused = await post('/scan-profile', body, await authorize(key))
  assert.equal(refused.body.error?.code, 'platform_rate_limited', refused.text)
  // Until midnight in California: 20 hours.
  assert.equal(refused.headers['retry-after'], String(20 * 3_600))
  assert.equal(channel.tokens.length, calls)
})
