import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  OPERATOR,
  REDDIT_AGENT,
  type SimulatedPlatform,
  simulateProvider,
} from '@central-api/testing/connect/simulated-providers.ts'
import { newBrowser, startConnector } from '@central-api/testing/connect/start-connector.ts'
import { FLOWS } from './flows.ts'

const AGENTS = { reddit: REDDIT_AGENT }
const CONFIG = { parameters: { config_id: 'config-1', scope: '' } }

const operatorOf = (platform: SimulatedPlatform) => ({
  ...OPERATOR,
  ...(platform === 'facebook' && CONFIG),
})

/** From the start page to what follows the callback. */
const walk = async (context: TestContext, platform: SimulatedPlatform, more: object = {}) => {
  const provider = simulateProvider(platform)
  const operator = { [platform]: [operatorOf(platform)] }
  const started = await startConnector(context, {
    operator,
    agents: AGENTS,
    fetch: (request) => provider.respond(request),
  })
  const { begin, go, connector } = started
  const browser = newBrowser()
  const { secret, ticket } = await begin({ platform, ...more })
  const query = provider.authorize(await go(browser, platform, secret))
  const step = await connector.finish(platform, null, query, browser.read)
  return { ...started, provider, query, step, browser, ticket }
}

test('an Instagram account is connected with the token of sixty days, and its scopes', async (context) => {
  const { step, saved, provider } = await walk(context, 'instagram')
  assert.equal(step.is, 'connected')
  const [{ token, accounts, scopes } = assert.fail()] = saved
  assert.match(token.accessToken, /^long-/)
  assert.deepEqual(
    [token.expiresInSeconds, token.subject, scopes],
    [5_183_944, '17841400000000001', ['instagram_business_basic']],
  )
  assert.deepEqual(accounts, [
    {
      id: '17841400000000001',
      handle: 'garden.shop',
      displayName: 'Garden shop',
      url: 'https://www.instagram.com/Garden.Shop/',
      avatarUrl: null,
    },
  ])
  assert.equal(provider.calls.length, 3)
})

test('a ticket of a version that expected no account is finished', async (context) => {
  const { step } = await walk(context, 'instagram', { account: undefined, accountId: undefined })
  assert.equal(step.is, 'connected')
})

test('a Threads profile is connected with the token of sixty days', async (context) => {
  const { saved } = await walk(context, 'threads')
  const [{ token, accounts } = assert.fail()] = saved
  assert.deepEqual(
    [token.accessToken.slice(0, 5), token.expiresInSeconds, token.subject],
    ['long-', 5_183_944, '17841400'],
  )
  assert.deepEqual(
    accounts.map(({ id, handle }) => [id, handle]),
    [['17841400', 'gardener']],
  )
})

test('of Facebook’s pages those that are ticked can be chosen, each with its own token', async (context) => {
  const { step, connector, ticket, browser, saved, provider } = await walk(context, 'facebook')
  assert.equal(step.is, 'choice')
  const view = await connector.viewChoice('facebook', ticket.id, browser.read)
  assert.deepEqual(
    view?.choice.accounts.map(({ id, handle }) => [id, handle]),
    [
      ['101', 'first.page'],
      ['103', '103'],
    ],
  )
  const done = await connector.choose('facebook', ticket.id, ['103'], browser.read)
  assert.equal(done.is, 'connected')
  const [{ token, accounts } = assert.fail()] = saved
  assert.match(token.accessToken, /^long-/)
  assert.match(accounts[0]?.token?.accessToken ?? '', /^page-/)
  assert.equal(accounts[0]?.token?.expiresInSeconds, undefined)
  assert.equal(provider.calls.filter((call) => call.endsWith('/me/accounts')).length, 2)
})

test('a TikTok account is connected with what was granted, and what is missing is told', async (context) => {
  const { saved } = await walk(context, 'tiktok')
  const [{ token, accounts, missing } = assert.fail()] = saved
  assert.deepEqual(missing, ['user.info.stats'])
  assert.deepEqual(
    [token.expiresInSeconds, token.refreshExpiresInSeconds, token.subject, token.refreshToken?.slice(0, 4)],
    [7_200, 15_552_000, 'open-1', 'rft-'],
  )
  assert.deepEqual(accounts, [
    { id: 'open-1', handle: 'garden', displayName: 'Garden', url: 'https://www.tiktok.com/@Garden', avatarUrl: null },
  ])
})

