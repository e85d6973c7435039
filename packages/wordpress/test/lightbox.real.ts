// Opens the lightbox as a visitor: by keyboard, by mouse and by its URL, in a real WordPress. Needs root on Debian; installs the rest
// itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'
import { storePosts } from './site/store-posts.ts'

const DIALOG = '.central-posts-lightbox'
/** Four pictures, a video, two pictures. */
const POSTS = ['gallery', 'video', 'photo', 'text', 'croissant']
const HASH = /#central-posts-[0-9a-f]{6}-[0-9a-f]{8}/

/** Parts of the dialog that leave the window. */
const OUTSIDE = `[...document.querySelector('${DIALOG}').querySelectorAll('img, button, .central-posts-frame, .central-posts-caption')].filter((each) => {
  const { top, left, right, bottom } = each.getBoundingClientRect()
  return each.checkVisibility() && !each.closest('.central-posts-body') && (top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
}).map((each) => each.className)`

describe('the lightbox', () => {
  let bench: Bench
  let site: Site
  let url = ''

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'lightbox' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
    url = await site.publish('Light', `[central_posts sources="${await storePosts(site, 'rye', POSTS)}"]`)
  })
  after(() => bench?.stop())

  const visit = async (
    path: string,
    look: (page: Page, external: readonly string[]) => Promise<void>,
    width = 1280,
  ) => {
    const opened = await bench.open(site, '/wp-json/')
    await opened.page.setViewportSize({ width, height: 800 })
    opened.externalRequests.splice(0)
    await opened.page.route(/youtube-nocookie/, (route) =>
      route.fulfill({ body: 'A player', contentType: 'text/html' }),
    )
    await opened.page.goto(path)
    try {
      await look(opened.page, opened.externalRequests)
      assert.deepEqual(opened.pageErrors, [])
    } finally {
      await opened.close()
    }
  }

  const place = (page: Page) => page.locator('.central-posts-place').textContent()
  const waitFor = (page: Page, text: string) => page.locator('.central-posts-place', { hasText: text }).waitFor()
  const focused = (page: Page) => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.className')

  test('opens, moves and closes by keyboard, and returns the focus', async () => {
    await visit(url, async (page, external) => {
      await page.locator('.central-posts-open').first().focus()
      await page.keyboard.press('Enter')
      await waitFor(page, '1 of 7')
      assert.equal(await focused(page), 'Close')
      assert.match(page.url(), HASH)
      for (const [key, at] of [
        ['ArrowRight', 2],
        ['ArrowLeft', 1],
        ['ArrowLeft', 1],
        ['End', 7],
        ['ArrowRight', 7],
        ['Home', 1],
      ] as const) {
        await page.keyboard.press(key)
        assert.equal(await place(page), `${at} of 7`)
      }
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
      assert.equal(await place(page), '6 of 7')
      await page.locator(`${DIALOG} .central-posts-text`, { hasText: 'they rarely see noon.' }).waitFor()
      await page.keyboard.press('Escape')
      await page.locator(DIALOG).waitFor({ state: 'hidden' })
      await page.waitForURL(url)
      assert.equal(await focused(page), 'Open: Loaves of bread on a wooden table')
      assert.deepEqual(external, [])
    })
  })

  test('the browser’s Back closes it and stays on the page, however far the visitor went', async () => {
    await visit(url, async (page) => {
      await page.locator('.central-posts-open').first().click()
      await waitFor(page, '1 of 7')
      await page.getByRole('button', { name: 'Next' }).last().click()
      await page.getByRole('button', { name: 'Next' }).last().click()
      await waitFor(page, '3 of 7')
      await page.goBack()
      await page.locator(DIALOG).waitFor({ state: 'hidden' })
      assert.equal(page.url(), url)
      await page.locator('.central-posts-open').last().click()
      await waitFor(page, '7 of 7')
    })
  })

  test('a URL opens it at its post and picture', async () => {
    let link = ''
    await visit(url, async (page) => {
      await page.locator('.central-posts-open').first().click()
      await waitFor(page, '1 of 7')
      await page.keyboard.press('ArrowRight')
      link = page.url()
    })
    assert.match(link, /\.2$/)
    await visit(link, async (page) => {
      await waitFor(page, '2 of 7')
      await page.keyboard.press('Escape')
      await page.locator(DIALOG).waitFor({ state: 'hidden' })
    })
    await visit(`${url}#central-posts-000000-00000000`, async (page) => {
      await page.locator('.central-posts-open').first().waitFor()
      assert.equal(await page.locator(DIALOG).count(), 0)
    })
  })

  test('a swipe moves it, in the direction of reading', async () => {
    const swipe = async (page: Page, by: number) => {
      await page.mouse.move(500, 300)
      await page.mouse.down()
      await page.mouse.move(500 + by, 310, { steps: 4 })
      await page.mouse.up()
    }
    await visit(url, async (page) => {
      await page.locator('.central-posts-open').first().click()
      await waitFor(page, '1 of 7')
      await swipe(page, -200)
      assert.equal(await place(page), '2 of 7')
      await swipe(page, 20)
      assert.equal(await place(page), '2 of 7')
      await page.evaluate("document.documentElement.dir = 'rtl'")
      await swipe(page, 200)
      assert.equal(await place(page), '3 of 7')
      await page.keyboard.press('ArrowLeft')
      assert.equal(await place(page), '4 of 7')
    })
  })

  test('a player loads when it is pressed, on the card or in the lightbox, and stops when the visitor moves on', async () => {
    await visit(url, async (page, external) => {
      await page.locator('.central-posts-open').first().click()
      await waitFor(page, '1 of 7')
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
      await waitFor(page, '5 of 7')
      await page.locator(`${DIALOG} .central-posts-loads`, { hasText: 'loads from www.youtube-nocookie.com' }).waitFor()
      assert.deepEqual(external, [])
      // The frame is in the page before its request is sent.
      const request = page.waitForRequest(/youtube-nocookie/)
      await page.locator(`${DIALOG} .central-posts-load`).click()
      await request
      await page.locator(`${DIALOG} iframe`).waitFor()
      assert.equal(external.length, 1)
      assert.equal(await focused(page), 'Close')
      await page.getByRole('button', { name: 'Next' }).last().click()
      assert.equal(await page.locator('iframe').count(), 0)
      await page.keyboard.press('Escape')
      await page.locator(DIALOG).waitFor({ state: 'hidden' })
      // The card is too narrow for the notice, which the lightbox shows.
      await page.getByRole('button', { name: 'Play video (loads from www.youtube-nocookie.com' }).click()
      await page.locator(`${DIALOG} .central-posts-loads`).waitFor()
      assert.deepEqual([await page.locator('iframe').count(), external.length], [0, 1])
      await page.locator(`${DIALOG} .central-posts-load`).click()
      await page.locator(`${DIALOG} iframe`).waitFor()
      await page.keyboard.press('Escape')
      await page.locator(DIALOG).waitFor({ state: 'hidden' })
      assert.equal(await page.locator('iframe').count(), 0)
    })
    const wide = await site.publish('Wide', `[central_posts sources="mastodon:rye" columns="2"]`)
    await visit(wide, async (page) => {
      await page.getByRole('button', { name: 'Play video (loads from www.youtube-nocookie.com' }).click()
      await page.locator(`${DIALOG} iframe`).waitFor()
    })
  })

  test('fits a phone and a desktop, and axe finds nothing', async () => {
    for (const width of [390, 1280]) {
      await visit(
        url,
        async (page) => {
          await page.locator('.central-posts-open').first().click()
          await waitFor(page, '1 of 7')
          for (let step = 0; step < 7; step += 1) {
            await page.locator(`${DIALOG} img`).first().evaluate('(image) => image.decode()')
            assert.deepEqual([width, step, await page.evaluate(OUTSIDE)], [width, step, []])
            if (step === 0 || step === 4) assert.deepEqual(await axe(page, DIALOG), [])
            await bench.screenshot(page, `lightbox-${width}-${step}`)
            await page.keyboard.press('ArrowRight')
          }
        },
        width,
      )
    }
  })

  test('a feed without lightbox plays in its card', async () => {
    const plain = await site.publish('Plain', `[central_posts sources="mastodon:rye" without="lightbox"]`)
    await visit(plain, async (page) => {
      assert.equal(await page.locator('.central-posts-open').count(), 0)
      const player = page.getByRole('button', { name: 'Play video' })
      await player.click()
      await page.locator('.central-posts-load.is-asking').waitFor()
      assert.equal(await page.locator('iframe').count(), 0)
      await player.click()
      await page.locator('article iframe').waitFor()
      assert.equal(await page.locator(DIALOG).count(), 0)
    })
  })
})
