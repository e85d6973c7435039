import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { assertError, assertEveryResponse, quotaOf } from '@central-api/testing/assert-response.ts'
import { MONTH_MS } from '@central-api/testing/start-client.ts'
import { html, redirect, startStubWeb } from '@central-api/testing/stub-web.ts'
import { Compile } from 'typebox/compile'
import { EMPTY_PREVIEW } from '../../validation/preview/preview.ts'
import { validateLink } from './route.ts'

const PAGE =
  '<!doctype html><title>Story</title><meta property="og:title" content="The story"><meta property="og:image" content="/a.jpg"><link rel="canonical" href="/story"><p>Grüße 🧪'
const isData = Compile(validateLink.data)
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const quotaAfter = (used: number, burstUsed = used) => ({
  'x-quota-limit': '10000',
  'x-quota-used': `${used}`,
  'x-quota-remaining': `${10_000 - used}`,
  'x-quota-reset': `${MONTH_MS / 1000}`,
  'ratelimit-policy': '"validations";q=10000;w=2678400, "burst";q=120;w=60',
  ratelimit: `"validations";r=${10_000 - used};t=${MONTH_MS / 1000}, "burst";r=${120 - burstUsed};t=60`,
})

test('returns a page whole: its content, its encoding and its preview, for one validation', async (context) => {
  const web = await startStubWeb(context, { pages: { 'news.example/story?a=1': html(PAGE) } })
  const reply = await web.validateLink('https://News.Example/story?a=1#part')
  assert.equal(reply.status, 200)
  assertEveryResponse(reply)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(reply.body, {
    ok: true,
    data: {
      valid: true,
      body: PAGE,
      bodyEncoding: 'text',
      url: 'https://news.example/story?a=1',
      status: 200,
      contentType: 'text/html; charset=utf-8',
      bytes: Buffer.byteLength(PAGE),
      preview: {
        ...EMPTY_PREVIEW,
        title: 'The story',
        imageUrl: 'https://news.example/a.jpg',
        canonicalUrl: 'https://news.example/story',
      },
    },
  })
  assert.deepEqual(Object.keys(reply.body.data ?? {}), Object.keys(validateLink.data.properties))
  assert.ok(isData.Check(reply.body.data))
  assert.deepEqual(quotaOf(reply), quotaAfter(1))
  assert.deepEqual([reply.headers['x-cache'], reply.headers.age], ['miss', '0'])
})

test('content that is not text is base64, and content that is not a page has an empty preview', async (context) => {
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff])
  const web = await startStubWeb(context, {
    pages: {
      'news.example/a.png': { headers: { 'content-type': 'image/png' }, body: image },
      'news.example/a.json': { headers: { 'content-type': 'application/json' }, body: '{"a":"<title>x</title>"}' },
      'news.example/zipped': {
        headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
        body: gzipSync('<title>Zipped</title>'),
      },
      'news.example/nothing': { status: 204 },
    },
  })
  const found = async (path: string) => {
    const { data } = (await web.validateLink(`https://news.example/${path}`)).body
    assert.ok(isData.Check(data), JSON.stringify(data))
    return { ...data, preview: data.preview.title }
  }
  const about = (path: string, status = 200) => ({ valid: true, url: `https://news.example/${path}`, status })
  assert.deepEqual(await found('a.png'), {
    ...about('a.png'),
    body: image.toString('base64'),
    bodyEncoding: 'base64',
    contentType: 'image/png',
    bytes: 6,
    preview: null,
  })
  assert.deepEqual(await found('a.json'), {
    ...about('a.json'),
    body: '{"a":"<title>x</title>"}',
    bodyEncoding: 'text',
    contentType: 'application/json',
    bytes: 24,
    preview: null,
  })
  assert.deepEqual(await found('zipped'), {
    ...about('zipped'),
    body: '<title>Zipped</title>',
    bodyEncoding: 'text',
    contentType: 'text/html',
    bytes: 21,
    preview: 'Zipped',
  })
  assert.deepEqual(await found('nothing'), {
    ...about('nothing', 204),
    body: '',
    bodyEncoding: 'text',
    contentType: null,
    bytes: 0,
    preview: null,
  })
})

test('follows a redirect and returns the final URL', async (context) => {
  const web = await startStubWeb(context, {
    pages: {
      'news.example/old': redirect('https://other.example/new', 301),
      'other.example/new': html('<title>New</title>'),
    },
  })
  const { data } = (await web.validateLink('http://news.example/old')).body
  assert.deepEqual([data?.url, data?.status], ['https://other.example/new', 200])
})