test('a YouTube channel is connected with a refresh token that stays', async (context) => {
  const { saved } = await walk(context, 'youtube')
  const [{ token, accounts, missing } = assert.fail()] = saved
  assert.deepEqual(
    [token.expiresInSeconds, token.refreshExpiresInSeconds, token.refreshToken?.slice(0, 10), missing],
    [3_599, undefined, '1//refresh', []],
  )
  assert.deepEqual(accounts, [
    {
      id: 'UCaaaaaaaaaaaaaaaaaaaaaa',
      handle: '@acme',
      displayName: 'Acme & Söhne',
      url: 'https://www.youtube.com/@acme',
      avatarUrl: 'https://yt3.ggpht.com/a=s800',
    },
  ])
})

test('a Google account without a channel connects nothing', async (context) => {
  for (const items of [undefined, []]) {
    const provider = simulateProvider('youtube')
    const { begin, go, connector } = await startConnector(context, {
      operator: { youtube: [OPERATOR] },
      fetch: async (request) =>
        request.method === 'POST'
          ? provider.respond(request)
          : { status: 200, body: { kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 }, items } },
    })
    const browser = newBrowser()
    const { secret } = await begin({ platform: 'youtube' })
    const query = provider.authorize(await go(browser, 'youtube', secret))
    const step = await connector.finish('youtube', null, query, browser.read)
    assert.deepEqual([step.is, step.is === 'failed' && step.code], ['failed', 'profile_unsupported'])
  }
})

test('a Pinterest account is connected with a refresh token that rotates', async (context) => {
  const { saved, sent } = await walk(context, 'pinterest')
  const [{ token, accounts, missing, scopes } = assert.fail()] = saved
  assert.deepEqual(
    [token.expiresInSeconds, token.refreshExpiresInSeconds, token.refreshToken?.slice(0, 5), missing],
    [2_592_000, 5_184_000, 'pinr-', []],
  )
  assert.deepEqual(scopes, ['boards:read', 'pins:read', 'user_accounts:read'])
  assert.deepEqual(accounts, [
    {
      id: '600000000000000001',
      handle: 'acme',
      displayName: 'Acme Bakery',
      url: 'https://www.pinterest.com/Acme/',
      avatarUrl: 'https://i.pinimg.com/600x600_R/aa/p.jpg',
    },
  ])
  assert.ok(sent.every(({ url, body }) => !`${url}${body?.bytes.toString()}`.includes(OPERATOR.clientSecret)))
})

test('of LinkedIn’s Pages those can be chosen at which the member has a role that reads, each once', async (context) => {
  const { step, connector, ticket, browser, saved, provider } = await walk(context, 'linkedin')
  assert.equal(step.is, 'choice')
  const view = await connector.viewChoice('linkedin', ticket.id, browser.read)
  assert.deepEqual(view?.choice.accounts, [
    {
      ...{ id: '123', handle: 'acme', displayName: 'Acme' },
      ...{ url: 'https://www.linkedin.com/company/Acme/', avatarUrl: null },
    },
    {
      ...{ id: '126', handle: 'acme-school', displayName: 'Acme School' },
      ...{ url: 'https://www.linkedin.com/school/acme-school/', avatarUrl: null },
    },
    {
      ...{ id: '130', handle: '130', displayName: 'Last & least' },
      ...{ url: 'https://www.linkedin.com/company/130/', avatarUrl: null },
    },
  ])
  const done = await connector.choose('linkedin', ticket.id, ['126', '130'], browser.read)
  assert.equal(done.is, 'connected')
  const [{ token, accounts, scopes, missing } = assert.fail()] = saved
  assert.deepEqual(
    [accounts.map(({ id }) => id), token.expiresInSeconds, token.refreshExpiresInSeconds, missing],
    [['126', '130'], 5_184_000, 31_536_000, []],
  )
  assert.deepEqual(scopes, ['r_organization_social', 'r_organization_admin'])
  assert.equal(provider.calls.filter((call) => call.endsWith('/organizationAcls')).length, 2)
})

