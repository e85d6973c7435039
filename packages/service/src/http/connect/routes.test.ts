import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import {
  BASE,
  RETURN_TO,
  SITE,
  startSandboxBrowser as start,
} from '@central-api/testing/connect/start-sandbox-browser.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'
import { github } from '../../platforms/github/github.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import type { AccountData } from '../account/schema.ts'

type Listed = { readonly state: string; readonly endsAt: string | null; readonly reason: string | null }

test('an account is connected, and its posts are read through it', async (context) => {
  const { begin, walk, scan, parts, licenseId, cookies } = await start(context)
  const url = await begin({ label: 'Our shop' })
  assert.match(url, /^https:\/\/central\.example\/connect\/sandbox\/start\?t=[\w-]{43}$/)
  const back = await walk(url, 'allow')
  assert.equal(back.statusCode, 303)
  const location = new URL(String(back.headers.location))
  const connection = location.searchParams.get('connection') ?? ''
  assert.match(connection, /^cn_[\w-]{22}$/)
  assert.equal(location.href, `${RETURN_TO}&connection=${connection}`)
  assert.equal(cookies.size, 0)
  const [record] = await parts.store.connections.list(licenseId)
  assert.deepEqual(
    [record?.id, record?.handle, record?.label, record?.site, record?.state],
    [connection, 'demo', 'Our shop', SITE, 'connected'],
  )
  const page = await scan({ platform: 'sandbox', handle: 'me', connection, siteId: SITE })
  assert.equal(page.status, 200, page.text)
  const { body } = page.body.data as { readonly body: { readonly posts: readonly object[] } }
  assert.ok(body.posts.length > 5)
  assertError(await scan({ platform: 'sandbox', handle: 'me', connection, siteId: 'other.example' }), {
    code: 'connection_unknown',
  })
})

test('when an account was last read is known to the hour, and is not before it was connected', async (context) => {
  const { begin, walk, scan, parts, post, authorize, key, clock } = await start(context)
  clock.at += 25 * 60_000
  const connectedAt = clock.at
  const back = new URL(String((await walk(await begin(), 'allow')).headers.location))
  const connection = back.searchParams.get('connection')
  const read = async () => {
    const as = await authorize(key, SITE)
    const got = await scan({ platform: 'sandbox', handle: 'me', connection, siteId: SITE }, as)
    assert.deepEqual([got.status, got.headers['x-connection-state']], [200, 'connected'])
    await parts.connections.idle()
    const { connections } = (await post('/connections', {}, as)).body.data as {
      readonly connections: readonly { readonly lastReadAt: string }[]
    }
    return connections[0]?.lastReadAt
  }
  assert.equal(await read(), new Date(connectedAt).toISOString())
  clock.at += 36 * 60_000
  assert.equal(await read(), '2030-01-15T13:00:00.000Z')
})

test('every end that a person can choose comes back as one word', async (context) => {
  const { begin, walk } = await start(context)
  for (const [choice, code] of Object.entries({
    deny: 'connection_denied',
    part: 'connection_incomplete',
    none: 'profile_unsupported',
    invalid_client: 'platform_unauthorized',
    server_error: 'platform_error',
  })) {
    const back = await walk(await begin(), choice)
    assert.deepEqual([back.statusCode, back.headers.location], [303, `${RETURN_TO}&connect_error=${code}`])
  }
})

test('a person who does not return to a site reads what went wrong, also after a reload', async (context) => {
  const { begin, walk, browse } = await start(context)
  const pages: Readonly<Record<string, RegExp>> = {
    deny: /You declined/,
    none: /You have no account at the sandbox that can be read\. Sign in at the platform with another account/,
    invalid_grant: /not valid any more.*the platform did not accept it/s,
    allow: /Connected.*<li><bdi>Demo account<\/bdi><\/li>/s,
  }
  for (const [choice, text] of Object.entries(pages)) {
    const { statusCode, headers } = await walk(await begin({ returnTo: undefined }), choice)
    const shown = new URL(String(headers.location), `${BASE}/connect/sandbox/callback`).href
    assert.equal(statusCode, 303)
    assert.doesNotMatch(shown, /code=|state=/)
    for (let reload = 0; reload < 2; reload += 1) {
      const page = await browse('GET', shown)
      assert.equal(page.statusCode, 200)
      assert.match(page.body, text)
      assert.doesNotMatch(page.body, /business|creator|too long, and/)
    }
  }
})

test('the address to return to comes back byte for byte', async (context) => {
  const { begin, walk } = await start(context)
  for (const query of ['nonce=a%2Bb&x=%20y', 'a=1&b=%7E%2A~*']) {
    const returnTo = `https://shop.example/?${query}`
    const back = await walk(await begin({ returnTo }), 'deny')
    assert.equal(back.headers.location, `${returnTo}&connect_error=connection_denied`)
  }
})

