// Tests the command palette in a real browser: how it opens, what it finds, the keyboard, and that a pasted key stays on the page.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { ADMIN_TOKEN, type Console, findings, openSignedIn, startConsole } from './open-console.ts'

describe('the command palette', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
  })
  after(() => stop())

  const open = async (hash = '#/plans', token = ADMIN_TOKEN) => {
    const console = await openSignedIn(browser, service, hash, { token })
    await console.page.getByRole('heading', { level: 1 }).first().waitFor()
    await console.page.getByRole('button', { name: /^Account: / }).waitFor()
    return console
  }
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
  const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search' })
  /** The browser closes a dialog some time after the key. */
  const leave = async (page: Page) => {
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  }
  const optionNames = (page: Page) => palette(page).getByRole('option').locator('.palette-label').allTextContents()
  /** The option that Enter would open, found by the attribute that screen readers follow. */
  const active = async (page: Page) => {
    const id = await field(page).getAttribute('aria-activedescendant')
    const option = page.locator(`[id="${id}"]`)
    assert.equal(await option.getAttribute('aria-selected'), 'true')
    return option.locator('.palette-label').textContent()
  }

  test('opens with Ctrl-K, `/` and its button, has the focus, and closes with Escape', async () => {
    const { page, complaints, close } = await open()
    for (const press of [
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('/'),
      () => page.getByRole('button', { name: 'Search or jump to' }).click(),
    ]) {
      await press()
      await field(page).waitFor()
      assert.equal(await field(page).evaluate((input) => input.matches(':focus')), true)
      await leave(page)
    }
    await page.keyboard.press('Control+k')
    // Only one opens.
    await page.keyboard.press('Control+k')
    assert.equal(await palette(page).count(), 1)
    assert.deepEqual(await findings(page), [])
    assert.deepEqual(complaints, [])
    await close()
  })

  test('does not open with `/` in a field', async () => {
    const { page, close } = await open('#/licenses')
    await service.license({ name: 'Any' })
    await page.reload()
    await page.getByLabel('Search licenses').fill('a')
    await page.keyboard.press('/')
    assert.equal(await page.getByLabel('Search licenses').inputValue(), 'a/')
    assert.equal(await palette(page).count(), 0)
    await close()
  })

  test('finds pages and actions, and opens them with the keyboard alone', async () => {
    const { page, close } = await open()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('crea lic')
    await palette(page).getByRole('option', { name: 'Overview' }).waitFor({ state: 'detached' })
    assert.equal(await active(page), 'Create a license')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New license' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    assert.equal(await active(page), 'Overview')
    await page.keyboard.press('ArrowDown')
    assert.equal(await active(page), 'Requests')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    const names = await optionNames(page)
    assert.equal(await active(page), names.at(-1))
    await page.keyboard.type('signing')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Signing keys' }).waitFor()
    await close()
  })

  test('finds platforms, the documentation and error codes', async () => {
    const { page, close } = await open()
    for (const [text, name, url] of [
      ['SANDBOX', /^Sandbox/, /#\/platforms\/sandbox$/],
      ['docs', /^Open the documentation/, /\/docs$/],
      ['error handle_malformed', /^handle_malformed/, /\/docs\/reference\/errors#handle_malformed$/],
    ] as const) {
      await page.keyboard.press('Control+k')
      await field(page).fill(text)
      const option = palette(page).getByRole('option', { name })
      await option.waitFor()
      assert.match((await option.evaluate((link) => String(link))) ?? '', url)
      await page.keyboard.press('Escape')
    }
    await close()
  })

  test('finds licenses by name, site, e-mail address and the end of a key', async () => {
    const { license, key } = await service.license({ name: 'Fern & Fig Florists', email: 'anna@fern.example' })
    await service.parts.store.sites.activate(
      { licenseId: license.id, site: 'fern-shop.example', firstSeenAt: service.clock.at },
      null,
    )
    const { page, requests, close } = await open()
    for (const text of ['fern & fig', 'fern-shop.example', 'anna@fern.example', key.slice(-4), license.id]) {
      await page.keyboard.press('Control+k')
      await field(page).fill(text)
      await palette(page).getByRole('option', { name: 'Fern & Fig Florists' }).waitFor()
      await leave(page)
    }
    await page.keyboard.press('Control+k')
    await field(page).fill('fern-shop.example')
    await palette(page).getByRole('option', { name: 'Requests from site “fern-shop.example”' }).click()
    await page.waitForURL(/#\/requests\?site=fern-shop\.example$/)
    // A new page closes dialogs.
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    // A whole key stays on the page, also as part of a link.
    await page.keyboard.press('Control+k')
    await field(page).fill(key)
    await palette(page).getByRole('option', { name: 'Fern & Fig Florists' }).waitFor()
    assert.deepEqual(await optionNames(page), ['Fern & Fig Florists'])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Fern & Fig Florists' }).waitFor()
    assert.ok(!requests.some((url) => url.includes(key)) && !page.url().includes(key))
    await close()
  })

  test('finds single settings and leads to their description', async () => {
    const { page, complaints, close } = await open()
    await page.keyboard.press('Control+k')
    await field(page).fill('request log hours')
    const option = palette(page).getByRole('option', { name: 'REQUEST_LOG_HOURS' })
    await option.waitFor()
    assert.deepEqual(await findings(page), [])
    await field(page).fill('base_url')
    await palette(page).getByRole('option', { name: 'BASE_URL', exact: false }).first().waitFor()
    assert.equal((await optionNames(page))[0], 'BASE_URL')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/reference\/settings#BASE_URL$/)
    assert.equal(await page.locator('tr:target code').first().textContent(), 'BASE_URL')
    assert.deepEqual(complaints, [])
    await close()
  })

  test('finds everything else where the documentation is not served', async () => {
    const { page, close } = await open()
    await page.route('**/docs/settings.json', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await field(page).fill('pla')
    await palette(page).getByRole('option', { name: 'Requests for handle “pla”' }).waitFor()
    assert.equal((await optionNames(page))[0], 'Plans')
    await close()
  })

  test('says when nothing is found, and when the service does not respond', async () => {
    const { page, close } = await open()
    await page.keyboard.press('Control+k')
    await field(page).fill('no such license at all')
    await palette(page).getByText('Nothing found').waitFor()
    assert.deepEqual(await findings(page), [])
    await page.keyboard.press('Enter')
    assert.equal(await palette(page).count(), 1)
    await page.route('**/admin/v1/licenses?*', (route) => route.abort())
    await field(page).fill('plans')
    await palette(page).getByText('The service is not responding.').waitFor()
    assert.deepEqual(await optionNames(page), ['Plans'])
    await close()
  })

  test('offers only the actions that the role allows', async () => {
    const { token } = await service.parts.operators.create('Reader', 'read', OPERATOR)
    const { page, close } = await open('#/plans', token)
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    const names = await optionNames(page)
    assert.ok(names.includes('Show failed requests') && !names.includes('Create a license'), names.join())
    await close()
  })
})
