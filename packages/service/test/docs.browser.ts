// The pages at /docs in a real browser: readable without JavaScript, with search and copying, on a phone and in dark mode,
// without requests to other hosts. Chromium is not on every machine; see launch-chromium.ts.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { startService } from '@central-api/testing/start-service.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }
/** One page of each kind. */
const PAGES = ['/docs', '/docs/errors', '/docs/operate/deploy', '/docs/reference/settings'] as const

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }

describe('the pages at /docs', () => {
  let browser: Browser
  let service: Awaited<ReturnType<typeof startService>>
  const stops: (() => unknown)[] = []

  before(async () => {
    browser = await launchChromium()
    service = await startService({ after: (stop) => stops.push(stop as () => unknown) }, { listens: true })
  })
  after(async () => {
    await browser.close()
    await Promise.all(stops.map((stop) => stop()))
  })

  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: DESK, locale: 'en-GB', ...options })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    const complaints: string[] = []
    const hosts = new Set<string>()
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
    })
    await page.goto(service.origin + path)
    return { page, complaints, hosts, close: () => context.close() }
  }

  for (const path of PAGES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [DESK, PHONE]) {
        test(`${path} in ${colorScheme}, ${viewport.width} wide: has no axe-core findings, no horizontal overflow and no requests to other hosts`, async () => {
          const { page, complaints, hosts, close } = await open(path, { colorScheme, viewport })
          const widest = await page.evaluate('document.documentElement.scrollWidth')
          assert.equal(widest, viewport.width)
          // Injected through the developer tools, which the page's policy does not restrict.
          await page.evaluate(AXE)
          const { violations } = (await page.evaluate('axe.run()')) as { readonly violations: readonly Violation[] }
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
            [],
          )
          assert.deepEqual([complaints, [...hosts]], [[], [service.origin]])
          await close()
        })
      }
    }
  }

  test('the search finds an endpoint, a code, a setting and a section with the keyboard alone', async () => {
    const { page, complaints, hosts, close } = await open('/docs/reference/cli')
    for (const [words, path] of [
      ['scan profile', '/docs#scan-profile'],
      ['invalid_cursor', '/docs/errors#invalid_cursor'],
      ['DRAIN_SECONDS', '/docs/reference/settings'],
      ['pgbouncer', '/docs/operate/postgresql#pgbouncer'],
    ] as const) {
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      const hit = page.locator(`.search a[href*="${path.slice(1)}"]`).first()
      await hit.waitFor()
      assert.match((await page.locator('.search [role=status]').textContent()) ?? '', /^(?:1 result|\d+ results)$/)
      await page.keyboard.press('ArrowDown')
      assert.equal(await page.evaluate('document.activeElement.closest(".search li") !== null'), true)
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('.search li').count(), 0)
      // Leaves the field, so that `/` focuses it again.
      await page.evaluate('document.activeElement.blur()')
    }
    await page.keyboard.press('/')
    await page.keyboard.type('pgbouncer')
    await page.locator('.search li').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#pgbouncer$/)
    await page.locator('#search').fill('<img src=x onerror=alert(1)>')
    await page.getByText('No results').waitFor()
    assert.deepEqual([complaints, [...hosts]], [[], [service.origin]])
    await close()
  })

  test('a sample is copied as shown, in the selected language, which the next page remembers', async () => {
    const { page, complaints, close } = await open('/docs')
    const sample = page.locator('#scan-profile .calls')
    assert.match((await sample.locator('pre:visible').textContent()) ?? '', /^curl -s /)
    await sample.getByText('PHP', { exact: true }).click()
    await sample.getByRole('button', { name: 'Copy this sample' }).click()
    await sample.getByText('Copied').waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(copied, await sample.locator('pre:visible').textContent())
    assert.match(String(copied), /^\$curl = curl_init\('https?:\/\/[^']+\/api\/v1\/scan-profile'\);/)
    await page.reload()
    assert.match((await page.locator('#account .calls pre:visible').textContent()) ?? '', /^\$curl = /)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('without JavaScript, all content is readable and the language of samples can be selected', async () => {
    const { page, close } = await open('/docs', { javaScriptEnabled: false })
    assert.equal(await page.locator('.search').isVisible(), false)
    assert.equal(await page.locator('.copy').count(), 0)
    const sample = page.locator('#scan-profile .calls')
    await sample.getByText('JavaScript').click()
    assert.match((await sample.locator('pre:visible').textContent()) ?? '', /await fetch\(/)
    await page.goto(`${service.origin}/docs/operate/deploy`)
    await page.locator('.guide a[href$="/docs/reference/settings"]').first().click()
    await page.waitForURL(/\/docs\/reference\/settings/)
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
    await close()
  })
})
