// Tests that the playground and its feed fit every screen, with long words, right to left and without posts, and pass axe-core.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import { type Console, findings, openConsole, signIn, startConsole } from './open-console.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 850 },
  { width: 1440, height: 900 },
]

/** axe-core takes seconds, and finds the same in between. */
const AXE_WIDTHS = [390, 1280]

const LONG_WORD = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung'.repeat(8)

/** Of the page, in which the function below runs. */
declare const getComputedStyle: (element: unknown) => { readonly direction: string }

describe('the layout of the playground', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']

  before(async () => {
    ;({ browser, service, stop } = await startConsole())
  })
  after(() => stop())

  const open = async (hash: string, options: BrowserContextOptions = {}) => {
    const opened = await openConsole(browser, service, hash, options)
    await opened.page.route('https://central.example/**', (route) => route.abort())
    await signIn(opened.page)
    await opened.page.getByRole('heading', { name: 'Playground' }).waitFor()
    return opened
  }
  const run = async (page: Page): Promise<Frame> => {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.frameLocator('iframe').locator('main').waitFor()
    const frame = page.frames().find((each) => each.url().endsWith('/stage/'))
    assert.ok(frame)
    return frame
  }
  const widths = (where: Page | Frame) =>
    where.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]')
  const assertFits = async (where: Page | Frame, what: string) => {
    const [scroll, client] = (await widths(where)) as [number, number]
    assert.equal(scroll, client, what)
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of SIZES) {
      test(`passes axe-core and fits, ${viewport.width} wide and ${colorScheme}`, async () => {
        const { page, close } = await open('#/playground', { viewport, colorScheme })
        const hasAxe = AXE_WIDTHS.includes(viewport.width)
        const check = async (what: string) => {
          await assertFits(page, what)
          if (hasAxe) assert.deepEqual(await findings(page), [], what)
        }
        await check('before the request')
        const frame = await run(page)
        await check('feed')
        await assertFits(frame, 'the frame')
        if (hasAxe) assert.deepEqual(await findings(frame), [], 'the frame')
        for (const tab of ['JSON', 'Request', 'Selector']) {
          await page.getByRole('tab', { name: tab }).click()
          await check(tab)
        }
        await page.getByLabel('Handle or profile URL').fill('error.profile_not_found')
        await page.getByRole('button', { name: 'Run', exact: true }).click()
        await page.getByText('profile_not_found', { exact: true }).waitFor()
        await check('an error')
        await page.getByRole('combobox', { name: 'Platform' }).click()
        await page.getByRole('listbox', { name: 'Platform' }).getByRole('option').first().waitFor()
        await check('the platforms')
        await close()
      })
    }
  }

  test('a preview has the width of its device, and is scaled to the space', async () => {
    const { page, close } = await open('#/playground')
    const frame = await run(page)
    for (const [name, pixels] of [
      ['Phone', 390],
      ['Desktop', 1280],
      ['Tablet', 768],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await page.getByText(`${pixels} px`).waitFor()
      // Without the border of the frame.
      await frame.waitForFunction(`innerWidth === ${pixels - 2}`)
      await assertFits(page, name)
      await assertFits(frame, `${name}, the frame`)
      assert.match(page.url(), new RegExp(`width=${name.toLowerCase()}`))
    }
    await close()
  })

  test('a long word wraps in the feed and in the JSON', async () => {
    const { page, close } = await open('#/playground?width=phone', { viewport: { width: 390, height: 844 } })
    await page.route('**/try', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.body = json.data.body.replaceAll('Sandbox demo 🧪', LONG_WORD).replaceAll('demo', LONG_WORD)
      await route.fulfill({ response, json })
    })
    const frame = await run(page)
    await page.frameLocator('iframe').getByRole('heading', { name: LONG_WORD }).waitFor()
    await assertFits(frame, 'feed')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await assertFits(page, 'JSON')
    await close()
  })

  test('posts from right to left are set from right to left', async () => {
    const { page, close } = await open('#/playground')
    await run(page)
    const post = page.frameLocator('iframe').getByText('هذا منشور مُختلَق للتجربة')
    const direction = (element: unknown) => getComputedStyle(element).direction
    assert.equal(await post.evaluate(direction), 'rtl')
    await close()
  })

  test('a profile without posts says so', async () => {
    const { page, close } = await open('#/playground?handle=empty')
    const frame = await run(page)
    await page.frameLocator('iframe').getByText('This profile has no posts to show.').waitFor()
    assert.deepEqual(await findings(frame), [])
    await close()
  })

  test('on a phone, the result of a request comes into view', async () => {
    const { page, close } = await open('#/playground', { viewport: { width: 390, height: 844 } })
    await run(page)
    await page.frameLocator('iframe').locator('article').nth(19).waitFor()
    const top = Number(await page.evaluate("document.querySelector('.result').getBoundingClientRect().top"))
    assert.ok(top < 100, `${top}`)
    // The page alone scrolls: the frame is as high as its content.
    await page.waitForFunction("document.querySelector('iframe').clientHeight > 4000")
    await close()
  })
})
