// The selector in a real browser, as an editor uses it: by mouse, by keyboard alone, in a form, in trouble.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { bundle, type OpenOptions, openPage } from './open-page.ts'
import { pageOf } from './pages.ts'

const ELEMENT = 'central-post-selector'
const SELECTOR = `<form><label for="posts">Posts of the page</label>
<${ELEMENT} id="posts" name="posts" source="/posts" platform="sandbox" handle="demo"></${ELEMENT}>
<button>Save</button></form>`

describe('the selector', () => {
  let browser: Browser
  let code = ''
  before(async () => {
    ;[browser, code] = await Promise.all([launchChromium(), bundle()])
  })
  after(() => browser.close())

  const open = async (options: Partial<OpenOptions> = {}) => {
    const opened = await openPage(browser, code, { html: SELECTOR, answer: pageOf, ...options })
    return { ...opened, selector: opened.page.locator(ELEMENT) }
  }

  const boxes = (page: Page) => page.locator(ELEMENT).locator('.posts').getByRole('checkbox')
  const status = (page: Page) => page.locator(ELEMENT).locator('.status')
  const hasStatus = (page: Page, text: string) => status(page).filter({ hasText: text }).waitFor()
  const chosenIds = (page: Page): Promise<readonly string[]> =>
    page.evaluate(`document.querySelector('${ELEMENT}').chosen.map(({ id }) => id)`)

  test('by mouse: posts of two pages are chosen, put in order and carried by the form', async () => {
    const { page, selector, complaints, close } = await open()
    await hasStatus(page, '20 posts, 0 chosen')
    await boxes(page).nth(1).click()
    await selector.locator('.text').first().click()
    await hasStatus(page, '20 posts, 2 chosen')
    await selector.getByRole('button', { name: 'Show more' }).click()
    await hasStatus(page, '40 posts, 2 chosen')
    await boxes(page).nth(25).click()
    await hasStatus(page, '40 posts, 3 chosen')
    await selector
      .locator('.chosen')
      .getByRole('button', { name: /^Move up/ })
      .nth(2)
      .click()
    assert.deepEqual(await chosenIds(page), ['1094', '1070', '1095'])
    const carried: string = await page.evaluate(`new FormData(document.querySelector('form')).get('posts')`)
    const [first] = JSON.parse(carried)
    assert.deepEqual(first, {
      ...{ platform: 'sandbox', handle: 'demo', id: '1094' },
      ...{ url: 'https://sandbox.example/@demo/1094', kind: 'text', publishedAt: '2025-12-14T22:46:00.000Z' },
      text: 'यह एक काल्पनिक पोस्ट है।',
    })
    assert.deepEqual(complaints, [])
    await close()
  })
})