test('any status but 2xx is link_status, with the status and its URL', async (context) => {
  const web = await startStubWeb(context, {
    pages: {
      'news.example/gone': { status: 410 },
      'news.example/broken': { status: 500 },
      'news.example/busy': { status: 429 },
      'news.example/same': { status: 304 },
      'news.example/moved': redirect('/gone'),
    },
  })
  const cases = [
    ['missing', 404, 'missing'],
    ['gone', 410, 'gone'],
    ['broken', 500, 'broken'],
    ['busy', 429, 'busy'],
    ['same', 304, 'same'],
    ['moved', 410, 'gone'],
  ] as const
  for (const [path, status, answered] of cases) {
    const reply = await web.validateLink(`https://news.example/${path}`)
    assertError(reply, {
      code: 'link_status',
      details: { status, url: `https://news.example/${answered}` },
      // The other statuses mean that nothing will change.
      retryable: status === 500 || status === 429,
      ...((status === 500 || status === 429) && { retryAfter: 30 }),
    })
    assert.match(reply.body.error?.message ?? '', new RegExp(`returned status ${status}\\.$`))
    assert.equal(reply.headers['x-quota-used'], '0')
  }
})

test('a login wall, a consent page and a bot check are not pages, whatever their status', async (context) => {
  const web = await startStubWeb(context, {
    pages: {
      'news.example/members': redirect('/login?next=/members'),
      'news.example/login': html('<title>Log in</title>'),
      'news.example/cookies': redirect('https://other.example/cookie-consent'),
      'other.example/cookie-consent': html('<title>We value your privacy</title>'),
      'news.example/checked': html('<title>Just a moment...</title><script src="/cdn-cgi/x.js"></script>'),
      'news.example/challenged': { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '' },
    },
  })
  const cases = [
    ['members', 200, 'https://news.example/login?next=/members', /login page/],
    ['cookies', 200, 'https://other.example/cookie-consent', /consent page/],
    ['checked', 200, 'https://news.example/checked', /bot check/],
    ['challenged', 403, 'https://news.example/challenged', /bot check/],
  ] as const
  for (const [path, status, url, message] of cases) {
    const reply = await web.validateLink(`https://news.example/${path}`)
    assertError(reply, { code: 'link_status', details: { status, url }, retryable: false })
    assert.match(reply.body.error?.message ?? '', message)
  }
})

test('refuses a URL of no public page before any request and before it is counted', async (context) => {
  const web = await startStubWeb(context)
  const cases = [
    ['news.example', 'link_malformed'],
    ['ftp://news.example/', 'link_malformed'],
    ['https://a@news.example/', 'link_malformed'],
    ['https://news.example/\u0000', 'link_malformed'],
    ['https://news.example/a b', 'link_malformed'],
    ['https://ne\u200bws.example/', 'link_malformed'],
    ['\u2068\u2069', 'link_malformed'],
    ['javascript:alert(1)', 'link_malformed'],
    ['http://127.0.0.1/', 'link_blocked'],
    ['http://2130706433/', 'link_blocked'],
    ['http://[::1]/', 'link_blocked'],
    ['http://169.254.169.254/latest/meta-data/', 'link_blocked'],
    ['https://localhost/', 'link_blocked'],
    ['https://news.example:8443/', 'link_blocked'],
  ] as const
  for (const [at, [url, code]] of cases.entries()) {
    const reply = await web.validateLink(url)
    assertError(reply, { code })
    assert.deepEqual(quotaOf(reply), quotaAfter(0, at + 1), url)
  }
  assert.deepEqual([web.network.lookups, web.network.dials], [[], []])
})

test('reports invalid fields by name', async (context) => {
  const web = await startStubWeb(context)
  const problem = (message: string) => ({ code: 'invalid_request', details: [{ field: 'url', message }] }) as const
  assertError(await web.post('/validate-link', {}, web.headers), problem('is required'))
  assertError(await web.validateLink(''), problem('must not be empty'))
  assertError(
    await web.validateLink(`https://news.example/${'x'.repeat(2048)}`),
    problem('must have at most 2048 characters'),
  )
  assertError(await web.validateLink(['https://news.example/']), problem('must be text'))
  assertError(await web.post('/validate-link', { url: 'https://news.example/' }), { code: 'token_missing' })
})

