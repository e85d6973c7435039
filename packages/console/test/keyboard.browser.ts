// Tests in a real browser that the keyboard alone reaches everything on every page, in an order that follows the page, and that
// the focus is visible. What is reached are links, buttons, fields and summaries, which Enter or Space activates.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { onlyWebhook } from '../../testing/src/http/admin/fixture.ts'
import { ADMIN_TOKEN, type Console, loaded, openConsole, startConsole } from './open-console.ts'

/** Marks what can be used on the page, and returns how many there are. A group of radio buttons is one stop. */
const MARK = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, summary, iframe, [tabindex]')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0 && !each.disabled)
    .filter((each) => each.type !== 'radio' || each.checked)
  for (const [at, each] of all.entries()) each.dataset.stop = String(at)
  return all.length
})()`

/** The number of the focused element, and whether its focus is visible. */
const FOCUSED = `(() => {
  const { dataset, localName } = document.activeElement
  const style = getComputedStyle(document.activeElement)
  const isVisible = style.outlineStyle !== 'none' || localName === 'iframe' || document.activeElement.matches('.palette-input')
  return [Number(dataset.stop ?? -1), isVisible, document.activeElement.outerHTML.slice(0, 90)]
})()`

describe('with the keyboard alone', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let hashes: readonly string[]
  before(async () => {
    ;({ browser, service, stop } = await startConsole({ environment: { EGRESS_ALLOW: 'shop.example:443' } }))
    const { license, key } = await service.license({ name: 'Harbor Gallery' })
    const token = await service.authorize(key)
    for (let n = 0; n < 3; n += 1) await service.post('/scan-profile', { platform: 'sandbox', handle: 'demo' }, token)
    const site = { licenseId: license.id, site: 'shop.example', firstSeenAt: service.clock.at }
    await service.parts.store.sites.activate(site, null)
    for (let n = 0; n < 5; n += 1) await service.parts.requestLog.flush()
    hashes = [
      ...['overview', 'requests', 'licenses', 'licenses/new', `licenses/${license.id}`, 'plans', 'platforms'],
      'connections',
      'images',
      ...['webhooks', `webhooks/${(await onlyWebhook(service.parts)).id}`, 'audit', 'operators', 'signing-keys'],
    ]
  })
  after(() => stop())

  /** Signs in without the pointer: the field has the focus. */
  const open = async (options: Parameters<typeof openConsole>[3] = {}) => {
    const console = await openConsole(browser, service, '#/plans', options)
    await console.page.getByLabel('Token').waitFor()
    await console.page.keyboard.type(ADMIN_TOKEN)
    await console.page.keyboard.press('Enter')
    await console.page.getByRole('heading', { name: 'Plans' }).waitFor()
    return console
  }
  /** Presses Tab until the last stop has the focus. A field for a date has several parts, which count once. */
  const walk = async (page: Page, count: number) => {
    const reached = [0]
    for (let n = 0; n < 4 * count && reached.at(-1) !== count - 1; n += 1) {
      await page.keyboard.press('Tab')
      const [at, isVisible, html] = (await page.evaluate(FOCUSED)) as [number, boolean, string]
      assert.ok(isVisible, `no visible focus: ${html}`)
      if (at !== reached.at(-1)) reached.push(at)
    }
    return reached
  }

  test('everything on every page is reached, in the order of the page, with a visible focus', async () => {
    const { page, complaints, close } = await open()
    for (const hash of hashes) {
      await page.goto(`${service.origin}/console/#/${hash}`)
      await loaded(page)
      const count = (await page.evaluate(MARK)) as number
      // From the beginning of the page, where the first stop skips to the content.
      await page.evaluate("document.activeElement.blur(); document.querySelector('.skip').focus()")
      assert.deepEqual(
        await walk(page, count),
        Array.from({ length: count }, (_, at) => at),
        hash,
      )
    }
    assert.deepEqual(complaints, [])
    await close()
  })

  test('an operator on a phone opens the navigation, goes to a page and signs out', async () => {
    const { page, close } = await open({ viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Menu' }).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.waitFor()
    // The focus stays in the drawer.
    for (let n = 0; n < 30; n += 1) {
      await page.keyboard.press('Tab')
      const isInside = await page.evaluate(
        "document.activeElement === document.body || document.activeElement.closest('dialog') !== null",
      )
      assert.equal(isInside, true)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    // Opened again at once, before the browser has reported that it was closed.
    await page.evaluate(
      "document.querySelector('dialog[open]').close(); document.querySelector('.menu-button').click()",
    )
    await drawer.getByRole('link', { name: 'Webhooks' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    assert.equal(await drawer.count(), 0)
    await page.getByRole('button', { name: /^Account: / }).focus()
    await page.keyboard.press('Enter')
    for (const name of ['Operators and roles', 'Documentation', 'Sign out']) {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.textContent'), name)
    }
    await page.keyboard.press('Enter')
    await page.getByLabel('Token').waitFor()
    await close()
  })

  test('a license is created, suspended and found in the audit trail', async () => {
    const { page, close } = await open()
    const tabTo = async (matches: string) => {
      for (let n = 0; n < 80; n += 1) {
        await page.keyboard.press('Tab')
        const name = await page.evaluate(
          "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
        )
        if (name === matches) return
      }
      assert.fail(`${matches} is not reached`)
    }
    await page.keyboard.press('/')
    await page.keyboard.type('create')
    await page.keyboard.press('Enter')
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'License for By keyboard created' }).waitFor()
    await tabTo('Go to the license')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor()
    await loaded(page)
    await tabTo('Suspend')
    await page.keyboard.press('Enter')
    // Cancel has the focus, so that Enter by mistake changes nothing.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The license is suspended.').waitFor()
    await page.locator('#main:not([aria-busy])').getByText('suspended', { exact: true }).waitFor()
    await tabTo('Audit trail')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: 'License suspended' }).waitFor()
    await close()
  })
})
