// Tests every page of the console in a real browser, on desktop, tablet and phone, in light and dark: no axe-core violations, no
// horizontal overflow, no boxes that overlap or wrap, and keyboard access.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onlyWebhook } from '../../testing/src/http/admin/fixture.ts'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { connection } from '../../testing/src/storage/connections-suite.ts'
import { boxFaults } from './boxes.ts'
import { type Console, findings, loaded, openSignedIn, startConsole } from './open-console.ts'

const DESKTOP = { width: 1280, height: 900 }
const VIEWPORTS = [
  DESKTOP,
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
]

describe('every page', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let hashes: readonly string[]

  before(async () => {
    ;({ browser, service, stop } = await startConsole({ environment: { EGRESS_ALLOW: 'shop.example:443' } }))
    const { parts, clock } = service
    const { license, key } = await service.license({ name: 'W'.repeat(200) })
    await service.post('/scan-profile', { platform: 'sandbox', handle: 'demo' }, await service.authorize(key))
    const site = `${'long-'.repeat(40)}name.example`
    await parts.store.sites.activate({ licenseId: license.id, site, firstSeenAt: clock.at }, null)
    for (const state of ['connected', 'ended', 'ending'] as const)
      await parts.store.connections.create(
        connection(license.id, {
          ...{ state, handle: `${state}-${'h'.repeat(80)}`, reason: state === 'connected' ? null : 'removed_by_owner' },
          ...{
            until: clock.at,
            createdAt: clock.at,
            lastReadAt: clock.at,
            label: state === 'ended' ? 'L'.repeat(100) : null,
          },
        }),
        null,
      )
    await parts.licenses.suspend(license.id, OPERATOR)
    await parts.operators.create(`N${'a'.repeat(63)}`, 'support', OPERATOR)
    hashes = [
      'licenses',
      'licenses/new',
      `licenses/${license.id}`,
      'playground',
      `playground?license=${license.id}`,
      'plans',
      'platforms',
      'platforms/sandbox',
      'platforms/nope',
      'connections',
      'images',
      'webhooks',
      `webhooks/${(await onlyWebhook(parts)).id}`,
      'audit',
      'operators',
      'signing-keys',
      'requests',
      'requests?status=4xx&from=2030-01-01T00:00',
      'overview',
      'overview?range=7d',
      'no/such/page',
    ]
  })
  after(() => stop())

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of VIEWPORTS) {
      test(`passes axe-core, fits the viewport and can be reached by keyboard, ${viewport.width} wide and ${colorScheme}`, async () => {
        const { page, complaints, close } = await openSignedIn(browser, service, '', { colorScheme, viewport })
        await page.getByRole('banner').waitFor()
        for (const hash of hashes) {
          await page.goto(`${service.origin}/console/#/${hash}`)
          await page.locator('#main:not([aria-busy])').getByRole('heading', { level: 1 }).waitFor()
          await loaded(page)
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, hash)
          assert.deepEqual(await boxFaults(page), [], hash)
          if (viewport === DESKTOP || viewport.width < 400) assert.deepEqual(await findings(page), [], hash)
          // Navigation moves the focus to the page, where the keyboard continues.
          await page.keyboard.press('Tab')
          assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'BODY', hash)
        }
        assert.deepEqual(complaints, [])
        await close()
      })
    }
  }

  test('an unknown URL says so and leads back, and the URL of the console itself leads to the overview', async () => {
    const { page, complaints, close } = await openSignedIn(browser, service, '#/licences')
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    assert.match(page.url(), /#\/licences$/)
    assert.equal(await page.title(), 'Page not found – Central API')
    assert.equal(await page.locator('.side [aria-current]').count(), 0)
    await page.getByRole('link', { name: 'Open the overview' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    for (const hash of ['', '#/', '#']) {
      await page.goto('about:blank')
      await page.goto(`${service.origin}/console/${hash}`)
      await page.waitForURL(/#\/overview$/)
    }
    assert.deepEqual(complaints, [])
    await close()
  })

  test('shows the keys of its own shortcuts only', async () => {
    const { page, close } = await openSignedIn(browser, service, '#/playground', { viewport: DESKTOP })
    await page.locator('#main kbd').first().waitFor()
    const generated = "document.querySelectorAll('kbd').values().map((key) => getComputedStyle(key, '::after').content)"
    assert.deepEqual(await page.evaluate(`[...${generated}]`), ['"Ctrl K" / ""', 'none', 'none'])
    await close()
  })

  test('is measured so that an overlap, a box that sticks out and a line that wraps are found', async () => {
    const { page, close } = await openSignedIn(browser, service, '#/plans', { viewport: DESKTOP })
    await page.locator('tbody').waitFor()
    assert.deepEqual(await boxFaults(page), [])
    const planted = async (selector: string, style: string) => {
      const set = (css: string) =>
        page.evaluate(`document.querySelector(${JSON.stringify(selector)}).style.cssText = ${JSON.stringify(css)}`)
      await set(style)
      const faults = await boxFaults(page)
      await set('')
      return faults.map((fault) => fault.split(':')[0])
    }
    assert.ok((await planted('.table-card', 'margin-block-start: -40px')).includes('overlap'))
    assert.ok((await planted('.rows', 'inline-size: 1200px')).includes('sticks out'))
    assert.ok((await planted('.primary', 'white-space: normal; inline-size: 50px')).includes('wraps'))
    assert.ok((await planted('.bar', 'block-size: 90px')).includes('wraps'))
    assert.deepEqual(await boxFaults(page), [])
    await close()
  })
})
