// The whole way of an account over the service's API, on each platform whose posts are read by the same code with and
// without a connection: connected, read to the end, renewed, and ended when its owner takes it back.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { flickr } from '@central-api/service/platforms/flickr/flickr.ts'
import { github } from '@central-api/service/platforms/github/github.ts'
import { reddit } from '@central-api/service/platforms/reddit/reddit.ts'
import { tumblr } from '@central-api/service/platforms/tumblr/tumblr.ts'
import { twitch } from '@central-api/service/platforms/twitch/twitch.ts'
import { vimeo } from '@central-api/service/platforms/vimeo/vimeo.ts'
import { x } from '@central-api/service/platforms/x/x.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import {
  type Answer,
  OPERATOR,
  REDDIT_AGENT,
  type SimulatedPlatform,
} from '@central-api/testing/connect/simulated-providers.ts'
import { type SimulatedSignature, startOwnBrowser } from '@central-api/testing/connect/start-own-browser.ts'
import { KEYS as FLICKR_KEYS, startFlickr } from '@central-api/testing/platforms/flickr/simulator.ts'
import { TOKENS as GITHUB_TOKENS, startGithub } from '@central-api/testing/platforms/github/simulator.ts'
import { APPLICATIONS as REDDIT_APPLICATIONS, startReddit } from '@central-api/testing/platforms/reddit/simulator.ts'
import type { Simulator } from '@central-api/testing/platforms/suite/simulator.ts'
import { startTumblr, KEYS as TUMBLR_KEYS } from '@central-api/testing/platforms/tumblr/simulator.ts'
import { startTwitch, APPLICATIONS as TWITCH_APPLICATIONS } from '@central-api/testing/platforms/twitch/simulator.ts'
import { startVimeo, TOKENS as VIMEO_TOKENS } from '@central-api/testing/platforms/vimeo/simulator.ts'
import { startX, TOKENS as X_TOKENS } from '@central-api/testing/platforms/x/simulator.ts'
import { START } from '@central-api/testing/start-service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Own = {
  readonly platform: Platform
  readonly account: { readonly id: string; readonly handle: string }
  /** Those to choose among several. */
  readonly chosen?: readonly string[]
  readonly start: () => Promise<Simulator>
  readonly signature: SimulatedSignature | ((simulator: Simulator) => Promise<SimulatedSignature>)
  /** The platform's answer to a token that does not work. */
  readonly refused: Answer
  /** Its answer to a call that is not allowed, whoever makes it. */
  readonly forbidden: unknown
  /** Of the settings of its application. */
  readonly prefix?: string
  /** The handle to store. */
  readonly lasting: string
  /** How long a token works; absent if it does not end. */
  readonly lifeMs?: number
  /** A variant that no scan has read before; absent if there is one only. */
  readonly variant?: string
  /** The operator's own credentials, which must sign nothing. */
  readonly environment: Readonly<Record<string, string>>
}

/** A token of an application of the simulator, as a header field. */
const applicationToken = async (url: string, host: string, form: object, fields: object = {}) => {
  const body = new URLSearchParams({ ...form, grant_type: 'client_credentials' })
  const response = await fetch(url, { method: 'POST', body, headers: { ...fields, 'x-forwarded-host': host } })
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  return `Bearer ${token}`
}