test('a result is cached for five minutes under every spelling of the URL, and costs one validation each time', async (context) => {
  const web = await startStubWeb(context, { pages: { 'news.example/story': html(PAGE) } })
  const first = await web.validateLink('https://news.example/story')
  web.clock.at += 120_000
  for (const url of [
    'https://news.example/story#part',
    'https://NEWS.example./story',
    'https://news.example:443/a/../story',
    ' https://news.example/story\n',
    '\u2068https://news.example/story\u2069',
    '<https://news.example/story>',
    '“https://news.example/story”',
  ]) {
    const again = await web.validateLink(url)
    assert.equal(again.text, first.text)
    assert.deepEqual([again.headers['x-cache'], again.headers.age], ['hit', '120'])
  }
  assert.equal((await web.validateLink('https://news.example/story')).headers['x-quota-used'], '9')
  assert.equal(web.requested().length, 1)
  web.clock.at += 180_000
  assert.equal((await web.validateLink('https://news.example/story')).headers['x-cache'], 'miss')
  assert.equal(web.requested().length, 2)
})

test('an error is cached for thirty seconds with Retry-After, and costs nothing', async (context) => {
  const web = await startStubWeb(context, { pages: { 'news.example/story': { status: 503 } } })
  const url = 'https://news.example/story'
  const error = { code: 'link_status', details: { status: 503, url } } as const
  assertError(await web.validateLink(url), { ...error, retryAfter: 30 })
  web.pages['news.example/story'] = html(PAGE)
  web.clock.at += 20_000
  assertError(await web.validateLink(url), { ...error, retryAfter: 10 })
  assert.equal(web.requested().length, 1)
  web.clock.at += 10_000
  const reply = await web.validateLink(url)
  assert.deepEqual([reply.status, reply.headers['x-quota-used']], [200, '1'])
})

test('a hundred concurrent requests make one fetch, and each is counted', async (context) => {
  const web = await startStubWeb(context, { pages: { 'news.example/story': html(PAGE) } })
  const responses = await Promise.all(Array.from({ length: 100 }, () => web.validateLink('https://news.example/story')))
  assert.ok(responses.every(({ status }) => status === 200))
  assert.equal(web.requested().length, 1)
  assert.equal(Math.max(...responses.map(({ headers }) => Number(headers['x-quota-used']))), 100)
})

test('a client that hangs up cancels the fetch', async (context) => {
  const begun = Promise.withResolvers<void>()
  const web = await startStubWeb(context, { pages: { 'slow.example/': () => begun.resolve() } })
  const { validations } = web.parts
  const caller = new AbortController()
  const waiting = validations.get(validations.parseLink('https://slow.example/'), { signal: caller.signal })
  await begun.promise
  const closed = web.network.allClosed()
  caller.abort(new Error('gone'))
  await assert.rejects(waiting, /gone/)
  await closed
})

test('the service sends a host at most sixty requests a minute, for all licenses together', async (context) => {
  const web = await startStubWeb(context, { pages: { 'other.example/': html(PAGE) } })
  for (let page = 0; page < 60; page += 1) await web.validateLink(`https://news.example/${page}`)
  await web.setPlan({ name: 'other' })
  const other = await web.authorize((await web.license({ plan: 'other' })).key)
  for (const headers of [web.headers, other]) {
    const reply = await web.post('/validate-link', { url: 'https://news.example/60' }, headers)
    assert.equal(reply.body.error?.code, 'rate_limited')
    assert.ok(Number(reply.headers['retry-after']) <= 60)
    assert.equal(reply.headers['x-quota-used'], '0')
  }
  assert.equal(web.requested().length, 60)
  assert.equal((await web.validateLink('https://other.example/')).status, 200)
})

test('validations have their own quota', async (context) => {
  const web = await startStubWeb(context, { pages: { 'news.example/story': html(PAGE) } })
  await web.setPlan({ name: 'one', validations: 1, burst: 10 })
  const headers = await web.authorize((await web.license({ plan: 'one' })).key)
  const validate = () => web.post('/validate-link', { url: 'https://news.example/story' }, headers)
  assert.equal((await validate()).status, 200)
  const refused = await validate()
  assertError(refused, { code: 'quota_exceeded', retryAfter: MONTH_MS / 1000 })
  assert.equal((await web.post('/scan-profile', { platform: 'sandbox', handle: 'demo' }, headers)).status, 200)
})