test('a member of LinkedIn without a Page connects nothing', async (context) => {
  const provider = simulateProvider('linkedin')
  const { begin, go, connector } = await startConnector(context, {
    operator: { linkedin: [OPERATOR] },
    fetch: async (request) =>
      request.method === 'POST' ? provider.respond(request) : { status: 200, body: { elements: [], paging: {} } },
  })
  const browser = newBrowser()
  const { secret } = await begin({ platform: 'linkedin' })
  const query = provider.authorize(await go(browser, 'linkedin', secret))
  const step = await connector.finish('linkedin', null, query, browser.read)
  assert.deepEqual([step.is, step.is === 'failed' && step.code], ['failed', 'profile_unsupported'])
})

for (const [error, code] of [
  ['user_cancelled_login', 'connection_denied'],
  ['user_cancelled_authorize', 'connection_denied'],
  // The application lacks the product.
  ['unauthorized_scope_error', 'platform_unauthorized'],
] as const)
  test(`LinkedIn’s ${error} is ${code}`, async (context) => {
    const provider = simulateProvider('linkedin')
    const { begin, go, connector } = await startConnector(context, {
      operator: { linkedin: [OPERATOR] },
      fetch: (request) => provider.respond(request),
    })
    const browser = newBrowser()
    const { secret } = await begin({ platform: 'linkedin' })
    const granted = provider.authorize(await go(browser, 'linkedin', secret))
    const query = new URLSearchParams({ error, error_description: 'Ein Satz', state: granted.get('state') ?? '' })
    const step = await connector.finish('linkedin', null, query, browser.read)
    assert.deepEqual([step.is, step.is === 'failed' && step.code], ['failed', code])
  })

test('an X account is connected with a token that can be renewed', async (context) => {
  const { saved, connector } = await walk(context, 'x')
  const [{ token, accounts, missing } = assert.fail()] = saved
  assert.deepEqual(missing, [])
  assert.deepEqual(
    [token.expiresInSeconds, token.refreshExpiresInSeconds, token.refreshToken?.slice(0, 8)],
    [7_200, undefined, 'refresh-'],
  )
  assert.deepEqual(accounts, [
    { id: '70001', handle: 'acme', displayName: 'Acme', url: 'https://x.com/Acme', avatarUrl: null },
  ])
  assert.notEqual(typeof (await connector.findFlow('x', 'lic_1')), 'string')
})

test('of a person’s blogs at Tumblr one can be chosen, and its token ends 42 days after the last renewal', async (context) => {
  const { step, connector, ticket, browser, saved } = await walk(context, 'tumblr')
  assert.equal(step.is, 'choice')
  const view = await connector.viewChoice('tumblr', ticket.id, browser.read)
  assert.deepEqual(
    view?.choice.accounts.map(({ id, handle, displayName }) => [id, handle, displayName]),
    [
      ['t:Ab3_x9', 'ferns', 'Fern Notes'],
      ['t:Cd4_y0', 'mosses', 'mosses'],
    ],
  )
  assert.equal((await connector.choose('tumblr', ticket.id, ['t:Cd4_y0'], browser.read)).is, 'connected')
  const [{ token, accounts } = assert.fail()] = saved
  assert.deepEqual([token.expiresInSeconds, token.refreshExpiresInSeconds, accounts.length], [2_520, 42 * 86_400, 1])
})

test('a Twitch channel is connected, with the scopes of a list', async (context) => {
  const { saved } = await walk(context, 'twitch')
  const [{ token, accounts, scopes, missing } = assert.fail()] = saved
  assert.deepEqual([scopes, missing, token.expiresInSeconds], [['moderator:read:followers'], [], 14_400])
  const url = 'https://www.twitch.tv/acme'
  assert.deepEqual(accounts, [{ id: '1', handle: 'acme', displayName: 'Acme', url, avatarUrl: null }])
})

test('a Reddit user is connected with a token that can be renewed', async (context) => {
  const { saved } = await walk(context, 'reddit')
  const [{ token, accounts, missing } = assert.fail()] = saved
  assert.deepEqual([missing, token.expiresInSeconds, token.refreshToken?.slice(0, 8)], [[], 86_400, 'refresh-'])
  const url = 'https://www.reddit.com/user/Acme/'
  assert.deepEqual(accounts, [{ id: 't2_a1', handle: 'u/acme', displayName: 'Acme', url, avatarUrl: null }])
})