test('an account that ends in an hour has ended an hour later', async (context) => {
  const { begin, walk, post, authorize, key, clock, parts, licenseId } = await start(context)
  const back = await walk(await begin(), 'hour')
  const connection = new URL(String(back.headers.location)).searchParams.get('connection')
  const request = { platform: 'sandbox', handle: 'me', connection, siteId: SITE }
  const listed = await post('/connections', {}, await authorize(key, SITE))
  const { connections } = listed.body.data as unknown as { readonly connections: readonly Listed[] }
  const [{ state, endsAt, reason } = assert.fail()] = connections
  assert.deepEqual([state, endsAt, reason], ['ending', new Date(clock.at + 60 * 60_000).toISOString(), 'expired'])
  clock.at += 59 * 60_000
  assert.equal((await post('/scan-profile', request, await authorize(key))).status, 200)
  clock.at += 2 * 60_000
  const headers = await authorize(key)
  const ended = await post('/scan-profile', { ...request, variant: 'media' }, headers)
  assert.deepEqual(
    [ended.status, ended.body.error?.code, ended.body.error?.details],
    [403, 'connection_ended', { reason: 'expired' }],
  )
  await parts.connections.idle()
  const [record] = await parts.store.connections.list(licenseId)
  assert.deepEqual([record?.state, record?.reason], ['ended', 'expired'])
  // Connected again, it is the same connection, and works.
  const wanted = { platform: 'sandbox', reconnect: connection, returnTo: RETURN_TO, siteId: SITE }
  const again = await post('/connect', wanted, headers)
  const location = (await walk(String(again.body.data?.url), 'allow')).headers.location
  assert.equal(location, `${RETURN_TO}&connection=${connection}`)
  assert.equal((await post('/scan-profile', { ...request, variant: 'media' }, headers)).status, 200)
  const other = await post('/connect', wanted, headers)
  const wrong = (await walk(String(other.body.data?.url), 'other')).headers.location
  assert.equal(wrong, `${RETURN_TO}&connect_error=connection_other_account`)
})

test('of several accounts some are chosen, and those that are connected are marked', async (context) => {
  const { begin, walk, browse, onwardFrom, parts, licenseId } = await start(context)
  await walk(await begin(), 'allow')
  const offered = await walk(await begin(), 'several')
  const choose = String(offered.headers.location)
  assert.match(choose, /^https:\/\/central\.example\/connect\/sandbox\/choose\?ticket=[\w-]{43}$/)
  const ticket = new URL(choose).searchParams.get('ticket') ?? ''
  const { body, statusCode } = await browse('GET', choose)
  assert.equal(statusCode, 200)
  assert.equal(body.match(/<input type="checkbox"/g)?.length, 3)
  assert.equal(body.match(/checked/g), null)
  assert.equal(body.match(/class="badge"/g)?.length, 1)
  const empty = await browse('POST', choose.split('?')[0] ?? '', { ticket })
  assert.equal(empty.statusCode, 422)
  assert.match(empty.body, /Choose at least one account/)
  // So is one that was not offered. The choice is still open.
  const foreign = await browse('POST', choose.split('?')[0] ?? '', { ticket, account: 'of-somebody-else' })
  assert.deepEqual([foreign.statusCode, foreign.body], [422, empty.body])
  const account = ['sandbox-empty', 'sandbox-fleeting']
  const done = await browse('POST', choose.split('?')[0] ?? '', { ticket, account })
  const ids = new URL(await onwardFrom(done, choose)).searchParams.get('connection')?.split(',')
  const known = await parts.store.connections.list(licenseId)
  assert.deepEqual(new Set(known.flatMap(({ id, handle }) => (handle === 'demo' ? [] : [id]))), new Set(ids))
  assert.deepEqual(known.map(({ handle }) => handle).toSorted(), ['demo', 'empty', 'fleeting'])
})

test('a plan limits the connected accounts, and those that are connected can be connected again', async (context) => {
  const { begin, connect, walk, browse, onwardFrom, setPlan, parts, licenseId, post, headers } = await start(context)
  const account = async () => (await post('/account', {}, headers)).body.data as unknown as AccountData
  await setPlan({ name: 'pro', connections: 2 })
  const first = new URL(String((await walk(await begin(), 'allow')).headers.location)).searchParams.get('connection')
  const chooseAmong = async (...accounts: string[]) => {
    const choose = String((await walk(await begin(), 'several')).headers.location)
    const form = { ticket: new URL(choose).searchParams.get('ticket') ?? '', account: accounts }
    const page = await browse('GET', choose)
    return { choose, form, page, done: await browse('POST', choose.split('?')[0] ?? '', form) }
  }
  const { choose, form, page, done } = await chooseAmong('sandbox-empty', 'sandbox-fleeting')
  assert.match(page.body, /The license has 1 free place: choose at most 1 more account\./)
  // Nothing is connected, and nothing that was chosen is lost.
  assert.equal(done.statusCode, 422)
  assert.match(done.body, /You chose 2 accounts, and 1 can be connected\. Choose fewer\./)
  assert.equal(done.body.match(/ checked/g)?.length, 2)
  assert.equal((await parts.store.connections.list(licenseId)).length, 1)
  const fewer = await browse('POST', choose.split('?')[0] ?? '', { ...form, account: 'sandbox-empty' })
  assert.match(await onwardFrom(fewer, choose), /[?&]connection=cn_[\w-]{22}$/)
  assert.deepEqual((await account()).usage.connections, { limit: 2, used: 2 })
  assertError(await connect(), { code: 'connection_limit_reached' })
  await setPlan({ name: 'pro', connections: 0 })
  const again = String((await connect({ reconnect: first })).body.data?.url)
  assert.equal((await walk(again, 'allow')).headers.location, `${RETURN_TO}&connection=${first}`)
  assert.equal((await parts.store.connections.list(licenseId)).length, 2)
  await setPlan({ name: 'pro', connections: null })
  const last = await chooseAmong('sandbox-fleeting')
  assert.doesNotMatch(last.page.body, /free place/)
  assert.match(await onwardFrom(last.done, last.choose), /[?&]connection=cn_[\w-]{22}$/)
  assert.deepEqual((await account()).usage.connections, { limit: null, used: 3 })
})

