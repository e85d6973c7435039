// Tests the playground end to end in a real browser: it shows responses as a license gets them, in a site preview and in the
// selector, and charges no quota.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { ADMIN_TOKEN, type Console, findings, openConsole, signIn, startConsole } from './open-console.ts'

const PHONE = { width: 360, height: 740 }
const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#789"/></svg>'

describe('the playground', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let id: string
  let key: string

  before(async () => {
    ;({ browser, service, stop } = await startConsole())
    const created = await service.license({ name: 'Harbor Gallery' })
    id = created.license.id
    key = created.key
  })
  after(() => stop())

  const open = async (hash = `#/playground?license=${id}`, options: BrowserContextOptions = {}) => {
    const opened = await openConsole(browser, service, hash, options)
    const images: string[] = []
    await opened.page.route('https://central.example/**', (route) => {
      images.push(route.request().url())
      return route.fulfill({ contentType: 'image/svg+xml', body: IMAGE })
    })
    await signIn(opened.page)
    await opened.page.getByRole('heading', { name: 'Playground' }).waitFor()
    return { ...opened, images }
  }
  const send = async (page: Page, request: string, label: string, text: string) => {
    await page.getByLabel('Request').selectOption(request)
    await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('heading', { name: 'Response', exact: true }).waitFor()
  }
  const scan = (page: Page, handle: string) => send(page, 'Scan a profile', 'Handle or profile URL', handle)
  /** By keyboard, because the frame above still grows, and a mouse could hit the frame instead. */
  const openSelector = (page: Page) => page.getByRole('button', { name: 'Open in the selector' }).press('Enter')
  const shown = (page: Page, title = 'Site preview') => page.frameLocator(`iframe[title="${title}"]`).last()

  test('shows a profile as on a site, the next page and the raw response, charges no quota and is audited', async () => {
    const { page, complaints, requests, images, close } = await open('#/playground')
    await page.getByRole('link', { name: 'Harbor Gallery' }).click()
    await scan(page, 'demo')
    await page.getByText('200', { exact: true }).waitFor()
    const site = shown(page)
    await site.getByRole('heading', { name: 'Sandbox demo 🧪' }).waitFor()
    await site.getByText('An answer in one’s own thread').waitFor()
    assert.equal(await site.locator('article').count(), 20)
    // Images load only when they are visible.
    await page.evaluate("document.querySelector('iframe').scrollIntoView()")
    const frame = page.frames().find((each) => each.url().endsWith('/stage/'))
    const isLoaded = (image: unknown) => (image as { readonly naturalWidth: number }).naturalWidth > 0
    await frame?.waitForFunction(isLoaded, await site.locator('img').first().elementHandle())
    assert.ok(images.some((url) => url.endsWith('/avatar.png')))

    await page.getByRole('button', { name: 'Copy response' }).click()
    await page.getByText('Copied.').waitFor()
    const raw = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))
    assert.equal(raw.data.body.posts.length, 20)

    await page.getByRole('button', { name: 'Load more posts' }).click()
    await page.locator('iframe').nth(1).waitFor()
    await shown(page).locator('article').first().waitFor()
    assert.equal(await shown(page).getByRole('heading', { level: 1 }).count(), 0)

    const whole = await service.send({
      method: 'GET',
      path: `/admin/v1/licenses/${id}`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })
    assert.match(whole.text, /"scans":\{"used":0,/)
    const entries = await service.parts.store.audit.list({ limit: 10, subject: id, action: 'license.try' })
    assert.deepEqual(entries.map(({ after }) => after?.endpoint).sort(), ['load-more-posts', 'scan-profile'])
    assert.deepEqual(complaints, [])
    assert.ok(requests.every((url) => url.startsWith(service.origin) || url.startsWith('https://central.example/')))
    assert.ok(!requests.some((url) => url.includes(key)))
    await close()
  })

  test('opens the selector, and shows what its form would submit', async () => {
    const { page, complaints, close } = await open()
    await scan(page, 'demo')
    await openSelector(page)
    const selector = shown(page, 'The selector')
    // By keyboard, because the frame grows while images load.
    await selector.getByRole('checkbox').first().press('Space')
    await page.getByText('"platform":"sandbox","handle":"demo"').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('validates a link and a post, and shows them', async () => {
    const { page, complaints, close } = await open()
    await send(page, 'Validate a link', 'URL', 'https://central.example/sandbox/news/1004')
    await shown(page).getByRole('link', { name: 'The title of the page behind the link' }).waitFor()
    await send(page, 'Validate a post', 'URL', 'https://central.example/sandbox/@demo/1001')
    await shown(page).getByText('A plain post, number 1001.').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('shows errors as the license gets them', async () => {
    const { license } = await service.license({ name: 'Suspended' })
    await service.parts.licenses.suspend(license.id, OPERATOR)
    const { page, close } = await open(`#/playground?license=${license.id}`)
    await scan(page, 'demo')
    await page.getByRole('link', { name: 'license_suspended' }).waitFor()
    await close()
    const other = await open()
    // This code must not end the operator's own session.
    await scan(other.page, 'error.token_expired')
    await other.page.getByRole('link', { name: 'token_expired' }).waitFor()
    await scan(other.page, '')
    await other.page.getByText('handle must not be empty').waitFor()
    await other.close()
  })

  test('has no send button for the read role, and says which role is required', async () => {
    const { token } = await service.parts.operators.create('Reader', 'read', OPERATOR)
    const { page, close } = await openConsole(browser, service, `#/playground?license=${id}`)
    await signIn(page, token)
    await page.getByText('Sending a test request requires the support role.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send request' }).count(), 0)
    await close()
  })

  test('isolates the frame: it can access neither the token nor the console, and executes no code of a post', async () => {
    const { page, close } = await open()
    await scan(page, 'demo')
    await shown(page).locator('article').first().waitFor()
    const frame = page.frames().find((each) => each.url().endsWith('/stage/'))
    assert.ok(frame)
    const results = await frame.evaluate(`(() => {
      const attempt = (reach) => { try { return String(reach()) } catch (error) { return error.name } }
      return [attempt(() => origin), attempt(() => sessionStorage.length), attempt(() => parent.document.title)]
    })()`)
    assert.deepEqual(results, ['null', 'SecurityError', 'SecurityError'])
    const ran = await frame.evaluate(`(async () => {
      const body = document.body
      body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="globalThis.ran = 1"><iframe srcdoc="<script>parent.ran = 1</script>"></iframe>')
      await new Promise((resolve) => setTimeout(resolve, 100))
      return globalThis.ran ?? null
    })()`)
    assert.equal(ran, null)
    await close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [{ width: 1200, height: 850 }, PHONE]) {
      test(`passes axe-core and fits the viewport, ${viewport.width} wide and ${colorScheme}`, async () => {
        const { page, close } = await open(`#/playground?license=${id}`, { viewport, colorScheme })
        await scan(page, 'demo')
        await shown(page).locator('article').first().waitFor()
        await openSelector(page)
        await shown(page, 'The selector').getByRole('checkbox').first().waitFor()
        assert.deepEqual(await findings(page), [])
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width)
        await close()
      })
    }
  }
})