test('a GitHub user is connected with the token of a GitHub App, which can be renewed for half a year', async (context) => {
  const { saved } = await walk(context, 'github')
  const [{ token, accounts, scopes, missing } = assert.fail()] = saved
  assert.deepEqual(
    [scopes, missing, token.expiresInSeconds, token.refreshExpiresInSeconds],
    [[], [], 28_800, 15_811_200],
  )
  assert.deepEqual(accounts, [
    {
      ...{ id: '99000001', handle: 'hollow-oak', displayName: 'Hollow-Oak', avatarUrl: null },
      url: 'https://github.com/Hollow-Oak',
    },
  ])
})

test('a Vimeo account is connected with a token that does not end, and the account of its response', async (context) => {
  const { saved, provider } = await walk(context, 'vimeo')
  const [{ token, accounts, scopes } = assert.fail()] = saved
  assert.deepEqual([token.expiresInSeconds, token.refreshToken, scopes], [undefined, undefined, ['public']])
  const url = 'https://vimeo.com/TideFilms'
  assert.deepEqual(accounts, [
    { id: '900001', handle: 'tidefilms', displayName: 'Tide Films', url, avatarUrl: 'https://i.vimeocdn.com/7' },
  ])
  assert.equal(provider.calls.length, 1)
})

test('a Flickr account is connected with OAuth 1.0, and its token comes with a secret', async (context) => {
  const { saved, provider, store, ticket, sent } = await walk(context, 'flickr')
  const [{ token, accounts, scopes, missing } = assert.fail()] = saved
  assert.deepEqual(
    [token.accessToken.slice(0, 7), token.fields?.tokenSecret?.slice(0, 12), token.subject, token.expiresInSeconds],
    ['access-', 'tokensecret-', '900001@N01', undefined],
  )
  assert.deepEqual([scopes, missing], [[], []])
  assert.deepEqual(accounts, [
    {
      ...{ id: '900001@N01', handle: 'rainperson', displayName: 'Rain Person' },
      url: 'https://www.flickr.com/photos/rainperson/',
      avatarUrl: 'https://farm66.staticflickr.com/65535/buddyicons/900001@N01.jpg',
    },
  ])
  assert.equal(provider.calls.length, 3)
  // The application's secret only signs, and the secret of the request token stays here.
  const out = JSON.stringify(sent.map(({ url, headers, body }) => [url, headers, body?.bytes.toString()]))
  for (const secret of [OPERATOR.clientSecret, ...provider.secrets.filter((each) => /^\w+secret-/.test(each))])
    assert.ok(!out.includes(secret))
  assert.ok(!JSON.stringify(await store.connectTickets.find(ticket.id)).includes('requestsecret-'))
})

/** The callback with other fields than Flickr's. */
const comeBack = async (context: TestContext, change: (query: URLSearchParams, other: URLSearchParams) => void) => {
  const provider = simulateProvider('flickr')
  const { begin, go, connector } = await startConnector(context, {
    operator: { flickr: [OPERATOR] },
    fetch: (request) => provider.respond(request),
  })
  const [browser, stranger] = [newBrowser(), newBrowser()]
  const [{ secret }, theirs] = [await begin({ platform: 'flickr' }), await begin({ platform: 'flickr' })]
  const query = provider.authorize(await go(browser, 'flickr', secret))
  change(query, provider.authorize(await go(stranger, 'flickr', theirs.secret)))
  const step = await connector.finish('flickr', null, query, browser.read)
  return { code: step.is === 'failed' ? step.code : step.is, provider }
}

test('without Flickr’s verifier the person has declined, and another consent’s token is no answer', async (context) => {
  const none = await comeBack(context, (query) => query.delete('oauth_verifier'))
  assert.equal(none.code, 'connection_denied')
  // https://github.com/samwilson/phpflickr/issues/21: a token and a verifier of two consents.
  const mixed = await comeBack(context, (query, other) => {
    for (const name of ['oauth_token', 'oauth_verifier']) query.set(name, other.get(name) ?? '')
  })
  assert.equal(mixed.code, 'connection_expired')
  const wrong = await comeBack(context, (query, other) =>
    query.set('oauth_verifier', other.get('oauth_verifier') ?? ''),
  )
  assert.equal(wrong.code, 'connection_expired')
  for (const { provider } of [none, mixed])
    assert.ok(!provider.calls.some((call) => call.endsWith('/access_token')), 'no token is exchanged')
})

