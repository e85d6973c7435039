// Tests the list of licenses in a real browser: filters and sort order in the URL, and further pages on demand.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { type Console, findings, type openConsole, openSignedIn, startConsole } from './open-console.ts'

const PHONE = { width: 360, height: 740 }
const PAGE = 50
const DAY_MS = 86_400_000

describe('the list of licenses', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']

  before(async () => {
    ;({ browser, service, stop } = await startConsole())
    const { clock, license, parts } = service
    const expiresAt = clock.at + 10 * DAY_MS
    const { license: ending } = await license({ name: 'Ending', plan: 'starter', expiresAt })
    const { license: used } = await license({ name: 'Used', plan: 'starter' })
    const { license: suspended } = await license({ name: 'Suspended', plan: 'pro' })
    await parts.licenses.suspend(suspended.id, OPERATOR)
    await parts.store.sites.activate({ licenseId: ending.id, site: 'shop.example.org', firstSeenAt: clock.at }, null)
    const plan = await parts.store.plans.find('starter')
    assert.ok(plan)
    const purpose = { platform: 'sandbox', endpoint: 'scan-profile', site: '' }
    await parts.meter.reserve(used, { ...plan, burst: 100_000 }, 'scans', purpose, plan.scans * 0.9)
    for (let n = 0; n <= PAGE; n += 1) await license({ name: `Many ${n}`, plan: 'agency' })
  })
  after(() => stop())

  const open = async (query: string, options: Parameters<typeof openConsole>[3] = {}) => {
    const console = await openSignedIn(browser, service, `#/licenses${query}`, options)
    await console.page.getByRole('heading', { name: 'Licenses' }).waitFor()
    return console
  }
  const names = async (page: Page) => {
    await page.locator('#main:not([aria-busy])').waitFor()
    return page.locator('tbody th a').allTextContents()
  }

  test('is filtered and sorted with a form, and the URL contains the filters', async () => {
    const { page, complaints, close } = await open('')
    await page.getByText('Filters and sorting').click()
    await page.getByLabel('Plan').selectOption('starter')
    await page.getByLabel('Sort by').selectOption('name')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL(/#\/licenses\?plan=starter&order=name$/)
    await page.getByRole('link', { name: 'Show all' }).waitFor()
    assert.deepEqual(await names(page), ['Ending', 'Used'])
    await page.reload()
    await page.getByRole('link', { name: 'Show all' }).waitFor()
    assert.deepEqual(await names(page), ['Ending', 'Used'])
    assert.equal(await page.getByLabel('Plan').inputValue(), 'starter')
    await page.goBack()
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  const until = () => new Date(service.clock.at + 11 * DAY_MS).toISOString().slice(0, 10)
  const CASES: readonly (readonly [string, () => string, readonly string[]])[] = [
    ['a status', () => 'status=suspended', ['Suspended']],
    ['a mode', () => 'mode=test&plan=starter', []],
    ['an expiry', () => `expiresBefore=${until()}`, ['Ending']],
    ['usage', () => 'usedOver=80', ['Used']],
    ['a site', () => 'site=https://www.shop.example.org/', ['Ending']],
    ['the beginning of a name', () => 'name=sus', ['Suspended']],
  ]
  for (const [what, query, expected] of CASES) {
    test(`is filtered by ${what} in the URL`, async () => {
      const { page, close } = await open(`?${query()}`)
      await page.locator(expected.length === 0 ? '.empty' : 'tbody').waitFor()
      assert.deepEqual(await names(page), expected)
      await close()
    })
  }

  test('loads the next page with the same filters', async () => {
    const { page, requests, close } = await open('?plan=agency&order=oldest')
    await page.locator('tbody').waitFor()
    assert.equal((await names(page)).length, PAGE)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('link', { name: 'Many 50' }).waitFor()
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    const { searchParams } = new URL(requests.findLast((url) => url.includes('/licenses?')) ?? '')
    assert.deepEqual([searchParams.get('plan'), searchParams.get('order')], ['agency', 'oldest'])
    await close()
  })

  test('shows a message at the field for an invalid value in the URL', async () => {
    const { page, close } = await open('?usedOver=0')
    await page.getByText('This must be a whole number of percent from 1 to 1000.').waitFor()
    assert.equal(await page.getByLabel('Usage of at least').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Usage of at least').fill('80')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Used' }).waitFor()
    await close()
    const other = await open('?plan=nowhere')
    await other.page.getByText('nowhere').waitFor()
    await other.page.getByLabel('Search licenses').waitFor()
    await other.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [{ width: 1200, height: 850 }, PHONE]) {
      test(`passes axe-core and fits the viewport with filters, ${viewport.width} wide and ${colorScheme}`, async () => {
        const { page, close } = await open('?plan=starter&usedOver=1', { viewport, colorScheme })
        await page.locator('tbody').waitFor()
        assert.deepEqual(await findings(page), [])
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width)
        await close()
      })
    }
  }
})