test('an account that lost the last place to another person is named', async (context) => {
  const { begin, walk, browse, setPlan, parts } = await start(context)
  await setPlan({ name: 'pro', connections: 2 })
  const choose = String((await walk(await begin({ returnTo: undefined }), 'several')).headers.location)
  const ticket = new URL(choose).searchParams.get('ticket') ?? ''
  const account = ['sandbox-empty', 'sandbox-fleeting']
  // Somebody else finishes between the check and the save.
  const { create } = parts.store.connections
  let saves = 0
  context.mock.method(parts.store.connections, 'create', async (...wanted: Parameters<typeof create>) => {
    saves += 1
    return saves === 2 ? 'limit' : create.apply(parts.store.connections, wanted)
  })
  const done = await browse('POST', choose.split('?')[0] ?? '', { ticket, account })
  const page = await browse('GET', new URL(String(done.headers.location), choose).href)
  assert.match(page.body, /<li><bdi>Empty account<\/bdi><\/li>/)
  assert.match(page.body, /Not connected: <bdi>Fleeting account<\/bdi>\. The license has no free place/)
})

test('a site that is returned to learns how many accounts lost the last place, and its ticket has their names', async (context) => {
  const { connect, walk, browse, setPlan, parts, post, headers, onwardFrom } = await start(context)
  await setPlan({ name: 'pro', connections: 2 })
  const { url, ticket } = ((await connect()).body.data ?? {}) as { readonly url: string; readonly ticket: string }
  const choose = String((await walk(url, 'several')).headers.location)
  const { create } = parts.store.connections
  let saves = 0
  context.mock.method(parts.store.connections, 'create', async (...wanted: Parameters<typeof create>) => {
    saves += 1
    return saves > 1 ? 'limit' : create.apply(parts.store.connections, wanted)
  })
  const form = { ticket: new URL(choose).searchParams.get('ticket') ?? '', account: ['sandbox-empty', 'sandbox-demo'] }
  const done = await browse('POST', choose.split('?')[0] ?? '', form)
  const back = await onwardFrom(done, choose)
  assert.ok(back.startsWith(RETURN_TO))
  assert.match(back.slice(RETURN_TO.length), /^&connection=cn_[\w-]{22}&connect_left_out=1$/)
  const described = (await post('/connections', { ticket }, headers)).body.data?.ticket as {
    readonly state: string
    readonly leftOut: readonly string[]
  }
  assert.deepEqual([described.state, described.leftOut], ['connected', ['Empty account']])
})

test('a site takes its place when something is connected, and no consent starts without a free one', async (context) => {
  const { connect, walk, license, authorize, setPlan, parts } = await start(context)
  await setPlan({ name: 'small', sites: 1, connections: null })
  const { license: small, key } = await license({ plan: 'small' })
  const headers = await authorize(key)
  const begin = (siteId: string) => connect({ siteId, returnTo: `https://${siteId}/` }, headers)
  const sites = async () => (await parts.sites.list(small.id)).map(({ site }) => site)
  await begin('never-opened.example')
  await walk(String((await begin('denied.example')).body.data?.url), 'deny')
  assert.deepEqual(await sites(), [])
  const [first, late] = [await begin('first.example'), await begin('late.example')]
  await walk(String(first.body.data?.url), 'allow')
  assert.deepEqual(await sites(), ['first.example'])
  assertError(await begin('second.example'), { code: 'site_limit_reached' })
  assert.equal((await begin('www.first.example')).status, 200)
  // Who came first has the place.
  const { statusCode } = await walk(String(late.body.data?.url), 'other')
  assert.equal(statusCode, 303)
  assert.deepEqual(await sites(), ['first.example'])
})

test('of two people who finish at the same time, one gets the last place', async (context) => {
  const { begin, consent, browse, setPlan, parts, licenseId } = await start(context)
  await setPlan({ name: 'pro', connections: 1 })
  const callbacks = [await consent(await begin(), 'allow'), await consent(await begin(), 'other')]
  const ends = await Promise.all(callbacks.map((callback) => browse('GET', callback)))
  const results = ends.map(({ headers }) => new URL(String(headers.location)).searchParams.get('connect_error'))
  assert.deepEqual(results.toSorted(), ['connection_limit_reached', null])
  assert.equal((await parts.store.connections.list(licenseId)).length, 1)
})