// https://github.com/dopiaza/DPZFlickr/issues/11, https://github.com/r0man/oauth-clj/pull/10
test('what Flickr refuses before the browser goes there is said in a word', async (context) => {
  const text = (status: number, body: string) => ({ status, body, headers: { 'content-type': 'text/plain' } })
  for (const [answer, code] of [
    [text(401, 'oauth_problem=consumer_key_unknown'), 'platform_unauthorized'],
    [text(401, 'oauth_problem=signature_invalid&debug_sbs=POST'), 'platform_unauthorized'],
    [text(400, 'oauth_problem=parameter_absent&oauth_parameters_absent=oauth_callback'), 'platform_unauthorized'],
    [text(401, 'oauth_problem=timestamp_refused'), 'platform_error'],
    [text(200, 'oauth_token=1&oauth_token_secret=2'), 'platform_error'],
    [text(200, 'oauth_callback_confirmed=true&oauth_token=1'), 'platform_error'],
    [text(502, '<html>Bad, bad panda'), 'platform_error'],
    [text(429, ''), 'platform_rate_limited'],
  ] as const) {
    const { begin, open, connector } = await startConnector(context, {
      operator: { flickr: [OPERATOR] },
      fetch: async () => answer,
    })
    const browser = newBrowser()
    const { secret } = await begin({ platform: 'flickr' })
    await open(browser, 'flickr', secret)
    const step = await connector.start('flickr', secret, browser.read)
    assert.deepEqual([step.is, step.is === 'failed' && step.code], ['failed', code], answer.body)
  }
})

test('where a platform reviews applications, each permission has a sentence for the reviewers', () => {
  const reviewed = Object.values(FLOWS).filter(({ uses }) => uses !== undefined)
  assert.deepEqual(
    reviewed.map(({ dialect }) => dialect.platform),
    ['facebook', 'instagram', 'linkedin', 'pinterest', 'threads', 'tiktok', 'youtube'],
  )
  for (const { uses = {}, scopes } of reviewed) {
    assert.deepEqual(Object.keys(uses).toSorted(), [...scopes.asked].toSorted())
    for (const use of Object.values(uses)) assert.match(use, /^(?:The website shows|You choose) .*\.$/)
  }
})

const PLATFORMS = [
  'facebook',
  'flickr',
  'github',
  'instagram',
  'linkedin',
  'pinterest',
  'reddit',
  'threads',
  'tiktok',
  'tumblr',
  'twitch',
  'vimeo',
  'x',
  'youtube',
] as const

for (const platform of PLATFORMS) {
  test(`${platform}: a code counts once, and its secrets are in no row and no fault`, async (context) => {
    const { connector, query, browser, provider, store, ticket, faults } = await walk(context, platform)
    const before = provider.calls.length
    assert.equal((await connector.finish(platform, null, query, browser.read)).is, 'lapsed')
    assert.equal(provider.calls.length, before)
    const kept = JSON.stringify([await store.connectTickets.find(ticket.id), faults])
    assert.ok(provider.secrets.length >= 2)
    for (const secret of provider.secrets) assert.ok(!kept.includes(secret))
  })

  // Vimeo describes the account beside the token: nothing follows.
  if (platform === 'vimeo') continue
  test(`${platform}: a provider that fails in the middle ends in a word`, async (context) => {
    for (const [status, code] of [
      [500, 'platform_error'],
      [429, 'platform_rate_limited'],
    ] as const) {
      const provider = simulateProvider(platform)
      const operator = { [platform]: [operatorOf(platform)] }
      // Only what follows the token fails.
      const { begin, go, connector } = await startConnector(context, {
        ...{ operator, agents: AGENTS },
        fetch: async (request) =>
          request.method === 'POST' ? provider.respond(request) : { status, body: '<html>A sentence of theirs' },
      })
      const browser = newBrowser()
      const { secret } = await begin({ platform })
      const query = provider.authorize(await go(browser, platform, secret))
      const step = await connector.finish(platform, null, query, browser.read)
      assert.deepEqual([step.is, step.is === 'failed' && step.code], ['failed', code])
    }
  })
}
