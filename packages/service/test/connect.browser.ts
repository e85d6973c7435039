// The pages of a consent in a real browser: the whole way from a site to the sandbox's provider and back, on a desktop
// and a phone, in light and dark mode, without JavaScript, accessible, and blank in a frame. See launch-chromium.ts for
// Chromium.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startService } from '@central-api/testing/start-service.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const
const PORT = '18644'
const BASE = `http://localhost:${PORT}`

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }

describe('the pages of a consent', () => {
  let browser: Browser
  let service: Awaited<ReturnType<typeof startService>>
  let site: Server
  let siteOrigin: string
  /** Redirects to the sandbox’s provider, as platforms redirect between their own origins. */
  let gate: Server
  let headers: Readonly<Record<string, string>>
  const stops: (() => unknown)[] = []
  /** What reached the site. */
  const visits: { readonly url: string; readonly referer: string | undefined }[] = []
  let framed = ''

  before(async () => {
    browser = await launchChromium()
    service = await startService(
      { after: (stop) => stops.push(stop as () => unknown) },
      // The browser's cookies live by its own clock.
      {
        listens: true,
        at: Date.now(),
        environment: {
          PORT,
          HOST: '127.0.0.1',
          BASE_URL: BASE,
          BRAND_COLOR: '#ffdd00',
          SUPPORT_URL: 'mailto:a@b.example',
        },
      },
    )
    // Another site: `127.0.0.1` and `localhost` share no cookies.
    site = createServer((request, response) => {
      visits.push({ url: request.url ?? '', referer: request.headers.referer })
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Site</title><iframe src="${framed}" width="600" height="600"></iframe>`)
    }).listen(0, '127.0.0.1')
    await new Promise((done) => site.once('listening', done))
    siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    gate = createServer((request, response) => {
      response.writeHead(302, { location: `${BASE}/sandbox/oauth/authorize${request.url?.slice(1)}` }).end()
    }).listen(0, '127.0.0.1')
    await new Promise((done) => gate.once('listening', done))
    const { key } = await service.license({ mode: 'test', name: 'A company with a long name, and its many daughters' })
    headers = await service.authorize(key)
  })
  after(async () => {
    await browser.close()
    site.close()
    site.closeAllConnections()
    gate.close()
    gate.closeAllConnections()
    await Promise.all(stops.map((stop) => stop()))
  })

  const begin = async (more: object = {}): Promise<string> => {
    const body = { platform: 'sandbox', siteId: 'https://shop.example/blog', returnTo: `${siteOrigin}/back`, ...more }
    const { body: answer, text } = await service.post('/connect', body, headers)
    assert.ok(answer.ok, text)
    return String(answer.data?.url)
  }

  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    const page = await context.newPage()
    return { page, close: () => context.close() }
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

  const faultsOf = async (page: Page): Promise<readonly string[]> => {
    // The policy of the page allows no script; the check runs in the browser's own world.
    await page.evaluate(AXE)
    const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[]
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      ...(overflow ? ['the page is wider than its window'] : []),
    ]
  }

  test('an account is connected without JavaScript, and the browser returns to the other site', async () => {
    const { page, close } = await open()
    await page.goto(await begin())
    await press(page, 'Continue to Sandbox')
    await page.waitForURL(`${BASE}/sandbox/oauth/authorize?*`)
    await follow(page, 'Allow')
    await page.waitForURL(`${siteOrigin}/back?connection=cn_*`)
    assert.equal((await page.context().cookies(BASE)).length, 0)
    assert.deepEqual(
      visits.flatMap(({ url, referer }) => (url.startsWith('/back') ? [referer] : [])),
      [undefined],
    )
    await close()
  })

  test('a person who goes back starts again, and one who cancels returns', async () => {
    const { page, close } = await open()
    await page.goto(await begin())
    await press(page, 'Continue to Sandbox')
    await page.waitForURL('**/authorize?*')
    await page.goBack()
    await page.waitForURL('**/start?*')
    await press(page, 'Continue to Sandbox')
    await follow(page, 'Allow')
    await page.waitForURL(`${siteOrigin}/back?connection=cn_*`)
    await page.goto(await begin())
    await press(page, 'Cancel')
    await page.waitForURL(`${siteOrigin}/back?connect_error=connection_denied`)
    await close()
  })

  test('a platform that redirects to another of its origins is followed', async () => {
    const { page, close } = await open()
    const origin = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
    // As if the table named the other origin.
    await page.route(`${BASE}/connect/sandbox/continue?*`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(`${BASE}/sandbox/oauth/authorize`, `${origin}/`)
      await route.fulfill({ response, body })
    })
    await page.goto(await begin())
    await press(page, 'Continue to Sandbox')
    await follow(page, 'Allow, with three accounts')
    await page.getByLabel('Empty account').check()
    // The picker is a form, too, and leads to the site.
    await press(page, 'Connect')
    await page.waitForURL(`${siteOrigin}/back?connection=cn_*`)
    await close()
  })

  test('two tabs of one browser do not disturb each other', async () => {
    const { page, close } = await open()
    const other = await page.context().newPage()
    for (const [tab, url] of [
      [page, await begin()],
      [other, await begin()],
    ] as const) {
      await tab.goto(url)
      await press(tab, 'Continue to Sandbox')
    }
    for (const tab of [page, other]) {
      await follow(tab, 'Allow')
      await tab.waitForURL(`${siteOrigin}/back?connection=cn_*`)
    }
    await close()
  })

  test('another browser cannot finish what one started', async () => {
    const [one, two] = [await open(), await open()]
    await one.page.goto(await begin())
    await press(one.page, 'Continue to Sandbox')
    await one.page.waitForURL('**/authorize?*')
    await two.page.goto(one.page.url())
    await follow(two.page, 'Allow')
    await two.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await one.close()
    await two.close()
  })

  test('framed by another site the page is blank', async () => {
    framed = await begin()
    const { page, close } = await open()
    await page.goto(`${siteOrigin}/frame`)
    const [, frame] = page.frames()
    assert.equal(await frame?.getByRole('button').count(), 0)
    await close()
  })

  for (const viewport of SCREENS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`every page is accessible at ${viewport.width} pixels, ${colorScheme}`, async () => {
        // JavaScript is on for the check only.
        const { page, close } = await open({ viewport, colorScheme, javaScriptEnabled: true })
        const look = async (name: string) => {
          // With its styles.
          await page.waitForLoadState()
          assert.deepEqual(await faultsOf(page), [], name)
        }
        await page.goto(await begin({ include: ['private'], returnTo: undefined }))
        await look('start')
        // Stopped at the page between, which leads on by itself.
        await page.route('**/authorize?*', (route) => route.fulfill({ status: 204 }))
        await press(page, 'Continue to Sandbox')
        await page.getByRole('link', { name: 'Continue to Sandbox' }).waitFor()
        await look('onward')
        await page.unroute('**/authorize?*')
        await follow(page, 'Continue to Sandbox')
        await page.waitForURL('**/authorize?*')
        await look('provider')
        await follow(page, 'Allow, with three accounts')
        await page.waitForURL('**/choose?*')
        await look('choice')
        await press(page, 'Connect')
        await page.getByRole('alert').waitFor()
        await look('empty choice')
        await page.getByLabel('Empty account').check()
        await press(page, 'Connect')
        await page.getByRole('heading', { name: 'Connected' }).waitFor()
        await look('connected')
        await page.goto(`${BASE}/connect/sandbox/start?t=x`)
        await look('lapsed')
        await close()
      })
    }
  }
})