test('a large page has a preview, too', async (context) => {
  const large = `<head>${'<meta name="x" content="y">'.repeat(30_000)}<title>Large</title></head>`
  const web = await startStubWeb(context, { pages: { 'news.example/large': html(large) } })
  const { data } = (await web.validateLink('https://news.example/large')).body
  assert.deepEqual([data?.bytes, data?.preview], [large.length, { ...EMPTY_PREVIEW, title: 'Large' }])
})

const LARGE = `<!doctype html><head><title>Large</title><meta property="og:description" content="Grüße"></head><p>${'Lorem ipsum. '.repeat(400_000)}`

test('without its body a page of any size has its preview, in any content coding', async (context) => {
  const codings = { gzip: gzipSync(LARGE), br: brotliCompressSync(LARGE, QUICK), identity: Buffer.from(LARGE) }
  const pages = Object.entries(codings).map(([coding, body]) => [
    `news.example/${coding}`,
    { headers: { 'content-type': 'text/html', 'content-encoding': coding }, body },
  ])
  const web = await startStubWeb(context, { pages: Object.fromEntries(pages) })
  for (const coding of Object.keys(codings)) {
    const url = `https://news.example/${coding}`
    assertError(await web.validateLink(url), { code: 'link_too_large' })
    const reply = await web.post('/validate-link', { url, withBody: false }, web.headers)
    assert.deepEqual(reply.body, {
      ok: true,
      data: {
        valid: true,
        url,
        status: 200,
        contentType: 'text/html',
        bytes: null,
        preview: { ...EMPTY_PREVIEW, title: 'Large', description: 'Grüße' },
      },
    })
    assert.ok(isData.Check(reply.body.data))
    assert.ok(reply.text.length < 500)
  }
})

test('without its body a page is read only as far as the preview needs, and other content not at all', async (context) => {
  const closed = { page: Promise.withResolvers<void>(), film: Promise.withResolvers<void>() }
  const endless = (name: keyof typeof closed, type: string) => (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type })
    const write = () => {
      while (!response.destroyed && response.write('<p>x'.repeat(4_096)));
    }
    response.on('drain', write).on('close', closed[name].resolve)
    write()
  }
  const web = await startStubWeb(context, {
    pages: { 'news.example/page': endless('page', 'text/html'), 'news.example/film': endless('film', 'video/mp4') },
  })
  for (const name of ['page', 'film'] as const) {
    const url = `https://news.example/${name}`
    const { status, body } = await web.post('/validate-link', { url, withBody: false }, web.headers)
    assert.deepEqual([status, body.data?.bytes], [200, null])
    await closed[name].promise
  }
})

test('a result without a body is cached separately from one with it, and both cost one validation', async (context) => {
  const web = await startStubWeb(context, { pages: { 'news.example/story': html(PAGE) } })
  const request = async (withBody: boolean) => {
    const reply = await web.post('/validate-link', { url: 'https://news.example/story', withBody }, web.headers)
    const { body, bodyEncoding, bytes } = reply.body.data ?? {}
    return [reply.headers['x-cache'], body, bodyEncoding, bytes, reply.headers['x-quota-used']]
  }
  assert.deepEqual(await request(false), ['miss', undefined, undefined, Buffer.byteLength(PAGE), '1'])
  assert.deepEqual(await request(true), ['miss', PAGE, 'text', Buffer.byteLength(PAGE), '2'])
  assert.deepEqual(await request(false), ['hit', undefined, undefined, Buffer.byteLength(PAGE), '3'])
})

test('a cached result is found only by its URL', async (context) => {
  const web = await startStubWeb(context, { pages: { 'news.example/story': html(PAGE) } })
  const url = 'https://news.example/story'
  for (const withBody of [true, false]) await web.post('/validate-link', { url, withBody }, web.headers)
  for (const before of ['-preview ', 'preview ', 'link ', 'without its body ']) {
    for (const withBody of [true, false]) {
      const reply = await web.post('/validate-link', { url: before + url, withBody }, web.headers)
      assertError(reply, { code: 'link_malformed' })
    }
  }
})

test('without its body a wall is still not a page, and an error status still an error', async (context) => {
  const web = await startStubWeb(context, {
    pages: { 'news.example/checked': html('<title>Just a moment...</title><script src="/cdn-cgi/x.js"></script>') },
  })
  for (const path of ['checked', 'missing']) {
    const reply = await web.post(
      '/validate-link',
      { url: `https://news.example/${path}`, withBody: false },
      web.headers,
    )
    assert.equal(reply.body.error?.code, 'link_status')
  }
})
