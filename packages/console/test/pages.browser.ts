// Tests every page of the console in a real browser, on desktop and phone, in light and dark: no axe-core violations, no
// horizontal overflow, and keyboard access.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onlyWebhook } from '../../testing/src/http/admin/fixture.ts'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { type Console, findings, openConsole, signIn, startConsole } from './open-console.ts'

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 740 }

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
      'webhooks',
      `webhooks/${(await onlyWebhook(parts)).id}`,
      'audit',
      'operators',
      'signing-keys',
      'overview',
    ]
  })
  after(() => stop())

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [DESKTOP, PHONE]) {
      test(`passes axe-core, fits the viewport and can be reached by keyboard, ${viewport.width} wide and ${colorScheme}`, async () => {
        const { page, complaints, close } = await openConsole(browser, service, '', { colorScheme, viewport })
        await signIn(page)
        await page.getByRole('banner').waitFor()
        for (const hash of hashes) {
          await page.goto(`${service.origin}/console/#/${hash}`)
          await page.locator('#main:not([aria-busy])').getByRole('heading', { level: 1 }).waitFor()
          await page.getByText('Loading…').waitFor({ state: 'detached' })
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, hash)
          assert.deepEqual(await findings(page), [], hash)
          // Navigation moves the focus to the page, where the keyboard continues.
          await page.keyboard.press('Tab')
          assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'BODY', hash)
        }
        assert.deepEqual(complaints, [])
        await close()
      })
    }
  }
})