const OWN = {
  flickr: {
    platform: flickr,
    forbidden: { stat: 'fail', code: 96, message: 'Invalid signature' },
    account: { id: '900001@N01', handle: 'rainperson' },
    start: () => startFlickr(),
    signature: { query: { api_key: FLICKR_KEYS[0], auth_token: 'signed in' } },
    refused: { status: 200, body: { stat: 'fail', code: 98, message: 'Invalid auth token' } },
    lasting: '900001@N01',
    environment: { FLICKR_API_KEY: FLICKR_KEYS[1] },
  },
  x: {
    platform: x,
    forbidden: { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' },
    account: { id: '70001', handle: 'acme' },
    start: () => startX(),
    signature: { headers: { authorization: `Bearer ${X_TOKENS[0]}` } },
    refused: { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' } },
    lasting: 'i/user/70001',
    lifeMs: 2 * HOUR_MS,
    variant: 'media',
    environment: { X_BEARER_TOKEN: X_TOKENS[1] },
  },
  tumblr: {
    platform: tumblr,
    forbidden: { meta: { status: 403, msg: 'Forbidden' }, errors: [{ title: 'Forbidden', code: 0 }], response: [] },
    account: { id: 't:Ab3_x9', handle: 'ferns' },
    chosen: ['t:Ab3_x9'],
    start: () => startTumblr(),
    signature: { query: { api_key: TUMBLR_KEYS[0] } },
    refused: {
      status: 401,
      body: {
        meta: { status: 401, msg: 'Unauthorized' },
        errors: [{ title: 'Unauthorized', code: 1016 }],
        response: [],
      },
    },
    lasting: 't:Ab3_x9',
    lifeMs: 42 * MINUTE_MS,
    variant: 'photos',
    environment: { TUMBLR_API_KEY: TUMBLR_KEYS[1] },
  },
  twitch: {
    platform: twitch,
    forbidden: { error: 'Forbidden', status: 403, message: 'No' },
    account: { id: '1', handle: 'acme' },
    start: startTwitch,
    signature: async ({ origin }) => {
      const [client_id, client_secret] = [TWITCH_APPLICATIONS.ids[0], TWITCH_APPLICATIONS.secrets[0]]
      const authorization = await applicationToken(`${origin}/oauth2/token`, 'id.twitch.tv', {
        ...{ client_id, client_secret },
      })
      return { headers: { authorization, 'client-id': client_id } }
    },
    refused: { status: 401, body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' } },
    lasting: 'id/1',
    prefix: 'TWITCH_LOGIN',
    lifeMs: 4 * HOUR_MS,
    variant: 'uploads',
    environment: {
      TWITCH_CLIENT_ID: TWITCH_APPLICATIONS.ids[1],
      TWITCH_CLIENT_SECRET: TWITCH_APPLICATIONS.secrets[1],
    },
  },
  reddit: {
    platform: reddit,
    forbidden: { message: 'Forbidden', error: 403 },
    account: { id: 't2_a1', handle: 'u/acme' },
    start: () => startReddit(),
    signature: async ({ origin }) => {
      const { ids, secrets, agent } = REDDIT_APPLICATIONS
      const basic = `Basic ${Buffer.from(`${ids[0]}:${secrets[0]}`).toString('base64')}`
      const own = { 'user-agent': agent }
      const fields = { ...own, authorization: basic }
      const authorization = await applicationToken(`${origin}/api/v1/access_token`, 'www.reddit.com', {}, fields)
      return { headers: { ...own, authorization } }
    },
    refused: { status: 401, body: { message: 'Unauthorized', error: 401 } },
    lasting: 'u/acme',
    prefix: 'REDDIT_LOGIN',
    lifeMs: 24 * HOUR_MS,
    variant: 'comments',
    environment: {
      REDDIT_CLIENT_ID: REDDIT_APPLICATIONS.ids[1],
      REDDIT_CLIENT_SECRET: REDDIT_APPLICATIONS.secrets[1],
      REDDIT_USER_AGENT: REDDIT_AGENT,
    },
  },
  github: {
    platform: github,
    forbidden: {
      message: 'Resource protected by organization SAML enforcement.',
      documentation_url: 'https://docs.github.com',
    },
    account: { id: '99000001', handle: 'hollow-oak' },
    start: startGithub,
    signature: { headers: { authorization: `Bearer ${GITHUB_TOKENS[0]}`, 'x-github-api-version': '2022-11-28' } },
    refused: {
      status: 401,
      body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
    },
    lasting: 'hollow-oak',
    lifeMs: 8 * HOUR_MS,
    variant: 'gists',
    environment: { GITHUB_TOKEN: GITHUB_TOKENS[1] },
  },
  vimeo: {
    platform: vimeo,
    forbidden: { error: 'No', link: null, developer_message: 'The token has no such scope.', error_code: 8_007 },
    account: { id: '900001', handle: 'tidefilms' },
    start: () => startVimeo(),
    signature: { headers: { authorization: `bearer ${VIMEO_TOKENS[0]}` } },
    refused: {
      status: 401,
      body: { error: 'Something is wrong.', link: null, developer_message: 'The token is invalid.', error_code: 8_003 },
    },
    lasting: 'user900001',
    environment: { VIMEO_ACCESS_TOKEN: VIMEO_TOKENS[1] },
  },
} as const satisfies Partial<Record<SimulatedPlatform, Own>>

type Id = keyof typeof OWN

const start = async (context: TestContext, id: Id, change?: (url: URL, body: unknown) => unknown) => {
  const { platform, signature, refused, environment, chosen = [], ...own }: Own = OWN[id]
  const simulator = await own.start()
  const { prefix = id.toUpperCase() } = own
  const browser = await startOwnBrowser(context, {
    ...{ id, platform, simulator, refused, ...(change && { change }) },
    signature: typeof signature === 'function' ? await signature(simulator) : signature,
    environment: {
      ...environment,
      [`${prefix}_CLIENT_ID`]: OPERATOR.clientId,
      [`${prefix}_CLIENT_SECRET`]: OPERATOR.clientSecret,
    },
  })
  return { ...browser, simulator, connect: (more: object = {}) => browser.connect(chosen, more) }
}

for (const id of Object.keys(OWN) as Id[]) {
  const { account, lasting, lifeMs, variant = 'posts', refused, forbidden }: Own = OWN[id]

  test(`${id}: an account is connected and read to the end, with its own token only`, async (context) => {
    const { connect, list, walk, ask, reads, provider, simulator } = await start(context, id)
    const { page } = await connect()
    assert.equal(page.statusCode, 200, page.body)
    const [connected = assert.fail()] = await list()
    assert.deepEqual(
      [connected.platform, connected.account.id, connected.account.handle, connected.state, connected.missing],
      [id, account.id, account.handle, 'connected', []],
    )
    assert.deepEqual(await walk(connected.id), simulator.ids())
    assert.deepEqual(
      [...new Set(reads.tokens)],
      provider.secrets.filter((each) => each.startsWith('access')),
    )
    const own = await ask('/scan-profile', { platform: id, handle: 'me', connection: connected.id })
    assert.equal((own.body.data?.body as { readonly handle?: unknown })?.handle, lasting)
    const before = reads.tokens.length
    // What a client stored is the same page.
    for (const handle of [lasting, account.handle]) {
      const stored = await ask('/scan-profile', { platform: id, handle, connection: connected.id })
      assert.deepEqual([stored.status, stored.body.data], [200, own.body.data], stored.text)
    }
    assert.equal(reads.tokens.length, before)
    // Without the connection, it is found by the account.
    for (const handle of [lasting, account.handle]) {
      const found = await ask('/scan-profile', { platform: id, handle })
      assert.deepEqual(found.body.data, own.body.data, `${handle} ${found.text.slice(0, 300)}`)
    }
    const other = await ask('/scan-profile', { platform: id, handle: 'somebody', connection: connected.id })
    assert.equal(other.body.error?.code, 'handle_malformed')
    for (const secret of provider.secrets) assert.ok(!`${own.text}${page.body}`.includes(secret))
  })

  if (lifeMs !== undefined)
    test(`${id}: the token is renewed before it ends`, async (context) => {
      const { connect, list, walk, reads, provider, clock, parts } = await start(context, id)
      await connect()
      const [connected = assert.fail()] = await list()
      await walk(connected.id)
      clock.at = START + 0.95 * lifeMs
      const given = provider.secrets.length
      // This read begins the renewal, and does not wait for it.
      await walk(connected.id)
      for (let tries = 0; provider.secrets.length === given && tries < 200; tries += 1) await setTimeout(5)
      await parts.pages.idle()
      // Cached pages are not served any more.
      clock.at += Math.max(0.2 * lifeMs, 16 * MINUTE_MS)
      reads.tokens.length = 0
      await walk(connected.id)
      const renewed = provider.secrets.findLast((each) => each.startsWith('access'))
      assert.notEqual(
        renewed,
        provider.secrets.find((each) => each.startsWith('access')),
      )
      assert.deepEqual([...new Set(reads.tokens)], [renewed])
    })

  if (lifeMs !== undefined)
    test(`${id}: a token that is refused early is renewed once, and ends nothing`, async (context) => {
      const { connect, list, walk, reads, provider } = await start(context, id)
      await connect()
      const [connected = assert.fail()] = await list()
      // The platform replaced the token, and told nobody.
      provider.give('access')
      assert.equal((await walk(connected.id)).length > 0, true)
      assert.equal(new Set(reads.tokens).size, 2)
      assert.equal((await list())[0]?.state, 'connected')
    })

  test(`${id}: what the platform forbids to anybody ends nothing`, async (context) => {
    const { connect, list, ask, reads, parts } = await start(context, id)
    await connect()
    const [connected = assert.fail()] = await list()
    reads.fault = { status: 403, body: forbidden }
    const refusal = await ask('/scan-profile', { platform: id, handle: 'me', connection: connected.id })
    assert.match(refusal.body.error?.code ?? '', /^platform_(?:unauthorized|error)$/, refusal.text)
    await parts.connections.idle()
    assert.equal((await list())[0]?.state, 'connected')
  })

  test(`${id}: when its owner removes the application, the connection ends`, async (context) => {
    const { connect, list, ask, reads, parts, provider } = await start(context, id)
    await connect()
    const [connected = assert.fail()] = await list()
    const scan = { platform: id, handle: 'me', connection: connected.id }
    if (variant !== 'posts') assert.equal((await ask('/scan-profile', scan)).status, 200)
    provider.remove()
    reads.fault = refused
    const refusal = await ask('/scan-profile', { ...scan, variant })
    assert.equal(refusal.body.error?.code, 'connection_ended', refusal.text)
    assert.deepEqual(refusal.body.error?.details, { reason: 'expired' })
    await parts.connections.idle()
    const [ended] = await list()
    assert.deepEqual([ended?.state, ended?.reason], ['ended', 'expired'])
    const tokens = new Set(reads.tokens)
    await ask('/scan-profile', { ...scan, variant })
    // No other credential takes the place of the token.
    assert.deepEqual(
      [...new Set(reads.tokens)],
      [...tokens].filter((each) => provider.secrets.includes(each)),
    )
  })
}

/** A body of the simulator in which the account is protected. */
const shy = (url: URL, body: unknown): unknown => {
  const { data } = body as { readonly data?: object }
  return /^\/2\/users\/\d+$/.test(url.pathname) ? { data: { ...data, protected: true } } : body
}

test('x: a protected account is shown only where the client asked for it, and only for as long', async (context) => {
  const { connect, list, walk, ask, simulator, clock, parts } = await start(context, 'x', shy)
  await connect()
  const [connected = assert.fail()] = await list()
  const scan = { platform: 'x', handle: 'me', connection: connected.id }
  assert.equal((await ask('/scan-profile', scan)).body.error?.code, 'profile_private')
  clock.at += MINUTE_MS
  const { page } = await connect({ include: ['private'], reconnect: connected.id })
  assert.equal(page.statusCode, 200)
  await parts.catchUp()
  clock.at += MINUTE_MS
  assert.deepEqual(await walk(connected.id), simulator.ids())
  // Pages that are cached are not shown either.
  await connect({ reconnect: connected.id })
  await parts.catchUp()
  assert.equal((await ask('/scan-profile', scan)).body.error?.code, 'profile_private')
})

test('x: a name of digits is no id', async (context) => {
  const { connect, list, ask } = await start(context, 'x')
  await connect()
  const [connected = assert.fail()] = await list()
  const named = { platform: 'x', handle: connected.account.id, connection: connected.id }
  assert.equal((await ask('/scan-profile', named)).body.error?.code, 'handle_malformed')
})

test('x: what is read through a connection is paid from the operator’s budget', async (context) => {
  const simulator = await startX()
  const { connect, list, walk, askAsOther, parts } = await startOwnBrowser(context, {
    ...{ id: 'x', platform: x, simulator, signature: OWN.x.signature, refused: OWN.x.refused },
    environment: { ...OWN.x.environment, X_CLIENT_ID: OPERATOR.clientId, X_CLIENT_SECRET: OPERATOR.clientSecret },
  })
  await connect()
  const [connected = assert.fail()] = await list()
  await walk(connected.id)
  await askAsOther('/scan-profile', { platform: 'x', handle: 'acme' })
  const billed = simulator.billed()
  assert.ok(billed > 80, String(billed))
  // The cost of the last call is counted before the next one.
  await askAsOther('/scan-profile', { platform: 'x', handle: 'nobody' })
  const left = parts.upstreams.governor.list().flatMap((each) => (each.bucket === 'half-cents' ? [each.left] : []))
  assert.equal(Math.min(...left), 3_000_000 * 0.98 - billed - 1)
})

test('x: of single posts a connection reads those of its account only, and protected ones only where asked for', async (context) => {
  const authors = { isOwn: true, isProtected: false }
  const { connect, list, ask, simulator } = await start(context, 'x', (url, body) => {
    if (!url.pathname.startsWith('/2/tweets/')) return body
    assert.match(url.searchParams.get('user.fields') ?? '', /\bprotected\b/)
    const { data, includes } = body as { readonly data: object; readonly includes: object }
    const author_id = authors.isOwn ? '70001' : '70002'
    const users = [{ id: author_id, username: 'acme', name: 'Acme', protected: authors.isProtected }]
    return { data: { ...data, author_id }, includes: { ...includes, users } }
  })
  await connect()
  const [connected = assert.fail()] = await list()
  const ids = simulator.ids().values()
  // Each is read once: what is cached stays.
  const read = async () => {
    const id = ids.next().value
    const { body } = await ask('/posts', { platform: 'x', posts: [id], connection: connected.id })
    const [found] = (body.data as unknown as { body: { posts: { post?: object; error?: { code: string } }[] } }).body
      .posts
    return found?.error?.code ?? 'ok'
  }
  assert.equal(await read(), 'ok')
  authors.isProtected = true
  assert.equal(await read(), 'profile_private')
  authors.isOwn = false
  assert.equal(await read(), 'unsupported_post_url')
})

test('vimeo: unlisted videos are shown only where the client asked for them, and never those of nobody', async (context) => {
  const views = ['unlisted', 'anybody', 'password', 'nobody', 'disable']
  const { connect, list, walk, ask, provider, parts } = await start(context, 'vimeo', (url, body) => {
    if (!url.pathname.endsWith('/videos')) return body
    const { data, ...more } = body as { readonly data: readonly object[] }
    // A page of five, and no other.
    return {
      ...more,
      paging: {},
      data: data.slice(0, 5).map((each, at) => ({ ...each, privacy: { view: views[at] } })),
    }
  })
  await connect()
  const [connected = assert.fail()] = await list()
  assert.equal((await walk(connected.id)).length, 1)
  await connect({ include: ['private'], reconnect: connected.id })
  assert.deepEqual((await list())[0]?.missing, [])
  const { body } = await ask('/connections', { id: connected.id, disconnect: true })
  assert.ok(body.data)
  await parts.connections.idle()
  assert.equal(provider.calls.at(-1), 'DELETE https://api.vimeo.com/tokens')
  await connect({ include: ['private'] })
  const [again = assert.fail()] = await list()
  assert.equal((await walk(again.id)).length, 4)
})

test('vimeo: an application under review asks for nothing that is not public', async (context) => {
  const { signature, ...own } = OWN.vimeo
  const simulator = await own.start()
  const { connect, list, parts } = await startOwnBrowser(context, {
    ...{ id: 'vimeo', platform: own.platform, refused: own.refused, simulator, signature },
    environment: own.environment,
  })
  const { ownApps } = await parts.connector()
  const { id: app } = await ownApps.put(null, { platform: 'vimeo', ...OPERATOR, label: null, state: 'review' })
  await connect([], { app, include: ['private'] })
  const [connected = assert.fail()] = await list()
  const record = await parts.store.connections.find(connected.id)
  assert.deepEqual([record?.scopes, record?.include], [['public'], []])
})

test('vimeo: an unlisted video of the account is read by a URL with its hash only', async (context) => {
  const { connect, list, ask } = await start(context, 'vimeo', (url, body) =>
    url.pathname.startsWith('/videos/') ? { ...(body as object), privacy: { view: 'unlisted' } } : body,
  )
  await connect()
  const [connected = assert.fail()] = await list()
  const posts = ['https://vimeo.com/100000001', 'https://vimeo.com/900/0a1b2c3d4e']
  const { body } = await ask('/posts', { platform: 'vimeo', posts, connection: connected.id })
  const found = (body.data as unknown as { body: { posts: { error?: { code: string } }[] } }).body.posts
  assert.deepEqual(
    found.map(({ error }) => error?.code ?? 'ok'),
    ['profile_private', 'ok'],
  )
})

test('tumblr: private posts are shown only where the client asked for them', async (context) => {
  const { connect, list, walk, simulator, clock, parts } = await start(context, 'tumblr', (_url, body) => {
    const { response, ...more } = body as { readonly response: { readonly posts?: readonly object[] } }
    const posts = response.posts?.map((post, at) => ({ ...post, state: ['private', 'published', 'queued'][at % 3] }))
    return { ...more, response: { ...response, ...(posts && { posts }) } }
  })
  const { picker } = await connect()
  // Blogs with a password, and those of others, are not offered.
  for (const shown of ['Fern Notes', 'mosses', '2 accounts', 'type="radio"'])
    assert.ok(picker?.body.includes(shown), shown)
  const [connected = assert.fail()] = await list()
  const shown = await walk(connected.id)
  const { page } = await connect({ include: ['private'] })
  assert.equal(page.statusCode, 200)
  await parts.catchUp()
  // The first pages are not fresh any more.
  clock.at += 16 * MINUTE_MS
  const more = await walk(connected.id)
  assert.ok(shown.length > 0 && more.length > 1.5 * shown.length && more.length < simulator.ids().length)
})

test('tumblr: of several blogs one is connected, since renewals of the same token would end each other', async (context) => {
  const { connect, list } = await startOwnBrowser(context, {
    ...{ id: 'tumblr', platform: tumblr, simulator: await startTumblr(), signature: {}, refused: OWN.tumblr.refused },
    environment: { TUMBLR_CLIENT_ID: OPERATOR.clientId, TUMBLR_CLIENT_SECRET: OPERATOR.clientSecret },
  })
  await connect(['t:Cd4_y0', 't:Ab3_x9'])
  assert.deepEqual(
    (await list()).map(({ account }) => account.handle),
    ['mosses'],
  )
})

test('flickr: photos that are not public are shown only where the client asked for them, and only those of the account', async (context) => {
  const photos = { owner: '900001@N01', isPublic: 1 }
  const { connect, list, walk, ask, simulator, reads } = await start(context, 'flickr', (url, body) => {
    if (url.searchParams.get('method') === 'flickr.photos.getInfo') {
      const { photo, ...more } = body as { readonly photo: object }
      const visibility = { ispublic: photos.isPublic, isfriend: 0, isfamily: 0 }
      return { ...more, photo: { ...photo, owner: { nsid: photos.owner }, visibility } }
    }
    const { photos: list, ...more } = body as { readonly photos?: { readonly photo: readonly object[] } }
    // As if Flickr showed private photos among the public ones.
    const photo = list?.photo.map((each, at) => (at === 0 ? { ...each, ispublic: 0, isfriend: 1 } : each))
    return list ? { ...more, photos: { ...list, photo } } : body
  })
  await connect()
  const [connected = assert.fail()] = await list()
  const shown = await walk(connected.id)
  assert.equal(shown.length, simulator.ids().length - 3)
  const read = async (id: string) => {
    const posts = [`https://www.flickr.com/photos/rainperson/${id}/`]
    const { body } = await ask('/posts', { platform: 'flickr', posts, connection: connected.id })
    const [found] = (body.data as unknown as { body: { posts: { error?: { code: string } }[] } }).body.posts
    return found?.error?.code ?? 'ok'
  }
  const [one = '', another = '', third = ''] = simulator.ids()
  assert.equal(await read(one), 'ok')
  photos.isPublic = 0
  assert.equal(await read(another), 'profile_private')
  photos.owner = '900002@N02'
  assert.equal(await read(third), 'unsupported_post_url')
  await ask('/connections', { id: connected.id, disconnect: true })
  await connect({ include: ['private'] })
  const [again = assert.fail()] = await list()
  reads.requests.length = 0
  assert.deepEqual(await walk(again.id), simulator.ids())
  const methods = reads.requests.map(({ url }) => url.searchParams.get('method'))
  assert.ok(methods.includes('flickr.people.getPhotos') && !methods.includes('flickr.people.getPublicPhotos'))
})

test('flickr: an account is read with the license’s own application, whose secret signs', async (context) => {
  const { platform, environment, refused, signature, start: begin } = OWN.flickr
  const simulator = await begin()
  const { connect, list, walk, ask, reads } = await startOwnBrowser(context, {
    ...{ id: 'flickr', platform, refused, signature, simulator },
    environment: { ...environment, CONNECT_APPS: 'license' },
  })
  await ask('/connections', { app: { platform: 'flickr', ...OPERATOR } })
  await connect()
  const [connected = assert.fail()] = await list()
  assert.deepEqual(await walk(connected.id), simulator.ids())
  assert.ok(reads.tokens.every((token) => token.startsWith('access-')))
})

test('twitch: a license’s own application is named in every call', async (context) => {
  const { platform, environment, refused, signature, start: begin } = OWN.twitch
  const simulator = await begin()
  const { connect, list, ask, reads } = await startOwnBrowser(context, {
    ...{ id: 'twitch', platform, refused, simulator, signature: await signature(simulator) },
    environment: { ...environment, CONNECT_APPS: 'license' },
  })
  await ask('/connections', { app: { platform: 'twitch', ...OPERATOR } })
  await connect()
  const [connected = assert.fail()] = await list()
  const { status, text } = await ask('/scan-profile', { platform: 'twitch', handle: 'me', connection: connected.id })
  assert.equal(status, 200, text)
  for (const { headers } of reads.requests) assert.equal(headers['client-id'], OPERATOR.clientId)
})

test('twitch: the number of followers is known to the owner, and every call names the application', async (context) => {
  const { connect, list, ask, reads } = await start(context, 'twitch')
  await connect()
  const [connected = assert.fail()] = await list()
  const { body } = await ask('/scan-profile', { platform: 'twitch', handle: 'me', connection: connected.id })
  const page = body.data?.body as unknown as { readonly profile: { readonly counts: object } } | undefined
  assert.deepEqual(page?.profile.counts, { followers: 88, following: null, posts: null })
  for (const { headers } of reads.requests) assert.equal(headers['client-id'], OPERATOR.clientId)
})

test('reddit: every call has the user agent of the application, and posts of private communities are not shown', async (context) => {
  const { connect, list, walk, reads, simulator, parts, clock } = await start(context, 'reddit', (url, body) => {
    if (!url.pathname.endsWith('/submitted')) return body
    const { data, ...more } = body as { readonly data: { readonly children: readonly { readonly data: object }[] } }
    const children = data.children.map((child, at) =>
      at % 2 === 0 ? { ...child, data: { ...child.data, subreddit_type: 'private' } } : child,
    )
    return { ...more, data: { ...data, children } }
  })
  await connect()
  const [connected = assert.fail()] = await list()
  const shown = await walk(connected.id)
  await connect({ include: ['private'] })
  await parts.catchUp()
  clock.at += 16 * MINUTE_MS
  assert.deepEqual(await walk(connected.id), simulator.ids())
  assert.ok(shown.length > 0 && shown.length < simulator.ids().length)
  for (const { headers } of reads.requests) assert.equal(headers['user-agent'], REDDIT_AGENT)
})

test('reddit: an application that is added has the user agent, too', async (context) => {
  const { signature, ...own } = OWN.reddit
  const simulator = await own.start()
  const { connect, list, walk, reads, parts } = await startOwnBrowser(context, {
    ...{ id: 'reddit', platform: own.platform, refused: own.refused, simulator, environment: own.environment },
    signature: await signature(simulator),
  })
  const { ownApps } = await parts.connector()
  await ownApps.put(null, { platform: 'reddit', ...OPERATOR, label: null })
  await connect()
  const [connected = assert.fail()] = await list()
  assert.deepEqual(await walk(connected.id), simulator.ids())
  for (const { headers } of reads.requests) assert.equal(headers['user-agent'], REDDIT_AGENT)
})

test('reddit: of single posts a connection reads those of its account only', async (context) => {
  const { connect, list, ask, simulator } = await start(context, 'reddit', (url, body) => {
    if (url.pathname !== '/api/info' || url.searchParams.get('id') !== 't3_other') return body
    const data = { ...ALIEN, author_fullname: 't2_other' }
    return { kind: 'Listing', data: { after: null, children: [{ kind: 't3', data }] } }
  })
  await connect()
  const [connected = assert.fail()] = await list()
  const posts = [simulator.ids()[0] ?? '', 't3_other']
  const { body } = await ask('/posts', { platform: 'reddit', posts, connection: connected.id })
  const found = (body.data as unknown as { body: { posts: { error?: { code: string } }[] } }).body.posts
  assert.deepEqual(
    found.map(({ error }) => error?.code ?? 'ok'),
    ['ok', 'unsupported_post_url'],
  )
})

const ALIEN = { id: 'other', name: 't3_other', title: 'Not ours', permalink: '/r/a/comments/other/x/', created_utc: 1 }

test('github: private repositories are shown only where the client asked for them, with a token that does not end', async (context) => {
  const { connect, list, walk, ask, reads, provider, parts } = await start(context, 'github')
  await connect()
  const [connected = assert.fail()] = await list()
  await walk(connected.id)
  const paths = () => [...new Set(reads.requests.splice(0).map(({ url }) => url.pathname))].toSorted()
  assert.deepEqual(paths(), ['/user/99000001', '/user/99000001/repos'])
  await ask('/connections', { id: connected.id, disconnect: true })
  await parts.connections.idle()
  assert.equal(provider.calls.at(-1), 'DELETE https://api.github.com/applications/app-id/token')
  await connect({ include: ['private'] })
  const [again = assert.fail()] = await list()
  await walk(again.id)
  assert.deepEqual(paths(), ['/user/99000001', '/user/repos'])
  assert.deepEqual(again.missing, [])
})

test('github: of single posts a connection reads those of its own repositories only', async (context) => {
  const place = { id: 99_000_001, isPrivate: false }
  const { connect, list, ask } = await start(context, 'github', (url, body) =>
    url.pathname.endsWith('/acorn-0') ? { owner: { id: place.id }, private: place.isPrivate } : body,
  )
  await connect()
  const [connected = assert.fail()] = await list()
  const read = async (tag: string) => {
    const posts = [`https://github.com/hollow-oak/acorn-0/releases/tag/${tag}`]
    const { body } = await ask('/posts', { platform: 'github', posts, connection: connected.id })
    const [found] = (body.data as unknown as { body: { posts: { error?: { code: string } }[] } }).body.posts
    return found?.error?.code ?? 'ok'
  }
  assert.equal(await read('v1.1.0'), 'ok')
  place.isPrivate = true
  assert.equal(await read('v1.2.0'), 'profile_private')
  place.id = 7
  assert.equal(await read('v1.3.0'), 'unsupported_post_url')
})

for (const status of [401, 403])
  test(`twitch: without the scope for followers (${status}), the channel is read without their number`, async (context) => {
    const { connect, list, ask, provider } = await start(context, 'twitch')
    await connect()
    const [connected = assert.fail()] = await list()
    provider.forbid('GET https://api.twitch.tv/helix/channels/followers', {
      status,
      body: { error: 'Forbidden', status, message: 'Missing scope: moderator:read:followers' },
    })
    const { body } = await ask('/scan-profile', { platform: 'twitch', handle: 'me', connection: connected.id })
    const page = body.data?.body as unknown as { readonly profile: { readonly counts: object } } | undefined
    assert.deepEqual(page?.profile.counts, { followers: null, following: null, posts: null })
    assert.equal((await list())[0]?.state, 'connected')
  })
