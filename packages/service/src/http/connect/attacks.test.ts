// What an attacker sends to the pages of a consent: many requests at once, other tickets and cookies, repeated and oversized
// parameters, paths and header fields.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BASE, RETURN_TO, startSandboxBrowser } from '@central-api/testing/connect/start-sandbox-browser.ts'

const AT_ONCE = 20
const HOST = { host: 'central.example' }
const FORM = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
const times = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, work))

test('twenty requests at once start, finish and choose once', async (context) => {
  const { app, begin, browse, cookies, parts, licenseId } = await startSandboxBrowser(context)
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const post = (url: string, form: readonly (readonly [string, string])[]) =>
    app.inject({
      ...{ method: 'POST', url, payload: new URLSearchParams(form.map(([name, value]) => [name, value])).toString() },
      headers: { ...HOST, ...FORM, cookie: cookie() },
    })
  const statuses = (responses: readonly { readonly statusCode: number }[]) =>
    responses.map(({ statusCode }) => statusCode).toSorted()
  const ONCE = [303, ...Array.from({ length: AT_ONCE - 1 }, () => 400)]

  const url = await begin()
  await browse('GET', url)
  const secret = new URL(url).searchParams.get('t') ?? ''
  const started = await times(() => post('/connect/sandbox/start', [['t', secret]]))
  assert.deepEqual(statuses(started), ONCE)
  const next = started.find(({ statusCode }) => statusCode === 303)?.headers.location
  const onward = await browse('GET', new URL(String(next), url).href)
  const authorize = new URL(/<a class="onward" href="([^"]+)"/.exec(onward.body)?.[1]?.replaceAll('&amp;', '&') ?? '')
  authorize.searchParams.set('choice', 'several')
  const decided = await browse('GET', authorize.href.replace('/authorize?', '/decide?'))
  const back = new URL(String(decided.headers.location))
  const finished = await times(() =>
    app.inject({ url: back.pathname + back.search, headers: { ...HOST, cookie: cookie() } }),
  )
  assert.deepEqual(statuses(finished), ONCE)

  const choose = new URL(String(finished.find(({ statusCode }) => statusCode === 303)?.headers.location))
  const ticket = choose.searchParams.get('ticket') ?? ''
  // An account that was not offered changes nothing, nor does one that is named again and again.
  const form = [
    ['ticket', ticket],
    ['account', 'of-somebody-else'],
    ['account', '__proto__'],
    ...Array.from({ length: 50 }, () => ['account', 'sandbox-demo'] as const),
  ] as const
  const chosen = await times(() => post(choose.pathname, form))
  assert.deepEqual(statuses(chosen), ONCE)
  const connected = await parts.store.connections.list(licenseId)
  assert.deepEqual(
    connected.map(({ accountId }) => accountId),
    ['sandbox-demo'],
  )
})

test('a ticket works with its own secret, cookie and platform, whatever another one brings', async (context) => {
  const { app, begin, browse, cookies, consent, parts, licenseId } = await startSandboxBrowser(context)
  const [mine, other] = [await begin(), await begin()]
  const back = new URL(await consent(mine, 'allow'))
  const [[name = '', value = ''] = []] = [...cookies]
  await browse('GET', other)
  const [, [otherName = '', otherValue = ''] = []] = [...cookies]
  const finish = (cookie: string) => app.inject({ url: back.pathname + back.search, headers: { ...HOST, cookie } })
  const tossed = [
    ...['', `${otherName}=${otherValue}`, `${name}=${otherValue}`, `${otherName}=${value}`, `${name}=`, `${name}`],
    // A sub-domain may set the name without its prefix, or a second one.
    ...[
      `${name.replace('__Host-', '')}=${value}`,
      `${name.toLowerCase()}=${value}`,
      `${name}=${value}; ${name}=${value}`,
    ],
    ...[`${name}=${otherValue}; ${name}=${value}`, `${name}="${value}"`, `${name}=${value}x`, ` ${name} =${value}`],
    ...[`${name}=${value},${name}=${value}`, `${name}=${encodeURIComponent(value)}%00`, `x=${name}=${value}`],
  ]
  for (const cookie of tossed) {
    const response = await finish(cookie)
    assert.deepEqual([response.statusCode, response.headers.location], [400, undefined], cookie)
  }
  const secret = new URL(mine).searchParams.get('t') ?? ''
  for (const path of ['/connect/mastodon/start', '/connect/tiktok/start', '/connect/Sandbox/start'])
    assert.equal((await browse('GET', `${BASE}${path}?t=${secret}`)).statusCode, 400, path)
  assert.deepEqual(await parts.store.connections.list(licenseId), [])
  assert.equal((await finish(`a=b; ${name}=${value}; c=d`)).headers.location?.split('&connection=')[0], RETURN_TO)
})

