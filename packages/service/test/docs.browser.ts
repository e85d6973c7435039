// The pages at /docs in a real browser: each page on a desktop and a phone, in light and dark mode; readable without JavaScript;
// with search, copying and navigation by keyboard; without requests to other hosts. See launch-chromium.ts for Chromium.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { startService } from '@central-api/testing/start-service.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { DOC_PAGES } from '../src/http/docs/pages.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const LAYOUT_FAULTS = readFileSync(new URL('layout-faults.js', import.meta.url), 'utf8')
/** The rules of axe-core that depend on the color scheme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }
const MISSING = '/docs/guides/webhok'
/** Sections that are highlighted. */
const TARGETS = ['/docs/errors#license_suspended', '/docs/errors#platform_unknown', '/docs/reference/settings#PORT']
const PATHS = ['/docs', MISSING, ...DOC_PAGES.map(({ path }) => path), ...TARGETS]
const ENVIRONMENT = { ADMIN_TOKEN: 'operator-of-the-tests-operator-of-the-tests' }

/** What Chromium logs about the status of the page. */
const NOT_FOUND = 'Failed to load resource: the server responded with a status of 404 (Not Found)'

/** The parts of a page after the first forty. */
const REPEATED = '.prose > :nth-child(n + 41), .reference > section:nth-of-type(n + 16), .table tr:nth-child(n + 16)'

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }

describe('the pages at /docs', () => {
  let browser: Browser
  let service: Awaited<ReturnType<typeof startService>>
  const stops: (() => unknown)[] = []

  before(async () => {
    browser = await launchChromium()
    service = await startService(
      { after: (stop) => stops.push(stop as () => unknown) },
      { listens: true, environment: ENVIRONMENT },
    )
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

  for (const viewport of [DESK, PHONE]) {
    describe(`in light and dark, ${viewport.width} wide`, () => {
      for (const path of PATHS) {
        test(`${path} has no layout faults, no axe-core findings and no requests to other hosts`, async () => {
          const { page, complaints, hosts, close } = await open(path, { colorScheme: 'light', viewport })
          const findingsOf = async (run: string): Promise<readonly string[]> => {
            const { violations } = (await page.evaluate(run)) as { readonly violations: readonly Violation[] }
            return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
          }
          assert.deepEqual(await page.evaluate(LAYOUT_FAULTS), [])
          await page.emulateMedia({ colorScheme: 'dark' })
          assert.deepEqual(await page.evaluate(LAYOUT_FAULTS), [])
          // Long references repeat a few forms, and axe-core takes minutes for all of them.
          await page.evaluate(`document.querySelectorAll('${REPEATED}').forEach((each) => each.remove())`)
          // Injected through the developer tools, which the page's policy does not restrict.
          await page.evaluate(AXE)
          assert.deepEqual(await findingsOf(`axe.run({ runOnly: ${JSON.stringify(OF_COLORS)} })`), [])
          await page.emulateMedia({ colorScheme: 'light' })
          assert.deepEqual(await findingsOf('axe.run()'), [])
          const expected = path === MISSING ? [NOT_FOUND] : []
          assert.deepEqual([complaints, [...hosts]], [expected, [service.origin]])
          await close()
        })
      }
    })
  }

  test('the measure of layouts finds a wrapped head, an overlap, and text outside of the window', async () => {
    const { page, close } = await open('/docs/start/quick-start', { viewport: PHONE })
    const faultsWith = async (selector: string, style: string) => {
      await page.evaluate(`document.querySelector('${selector}').style.cssText = '${style}'`)
      const faults = (await page.evaluate(LAYOUT_FAULTS)) as readonly string[]
      await page.evaluate(`document.querySelector('${selector}').style.cssText = ''`)
      return faults.join('; ')
    }
    assert.match(await faultsWith('.top', 'flex-wrap: wrap; width: 200px'), /head/)
    assert.match(await faultsWith('.prose h1', 'margin-bottom: -60px'), /overlap/)
    assert.match(await faultsWith('.prose p', 'width: 500px'), /scrolls/)
    assert.match(await faultsWith('.prose h2', 'margin-left: -60px'), /outside/)
    await close()
  })

  test('the search finds an endpoint, a code, a setting and a section with the keyboard alone', async () => {
    const { page, complaints, hosts, close } = await open('/docs/reference/cli')
    for (const [words, path, group] of [
      ['scan profile', '/docs/reference/api#scan-profile', 'Reference'],
      ['invalid_cursor', '/docs/errors#invalid_cursor', 'Reference'],
      ['DRAIN_SECONDS', '/docs/reference/settings', 'Reference'],
      ['pgbouncer', '/docs/operate/postgresql#pgbouncer', 'Operate'],
    ] as const) {
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      const hit = page.locator(`.results section:has(h2:text-is("${group}")) a[href*="${path.slice(1)}"]`).first()
      await hit.waitFor()
      assert.match((await page.locator('.search [role=status]').textContent()) ?? '', /^(?:1 result|\d+ results)$/)
      assert.ok((await page.locator('.results mark').count()) > 0)
      await page.keyboard.press('ArrowDown')
      assert.equal(await page.evaluate('document.activeElement.closest(".results li") !== null'), true)
      // Typing goes on in the field.
      await page.keyboard.press('ArrowUp')
      assert.equal(await page.evaluate('document.activeElement.id'), 'search')
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('dialog.search').isVisible(), false)
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pgbouncer')
    await page.locator('.results li').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#pgbouncer$/)
    await page.keyboard.press('/')
    await page.locator('#search').fill('<zqxj onzqxj=zqxj()>')
    await page.getByText('No results').waitFor()
    assert.deepEqual([complaints, [...hosts]], [[], [service.origin]])
    await close()
  })

  test('the search corrects a word, and a page that does not exist offers it with the words of its path', async () => {
    const { page, complaints, close } = await open('/docs/guides/webhok')
    await page.getByRole('button', { name: 'Search the documentation' }).click()
    assert.equal(await page.locator('#search').inputValue(), 'webhok')
    await page.locator('.results a[href$="docs/reference/webhooks"]').waitFor()
    assert.match((await page.locator('.results mark').first().textContent()) ?? '', /webhook/i)
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click()
    await page.waitForURL(/\/docs\/reference\/webhooks$/)
    assert.deepEqual(complaints, [NOT_FOUND])
    await close()
  })

  test('a sample is copied as shown, in the selected language, which the next page remembers', async () => {
    const { page, complaints, close } = await open('/docs/reference/api')
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

  test('a page is copied as Markdown', async () => {
    const { page, complaints, close } = await open('/docs/start/quick-start')
    await page.getByRole('button', { name: 'Copy page' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^# Quick start\n/)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('on a phone, the contents are a drawer that opens and closes by keyboard', async () => {
    const { page, close } = await open('/docs/operate/backup', { viewport: PHONE })
    const drawer = page.locator('#contents')
    assert.equal(await drawer.isVisible(), false)
    await page.getByRole('button', { name: 'Contents', exact: true }).press('Enter')
    assert.equal(await drawer.isVisible(), true)
    await page.keyboard.press('Escape')
    assert.equal(await drawer.isVisible(), false)
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Contents')
    await page.keyboard.press('Enter')
    await drawer.getByRole('link', { name: 'Upgrade', exact: true }).press('Enter')
    await page.waitForURL(/\/docs\/operate\/upgrades$/)
    await close()
  })

  test('on a phone, the tables of sources are lists: each row has all its cells in the window, with their headings', async () => {
    const { page, close } = await open('/docs/guides/sources', { viewport: PHONE })
    const tables = page.locator('.table')
    assert.ok((await tables.count()) > 8)
    const tooWide = `[...document.querySelectorAll('.table')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`
    assert.deepEqual(new Set((await page.evaluate(tooWide)) as readonly number[]), new Set([0]))
    const row = tables.getByRole('row').filter({ hasText: 'a subreddit, or several' })
    assert.deepEqual(await row.getByRole('cell').evaluateAll((cells) => cells.map((cell) => cell.dataset.label)), [
      'platform',
      'what',
      'order',
      'forms to paste',
    ])
    const boxes = await Promise.all((await row.getByRole('cell').all()).map((cell) => cell.boundingBox()))
    assert.ok(boxes.every((box, at) => box !== null && (at === 0 || box.y > (boxes[at - 1]?.y ?? 0))))
    assert.equal(await tables.first().getByRole('columnheader').count(), 4)
    await close()
    const desk = await open('/docs/guides/sources')
    const [first, second] = await desk.page.locator('.table').first().getByRole('cell').all()
    assert.equal((await first?.boundingBox())?.y, (await second?.boundingBox())?.y)
    await desk.close()
  })

  test('previous and next lead through all pages in the order of the sidebar', async () => {
    const { page, close } = await open('/docs/start/quick-start')
    for (const { path } of DOC_PAGES.slice(1, 4)) {
      await page.locator('a[rel="next"]').press('Enter')
      await page.waitForURL(service.origin + path)
    }
    await page.locator('a[rel="prev"]').press('Enter')
    await page.waitForURL(service.origin + (DOC_PAGES[2]?.path ?? ''))
    await close()
  })

  test('the contents at the right mark the section that is being read', async () => {
    const { page, close } = await open('/docs/operate/deploy#kubernetes')
    await page.locator('.on-this-page.wide [aria-current]:text-is("Kubernetes")').waitFor()
    await page.locator('.on-this-page.wide a').last().click()
    await page.locator('.on-this-page.wide li:last-child [aria-current]').waitFor()
    await close()
  })

  test('links of earlier versions lead to the section where it is now', async () => {
    for (const [before, now] of [
      ['/docs#scan-profile', '/docs/reference/api#scan-profile'],
      ['/docs/guides/operations#pgbouncer', '/docs/operate/postgresql#pgbouncer'],
      ['/docs/admin#listLicenses', '/docs/reference/admin-api#listLicenses'],
    ] as const) {
      const { page, close } = await open(before)
      await page.waitForURL(service.origin + now)
      await close()
    }
  })

  test('without JavaScript, all content is readable and the language of samples can be selected', async () => {
    const { page, close } = await open('/docs/reference/api', { javaScriptEnabled: false })
    assert.equal(await page.locator('.search-button').isVisible(), false)
    assert.equal(await page.locator('.copy').count(), 0)
    const sample = page.locator('#scan-profile .calls')
    await sample.getByText('JavaScript').click()
    assert.match((await sample.locator('pre:visible').textContent()) ?? '', /await fetch\(/)
    await page.goto(`${service.origin}/docs/operate/production`)
    await page.locator('.guide a[href$="/docs/reference/settings"]').first().click()
    await page.waitForURL(/\/docs\/reference\/settings/)
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
    await close()
  })
})
