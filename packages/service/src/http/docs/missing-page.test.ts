import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@central-api/testing/start-service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const JSON_CLIENT = { accept: 'application/json' }

/** Path → a page that it most likely means. */
const MEANT = {
  '/docs/quick-start': '/docs/start/quick-start',
  '/docs/start/qiuck-start': '/docs/start/quick-start',
  '/docs/start/quickstart.html': '/docs/start/quick-start',
  '/docs/webhook': '/docs/reference/webhooks',
  '/docs/guide/licnses': '/docs/reference/cli-licenses',
  '/docs/operate/postgres': '/docs/operate/postgresql',
  '/docs/error/quota_exceeded': '/docs/errors',
} as const

for (const [path, page] of Object.entries(MEANT)) {
  test(`${path} is an HTML page with status 404 that leads to ${page}`, async (context) => {
    const { send } = await startService(context)
    const { status, headers, text } = await send({ method: 'GET', path, headers: BROWSER })
    assert.deepEqual(
      [status, headers['content-type'], headers.vary, headers['cache-control']],
      [404, 'text/html; charset=utf-8', 'Accept', 'no-cache'],
    )
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    const links = [...main.matchAll(/<li><a href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, `https://api.example${path}`).pathname,
    )
    assert.ok(links.includes(page), links.join())
    assert.ok(links.length <= 5)
    assert.match(main, /Search the documentation/)
    assert.doesNotMatch(text, /text\/markdown|This page as Markdown/)
  })
}

test('a path that resembles nothing leads to the start, and is shown as text', async (context) => {
  const { send } = await startService(context)
  for (const path of [
    '/docs/%3Czq%3E',
    `/docs/${'z'.repeat(2_000)}`,
    '/docs//',
    '/docs/..%2f..%2fetc',
    '/docs/%E4%BD%A0',
    '/docs/nope',
    '/docs/guides/fubar',
  ]) {
    const { status, text } = await send({ method: 'GET', path, headers: BROWSER })
    assert.equal(status, 404, path)
    assert.match(text, /Start here[\s\S]*Quick start/, path)
    assert.doesNotMatch(text, /z{90}|<zq>/)
  }
})

test('a client that accepts no page gets the error envelope, also for another method', async (context) => {
  const { send } = await startService(context)
  for (const [method, headers] of [
    ['GET', JSON_CLIENT],
    ['POST', BROWSER],
  ] as const) {
    const { status, headers: found, text } = await send({ method, path: '/docs/none', headers })
    assert.deepEqual([status, found['content-type']], [404, 'application/json; charset=utf-8'])
    assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, 'not_found')
  }
})

test('a trailing slash redirects to the page, with its query, also under the path of a proxy', async (context) => {
  const { send } = await startService(context)
  for (const [path, target] of [
    ['/docs/start/quick-start/', '/docs/start/quick-start'],
    ['/docs/errors/?from=mail?x', '/docs/errors?from=mail?x'],
    ['/docs/guides/webhooks/', '/docs/guides/webhooks'],
    ['/docs/README.md', '/docs.md'],
  ] as const) {
    for (const headers of [BROWSER, JSON_CLIENT]) {
      const { status, headers: found } = await send({ method: 'GET', path, headers })
      assert.equal(status, 308, path)
      for (const base of ['https://api.example', 'https://shop.example/central'])
        assert.equal(new URL(String(found.location), base + path).href, base + target)
    }
  }
})
