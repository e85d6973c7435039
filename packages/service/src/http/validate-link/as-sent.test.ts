// Pages as servers really send them, from the network to the client.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertError } from '@central-api/testing/assert-response.ts'
import type { TestResponse } from '@central-api/testing/start-service.ts'
import { html, redirect, type StubPage, startStubWeb } from '@central-api/testing/stub-web.ts'

const PAGE = '<!doctype html><html><head><title>Low water</title></head><body><p>x</p></body></html>'
const KIB = 1024
const assertWall = (response: TestResponse, url: string, status = 200): void =>
  assertError(response, { code: 'link_status', details: { status, url }, retryable: false })
const sent = (headers: Readonly<Record<string, string>>, body: string | Buffer = PAGE): StubPage => ({ headers, body })
const HTML = { 'content-type': 'text/html' }

const late = Buffer.concat([
  Buffer.from(`<html><head><!--${'x'.repeat(1_500)}--><meta charset="windows-1251"><title>`),
  Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
  Buffer.from('</title></head></html>'),
])
const jsonLd = `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Low\nwater"}</script><p>x</p>`

/** Page → the title of its preview. */
const PAGES: Readonly<Record<string, readonly [StubPage, string | null]>> = {
  'a type that was sent twice': [sent({ 'content-type': 'text/html, text/html; charset=utf-8' }), 'Low water'],
  'a type that says nothing': [sent({ 'content-type': '*/*' }), 'Low water'],
  'a type that is none': [sent({ 'content-type': 'html' }), 'Low water'],
  'an unknown type': [sent({ 'content-type': 'application/unknown' }), 'Low water'],
  'no type': [sent({}), 'Low water'],
  'no type, of text that shows a page': [sent({}, `Write this: ${PAGE}`), null],
  'a type of text': [sent({ 'content-type': 'text/plain' }), null],
  'a type of text behind that of a page': [sent({ 'content-type': 'text/html, text/plain' }), null],
  'a line end behind gzip': [
    sent({ ...HTML, 'content-encoding': 'gzip' }, Buffer.concat([gzipSync(PAGE), Buffer.from('\r\n')])),
    'Low water',
  ],
  'a charset for a coding': [sent({ ...HTML, 'content-encoding': 'utf-8' }), 'Low water'],
  'a charset behind a long comment': [sent(HTML, late), 'Привет'],
  'a line end in JSON-LD': [sent(HTML, jsonLd), 'Low water'],
  'a megabyte and a half': [sent(HTML, PAGE.replace('x', 'a b c d e f g h '.repeat(98_304))), 'Low water'],
  'a head of 600 KiB': [
    sent(HTML, PAGE.replace('<title>', `<style>/*${'a b c d e f g h '.repeat(38_400)}*/</style><title>`)),
    'Low water',
  ],
}

describe('a page is read', () => {
  for (const [what, [page, title]] of Object.entries(PAGES))
    test(`with ${what}, with its body and without`, async (context) => {
      const web = await startStubWeb(context, { pages: { 'news.example/a': page } })
      for (const withBody of [true, false]) {
        const { status, body } = await web.post(
          '/validate-link',
          { url: 'https://news.example/a', withBody },
          web.headers,
        )
        assert.equal(status, 200)
        assert.equal((body.data as { preview: { title: string } }).preview.title, title)
      }
    })

  test('to the end of its head and not much further, whatever the page’s size', async (context) => {
    const filler = (kib: number) => 'x'.repeat(kib * KIB)
    const pageOf = (before: number, behind: number) =>
      `<html><head><script>"</head><body>${filler(before)}"</script><title>Low water</title></head><body>${filler(behind)}`
    const pages = {
      'news.example/long-head': sent(HTML, pageOf(900, 3_000)),
      'news.example/longer-head': sent(HTML, pageOf(1_900, 10)),
      'news.example/endless-head': sent(HTML, pageOf(2_100, 10)),
      'news.example/packed': sent(
        { ...HTML, 'content-encoding': 'gzip' },
        gzipSync(pageOf(1_500, 3_000), { level: 0 }),
      ),
      ...Object.fromEntries(
        ['', 'x'].map((pad) => {
          const head = `<html><head><meta charset=iso-8859-1><title>Grüße${pad}</title></head><body>`
          return [`news.example/cut-letter${pad}`, sent(HTML, head + 'ü'.repeat(1_000_000))]
        }),
      ),
    }
    const web = await startStubWeb(context, { pages })
    const titleOf = async (path: string) => {
      const url = `https://news.example/${path}`
      const { body } = await web.post('/validate-link', { url, withBody: false }, web.headers)
      const { preview, bytes } = body.data as { preview: { title: string }; bytes: number | null }
      return [preview.title, bytes]
    }
    assert.deepEqual(await titleOf('long-head'), ['Low water', null])
    assert.equal((await titleOf('longer-head'))[0], 'Low water')
    assert.deepEqual(await titleOf('endless-head'), [null, null])
    assert.deepEqual(await titleOf('packed'), ['Low water', null])
    for (const pad of ['', 'x']) assert.deepEqual(await titleOf(`cut-letter${pad}`), [`Grüße${pad}`, null])
  })
})