test('of nine people who connect the same account at the same time, none is turned away', async (context) => {
  const { begin, consent, browse, parts, licenseId } = await start(context)
  const callbacks: string[] = []
  for (let n = 0; n < 9; n += 1) callbacks.push(await consent(await begin(), 'allow'))
  const ends = await Promise.all(callbacks.map((callback) => browse('GET', callback)))
  const [{ id } = assert.fail()] = await parts.store.connections.list(licenseId)
  assert.deepEqual(new Set(ends.map(({ headers }) => headers.location)), new Set([`${RETURN_TO}&connection=${id}`]))
})

test('a choice can be cancelled', async (context) => {
  const { begin, walk, browse, onwardFrom, parts, licenseId } = await start(context)
  const choose = String((await walk(await begin(), 'several')).headers.location)
  const ticket = new URL(choose).searchParams.get('ticket') ?? ''
  const form = { ticket, cancel: '1', account: 'sandbox-demo' }
  const cancelled = await browse('POST', choose.split('?')[0] ?? '', form)
  assert.equal(await onwardFrom(cancelled, choose), `${RETURN_TO}&connect_error=connection_denied`)
  assert.deepEqual(await parts.store.connections.list(licenseId), [])
})

test('who can choose nothing, since the plan has filled up meanwhile, is told so once, and has not declined', async (context) => {
  const { connect, walk, browse, onwardFrom, setPlan, post, headers } = await start(context)
  await setPlan({ name: 'pro', connections: 1 })
  const begin = async () => (await connect()).body.data ?? {}
  const [late, known] = [await begin(), await begin()]
  const openChoice = async ({ url }: { readonly url?: unknown }) => {
    const choose = String((await walk(String(url), 'several')).headers.location)
    const ticket = new URL(choose).searchParams.get('ticket') ?? ''
    const send = (form: object) => browse('POST', choose.split('?')[0] ?? '', { ticket, ...form })
    return { choose, ticket, send }
  }
  const { choose, ticket, send } = await openChoice(late)
  await setPlan({ name: 'pro', connections: 0 })
  for (const shown of [await browse('GET', choose), await send({ account: 'sandbox-empty' }), await send({})]) {
    assert.equal(shown.body.match(/no free place/g)?.length, 1)
    assert.match(shown.body, /Disconnect one that is not needed any more/)
    assert.doesNotMatch(shown.body, /at least one account/)
  }
  const back = await onwardFrom(await send({ cancel: '1' }), choose)
  assert.equal(back, `${RETURN_TO}&connect_error=connection_limit_reached`)
  const described = (await post('/connections', { ticket }, headers)).body.data?.ticket as { readonly error: string }
  assert.equal(described.error, 'connection_limit_reached')
  // Where an account can be connected again, a person can decline.
  await setPlan({ name: 'pro', connections: 1 })
  await walk(String((await begin()).url), 'allow')
  const again = await openChoice(known)
  const empty = await again.send({})
  assert.match(empty.body, /Choose at least one account/)
  assert.match(empty.body, /no free place/)
  assert.match(await onwardFrom(await again.send({ cancel: '1' }), again.choose), /connect_error=connection_denied$/)
})

