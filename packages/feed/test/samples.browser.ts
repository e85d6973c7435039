// Tests the code of docs/guides/feed.md in JavaScript: a site with the element and a page of its own, a running service and a browser.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../client/src/create-client.ts'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { startService } from '../../testing/src/start-service.ts'
import { bundleFiles } from './open-page.ts'

const SAMPLES = new URL('../../../docs/samples/', import.meta.url)
const ORIGIN = 'https://shop.example'
const KEY = /ck_(?:live|test)_/
const WAIT_MS = 60_000

type Handler = (request: Request) => Promise<Response>
type Samples = { postsEndpoint(client: unknown): Handler; newsPage(client: unknown): Handler }

// The sample imports the package by its name, which has been built in none of these tests.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === '@central-api/feed' ? new URL('../src/render-feed.ts', import.meta.url).href : specifier,
      context,
    ),
})

test('a site shows posts with the element and on a page of its own, and the browser gets no key', async (context) => {
  const service = await startService(context, { listens: true, environment: { BASE_URL: '' } })
  const { key } = await service.license({ mode: 'live' })
  const client = createClient({ baseUrl: service.origin, licenseKey: key, siteId: 'https://blog.example' })
  const { newsPage, postsEndpoint } = (await import(new URL('feed.mjs', SAMPLES).href)) as Samples
  const handlers: Readonly<Record<string, Handler>> = {
    '/posts.json': postsEndpoint(client),
    '/news': newsPage(client),
  }
  const files = await bundleFiles()
  const browser = await launchChromium()
  context.after(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const received: string[] = []
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    const handler = handlers[url.pathname]
    const file = files.get(url.pathname.replace('/assets/', ''))
    if (url.origin !== ORIGIN) return route.abort()
    if (file !== undefined) {
      return route.fulfill({ body: file, contentType: url.pathname.endsWith('.css') ? 'text/css' : 'text/javascript' })
    }
    if (handler === undefined) {
      const sample = readFileSync(fileURLToPath(new URL('feed.html', SAMPLES)), 'utf8')
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Shop</title>${sample}`,
      })
    }
    const response = await handler(new Request(url))
    const body = await response.text()
    received.push(body)
    return route.fulfill({ status: response.status, contentType: response.headers.get('content-type') ?? '', body })
  })

  const cards = page.locator('.central-posts-item')
  const waitFor = (count: number) =>
    page.waitForFunction(`document.querySelectorAll('.central-posts-item').length === ${count}`)
  await page.goto(`${ORIGIN}/`)
  await waitFor(20)
  assert.equal(await page.getByText('Our posts on Sandbox').count(), 0)
  await page.getByRole('link', { name: 'Load more' }).click()
  await waitFor(40)

  await page.goto(`${ORIGIN}/news`)
  await page.getByRole('link', { name: 'Load more' }).click()
  await waitFor(40)
  assert.equal(page.url(), `${ORIGIN}/news`)
  const visitor = await browser.newPage({ javaScriptEnabled: false })
  await visitor.setContent(received[2] ?? '')
  assert.equal(await visitor.locator('.central-posts-item').count(), 20)
  assert.equal(received.length, 4)
  assert.ok(!received.some((body) => KEY.test(body)))

  await service.app.close()
  const failed = await postsEndpoint(client)(new Request(`${ORIGIN}/posts.json?cursor=x`))
  assert.equal(failed.status, 502)
  await page.goto(`${ORIGIN}/`)
  await page.locator('central-feed[data-state="failed"]').waitFor()
  assert.equal(await cards.count(), 0)
  await page.getByRole('link', { name: 'Our posts on Sandbox' }).waitFor()
})
