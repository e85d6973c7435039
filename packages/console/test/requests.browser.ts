// Tests the request log in a real browser: filters in the URL, details, the live view, the columns, and the log that is off.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ENDPOINT_NAMES } from '../../service/src/traffic/endpoint-names.ts'
import { boxFaults } from './boxes.ts'
import { type Console, findings, loaded, type openConsole, openSignedIn, startConsole } from './open-console.ts'

describe('the request log', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let licenseId: string
  let token: Awaited<ReturnType<Console['service']['authorize']>>

  const scan = (handle: string) => service.post('/scan-profile', { platform: 'sandbox', handle }, token)
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
    const { license, key } = await service.license({ name: 'Harbor Gallery' })
    const { key: otherKey } = await service.license({ name: 'Another' })
    licenseId = license.id
    const other = await service.authorize(otherKey)
    await service.post('/scan-profile', { platform: 'sandbox', handle: 'demo' }, other)
    token = await service.authorize(key)
    await scan('demo')
    await scan('!!')
    await service.parts.requestLog.flush()
  })
  after(() => stop())

  const open = async (query = '', options: Parameters<typeof openConsole>[3] = {}) => {
    const console = await openSignedIn(browser, service, `#/requests${query}`, options)
    await console.page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
    await loaded(console.page)
    return console
  }
  const cells = (page: Page, column: string) => page.locator(`tbody td[data-column=${column}]`).allTextContents()

  test('lists requests with status, code, endpoint, platform, handle and cache, and is filtered in the URL', async () => {
    const { page, complaints, close } = await open()
    assert.deepEqual(await cells(page, 'status'), ['422handle_malformed', '200', '200', '200', '200'])
    assert.deepEqual(await cells(page, 'handle'), ['!!', 'demo', '', 'demo', ''])
    await page.getByLabel('Status').selectOption('4xx and 5xx: errors')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/#\/requests\?status=error$/)
    await page.getByText('1 request', { exact: true }).waitFor()
    assert.deepEqual(await cells(page, 'status'), ['422handle_malformed'])
    await page.reload()
    await page.getByText('1 request', { exact: true }).waitFor()
    await page.getByLabel('Endpoint').selectOption('account')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('heading', { name: 'No requests found' }).waitFor()
    await page.locator('.empty').getByRole('link', { name: 'Show all' }).click()
    await page.getByText('5 requests', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('shows the details of a request, whose values lead to all requests with them', async () => {
    const { page, close } = await open('?code=handle_malformed')
    // With the keyboard alone.
    await page.locator('.row-link').focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Request' })
    await panel.getByText('scan-profile').first().waitFor()
    const id = (await panel.locator('.copyable code').textContent()) ?? ''
    assert.deepEqual(await findings(page), [])
    assert.deepEqual(await boxFaults(page), [])
    await panel.getByRole('button', { name: `Copy request ID: ${id}` }).click()
    await page.getByText('Copied.').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), id)
    assert.equal(
      await panel.getByRole('link', { name: 'What this error means' }).getAttribute('href'),
      '../docs/reference/errors#handle_malformed',
    )
    await page.keyboard.press('Escape')
    // The browser closes a dialog, and gives the focus back, some time after the key.
    await page.waitForFunction(`document.activeElement.className === 'row-link'`)
    await page.keyboard.press('Enter')
    await panel.getByRole('link', { name: licenseId }).click()
    await page.waitForURL(new RegExp(`license=${licenseId}`))
    await page.getByText('3 requests', { exact: true }).waitFor()
    assert.equal(await panel.count(), 0)
    await close()
  })

  test('an open request has a URL of its own, which opens it', async () => {
    const { page, complaints, close } = await open('?platform=sandbox&handle=demo')
    const pageUrl = page.url()
    const panel = page.getByRole('dialog', { name: 'Request' })
    await page.locator('.row-link').first().click()
    const id = await panel.locator('.copyable code').textContent()
    const url = page.url()
    assert.match(url, /#\/requests\?platform=sandbox&handle=demo&open=/)
    await page.keyboard.press('Escape')
    await page.waitForURL(pageUrl)
    // Refresh still works after the panel was open.
    const refreshed = page.waitForResponse(/\/requests\?/)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await refreshed
    await close()

    // Also on a page whose filter does not show it, after a sign-in.
    for (const linked of [url, url.replace('platform=sandbox', 'endpoint=account')]) {
      const other = await openSignedIn(browser, service, linked.slice(linked.indexOf('#')))
      const shown = other.page.getByRole('dialog', { name: 'Request' })
      assert.equal(await shown.locator('.copyable code').textContent(), id)
      assert.equal(other.page.url(), linked)
      await shown.getByRole('button', { name: 'Close' }).click()
      await other.page.waitForURL((each) => !each.href.includes('open='))
      assert.match(other.page.url(), /&handle=demo$/)
      const again = other.page.waitForResponse(/\/requests\?/)
      await other.page.getByRole('button', { name: 'Refresh' }).click()
      await again
      await other.close()
    }
    // A request ID alone opens the newest request with it.
    const short = await openSignedIn(browser, service, `#/requests?open=${id}`)
    assert.equal(await short.page.getByRole('dialog', { name: 'Request' }).locator('.copyable code').textContent(), id)
    await short.close()
    for (const unknown of ['unknown/0', 'unknown']) {
      const gone = await openSignedIn(browser, service, `#/requests?open=${unknown}`)
      await gone.page.getByText('This request is not in the log. Requests are kept for 24 hours.').waitFor()
      await gone.page.waitForURL(/#\/requests$/)
      assert.equal(await gone.page.getByRole('main').getByText('This request is not in the log.').isVisible(), true)
      await gone.close()
    }
    assert.deepEqual(complaints, [])
  })

  test('a click anywhere in a row opens it, unless it ends a selection of text', async () => {
    const { page, close } = await open()
    const panel = page.getByRole('dialog', { name: 'Request' })
    await page.locator('tbody tr').first().locator('[data-column=endpoint]').click()
    await panel.waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('tbody [data-column=handle]'))")
    await page.locator('tbody tr').first().locator('[data-column=endpoint]').dispatchEvent('click')
    assert.equal(await panel.count(), 0)
    await close()
  })

  test('says when the log of the service has the request ID', async () => {
    const { page, close } = await open()
    const panel = page.getByRole('dialog', { name: 'Request' })
    for (const [status, code, text] of [
      [422, 'handle_malformed', 'only with LOG_LEVEL=debug'],
      [503, 'platform_timeout', 'contains the request ID. Of'],
      [200, null, undefined],
    ] as const) {
      await page.unrouteAll()
      await page.route('**/requests?*', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        for (const request of json.data.requests) Object.assign(request, { status, code })
        await route.fulfill({ response, json })
      })
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.locator('tbody tr').first().getByText(String(status), { exact: true }).waitFor()
      await page.locator('.row-link').first().click()
      await panel.getByText('Select a value').waitFor()
      assert.deepEqual(
        await panel
          .getByText('The service’s log')
          .allTextContents()
          .then((all) => all.map((each) => each.includes(text ?? '-'))),
        text === undefined ? [] : [true],
      )
      await page.keyboard.press('Escape')
    }
    await close()
  })

  test('the filter offers the endpoints of the service', async () => {
    const { page, close } = await open()
    assert.deepEqual(await page.getByLabel('Endpoint').locator('option').allTextContents(), ['any', ...ENDPOINT_NAMES])
    await close()
  })

  test('of one license is on its page', async () => {
    const { page, close } = await openSignedIn(browser, service, `#/licenses/${licenseId}`)
    const section = page.getByRole('region', { name: 'Last requests' })
    await section.locator('tbody tr').nth(2).waitFor()
    assert.equal(await section.locator('tbody tr').count(), 3)
    await section.locator('.row-link').first().click()
    const url = page.url()
    assert.match(url, new RegExp(`#/licenses/${licenseId}\\?open=`))
    await page.reload()
    await page.getByRole('dialog', { name: 'Request' }).waitFor()
    assert.equal(page.url(), url)
    await page.keyboard.press('Escape')
    await page.waitForURL(new RegExp(`#/licenses/${licenseId}$`))
    await section.getByRole('link', { name: 'All requests of this license' }).click()
    await page.getByText('3 requests', { exact: true }).waitFor()
    await close()
  })

  test('adds new requests while the live view is on, and none after it is turned off', async () => {
    const { page, close } = await open(`?license=${licenseId}&handle=demo`)
    const live = page.getByRole('button', { name: 'Live' })
    await live.click()
    assert.equal(await live.getAttribute('aria-pressed'), 'true')
    await page.clock.resume()
    await scan('demo')
    await service.parts.requestLog.flush()
    await page.locator('tbody tr').nth(1).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 2)
    await page.getByText('2 requests', { exact: true }).waitFor()
    await live.click()
    assert.equal(await live.getAttribute('aria-pressed'), 'false')
    const polls: string[] = []
    page.on('request', (request) => polls.push(request.url()))
    await page.clock.runFor(30_000)
    assert.deepEqual(polls, [])
    await close()
  })

  test('begins with the first request that arrives, and does not add older ones', async () => {
    const { page, close } = await open('?handle=first-of-all')
    await page.getByRole('heading', { name: 'No requests found' }).waitFor()
    await page.getByRole('button', { name: 'Live' }).click()
    await page.clock.resume()
    await scan('first-of-all')
    await service.parts.requestLog.flush()
    await page.locator('tbody tr').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'No requests found' }).count(), 0)
    await close()
    for (let n = 0; n < 60; n += 1) await scan('demo')
    await service.parts.requestLog.flush()
    const full = await open()
    await full.page.getByText('First 50 requests').waitFor()
    const polled = full.page.waitForResponse((response) => response.url().includes('limit=200'))
    await full.page.getByRole('button', { name: 'Live' }).click()
    await full.page.clock.resume()
    await polled
    await scan('demo')
    await service.parts.requestLog.flush()
    await full.page.getByText('First 51 requests').waitFor()
    await full.close()
  })

  test('remembers the columns', async () => {
    const { page, close } = await open()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Replica' }).check()
    await page.getByRole('checkbox', { name: 'Handle' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Replica' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Handle' }).count(), 0)
    await page.reload()
    await page.getByRole('columnheader', { name: 'Replica' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Handle' }).count(), 0)
    assert.equal(await page.getByRole('columnheader', { name: 'Time' }).count(), 1)
    // Nothing else outlives the tab.
    assert.deepEqual(await page.evaluate('Object.entries(localStorage)'), [
      ['central-api-columns-requests', 'license requestId handle'],
    ])
    await close()
  })

  test('keeps its head visible while the page scrolls', async () => {
    const { page, close } = await open()
    await page.getByText('First 50 requests').waitFor()
    await page.mouse.move(640, 500)
    await page.mouse.wheel(0, 900)
    while (Number(await page.evaluate('scrollY')) < 600) await page.mouse.wheel(0, 100)
    const [head, bar] = await Promise.all([
      page.locator('thead th').first().boundingBox(),
      page.locator('.bar').boundingBox(),
    ])
    assert.equal(Math.round(head?.y ?? 0), Math.round((bar?.y ?? 0) + (bar?.height ?? 0)))
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.locator('tbody tr').nth(55).waitFor()
    await close()
  })

  test('reports an invalid filter at its field, and rejects a license key', async () => {
    const { page, requests, close } = await open('?status=abc')
    await page.locator('[aria-invalid]').waitFor()
    await page.getByText('More filters').click()
    const key = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    await page.getByLabel('Request ID').fill(key)
    await page.keyboard.press('Enter')
    await page.getByText('This looks like a license key.').waitFor()
    assert.ok(!requests.some((url) => url.includes(key)))
    await close()
  })

  test('that is off says which setting turns it on', async () => {
    const off = await startConsole({ environment: { REQUEST_LOG_HOURS: 'off' } })
    const { page, close } = await openSignedIn(off.browser, off.service, '#/requests')
    await page.getByRole('heading', { name: 'The request log is off' }).waitFor()
    await page.getByText(/Set REQUEST_LOG_HOURS/).waitFor()
    await close()
    await off.stop()
  })
})
