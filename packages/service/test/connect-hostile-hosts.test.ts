// Servers that people name when they connect an account, and that are slow, endless, broken or hostile at any step of the
// consent. Each ends in one word and in time, nothing is sent to where they point, and no connection stays open.

import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { onwardOf } from '@central-api/testing/connect/onward-of.ts'
import { startClient } from '@central-api/testing/start-client.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'
import { LIMITS } from '../src/egress/limits.ts'
import { mastodon } from '../src/platforms/mastodon/mastodon.ts'

/** Each play has a server of its own, since the service registers once at each. */
const DOMAIN = 'garden-shop.net'
const QUICK = { ...LIMITS, totalMs: 400, firstByteMs: 200, rateWindowMs: 150, connectMs: 300, dnsMs: 300 }

type Play = (response: ServerResponse, request: IncomingMessage) => void

const json =
  (body: unknown, status = 200): Play =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

/** Without an end, as fast as it is read. */
const endless =
  (piece: string): Play =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  }

const drip: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}

/** What it does → the words of which one is the result. */
const WORST: Readonly<Record<string, readonly [play: Play, ...words: string[]]>> = {
  'never responds': [() => {}, 'platform_timeout'],
  'sends one byte after the other': [drip, 'platform_timeout'],
  'sends JSON without an end': [endless(`{"a":"${'x'.repeat(4_096)}",`), 'platform_timeout', 'platform_error'],
  'sends spaces without an end': [endless(' '.repeat(65_536)), 'platform_timeout', 'platform_error'],
  'hangs up': [(response) => response.destroy(), 'platform_error', 'platform_timeout'],
  'redirects to this machine': [
    (response) => response.writeHead(302, { location: 'http://127.0.0.1/admin' }).end(),
    'platform_error',
    'platform_unauthorized',
  ],
  'sends HTML': [
    (response) => response.writeHead(200).end('<script>alert(1)</script>'),
    'platform_error',
    'host_not_found',
  ],
  'sends a list': [json([{ access_token: 'x' }]), 'platform_error', 'host_not_found'],
  'sends deep JSON': [(response) => response.end('['.repeat(200_000)), 'platform_error', 'host_not_found'],
  'sends a field for every prototype': [
    json({ ['__proto__']: { access_token: 'x' }, constructor: { name: 'x' }, id: { toString: 'x' }, client_id: ['x'] }),
    'platform_error',
    'host_not_found',
  ],
}

const STEPS = {
  registration: '/api/v1/apps',
  token: '/oauth/token',
  account: '/api/v1/accounts/verify_credentials',
} as const