test('who cancels on the start page ends the consent', async (context) => {
  const { connect, browse, onwardFrom, post, headers, app, parts, licenseId } = await start(context)
  const cancel = async (body: object = {}) => {
    const { url, ticket } = (await connect(body)).body.data ?? {}
    const t = new URL(String(url)).searchParams.get('t') ?? ''
    const page = await browse('GET', String(url))
    assert.match(page.body, /<button type="submit" class="cancel" name="cancel" value="1">Cancel<\/button>/)
    const form = new URLSearchParams({ t, cancel: '1' }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    // Only the browser that opened the page.
    const stranger = { method: 'POST', url: '/connect/sandbox/start', payload: form, headers: type } as const
    assert.equal((await app.inject(stranger)).statusCode, 400)
    const cancelled = await browse('POST', '/connect/sandbox/start', { t, cancel: '1' })
    const { ticket: described } = (await post('/connections', { ticket }, headers)).body.data ?? {}
    assert.deepEqual(described, { state: 'failed', connections: [], leftOut: [], error: 'connection_denied' })
    // Neither going back nor the link starts it again.
    await browse('GET', String(url))
    for (const more of [{}, { cancel: '1' }])
      assert.equal((await browse('POST', '/connect/sandbox/start', { t, ...more })).statusCode, 400)
    return cancelled
  }
  const from = `${BASE}/connect/sandbox/start`
  assert.equal(await onwardFrom(await cancel(), from), `${RETURN_TO}&connect_error=connection_denied`)
  const staying = await cancel({ returnTo: undefined })
  const stays = await browse('GET', new URL(String(staying.headers.location), from).href)
  assert.equal(stays.statusCode, 200)
  assert.match(stays.body, /You declined/)
  // Also after the platform was reached.
  const { url } = (await connect()).body.data ?? {}
  const t = new URL(String(url)).searchParams.get('t') ?? ''
  await browse('GET', String(url))
  const authorize = await onwardFrom(await browse('POST', '/connect/sandbox/start', { t }), from)
  await browse('POST', '/connect/sandbox/start', { t, cancel: '1' })
  const decided = await browse('GET', `${authorize.replace('/authorize?', '/decide?')}&choice=allow`)
  assert.equal((await browse('GET', String(decided.headers.location))).statusCode, 400)
  assert.deepEqual(await parts.store.connections.list(licenseId), [])
})

test('the start page says who asks and what for, leaks nothing, and cannot be framed', async (context) => {
  const { connect, browse, parts, licenseId, authorize, key } = await start(context, {
    environment: {
      BRAND_NAME: 'Vendor & Sons',
      BRAND_LOGO_URL: 'https://cdn.vendor.example/logo.svg',
      BRAND_COLOR: '#ffdd00',
      SUPPORT_URL: 'mailto:help@vendor.example',
    },
  })
  const asked = await connect({ include: ['private'] }, await authorize(key, SITE))
  const url = String(asked.body.data?.url)
  const { headers, body, statusCode } = await browse('GET', url)
  assert.equal(statusCode, 200)
  assert.match(body, /<strong><bdi>shop\.example<\/bdi><\/strong>/)
  assert.match(body, /Vendor &amp; Sons/)
  // Nobody has to open anything to learn what is kept.
  assert.match(body, /keeps the name of your account.*You can disconnect at any time/s)
  assert.doesNotMatch(body, /<details/)
  assert.match(body, /not public/)
  assert.doesNotMatch(body, /<script|style=| on[a-z]+=/)
  assert.deepEqual(
    Object.fromEntries(
      [
        'content-security-policy',
        'referrer-policy',
        'cache-control',
        'x-frame-options',
        'cross-origin-opener-policy',
      ].map((name) => [name, headers[name]]),
    ),
    {
      'content-security-policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https://cdn.vendor.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    },
  )
  assert.match(
    String(headers['set-cookie']),
    /^__Host-connect-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=900; Secure; HttpOnly; SameSite=Lax$/,
  )
  // A reload keeps the cookie, so that the button of the first tab works.
  assert.equal((await browse('GET', url)).headers['set-cookie'], undefined)
  const style = await browse('GET', '/connect/assets/brand.css')
  assert.equal(style.body, ':root { --brand: #ffdd00; --on-brand: #000000; }\n')
  for (const asset of ['theme.css', 'connect.css', 'geist.woff2', 'icon.svg'])
    assert.equal((await browse('GET', `/connect/assets/${asset}`)).statusCode, 200, asset)
  assert.deepEqual(await parts.store.connections.list(licenseId), [])
})

test('a site that does not use the license is shown behind the name of the license, if at all as a claim', async (context) => {
  const { connect, browse, license, authorize } = await start(context)
  const shown = async (name: string | null, site?: string) => {
    const { key } = await license({ name })
    const wanted = { siteId: 'https://meta.com', returnTo: undefined }
    const { url } = (await connect(wanted, await authorize(key, site))).body.data ?? {}
    const { body } = await browse('GET', String(url))
    return /<p>(.*) uses Central API to show posts/.exec(body)?.[1]?.replace(/<\/?bdi>/g, '')
  }
  assert.equal(await shown('attacker2'), '<strong>attacker2</strong> (for a website that it calls meta.com)')
  assert.equal(await shown(null), 'A website that calls itself meta.com')
  assert.equal(await shown('Meta', 'https://meta.com/'), '<strong>meta.com</strong> (Meta)')
  assert.equal(await shown('meta.com'), '<strong>meta.com</strong>')
})

test('the start page names the account that is expected or connected again', async (context) => {
  const { connect, browse, walk, begin, parts, licenseId } = await start(context, { platforms: [mastodon, sandbox] })
  const title = async (body: object) => {
    const page = await browse('GET', String((await connect(body)).body.data?.url))
    const [, heading] = /<h1>(.*)<\/h1>/.exec(page.body) ?? []
    assert.ok(page.body.includes(`<title>${heading} · `))
    return heading
  }
  const reconnect = new URL(String((await walk(await begin(), 'allow')).headers.location)).searchParams.get(
    'connection',
  )
  assert.equal(await title({}), 'Connect Sandbox')
  assert.equal(await title({ reconnect }), 'Reconnect demo on Sandbox')
  // What is connected counts, whatever a client says.
  assert.equal(await title({ reconnect, handle: 'empty' }), 'Reconnect demo on Sandbox')
  assert.equal(await title({ handle: '@Demo' }), 'Connect demo on Sandbox')
  assert.equal(await title({ handle: '<b>no handle</b>' }), 'Connect Sandbox')
  const garden = { platform: 'mastodon', host: 'social.example', handle: '@garden@social.example' }
  assert.equal(await title(garden), 'Connect garden@social.example on Mastodon')
  const [record = assert.fail()] = await parts.store.connections.list(licenseId)
  const { find } = parts.store.connections
  context.mock.method(parts.store.connections, 'find', async (...asked: Parameters<typeof find>) => {
    const found = await find.apply(parts.store.connections, asked)
    return found && { ...found, handle: '1000000102', displayName: 'Garden \u202eShop' }
  })
  assert.equal(await title({ reconnect: record.id }), 'Reconnect Garden Shop on Sandbox')
})

test('a name cannot turn or hide what is written around it', async (context) => {
  const { connect, browse, license, authorize } = await start(context)
  const { key } = await license({ name: '\u202eelgooG\u2066\u200b شركة' })
  const { url } = (await connect({ siteId: undefined, returnTo: undefined }, await authorize(key))).body.data ?? {}
  const { body } = await browse('GET', String(url))
  assert.ok(body.includes('<strong><bdi>elgooG شركة</bdi></strong> uses Central API'), body)
})

test('where a platform also asks for writing, the start page says that it is not used', async (context) => {
  const { connect, browse } = await start(context, {
    platforms: [github],
    environment: { GITHUB_CLIENT_ID: 'Iv1.client', GITHUB_CLIENT_SECRET: 'secret-of-the-client' },
  })
  const pageFor = async (more: object) =>
    (await browse('GET', String((await connect({ platform: 'github', ...more })).body.data?.url))).body
  const note = /deleted at GitHub\. GitHub also asks for the permission to write, .* It is not used\.<\/p>/
  assert.match(await pageFor({ include: ['private'] }), note)
  assert.match(await pageFor({}), /deleted at GitHub\.<\/p>/)
})

test('the start page of a platform with many servers names the server', async (context) => {
  const { connect, browse } = await start(context, { platforms: [mastodon] })
  const asked = await connect({ platform: 'mastodon', host: 'social.example' })
  assert.equal(asked.status, 200, asked.text)
  const { body } = await browse('GET', String(asked.body.data?.url))
  assert.match(body, /<h1>Connect Mastodon at social\.example<\/h1>/)
  assert.match(body, /deleted at social\.example\.<\/p>/)
})

test('a server may be pasted as the URL of its home page', async (context) => {
  const { connect, browse } = await start(context, { platforms: [mastodon] })
  for (const host of ['https://social.example/', 'HTTPS://Social.Example', 'http://social.example/']) {
    const { url } = (await connect({ platform: 'mastodon', host })).body.data ?? {}
    assert.match((await browse('GET', String(url))).body, /<h1>Connect Mastodon at social\.example<\/h1>/)
  }
  for (const host of [
    'https://social.example/@garden',
    'https://a@social.example/',
    'https://social.example:8443/',
    'ftp://social.example/',
    'https://10.0.0.1/',
    'https:///',
  ])
    assertError(await connect({ platform: 'mastodon', host }), {
      code: 'invalid_request',
      details: [{ field: 'host', message: 'must be a host name, such as social.example' }],
    })
})

test('a server that does not exist, or is none of the platform, is named, and its spelling is to be checked', async (context) => {
  // Names resolve to a server that shows a web page whatever is asked.
  const network = await startStubNetwork({ resolve: (name) => (name === 'shop.social' ? ['93.184.215.14'] : []) })
  context.after(() => network.close())
  const { connect, browse, onwardFrom, post, headers } = await start(context, { platforms: [mastodon], network })
  for (const host of ['nosuch.social', 'nosuch.invalid', 'shop.social']) {
    const press = async (more: object) => {
      const { url, ticket } = (await connect({ platform: 'mastodon', host, ...more })).body.data ?? {}
      await browse('GET', String(url))
      const { searchParams, origin, pathname } = new URL(String(url))
      const failed = await browse('POST', origin + pathname, { t: searchParams.get('t') ?? '' })
      return { failed, url: String(url), ticket }
    }
    const { failed, url } = await press({ returnTo: undefined })
    const { body } = await browse('GET', new URL(String(failed.headers.location), url).href)
    assert.ok(body.includes('<h1>The server was not found</h1>'), body)
    assert.ok(
      body.includes(`The service finds no public server of Mastodon at ${host}. Check the spelling of its name`),
    )
    assert.doesNotMatch(body, /Wait/)
    const returned = await press({})
    assert.equal(await onwardFrom(returned.failed, returned.url), `${RETURN_TO}&connect_error=host_not_found`)
    const described = (await post('/connections', { ticket: returned.ticket }, headers)).body.data?.ticket
    assert.deepEqual(described, { state: 'failed', connections: [], leftOut: [], error: 'host_not_found' })
  }
})

test('a start page at another name of the service moves to its base URL, once', async (context) => {
  const { begin, app } = await start(context)
  const { pathname, search } = new URL(await begin())
  const headers = { host: 'localhost:8080' }
  const moved = await app.inject({ url: pathname + search, headers })
  assert.deepEqual(
    [moved.statusCode, moved.headers.location, moved.headers['set-cookie']],
    [303, `${BASE}${pathname}${search}&moved=1`, undefined],
  )
  // Behind a proxy that changes the name, it is the same page.
  assert.equal((await app.inject({ url: `${pathname}${search}&moved=1`, headers })).statusCode, 200)
  assert.equal((await app.inject({ url: `${pathname}?t=x`, headers })).statusCode, 400)
})

test('a link that does not work any more shows nothing of the request, and leads nowhere', async (context) => {
  const { begin, walk, browse, cookies, clock } = await start(context)
  const used = await begin()
  await walk(used, 'deny')
  const late = await begin()
  clock.at += 10 * 60_000
  const paths = [
    used,
    late,
    '/connect/sandbox/start',
    '/connect/sandbox/start?t=<script>',
    '/connect/sandbox/start?t=%00',
    '/connect/nowhere/start?t=x',
    '/connect/constructor/callback?code=<script>&state=<script>',
    '/connect/mastodon/callback/evil.example?code=c&state=s',
    '/connect/sandbox/callback?error=access_denied&error_description=<script>',
    '/connect/sandbox/choose?ticket=<script>',
  ]
  for (const path of paths) {
    const { statusCode, headers, body } = await browse('GET', path)
    assert.deepEqual([statusCode, headers.location], [400, undefined], path)
    assert.match(body, /This link does not work/)
    assert.doesNotMatch(body, /<script|evil|shop/)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  }
  assert.equal(cookies.size, 0)
})

test('a link that another browser has started does not work, and does not look as if it did', async (context) => {
  const { begin, browse, app } = await start(context)
  const url = await begin()
  await browse('GET', url)
  const { pathname, search } = new URL(url)
  const elsewhere = (headers: Readonly<Record<string, string>> = { host: 'central.example' }) =>
    app.inject({ url: pathname + search, headers })
  // It is not used yet: whoever presses the button first has it.
  assert.equal((await elsewhere()).statusCode, 200)
  await browse('POST', pathname, { t: new URL(url).searchParams.get('t') ?? '' })
  const dead = await elsewhere()
  assert.deepEqual([dead.statusCode, dead.headers['set-cookie']], [400, undefined])
  assert.match(dead.body, /This link does not work/)
  assert.match((await browse('GET', url)).body, /<h1>Connect Sandbox<\/h1>/)
  // At another name of the service, a browser has no cookie yet.
  assert.equal((await elsewhere({ host: 'localhost:8080' })).statusCode, 303)
})

test('a link that has connected an account says so, and nothing else', async (context) => {
  const { begin, consent, browse } = await start(context)
  const url = await begin()
  const callback = await consent(url, 'allow')
  assert.equal((await browse('GET', callback)).statusCode, 303)
  const form = { t: new URL(url).searchParams.get('t') ?? '' }
  const { pathname } = new URL(url)
  for (const page of [
    await browse('GET', url),
    await browse('POST', pathname, form),
    await browse('POST', pathname, { ...form, cancel: '1' }),
    await browse('GET', callback),
  ]) {
    assert.deepEqual([page.statusCode, page.headers.location, page.headers['set-cookie']], [400, undefined, undefined])
    assert.match(page.body, /<h1>The account is connected already<\/h1>/)
    assert.doesNotMatch(page.body, /shop|demo|Demo/)
  }
  assert.match((await browse('GET', url.replace('/sandbox/', '/tiktok/'))).body, /This link does not work/)
})

test('a form of another site starts nothing', async (context) => {
  const { begin, browse, app, cookies } = await start(context)
  const url = await begin()
  await browse('GET', url)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = (headers: Readonly<Record<string, string>>) =>
    app.inject({
      method: 'POST',
      url: '/connect/sandbox/start',
      headers: { host: 'central.example', 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
      payload: `t=${new URL(url).searchParams.get('t')}`,
    })
  for (const site of ['cross-site', 'same-site'])
    assert.equal((await send({ 'sec-fetch-site': site })).statusCode, 400, site)
  for (const origin of ['https://evil.example', 'http://central.example', 'https://central.example.evil.example', ''])
    for (const more of [{}, { 'sec-fetch-site': 'same-origin' }])
      assert.equal((await send({ origin, ...more })).statusCode, 400, origin)
  assert.equal((await send({ cookie: '' })).statusCode, 400)
  assert.equal((await send({ 'content-type': 'application/json' })).statusCode, 400)
  assert.equal((await send({ origin: 'null', 'sec-fetch-site': 'cross-site' })).statusCode, 400)
  // The pages send no referrer, so browsers name no origin for their forms.
  assert.equal((await send({ origin: 'null', 'sec-fetch-site': 'same-origin' })).statusCode, 303)
  assert.equal((await send({ origin: BASE, 'sec-fetch-site': 'same-origin' })).statusCode, 303)
  // An older browser sends no such field; its cookie is enough.
  assert.equal((await send({})).statusCode, 303)
})

test('what may not be connected is refused before anything is stored', async (context) => {
  const { connect, license, authorize, parts, licenseId } = await start(context)
  const refusals: readonly (readonly [body: object, code: string])[] = [
    [{ platform: 'nowhere' }, 'platform_unknown'],
    [{ returnTo: 'https://evil.example/' }, 'return_not_allowed'],
    [{ returnTo: 'https://shop.example//evil.example' }, 'return_not_allowed'],
    [{ returnTo: 'http://localhost/' }, 'return_not_allowed'],
    [{ reconnect: 'cn_of_nobody' }, 'connection_unknown'],
    [{ label: 'two\nlines' }, 'invalid_request'],
    [{ include: ['all'] }, 'invalid_request'],
    [{ app: 'x' }, 'invalid_request'],
  ]
  for (const [body, code] of refusals) assert.equal((await connect(body)).body.error?.code, code, JSON.stringify(body))
  const test = await license({ mode: 'test' })
  const headers = await authorize(test.key)
  assert.equal((await connect({ returnTo: 'http://localhost:8888/wp-admin/' }, headers)).status, 200)
  assert.deepEqual(await parts.store.connections.list(licenseId), [])
})

test('a license starts at most sixty consents an hour', async (context) => {
  const { connect } = await start(context)
  for (let call = 0; call < 60; call += 1) assert.equal((await connect()).status, 200)
  const refused = await connect()
  assert.deepEqual([refused.body.error?.code, refused.headers['retry-after']], ['rate_limited', '3600'])
  assert.equal(refused.body.error?.message, 'At most 60 requests to this endpoint an hour.')
})

test('a service behind a path returns below that path', async (context) => {
  const { begin } = await start(context, { environment: { BASE_URL: 'https://central.example/api' } })
  assert.match(await begin(), /^https:\/\/central\.example\/api\/connect\/sandbox\/start\?t=/)
})

test('a client that polls learns what became of its own ticket, and nothing of others', async (context) => {
  const { connect, walk, post, headers, license, authorize } = await start(context)
  const ask = async (ticket: unknown, as = headers) => (await post('/connections', { ticket }, as)).body.data?.ticket
  const { url, ticket } = (await connect()).body.data ?? {}
  assert.deepEqual(await ask(ticket), { state: 'open', connections: [], leftOut: [], error: null })
  const back = await walk(String(url), 'allow')
  const connection = new URL(String(back.headers.location)).searchParams.get('connection')
  assert.deepEqual(await ask(ticket), { state: 'connected', connections: [connection], leftOut: [], error: null })
  const denied = (await connect()).body.data ?? {}
  await walk(String(denied.url), 'deny')
  assert.deepEqual(await ask(denied.ticket), {
    state: 'failed',
    connections: [],
    leftOut: [],
    error: 'connection_denied',
  })
  const unknown = { state: 'unknown', connections: [], leftOut: [], error: null }
  assert.deepEqual(await ask('x'.repeat(43)), unknown)
  const other = await authorize((await license()).key)
  assert.deepEqual(await ask(ticket, other), unknown)
  assert.equal(await ask(undefined), undefined)
})

test('a consent that nobody finishes has failed when its time is over', async (context) => {
  const { connect, consent, walk, post, authorize, key, clock } = await start(context)
  const ask = async (ticket: unknown) =>
    (await post('/connections', { ticket }, await authorize(key))).body.data?.ticket
  const open = { state: 'open', connections: [], leftOut: [], error: null }
  const expired = { state: 'failed', connections: [], leftOut: [], error: 'connection_expired' }
  const unopened = (await connect()).body.data ?? {}
  clock.at = Date.parse(String(unopened.expiresAt)) - 1
  assert.deepEqual(await ask(unopened.ticket), open)
  // Whoever comes back at the last moment may choose for a while.
  await walk(String(unopened.url), 'several')
  clock.at += 15 * 60_000 - 1
  assert.deepEqual(await ask(unopened.ticket), open)
  clock.at += 1
  assert.deepEqual(await ask(unopened.ticket), expired)
  const headers = await authorize(key)
  const [never, left, done] = [await connect({}, headers), await connect({}, headers), await connect({}, headers)]
  await walk(String(done.body.data?.url), 'deny')
  clock.at += 5 * 60_000
  await consent(String(left.body.data?.url), 'allow')
  clock.at += 5 * 60_000
  // Who started late has as long again at the platform.
  assert.deepEqual(await ask(left.body.data?.ticket), open)
  assert.deepEqual(await ask(never.body.data?.ticket), expired)
  clock.at += 5 * 60_000
  assert.deepEqual(await ask(left.body.data?.ticket), expired)
  assert.deepEqual(await ask(done.body.data?.ticket), { ...expired, error: 'connection_denied' })
})

test('only platforms whose posts are read through connections can be connected', async (context) => {
  const { post, headers, parts } = await start(context)
  for (const { id } of parts.registry.platforms) {
    const { status, body } = await post('/connect', { platform: id, host: 'social.example' }, headers)
    const code = id === 'tiktok' ? 'platform_not_configured' : 'platform_not_connectable'
    if (status !== 200) assert.equal(body.error?.code, code, id)
  }
})