test('no path, parameter or header field leads elsewhere, sets another cookie or is repeated', async (context) => {
  const { app, begin, log } = await startSandboxBrowser(context)
  const secret = new URL(await begin()).searchParams.get('t') ?? ''
  const EVIL = 'evil.example.com'
  const requests: readonly { readonly url: string; readonly headers?: Record<string, string> }[] = [
    { url: `/connect/mastodon/callback/%0d%0aset-cookie:%20a=b?state=x` },
    { url: `/connect/mastodon/callback/${EVIL}%2f..?state=x` },
    { url: `/connect/sandbox%2f..%2f..%2f${EVIL}/start?t=${secret}` },
    { url: `/connect/%2f%2f${EVIL}/start?t=${secret}` },
    { url: `/connect/..%2f..%2f/continue?ticket=%0d%0alocation:%20https://${EVIL}` },
    { url: `/connect/sandbox/continue?ticket=https://${EVIL}` },
    { url: `/connect/sandbox/choose?ticket=${secret}&account=<script>` },
    { url: `/connect/sandbox/callback?state=<script>&code=%00&error=<script>alert(1)</script>&iss=https://${EVIL}` },
    { url: `/connect/sandbox/callback?state=%ff%fe&state=%c3%28&code=%` },
    { url: `/connect/sandbox/start?t=${secret}&t=${secret}x&moved=1&returnTo=https://${EVIL}` },
    { url: `/connect/sandbox/start?t=${'x'.repeat(8_000)}` },
    { url: `/connect/sandbox/start?t=${secret}`, headers: { host: EVIL } },
    { url: `/connect/sandbox/start?t=${secret}`, headers: { host: `central.example@${EVIL}` } },
    {
      url: `/connect/sandbox/start?t=${secret}`,
      headers: { ...HOST, 'x-forwarded-host': EVIL, forwarded: `host=${EVIL}` },
    },
    { url: `/connect/__proto__/callback?state=x` },
    { url: `/connect/constructor/start?t=${secret}` },
    { url: `/connect/deletion/<script>` },
    { url: `/connect/deletion/${'ab'.repeat(40)}` },
  ]
  for (const { url, headers = HOST } of requests) {
    const response = await app.inject({ url, headers })
    const said = url.slice(0, 120)
    assert.ok(response.statusCode < 500, said)
    assert.ok(!response.body.includes('<script') && !response.body.includes(EVIL), said)
    const { location } = response.headers
    if (location !== undefined) assert.equal(new URL(String(location), BASE).origin, BASE, said)
    const cookie = response.headers['set-cookie']
    if (cookie !== undefined)
      assert.match(
        String(cookie),
        /^__Host-connect-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=900; Secure; HttpOnly; SameSite=Lax$/,
      )
    assert.equal(response.headers['access-control-allow-origin'], undefined)
    if (String(response.headers['content-type']).startsWith('text/html')) {
      assert.match(
        String(response.headers['content-security-policy']),
        /default-src 'none'.*frame-ancestors 'none'/,
        said,
      )
      assert.deepEqual(
        [response.headers['referrer-policy'], response.headers['cache-control'], response.headers['x-frame-options']],
        ['no-referrer', 'no-store', 'DENY'],
      )
    }
  }
  assert.deepEqual(
    log.filter((line) => /"level":"(?:error|fatal)"/.test(line) || line.includes(secret)),
    [],
  )
})

test('a form that is too large or of another kind is a link that does not work', async (context) => {
  const { app, begin } = await startSandboxBrowser(context)
  const secret = new URL(await begin()).searchParams.get('t') ?? ''
  for (const [type, payload, status] of [
    ['application/x-www-form-urlencoded', `t=${'x'.repeat(20_000)}`, 413],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['text/plain', `t=${secret}`, 415],
    ['application/json', JSON.stringify({ t: secret }), 400],
    ['application/json', '{', 400],
  ] as const) {
    const response = await app.inject({
      ...{ method: 'POST', url: '/connect/sandbox/start', payload },
      headers: { ...HOST, 'content-type': type },
    })
    assert.equal(response.statusCode, status, type)
    assert.match(response.body, /<h1>This link does not work<\/h1>/)
  }
})