const start = async (context: TestContext) => {
  let plays: Readonly<Record<string, Play>> = {}
  let servers = 0
  const fine: Readonly<Record<string, Play>> = {
    [STEPS.registration]: json({ client_id: 'id', client_secret: 'secret' }),
    [STEPS.token]: json({ access_token: 'token', token_type: 'Bearer', scope: 'read:accounts read:statuses' }),
    [STEPS.account]: json({ id: '1', username: 'acme', display_name: 'Acme' }),
  }
  const network = await startStubNetwork({
    respond(request, response) {
      const path = request.url?.split('?')[0] ?? ''
      const play = plays[path] ?? fine[path] ?? json({}, 404)
      play(response, request)
    },
  })
  context.after(() => network.close())
  const service = await startClient(context, { platforms: [mastodon], network: { ...network, limits: QUICK } })
  const { app, post, license, authorize: authorizeKey } = service
  // As many accounts as there are plays.
  const headers = await authorizeKey((await license({ plan: 'agency' })).key)
  const browse = (url: string, more: object = {}) => {
    const { pathname, search } = new URL(url, 'https://central.example')
    return app.inject({ url: pathname + search, ...more })
  }
  /** How the consent ended, and where the browser was led to. `playsOf`: by path, of the server at the origin. */
  const walk = async (playsOf: (origin: string) => Readonly<Record<string, Play>>) => {
    servers += 1
    const server = `s${servers}.${DOMAIN}`
    plays = playsOf(`https://${server}`)
    const asked = await post('/connect', { platform: 'mastodon', host: server }, headers)
    assert.ok(asked.body.data, asked.text)
    const { url, ticket } = asked.body.data as { readonly url: string; readonly ticket: string }
    const host = 'central.example'
    const opened = await browse(url, { headers: { host } })
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const pressed = await app.inject({
      ...{
        method: 'POST',
        url: new URL(url).pathname,
        payload: new URLSearchParams(new URL(url).search.slice(1)).toString(),
      },
      headers: { host, cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    })
    const next = await browse(new URL(String(pressed.headers.location), url).href, { headers: { host, cookie } })
    let authorize: URL | undefined
    if (next.body.includes('class="onward"')) {
      authorize = new URL(onwardOf(next.body))
      const back = new URL(String(authorize.searchParams.get('redirect_uri')))
      const query = new URLSearchParams({ code: 'code', state: authorize.searchParams.get('state') ?? '' })
      await browse(`${back.pathname}?${query}`, { headers: { host, cookie } })
    }
    const described = await post('/connections', { ticket }, headers)
    return { server, authorize, text: described.text, page: next.body }
  }
  return { ...service, network, walk }
}

for (const [step, path] of Object.entries(STEPS))
  test(`a server that misbehaves at its ${step} ends the consent in one word`, async (context) => {
    const { walk, network, log } = await start(context)
    for (const [what, [play, ...words]] of Object.entries(WORST)) {
      const startedAt = performance.now()
      const { text } = await walk(() => ({ [path]: play }))
      const [, code = 'none'] = /"(?:error|code|reason)":"([a-z_]+)"/.exec(text.slice(text.indexOf('"ticket"'))) ?? []
      assert.ok(words.includes(code), `${what}: ${text}`)
      // Only before a person was asked, the name may be misspelled.
      assert.ok(step === 'registration' || code !== 'host_not_found', what)
      assert.ok(performance.now() - startedAt < 5_000, what)
      assert.ok(!network.dials.some(({ address }) => address.startsWith('127.')), what)
      assert.deepEqual(
        log.filter((line) => /"level":"(?:error|fatal)"/.test(line)),
        [],
        what,
      )
      await network.allClosed()
    }
  })

/** What a server's metadata may say instead of its own endpoints. */
const elsewhere = (origin: string): readonly unknown[] => [
  ...['https://evil.example.com/x', origin.replace('https:', 'http:'), `${origin}:8443/x`, `${origin}.evil.com/x`],
  ...['javascript:alert(1)', 'data:text/html,x', '//evil.example.com/x', '/oauth/authorize', 'https:evil.example.com'],
  ...[
    'http://169.254.169.254/latest',
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://127.0.0.1/x',
    'file:///etc/passwd',
  ],
  ...[`${origin}@evil.example.com/x`, `https://evil.example.com#${origin}`, `https://evil.example.com\\@${origin}/x`],
  ...[`${origin}\\.evil.example.com/x`, `${origin}%2eevil.example.com/x`, '', ' ', 'x'.repeat(100_000), 1, null, []],
  ...[`${origin}/x\r\nlocation: https://evil.example.com`, `${origin}/x"><script>alert(1)</script>`],
]

test('metadata leads the browser, the code and the secret nowhere else', async (context) => {
  const { walk, network } = await start(context)
  for (const [at] of elsewhere('').entries()) {
    const before = network.requests.length
    let value: unknown
    const { server, authorize, page } = await walk((origin) => {
      value = elsewhere(origin)[at]
      const endpoints = { authorization_endpoint: value, token_endpoint: value, revocation_endpoint: value }
      return { '/.well-known/oauth-authorization-server': json({ issuer: origin, ...endpoints }) }
    })
    const said = String(value).slice(0, 200)
    assert.equal(authorize?.origin, `https://${server}`, said)
    assert.ok(!/<script|javascript:/i.test(page), page)
    const hosts = new Set(network.requests.slice(before).map(({ host }) => host))
    assert.deepEqual([...hosts], [server], said)
  }
})
