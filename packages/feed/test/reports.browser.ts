// What people reported of other feeds, galleries, carousels and lightboxes, as inputs: each test names the public report.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { measure } from '../../wordpress/test/site/measure.ts'
import { pageAt, pageOf } from '../fixtures/pages.ts'
import { POSTS, picture } from '../fixtures/posts.ts'
import { type FeedPage, LAYOUTS } from '../src/render-feed.ts'
import { bundleFiles, CARDS, createVisit, type OpenPage, PAGE_SIZE, type Visit, waitForCards } from './open-page.ts'

const MANY = 200
const SETTLE_MS = 300

const elementIn = (layout: string) => `<central-feed src="/posts" layout="${layout}"></central-feed>`

/** A page of posts with these fields. */
const pageWith = (...fields: readonly object[]): FeedPage => {
  const { body } = pageOf([])
  const posts = fields.map((each, at) => ({ ...POSTS[0], id: `p${at}`, url: `https://social.example/p${at}`, ...each }))
  return { body: { ...body, posts }, nextCursor: null } as unknown as FeedPage
}

const respondWith = (page: unknown) => () => ({ body: JSON.stringify(page) })

describe('reports of other plugins', () => {
  let browser: Browser
  let visit: Visit
  before(async () => {
    browser = await launchChromium()
    visit = createVisit(browser, await bundleFiles())
  })
  after(() => browser?.close())

  const openLightbox = async ({ page }: OpenPage) => {
    await page.locator('.central-posts-open').first().click()
    await page.locator('dialog[open] .central-posts-stage > *').waitFor()
  }

  test('an alt text that breaks out of its attribute is text (lightGallery 1741)', async () => {
    const alt = '"><img src=x onerror="globalThis.hacked = 1">'
    const posts = pageWith({ text: 'Bread', media: [picture('loaves', 1200, 900, alt)] })
    await visit({ html: elementIn('grid'), respond: respondWith(posts) }, async (opened) => {
      await waitForCards(opened, 1)
      await openLightbox(opened)
      const alts = await opened.page
        .locator('img.central-posts-picture')
        .evaluateAll((all) => all.map((each) => each.getAttribute('alt')))
      assert.deepEqual(alts, [alt, alt])
      assert.equal(await opened.page.evaluate('globalThis.hacked'), undefined)
    })
  })

  test('a caption that looks like HTML is text in the card and in the lightbox (simplelightbox 317, nanogallery2 176)', async () => {
    const text = '<script>globalThis.hacked = 1</script> <b>bold</b> &amp; "quoted"'
    const posts = pageWith({ text, media: [picture('loaves', 1200, 900)] })
    await visit({ html: elementIn('grid'), respond: respondWith(posts) }, async (opened) => {
      await waitForCards(opened, 1)
      await openLightbox(opened)
      const texts = await opened.page.locator('.central-posts-text').allTextContents()
      assert.deepEqual(texts, [text, text])
      assert.equal(await opened.page.evaluate('globalThis.hacked'), undefined)
    })
  })

  test('cards do not overlap while no image has loaded, and stay when images come (masonry 868, 1189)', async () => {
    for (const layout of ['masonry', 'justified']) {
      await visit({ html: elementIn(layout), respond: respondWith(pageOf()), path: '/late' }, async (opened) => {
        await waitForCards(opened, 20)
        const places = `[...document.querySelectorAll('${CARDS}')].map(({ offsetLeft, offsetTop, offsetHeight }) => [offsetLeft, offsetTop, offsetHeight])`
        await opened.page.evaluate(
          "document.querySelectorAll('img').forEach((image) => { image.dataset.late = image.src; image.removeAttribute('src') })",
        )
        const before = await opened.page.evaluate(places)
        assert.deepEqual([layout, await measure(opened.page)], [layout, []])
        await opened.page.evaluate(
          "document.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; image.src = image.dataset.late })",
        )
        await opened.page.waitForLoadState('networkidle')
        assert.deepEqual(await opened.page.evaluate(places), before)
      })
    }
  })

  test('posts that “Load more” adds stand below the others (masonry 1176)', async () => {
    await visit({ html: elementIn('masonry') }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const bottom = await opened.page.evaluate(
        "document.querySelector('.central-posts-items').getBoundingClientRect().bottom + scrollY",
      )
      await opened.page.locator('.central-posts-more').click()
      await waitForCards(opened, 2 * PAGE_SIZE)
      const tops = await opened.page
        .locator(CARDS)
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top + scrollY))
      assert.ok(
        tops.slice(PAGE_SIZE).every((top) => top >= Number(bottom)),
        `${bottom}: ${tops}`,
      )
      assert.deepEqual(await measure(opened.page), [])
    })
  })

  test('a next page with the same posts adds none, and the button says so (instagram-lite 19)', async () => {
    const respond = respondWith(pageAt(null, PAGE_SIZE))
    await visit({ html: elementIn('grid'), respond }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      await opened.page.locator('.central-posts-more').click()
      await opened.page.getByText('0 more posts').waitFor()
      assert.equal(await opened.page.locator(CARDS).count(), PAGE_SIZE)
    })
  })

  test('without a next page there is no dead button (instafeed.js 618)', async () => {
    const { nextCursor: _, ...page } = pageAt(null, PAGE_SIZE)
    await visit({ html: elementIn('grid'), respond: respondWith(page) }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      assert.equal(await opened.page.locator('.central-posts-more').count(), 0)
    })
  })

  test('right to left, the arrow on the left leads on, and the one on the right is hidden at first (swiper 1496, flathub 4944)', async () => {
    await visit({ html: elementIn('carousel'), dir: 'rtl', reducedMotion: 'reduce' }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const { page } = opened
      const [previous, next] = ['previous', 'next'].map((each) => page.locator(`.central-posts-rail > .is-${each}`))
      assert.deepEqual([await previous?.isVisible(), await next?.isVisible()], [false, true])
      assert.ok(((await next?.boundingBox())?.x ?? 640) < 320)
      const leftmost = () =>
        page
          .locator(CARDS)
          .last()
          .evaluate((card) => card.getBoundingClientRect().left)
      const before = await leftmost()
      await next?.click()
      await page.waitForTimeout(SETTLE_MS)
      assert.ok((await leftmost()) > before, 'the later cards come in from the left')
      assert.equal(await previous?.isVisible(), true)
    })
  })

  test('a carousel of texts alone is no higher than six lines of them ask for', async () => {
    const texts = pageWith(
      { kind: 'text', media: [], text: 'Mix, rest and fold again. '.repeat(40) },
      { kind: 'text', media: [], text: 'Sold out' },
    )
    await visit({ html: elementIn('carousel'), respond: respondWith(texts) }, async (opened) => {
      await waitForCards(opened, 2)
      const heights = await opened.page.locator(CARDS).evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
      assert.ok(
        heights.every((height) => height > 200 && height < 360),
        String(heights),
      )
      assert.deepEqual(await measure(opened.page), [])
    })
  })

  test('a carousel with one post has no arrows', async () => {
    await visit({ html: elementIn('carousel'), respond: respondWith(pageOf(['photo'])) }, async (opened) => {
      await waitForCards(opened, 1)
      assert.equal(await opened.page.locator('.central-posts-rail > .central-posts-arrow:visible').count(), 0)
    })
  })

  test('Back closes the lightbox and stays on the page; the page scrolls again (yet-another-react-lightbox 164, kiva 446)', async () => {
    await visit({ html: elementIn('grid') }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const { page } = opened
      const url = page.url()
      await openLightbox(opened)
      await page.goBack()
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      assert.equal(page.url(), url)
      await page.mouse.wheel(0, 600)
      await page.waitForFunction('scrollY > 300')
    })
  })

  test('of images far below the window, only those of the first row are requested (instagram-feed 53)', async () => {
    await visit({ html: `${'<p style="height: 5000px">Far above</p>'}${elementIn('grid')}` }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      await opened.page.waitForTimeout(SETTLE_MS)
      const loaded = await opened.page.evaluate(
        "performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'img').length",
      )
      // Whoever renders a feed does not know where on its page it is: usually its first row is what visitors see first.
      assert.equal(loaded, 2)
    })
  })

  test('a feed in a part that is closed at first is whole when it opens (slick 362)', async () => {
    for (const layout of ['carousel', 'grid', 'justified']) {
      await visit(
        { html: `<details><summary>News</summary>${elementIn(layout)}</details>`, respond: respondWith(pageOf()) },
        async (opened) => {
          await waitForCards(opened, 20)
          await opened.page.getByText('News').click()
          await opened.page.waitForTimeout(SETTLE_MS)
          assert.deepEqual([layout, await measure(opened.page)], [layout, []])
          if (layout === 'carousel') assert.ok(await opened.page.locator('.central-posts-rail > .is-next').isVisible())
          if (layout === 'grid') assert.ok((await opened.page.locator('.central-posts-unfold:visible').count()) > 0)
        },
      )
    }
  })

  for (const layout of LAYOUTS) {
    test(`${layout}: one post, 200 posts, and posts with nothing but broken images stay in their places`, async () => {
      const one = pageOf(['photo'])
      const many = pageWith(
        ...Array.from({ length: MANY }, (_, at) => ({
          ...POSTS[at % POSTS.length],
          id: `m${at}`,
          url: `https://social.example/m${at}`,
        })),
      )
      const broken = pageWith(
        ...['One', 'Two', null].map((alt) => ({ text: null, media: [picture('missing', 1200, 900, alt)] })),
      )
      for (const width of [390, 1280]) {
        for (const [page, count] of [
          [one, 1],
          [many, MANY],
          [broken, 3],
        ] as const) {
          await visit(
            { html: elementIn(layout), respond: respondWith(page), viewport: { width, height: 900 } },
            async (opened) => {
              await waitForCards(opened, count)
              assert.deepEqual([width, count, await measure(opened.page)], [width, count, []])
              if (page !== broken) return
              const marks = opened.page.locator('.central-posts-missing')
              await marks.nth(2).waitFor()
              assert.deepEqual(await marks.allTextContents(), ['One', 'Two', ''])
            },
          )
        }
      }
    })
  }

  test('without posts the element says that it is empty and shows what the page has put into it', async () => {
    const html = '<central-feed src="/posts"><a href="/profile">Our posts</a></central-feed>'
    await visit({ html, respond: respondWith(pageOf([])) }, async ({ page }) => {
      await page.locator('central-feed[data-state="empty"]').waitFor()
      const link = await page.getByRole('link', { name: 'Our posts' }).boundingBox()
      assert.ok(link !== null && link.height > 10)
      assert.equal(await page.locator('.central-posts-stream').count(), 0)
    })
  })
})