const refresh = (content: string, before = '') =>
  html(
    `<!doctype html><html><head>${before}<title>Redirect</title><meta http-equiv="refresh" content="${content}"></head></html>`,
  )

describe('a page that redirects in its content', () => {
  const TARGET = {
    'news.example/target': html(PAGE),
    'other.example/target': html(PAGE),
    'news.example/b/target': html(PAGE),
  }
  const followed: Readonly<Record<string, readonly [StubPage, string]>> = {
    'by a path': [refresh('0; url=/target'), 'https://news.example/target'],
    'by a relative path': [refresh('0;URL=target'), 'https://news.example/target'],
    'to another host': [refresh('0;url=https://other.example/target'), 'https://other.example/target'],
    'to another host of the same scheme': [refresh("0; url='//other.example/target'"), 'https://other.example/target'],
    'after some seconds': [refresh('5;url=/target'), 'https://news.example/target'],
    'without a name': [refresh('0;/target'), 'https://news.example/target'],
    'by its base': [refresh('0;url=target', '<base href="/b/">'), 'https://news.example/b/target'],
    'in upper case': [html('<META HTTP-EQUIV=Refresh CONTENT="0;URL=/target">'), 'https://news.example/target'],
    'in its body': [
      html('<body><p>x</p><meta http-equiv="refresh" content="0;url=/target">'),
      'https://news.example/target',
    ],
    'behind one that cannot be read': [
      refresh('0;url=/target', '<meta http-equiv="refresh" content="soon">'),
      'https://news.example/target',
    ],
    'by a header field': [
      html('<title>Redirect</title>', { refresh: '0; url=/target' }),
      'https://news.example/target',
    ],
    'by a header field, whatever its page says': [
      { ...refresh('0;url=/nowhere'), headers: { ...HTML, refresh: '1;/target' } },
      'https://news.example/target',
    ],
    'without a type': [{ body: '<meta http-equiv="refresh" content="0;url=/target">' }, 'https://news.example/target'],
    'with its signs escaped': [refresh('0;url=&#47;target?a&amp;b'), 'https://news.example/target?a&b'],
    'with blanks at its ends': [refresh('0; url= /target '), 'https://news.example/target'],
  }
  for (const [how, [page, url]] of Object.entries(followed))
    test(`is followed ${how}, with its body and without`, async (context) => {
      const web = await startStubWeb(context, { pages: { 'news.example/a': page, ...TARGET } })
      for (const withBody of [true, false]) {
        const { body } = await web.post('/validate-link', { url: 'https://news.example/a', withBody }, web.headers)
        const data = body.data as { url: string; preview: { title: string } }
        assert.deepEqual([data.url, data.preview.title], [url, 'Low water'])
      }
    })

  const kept: Readonly<Record<string, StubPage>> = {
    'to itself': refresh('0'),
    'to itself by its address': refresh('0;url=/a'),
    'to a place in itself': refresh('0;url=#top'),
    'after a while': refresh('30;url=/target'),
    'for those without scripts': html(
      '<title>Redirect</title><noscript><meta http-equiv="refresh" content="0;url=/target"></noscript>',
    ),
    'in a template': html(
      '<title>Redirect</title><template><meta http-equiv="refresh" content="0;url=/target"></template>',
    ),
    'in a comment': html('<title>Redirect</title><!-- <meta http-equiv="refresh" content="0;url=/target"> -->'),
    'in a script': html(
      '<title>Redirect</title><script>\'<meta http-equiv="refresh" content="0;url=/target">\'</script>',
    ),
    'in its text': html('<title>Redirect</title>&lt;meta http-equiv="refresh" content="0;url=/target"&gt;'),
    'to an app': refresh('0;url=app://target'),
    'to a script': refresh('0;url=javascript:alert(1)'),
    'to nowhere': refresh('0;url=https://'),
    'in a text': sent({ 'content-type': 'text/plain' }, '<meta http-equiv="refresh" content="0;url=/target">'),
  }
  for (const [how, page] of Object.entries(kept))
    test(`is the result itself if it redirects ${how}`, async (context) => {
      const web = await startStubWeb(context, { pages: { 'news.example/a': page, ...TARGET } })
      const { body } = await web.validateLink('https://news.example/a')
      assert.equal((body.data as { url: string }).url, 'https://news.example/a')
      assert.deepEqual(web.requested(), ['news.example/a'])
    })

  test('counts as a redirect: at most five, no loops, and none to a URL that may not be fetched', async (context) => {
    const hops = Object.fromEntries(
      Array.from({ length: 7 }, (_, n) => [
        `news.example/${n}`,
        n % 2 ? redirect(`/${n + 1}`) : refresh(`0;url=/${n + 1}`),
      ]),
    )
    const web = await startStubWeb(context, {
      pages: {
        ...hops,
        'news.example/7': html(PAGE),
        'news.example/loop': refresh('0;url=/pool'),
        'news.example/pool': refresh('0;url=/loop'),
        'news.example/inside': refresh('0;url=http://127.0.0.1/'),
        'news.example/metadata': html('', { refresh: '0;url=http://169.254.169.254/latest/' }),
        'news.example/port': refresh('0;url=https://other.example:8443/'),
        'news.example/user': refresh('0;url=https://a:b@other.example/'),
        'news.example/gone': { ...refresh('0;url=/7'), status: 404 },
      },
    })
    const request = (path: string) => web.validateLink(`https://news.example/${path}`)
    assert.equal((await request('2')).status, 200)
    assertError(await request('1'), { code: 'link_redirects' })
    assertError(await request('loop'), { code: 'link_redirects' })
    assertError(await request('inside'), { code: 'link_blocked' })
    assertError(await request('metadata'), { code: 'link_blocked' })
    assertError(await request('port'), { code: 'link_blocked' })
    assertError(await request('user'), { code: 'link_malformed' })
    assertError(await request('gone'), {
      code: 'link_status',
      details: { status: 404, url: 'https://news.example/gone' },
    })
  })

  test('is a wall if it redirects to one, or is one', async (context) => {
    const web = await startStubWeb(context, {
      pages: {
        'news.example/to-login': refresh('0;url=/login'),
        'news.example/login': html('<title>Log in</title>'),
        'news.example/check': { ...refresh('0;/.well-known/sgcaptcha/?r=%2F'), status: 202 },
      },
    })
    assertWall(await web.validateLink('https://news.example/to-login'), 'https://news.example/login')
    assertWall(await web.validateLink('https://news.example/check'), 'https://news.example/check', 202)
    assert.deepEqual(web.requested(), ['news.example/to-login', 'news.example/login', 'news.example/check'])
  })
})

test('follows a redirect with spaces in it', async (context) => {
  const web = await startStubWeb(context, {
    pages: { 'news.example/a': redirect('/low water?q=a b'), 'news.example/low%20water?q=a%20b': html(PAGE) },
  })
  const { body } = await web.validateLink('https://news.example/a')
  assert.equal((body.data as { url: string }).url, 'https://news.example/low%20water?q=a%20b')
})

test('a bot check with status 200 is not a page, and an article about it is one', async (context) => {
  const web = await startStubWeb(context, {
    pages: {
      'news.example/check': html('<title>x</title><script id="anubis_challenge" type="application/json">{}</script>'),
      'news.example/article': html('<title>Low water</title><pre>&lt;script id="anubis_challenge"&gt;</pre>'),
      'news.example/source': sent({ 'content-type': 'text/plain' }, '<script id="anubis_challenge"></script>'),
    },
  })
  assertWall(await web.validateLink('https://news.example/check'), 'https://news.example/check')
  for (const path of ['article', 'source'])
    assert.equal((await web.validateLink(`https://news.example/${path}`)).status, 200)
})
