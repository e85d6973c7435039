// Tests the playground end to end in a real browser: it opens ready to run, shows the fields of its request alone, and shows
// responses as a license gets them and as a visitor of a site would see them. It charges no quota.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { mastodon } from '../../service/src/platforms/mastodon/mastodon.ts'
import { sandbox } from '../../service/src/platforms/sandbox/sandbox.ts'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { ADMIN_TOKEN, type Console, openConsole, signIn, startConsole } from './open-console.ts'

const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#789"/></svg>'

/** The fields of each request besides the license. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'scan-profile': ['Platform', 'Handle or profile URL', 'Variant'],
  'load-more-posts': ['Platform', 'Handle or profile URL', 'Variant', 'Cursor'],
  'validate-link': ['URL', 'Include the raw content'],
  'validate-post': ['URL', 'Include the raw content'],
}

describe('the playground', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let id: string
  let key: string

  before(async () => {
    ;({ browser, service, stop } = await startConsole({ platforms: [sandbox, mastodon] }))
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
  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()
  const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
  const handle = (page: Page) => page.getByLabel('Handle or profile URL')
  const shown = (page: Page, title = 'Site preview') => page.frameLocator(`iframe[title="${title}"]`)
  const stageOf = async (page: Page) => {
    await shown(page).locator('main').waitFor()
    const frame = page.frames().find((each) => each.url().endsWith('/stage/'))
    assert.ok(frame)
    return frame
  }

  test('opens ready with a test license and the sandbox, and one click shows the feed', async () => {
    const { page, complaints, requests, images, close } = await open('#/playground')
    await page
      .getByText('Choose a license to test with. Its plan, mode and status apply; its quota is not charged.')
      .waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'License' }).inputValue(), 'Made at the first start')
    assert.equal(await page.getByRole('combobox', { name: 'Platform' }).inputValue(), 'Sandbox')
    assert.equal(await handle(page).inputValue(), 'demo')
    await run(page)
    const site = shown(page)
    await site.getByRole('heading', { name: 'Sandbox demo 🧪' }).waitFor()
    await site.getByText('An answer in one’s own thread').waitFor()
    assert.equal(await site.locator('article').count(), 20)
    const status = page.locator('.status-line')
    assert.match(await status.innerText(), /POST \/scan-profile\s+200\s+\d+ ms\s+31 kB\s+Not cached\s+Request ID\s+\S+/)
    await page.getByRole('button', { name: /^Copy request ID: / }).click()
    const requestId = String(await page.evaluate('navigator.clipboard.readText()'))
    const [entry] = await service.parts.store.audit.list({ limit: 1, action: 'license.try' })
    assert.equal(entry?.actor.requestId, requestId)

    // Images load only when they are visible.
    const isLoaded = (image: unknown) => (image as { readonly naturalWidth: number }).naturalWidth > 0
    const frame = await stageOf(page)
    await frame.waitForFunction(isLoaded, await site.locator('.profile img').elementHandle())
    assert.ok(images.some((url) => url.endsWith('/avatar.png')))
    assert.deepEqual(complaints, [])
    assert.ok(requests.every((url) => url.startsWith(service.origin) || url.startsWith('https://central.example/')))
    await close()
  })

  test('offers handles of the sandbox, which fill in the field', async () => {
    const { page, close } = await open()
    await page.locator('.handle-help').getByRole('button', { name: 'empty', exact: true }).click()
    assert.equal(await handle(page).inputValue(), 'empty')
    assert.equal(await handle(page).evaluate((field) => field.matches(':focus')), true)
    await close()
  })

  test('lists the forms of other handles, which name no profile and so are no buttons', async () => {
    const { page, close } = await open('#/playground?platform=mastodon')
    const help = page.locator('.handle-help')
    await help.getByText('Accepted forms').click()
    assert.deepEqual(await help.locator('code').allTextContents(), mastodon.handles)
    assert.equal(await help.getByRole('button').count(), 0)
    await close()
  })

  test('a pasted URL chooses its platform, or offers those that it fits', async () => {
    const { page, complaints, close } = await open()
    const paste = async (text: string) => {
      await handle(page).fill(text)
      await handle(page).blur()
    }
    const chosen = () => page.getByRole('combobox', { name: 'Platform' }).inputValue()
    await paste('https://mastodon.social/@garden')
    await page.getByText(`${mastodon.name}: an account`).waitFor()
    assert.deepEqual(
      [await chosen(), await handle(page).inputValue()],
      [mastodon.name, 'https://mastodon.social/@garden'],
    )
    await paste('https://sandbox.example/c/demo')
    await page.getByText('Sandbox: a made-up community').waitFor()
    const variants = () => page.getByLabel('Variant').locator('option').allInnerTexts()
    const ofAccounts = await variants()
    await paste('https://sandbox.example/playlist/demo')
    await page.getByText('Sandbox: a made-up playlist').waitFor()
    assert.deepEqual(await variants(), ['posts: all its posts'])
    await paste('demo')
    assert.deepEqual(await variants(), ofAccounts)
    await paste('https://sandbox.example/c/demo')
    await page.getByText('Sandbox: a made-up community').waitFor()
    assert.deepEqual([await chosen(), await handle(page).inputValue()], ['Sandbox', 'https://sandbox.example/c/demo'])
    await paste('groups/demo')
    await page.getByText('Sandbox: This is a group.').waitFor()
    await paste('!unknown/at all')
    await page.getByText('This text names no profile that can be scanned.').waitFor()
    // A name fits most platforms: the chosen one stays.
    await paste('demo')
    assert.equal(await chosen(), 'Sandbox')
    assert.equal(await page.getByText('names no profile').count(), 0)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('charges no quota, and the audit trail records each request', async () => {
    const { page, requests, close } = await open()
    await run(page)
    await shown(page).locator('article').first().waitFor()
    await shown(page).getByRole('button', { name: 'Load more' }).press('Enter')
    await shown(page).locator('article').nth(20).waitFor()
    const whole = await service.send({
      method: 'GET',
      path: `/admin/v1/licenses/${id}`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })
    assert.match(whole.text, /"scans":\{"used":0,/)
    const entries = await service.parts.store.audit.list({ limit: 10, subject: id, action: 'license.try' })
    assert.deepEqual(entries.map(({ after }) => after?.endpoint).sort(), ['load-more-posts', 'scan-profile'])
    assert.ok(!requests.some((url) => url.includes(key)))
    await close()
  })

  test('links to the audit entries of its requests, which the request log does not have', async () => {
    const { page, close } = await open()
    await run(page)
    await page.locator('.status-line').getByRole('link', { name: 'Audit trail' }).click()
    await page.waitForURL(new RegExp(`#/audit\\?action=license.try&subject=${id}$`))
    await page.locator('tbody tr').first().waitFor()
    await close()
  })

  test('Load more continues the feed to its end, and the keyboard continues at the new posts', async () => {
    const { page, close } = await open()
    await run(page)
    const site = shown(page)
    for (const count of [40, 60, 80, 95]) {
      await site.getByRole('button', { name: 'Load more' }).press('Enter')
      await site
        .locator('article')
        .nth(count - 1)
        .waitFor()
      assert.equal(await site.locator('article').count(), count)
      await site.locator('article:focus').waitFor()
    }
    await site.getByText('These are all posts.').waitFor()
    assert.equal(await site.getByRole('button', { name: 'Load more' }).isVisible(), false)
    await page.locator('.status-line').getByText('POST /load-more-posts').waitFor()
    await close()
  })

  test('the cursor of the last page is ready in load-more-posts', async () => {
    const { page, close } = await open()
    await run(page)
    await shown(page).locator('article').first().waitFor()
    await openTab(page, 'load-more-posts')
    assert.notEqual(await page.getByLabel('Cursor').inputValue(), '')
    await run(page)
    await page.locator('.status-line').getByText('POST /load-more-posts').waitFor()
    assert.equal(await shown(page).getByRole('heading', { level: 1 }).count(), 0)
    await close()
  })

  test('shows the fields of the chosen request, and no others', async () => {
    const { page, close } = await open()
    const all = [...new Set(Object.values(FIELDS).flat())]
    for (const [endpoint, fields] of Object.entries(FIELDS)) {
      await openTab(page, endpoint)
      const visible = await page.evaluate(`[...document.querySelectorAll('.builder :is(label, legend)')]
        .filter((label) => {
          for (let at = label; at !== null; at = at.parentElement) if (getComputedStyle(at).display === 'none') return false
          return true
        })
        .map((label) => label.textContent)`)
      assert.deepEqual(
        (visible as string[]).filter((label) => all.includes(label)),
        fields,
        endpoint,
      )
    }
    await close()
  })

  test('validates a link and a post of the sandbox with one click each, and shows them', async () => {
    const { page, complaints, close } = await open()
    await openTab(page, 'validate-link')
    await run(page)
    await shown(page).getByRole('link', { name: 'The title of the page behind the link' }).waitFor()
    await openTab(page, 'validate-post')
    await run(page)
    await shown(page).getByText('A picture with a description').waitFor()
    // Each request keeps its own URL.
    await page.getByLabel('URL', { exact: true }).fill('https://central.example/sandbox/@demo/1001')
    await openTab(page, 'validate-link')
    assert.match(await page.getByLabel('URL', { exact: true }).inputValue(), /\/news\/1004$/)
    await openTab(page, 'validate-post')
    await run(page)
    await shown(page).getByText('A plain post, number 1001.').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('folds the JSON, and copies all of it', async () => {
    const { page, close } = await open()
    await run(page)
    await openTab(page, 'JSON')
    const json = page.getByRole('region', { name: 'Response body' })
    await json.getByText('id "1095", 22 fields').click()
    await json.getByText('"An answer in one’s own thread"').waitFor()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    assert.equal(await json.getByText('"An answer in one’s own thread"').isVisible(), false)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await json.getByText('"An answer in one’s own thread"').waitFor()
    await page.getByRole('button', { name: 'Copy JSON' }).click()
    await page.getByText('Copied.').waitFor()
    const raw = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))
    assert.equal(raw.data.body.posts.length, 20)
    await close()
  })

  test('opens the selector, and shows what its form would submit', async () => {
    const { page, complaints, close } = await open()
    await run(page)
    await shown(page).locator('article').first().waitFor()
    await openTab(page, 'Selector')
    await page.getByRole('button', { name: 'Open in the selector' }).click()
    const selector = shown(page, 'The selector')
    // By keyboard, because the frame grows while images load.
    await selector.getByRole('checkbox').first().press('Space')
    await page.getByText('[{"platform":"sandbox","handle":"demo"').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('keeps the request in the URL, which opens it again', async () => {
    const { page, close } = await open()
    await handle(page).fill('empty')
    await page.getByLabel('Variant').selectOption('media')
    await openTab(page, 'Request')
    await openTab(page, 'PHP')
    const url = `${service.origin}/console/#/playground?license=${id}&platform=sandbox&handle=empty&variant=media&tab=request&language=php`
    assert.equal(page.url(), url)
    await page.goto('about:blank')
    await page.goto(url)
    await page.getByRole('tab', { name: 'PHP', selected: true }).waitFor()
    assert.equal(await handle(page).inputValue(), 'empty')
    assert.equal(await page.getByLabel('Variant').inputValue(), 'media')
    await openTab(page, 'validate-post')
    assert.match(page.url(), /license=[^&]+&endpoint=validate-post&url=[^&]+&tab=request&language=php$/)
    await close()
  })

  test('a license key in a field is neither sent nor kept in the URL', async () => {
    const { page, requests, close } = await open()
    await handle(page).fill(key)
    await run(page)
    await page.getByText('This looks like a license key. Paste it into the license search instead.').waitFor()
    assert.ok(!page.url().includes(key))
    assert.ok(!requests.some((url) => url.endsWith('/try')))
    await page.goto('about:blank')
    await page.goto(`${service.origin}/console/#/playground?license=${id}&handle=${key}`)
    await handle(page).waitFor()
    assert.equal(await handle(page).inputValue(), 'demo')
    await close()
  })

  test('works by keyboard alone', async () => {
    const { page, close } = await open()
    await page.getByRole('tab', { name: 'scan-profile' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'load-more-posts', selected: true }).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Tab')
    // The license.
    await page.keyboard.type('made at')
    await page.getByRole('option', { name: /Made at the first start/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.license-facts').getByText('test').waitFor()
    await page.getByRole('combobox', { name: 'Platform' }).focus()
    await page.keyboard.type('masto')
    await page.getByRole('listbox', { name: 'Platform' }).getByRole('option').first().waitFor()
    assert.match(
      await page.getByRole('listbox', { name: 'Platform' }).getByRole('option').first().innerText(),
      /Mastodon/,
    )
    await page.keyboard.press('Control+a')
    await page.keyboard.type('fediverse')
    await page
      .getByRole('listbox', { name: 'Platform' })
      .getByRole('option', { name: /Mastodon/ })
      .waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('masto nowhere')
    await page.getByText('Nothing matches “masto nowhere”.').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.status-line').innerText(), '')
    assert.equal(await page.getByRole('combobox', { name: 'Platform' }).inputValue(), 'Sandbox')
    await page.keyboard.press('Control+Enter')
    await page.locator('.status-line').getByText('200').waitFor()
    await close()
  })

  test('finds a license by its name, and uses it', async () => {
    const { license } = await service.license({ name: 'Quay Books' })
    const { page, close } = await open()
    await page.getByRole('combobox', { name: 'License' }).fill('quay')
    await page.getByRole('option', { name: /Quay Books/ }).click()
    await run(page)
    await shown(page).locator('article').first().waitFor()
    assert.match(page.url(), new RegExp(`license=${license.id}`))
    const entries = await service.parts.store.audit.list({ limit: 10, subject: license.id, action: 'license.try' })
    assert.equal(entries.length, 1)
    await page.getByRole('combobox', { name: 'License' }).fill('nobody at all')
    await page.getByText('Nothing matches “nobody at all”.').waitFor()
    await close()
  })

  test('says how to get a license if there is none', async () => {
    const opened = await openConsole(browser, service, '#/playground')
    await opened.page.route('**/admin/v1/licenses?*', (route) =>
      route.fulfill({ json: { ok: true, data: { licenses: [], nextCursor: null } } }),
    )
    await signIn(opened.page)
    await opened.page.getByRole('heading', { name: 'No license to test with' }).waitFor()
    await opened.page.getByRole('link', { name: 'Create license' }).click()
    await opened.page.getByRole('heading', { name: 'New license' }).waitFor()
    await opened.close()
  })

  test('shows errors as the license gets them: the code, what to do, and where to read more', async () => {
    const { license } = await service.license({ name: 'Suspended' })
    await service.parts.licenses.suspend(license.id, OPERATOR)
    const { page, close } = await open(`#/playground?license=${license.id}`)
    await run(page)
    await page.getByRole('link', { name: 'Read about license_suspended' }).waitFor()
    await page.getByText('Stop sending requests and show the operator’s contact.').waitFor()
    assert.match(
      String(await page.getByRole('link', { name: 'Open license' }).getAttribute('href')),
      /#\/licenses\/lic_/,
    )
    await close()
    const other = await open()
    // This code must not end the operator's own session.
    await handle(other.page).fill('error.token_expired')
    await run(other.page)
    const link = other.page.getByRole('link', { name: 'Read about token_expired' })
    assert.equal(await link.getAttribute('href'), '../docs/errors#token_expired')
    await handle(other.page).fill('error.platform_rate_limited')
    await run(other.page)
    await other.page.getByText('Retry after 30 seconds.').waitFor()
    await handle(other.page).fill('')
    await run(other.page)
    await other.page.getByText('This must not be empty.').waitFor()
    await other.close()
  })

  test('has no Run button for the read role, and says which role is required', async () => {
    const { token } = await service.parts.operators.create('Reader', 'read', OPERATOR)
    const { page, close } = await openConsole(browser, service, `#/playground?license=${id}`)
    await signIn(page, token)
    await page.getByText('Sending a test request requires the support role.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Run' }).count(), 0)
    await openTab(page, 'Request')
    await page.getByText('"platform":"sandbox"').waitFor()
    await close()
  })

  test('isolates the frame: it can access neither the token nor the console, and executes no code of a post', async () => {
    const { page, close } = await open()
    await run(page)
    const frame = await stageOf(page)
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
})
