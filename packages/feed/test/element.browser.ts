// Uses <central-feed> as a visitor of a site without WordPress: rendered by the browser, rendered by the server, and without a script.
// Installs Chromium as root on Debian.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { layoutShift, measure } from '../../wordpress/test/site/measure.ts'
import { HOSTILE_PAGE } from '../fixtures/hostile.ts'
import { pageAt, pageOf } from '../fixtures/pages.ts'
import { type FeedPage, LAYOUTS, renderFeed } from '../src/render-feed.ts'
import {
  bundleFiles,
  CARDS,
  createVisit,
  type OpenPage,
  PAGE_SIZE,
  respondWithPosts,
  type Visit,
  waitForCards,
} from './open-page.ts'

/** The styles and scripts of a page with posts, compressed. The lightbox loads when a visitor opens it, and has its own limit. */
const MAX_BYTES = 20 * 1024
const MAX_LIGHTBOX_BYTES = 10_000
const MAX_SHIFT = 0.001
const ELEMENT = '<central-feed src="/posts"></central-feed>'
const ADDED = '.central-posts-arrow, .central-posts-unfold, .central-posts-open, .central-posts-rail, dialog'

/** What themes and site builders do to every element. */
const RESET = `* { box-sizing: content-box; margin: 0; padding: 0 } main { max-width: 900px; margin: auto }
  img { display: block; height: auto; width: 100%; border: 3px solid #ccc } ul { margin: 0 0 20px 40px !important; list-style: square }
  main ul { margin-left: 0 !important } li { margin-bottom: 12px } p { margin: 0 0 20px } a { color: #b00; border-bottom: 1px solid }
  button { text-transform: uppercase; padding: 14px 30px; background: #222; color: #fff; letter-spacing: 2px } svg { display: block } time { float: right }
  article { margin: 40px 0 } h1 { font-size: 40px }`

describe('<central-feed>', () => {
  let browser: Browser
  let files: ReadonlyMap<string, string>
  let visit: Visit

  before(async () => {
    browser = await launchChromium()
    files = await bundleFiles()
    visit = createVisit(browser, files)
  })
  after(() => browser?.close())

  const idsIn = ({ page }: OpenPage) =>
    page.locator(`${CARDS} > article`).evaluateAll((cards) => cards.map(({ id }) => id))

  /** Collects events of the page: name and detail. */
  const LISTEN = `globalThis.seen = []; for (const name of ['opened', 'closed', 'added', 'played', 'loaded', 'failed'])
  document.addEventListener('central-posts-' + name, ({ detail }) => seen.push([name, Object.fromEntries(Object.entries(detail).filter(([, each]) => !(each instanceof Error)))]))`

  test('styles and scripts take at most 20 KiB compressed, and the lightbox at most 10', () => {
    const sizeOf = (...names: string[]) =>
      names.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0)
    const size = sizeOf('central-posts.js', 'central-posts.css')
    assert.ok(size > 10_000 && size <= MAX_BYTES, String(size))
    const lightbox = sizeOf('central-posts-lightbox.js')
    assert.ok(lightbox > 1_000 && lightbox <= MAX_LIGHTBOX_BYTES, String(lightbox))
  })

  for (const layout of LAYOUTS) {
    test(`${layout}: every kind of post stays in its place on a page that styles all elements`, async () => {
      for (const width of [390, 1280]) {
        const html = `<central-feed src="/posts" layout="${layout}"></central-feed>`
        const respond = () => ({ body: JSON.stringify(pageOf()) })
        await visit({ html, respond, style: RESET, viewport: { width, height: 900 } }, async (opened) => {
          await waitForCards(opened, 20)
          assert.deepEqual([width, await measure(opened.page)], [width, []])
          if (width === 390) assert.deepEqual(await opened.findings(), [])
        })
      }
    })
  }

  /** Measures a feed of all posts in a box of this width. */
  const faultsOf = async (attributes: string, width: number, box = width, fault = '') => {
    let faults: readonly string[] = []
    const respond = () => ({ body: JSON.stringify(pageOf()) })
    const style = `main { max-width: ${box}px } ${fault}`
    const html = `<central-feed src="/posts" ${attributes}></central-feed>`
    await visit({ html, respond, style, viewport: { width, height: 900 } }, async (opened) => {
      await waitForCards(opened, 20)
      faults = await measure(opened.page)
    })
    return faults
  }

  test('text and notices cover no play mark in small cards; the measurement finds planted faults', async () => {
    for (const [attributes, width, box] of [
      ['look="overlay"', 1280, 645],
      ['look="overlay" layout="masonry" phone="2"', 390, 390],
      ['look="overlay" layout="masonry"', 1280, 1280],
      ['look="overlay" layout="highlight"', 390, 390],
      ['layout="masonry" phone="2"', 390, 390],
      ['layout="carousel" columns="4"', 1280, 645],
      ['look="editorial" columns="4"', 1280, 645],
    ] as const) {
      assert.deepEqual([attributes, await faultsOf(attributes, width, box)], [attributes, []])
    }
    for (const [attributes, width] of [
      ['columns="4"', 1280],
      ['layout="highlight"', 390],
    ] as const) {
      const theme = 'body { font: 20px/1.6 sans-serif !important }'
      assert.deepEqual([attributes, await faultsOf(attributes, width, 645, theme)], [attributes, []])
    }
    for (const [attributes, fault, found] of [
      ['look="overlay"', '.central-posts-load { align-items: end !important }', /the play mark is covered/],
      [
        'layout="masonry"',
        '.central-posts-loads { inset: 0 !important; position: absolute !important }',
        /the play mark is covered/,
      ],
      ['layout="grid"', '.central-posts-media { flex-grow: 1 !important }', /not as high as those beside it/],
      [
        'layout="carousel"',
        '.central-posts-loads { inset: 45% 0 auto !important; position: absolute !important }',
        /an arrow covers the notice/,
      ],
      ['layout="grid"', '.central-posts-author a { padding: 0 !important }', /too few for a finger/],
      [
        'layout="highlight" columns="4"',
        '.central-posts-poll { flex: none !important; block-size: 60px; margin: 0 !important }',
        /the votes cover an option/,
      ],
      [
        'columns="6"',
        '.central-posts-item time { white-space: normal !important; inline-size: 50px }',
        /the date breaks/,
      ],
    ] as const) {
      assert.match((await faultsOf(attributes, 1280, 1280, fault)).join('\n'), found, fault)
    }
  })

  test('the columns that a page asks for are there, down to a width of 9rem', async () => {
    for (const [layout, columns, box, shown] of [
      ['grid', 4, 645, 4],
      ['masonry', 4, 645, 4],
      ['grid', 6, 645, 4],
      ['carousel', 4, 645, 4],
    ] as const) {
      const html = `<central-feed src="/posts" layout="${layout}" columns="${columns}"></central-feed>`
      const respond = () => ({ body: JSON.stringify(pageOf()) })
      await visit({ html, respond, style: `main { max-width: ${box}px }` }, async (opened) => {
        await waitForCards(opened, 20)
        const lefts = await opened.page
          .locator(CARDS)
          .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)))
        const inBox = [...new Set(lefts)].filter((left) => left < (lefts[0] ?? 0) + box - 10)
        assert.equal(inBox.length, shown, `${layout} ${columns}`)
      })
    }
  })

  test('a narrow card has the image of its author, a whole name and short counts on one line', async () => {
    const respond = () => ({ body: JSON.stringify(pageOf(['photo', 'video'])) })
    const html = '<central-feed src="/posts" columns="4"></central-feed>'
    await visit({ html, respond, style: 'main { max-width: 645px }' }, async (opened) => {
      await waitForCards(opened, 2)
      // A link has 6 pixels of padding, which a name may hide.
      const cut = (selector: string) =>
        opened.page
          .locator(selector)
          .evaluateAll(
            (all) =>
              all.filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 7)
                .length,
          )
      assert.equal(await cut('.central-posts-author, .central-posts-byline time'), 0)
      assert.equal(await opened.page.locator('.central-posts-byline > .central-posts-avatar:visible').count(), 2)
      const heights = await opened.page
        .locator('.central-posts-end > .central-posts-counts')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height < 24))
      assert.deepEqual(heights, [true, true])
    })
  })

  test('in a narrow card the first press shows from where a player loads, and the second loads it', async () => {
    const respond = () => ({ body: JSON.stringify(pageOf(['video'])) })
    for (const without of ['lightbox', '']) {
      const html = `<central-feed src="/posts" columns="4" without="${without}"></central-feed>`
      await visit({ html, respond, style: 'main { max-width: 645px }' }, async (opened) => {
        await waitForCards(opened, 1)
        await opened.page.locator('.central-posts-item .central-posts-load').click()
        const place = without === '' ? 'dialog' : '.central-posts-item'
        const notice = opened.page.locator(`${place} .central-posts-loads`)
        await notice.waitFor()
        assert.equal(await notice.evaluate((each) => getComputedStyle(each).clipPath), 'none')
        assert.equal(await opened.page.locator('iframe').count(), 0)
        await opened.page.locator(`${place} .central-posts-load`).click()
        await opened.page.locator(`${place} iframe`).waitFor()
      })
    }
  })

  test('the arrows of a carousel come before its cards, keep the focus at the end, and are not those of a gallery', async () => {
    const respond = () => ({ body: JSON.stringify(pageOf()) })
    await visit({ html: '<central-feed src="/posts" layout="carousel"></central-feed>', respond }, async (opened) => {
      await waitForCards(opened, 20)
      const { page } = opened
      await page.locator('.central-posts-items').evaluate((strip) => {
        strip.style.scrollBehavior = 'auto'
        strip.scrollLeft = 1e5
      })
      const next = page.getByRole('button', { name: 'Next posts' })
      const previous = page.getByRole('button', { name: 'Previous posts' })
      await previous.waitFor()
      await next.waitFor({ state: 'hidden' })
      await previous.press('Enter')
      await next.focus()
      for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Enter')
      await page.locator('.is-next[aria-disabled="true"]:focus').waitFor()
      assert.ok(await next.isVisible())
      const isBefore = await next.evaluate((arrow) =>
        Boolean(arrow.compareDocumentPosition(arrow.parentElement?.querySelector('ul') ?? arrow) & 4),
      )
      assert.ok(isBefore)
      const gallery = page.locator('.central-posts-media > .is-next').first()
      assert.equal(await gallery.getAttribute('aria-label'), 'Next image')
      const lookOf = (each: Element) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).width].join(' ')
      assert.notEqual(await gallery.evaluate(lookOf), await next.evaluate(lookOf))
    })
  })

  test('no card of a row is empty for more than two fifths, and one card makes a carousel little higher', async () => {
    for (const [attributes, width, box] of [
      ['', 1280, 1280],
      ['columns="4"', 1280, 645],
      ['layout="highlight"', 1280, 645],
      ['layout="carousel"', 1280, 1280],
      ['look="overlay"', 1280, 1280],
      ['look="soft"', 1280, 645],
      ['look="editorial"', 1280, 645],
    ] as const) {
      assert.deepEqual([attributes, await faultsOf(attributes, width, box)], [attributes, []])
    }
    for (const width of [390, 1280]) {
      const heights: number[] = []
      for (const names of [undefined, ['photo', 'video', 'croissant']]) {
        const respond = () => ({ body: JSON.stringify(pageOf(names)) })
        const html = '<central-feed src="/posts" layout="carousel"></central-feed>'
        await visit({ html, respond, viewport: { width, height: 900 } }, async (opened) => {
          await waitForCards(opened, names?.length ?? 20)
          const strip = opened.page.locator('.central-posts-items')
          heights.push(await strip.evaluate((each) => each.getBoundingClientRect().height))
        })
      }
      const [all = 0, usual = 0] = heights
      assert.ok(usual > 200 && all < usual * 1.2, `${width}: ${heights}`)
    }
  })

  test('without a script, long texts over images scroll, with a bar and a fade', async () => {
    const served = renderFeed(pageOf(['photo', 'video', 'long']), {})
    const html = `<central-feed class="is-style-overlay">${served}</central-feed>`
    await visit({ html, javaScriptEnabled: false, style: 'main { max-width: 645px }' }, async (opened) => {
      await waitForCards(opened, 3)
      assert.deepEqual(await measure(opened.page), [])
      const photo = opened.page.locator('.is-photo')
      const bodies = await photo
        .locator('.central-posts-body')
        .evaluateAll((all) => all.map((each) => each.scrollHeight - each.clientHeight))
      assert.deepEqual(bodies, [0])
      const styles = await photo.locator('.central-posts-text').evaluate((each) => {
        const { overflowY, maskImage, scrollbarWidth, pointerEvents } = getComputedStyle(each)
        const isFaded = maskImage.startsWith('linear-gradient')
        return [each.scrollHeight > each.clientHeight, overflowY, isFaded, scrollbarWidth, pointerEvents]
      })
      assert.deepEqual(styles, [true, 'auto', true, 'thin', 'auto'])
    })
  })

  test('without a script, a carousel is no higher than with one, and its long texts scroll', async () => {
    const [head, ...posts] = pageOf(['photo', 'text']).body.posts
    const long = { ...head, id: 'endless', media: [], text: 'A line\n'.repeat(150) }
    const page = { body: { ...pageOf().body, posts: [head, ...posts, long] } } as FeedPage
    for (const width of [390, 1280]) {
      const heights: number[] = []
      for (const javaScriptEnabled of [true, false]) {
        const html = renderFeed(page, { layout: 'carousel' })
        await visit(
          { html: `<central-feed>${html}</central-feed>`, javaScriptEnabled, viewport: { width, height: 900 } },
          async (opened) => {
            await waitForCards(opened, 3)
            heights.push(
              await opened.page.locator('.central-posts-items').evaluate((each) => each.getBoundingClientRect().height),
            )
            const text = opened.page.locator('.central-posts-text').last()
            if (!javaScriptEnabled)
              assert.equal(await text.evaluate((each) => getComputedStyle(each).overflowY), 'auto')
          },
        )
      }
      const [first = 0, second = 0] = heights
      assert.ok(first > 200 && Math.abs(first - second) < 40, `${width}: ${heights}`)
    }
  })

  test('a Latin name, handle and bio stand beside the image on a page from right to left', async () => {
    const respond = () => ({ body: JSON.stringify(pageOf()) })
    for (const width of [390, 1280]) {
      await visit({ html: ELEMENT, respond, dir: 'rtl', viewport: { width, height: 900 } }, async (opened) => {
        await waitForCards(opened, 20)
        const gaps = (await opened.page.evaluate(`(() => {
          const right = (element) => { const range = document.createRange(); range.selectNodeContents(element); return Math.max(...[...range.getClientRects()].map((each) => each.right)) }
          const gap = (avatar, text) => Math.round(avatar.getBoundingClientRect().left - right(text))
          const head = document.querySelector('.central-posts-head')
          const line = document.querySelector('.central-posts-byline')
          return [...['name bdi', 'handle', 'bio'].map((each) => gap(head.querySelector('.central-posts-avatar'), head.querySelector('.central-posts-' + each))),
            gap(line.querySelector('.central-posts-avatar'), line.querySelector('.central-posts-author'))]
        })()`)) as readonly number[]
        assert.ok(
          gaps.every((gap) => gap >= 0 && gap < 30),
          `${width}: ${gaps}`,
        )
      })
    }
  })

  test('nothing that a visitor sees moves, whether server or browser renders', async () => {
    const served = `<central-feed>${renderFeed(pageAt(null, PAGE_SIZE))}</central-feed>`
    for (const html of [ELEMENT, served]) {
      await visit({ html }, async (opened) => {
        await waitForCards(opened, PAGE_SIZE)
        const shift = await layoutShift(opened.page)
        assert.ok(shift < MAX_SHIFT, `${shift}`)
      })
    }
  })

  test('a feed that has arrived in part appears when the rest is there, and otherwise after a second', async () => {
    await visit({ html: renderFeed(pageAt(null, PAGE_SIZE)) }, async ({ page }) => {
      const visibility = async (change: string): Promise<unknown> =>
        page.evaluate(`{
          const stream = document.querySelector('.central-posts-stream')
          globalThis.end ??= stream.querySelector(':scope > .central-posts-last')
          ${change}
          getComputedStyle(stream).visibility
        }`)
      assert.equal(await visibility(''), 'visible')
      assert.equal(await visibility('end.remove()'), 'hidden')
      assert.equal(await visibility('stream.append(end)'), 'visible')
      assert.equal(await visibility('end.remove()'), 'hidden')
      assert.equal(await page.evaluate('document.getAnimations()[0].effect.getTiming().delay'), 1000)
      assert.equal(await visibility('stream.getAnimations()[0].finish()'), 'visible')
    })
  })

  test('the endpoint may return a page by itself, in the envelope, or pages of several profiles', async () => {
    const page = pageAt(null, 3)
    const other = { body: { ...pageOf(['emoji']).body, handle: 'mill', profile: { displayName: 'The Mill' } } }
    for (const [body, cards, heads] of [
      [page, 3, 1],
      [{ ok: true, data: page }, 3, 1],
      [[page, other], 4, 2],
    ] as const) {
      await visit({ html: ELEMENT, respond: () => ({ body: JSON.stringify(body) }) }, async (opened) => {
        await waitForCards(opened, cards)
        assert.equal(await opened.page.locator('.central-posts-head .central-posts-avatar').count(), heads)
      })
    }
  })

  test('“Load more” adds the next page, announces and focuses it, and ends; no post comes twice', async () => {
    // A new post has moved the others by one since the first page was read.
    const respond = (url: URL) =>
      respondWithPosts(new URL(url.href.replace(/cursor=(\d+)/, (_, at) => `cursor=${Number(at) - 1}`)))
    await visit({ html: ELEMENT, script: LISTEN, respond }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const { page } = opened
      await page.locator('.central-posts-more').focus()
      await page.keyboard.press('Enter')
      await page.getByText('8 more posts').waitFor()
      const focused = await page.evaluate(
        "[...document.querySelectorAll('.central-posts-item > article')].indexOf(document.activeElement)",
      )
      assert.equal(focused, PAGE_SIZE)
      await page.locator('.central-posts-more').click()
      await waitForCards(opened, 20)
      assert.equal(await page.locator('.central-posts-more').count(), 0)
      assert.equal(new Set(await idsIn(opened)).size, 20)
      assert.deepEqual(await opened.findings(), [])
      assert.deepEqual(await page.evaluate('seen'), [
        ['loaded', { count: 9 }],
        ['added', { count: 8 }],
        ['added', { count: 3 }],
      ])
      const cursors = opened.requests.filter((url) => url.startsWith('/posts'))
      assert.deepEqual(cursors, ['/posts', '/posts?cursor=9', '/posts?cursor=17'])
    })
  })

  test('“Load more” can be pressed again after a failure, and skips pages without posts', async () => {
    let calls = 0
    const respond = (url: URL) => {
      calls += 1
      if (calls === 2) return { status: 502, body: '{}' }
      const page = pageAt(url.searchParams.get('cursor'), PAGE_SIZE)
      return { body: JSON.stringify(calls === 3 ? { body: { ...page.body, posts: [] }, nextCursor: '9' } : page) }
    }
    await visit({ html: ELEMENT, respond }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const more = opened.page.locator('.central-posts-more')
      await more.click()
      await opened.page.getByText('More posts could not be loaded. Try again.').waitFor()
      await more.click()
      await waitForCards(opened, 2 * PAGE_SIZE)
      assert.equal(calls, 4)
    })
  })

  test('a failure is shown and can be tried again; content of the page stays', async () => {
    let isDown = true
    const respond = (url: URL) => (isDown ? { status: 503, body: '{}' } : respondWithPosts(url))
    await visit({ html: ELEMENT, script: LISTEN, respond }, async (opened) => {
      await opened.page.getByText('Posts could not be loaded.').waitFor()
      assert.deepEqual(await opened.findings(), [])
      isDown = false
      await opened.page.getByRole('button', { name: 'Try again' }).click()
      await waitForCards(opened, PAGE_SIZE)
      assert.deepEqual(await opened.page.evaluate('seen'), [
        ['failed', {}],
        ['loaded', { count: 9 }],
      ])
    })
    for (const [status, body] of [
      [500, '{}'],
      [200, '<!doctype html>Sign in'],
      [200, '{"ok":false,"error":{"code":"quota_exceeded"}}'],
      [200, '{"ok":true,"data":{"body":{}}}'],
    ] as const) {
      const html = '<central-feed src="/posts"><a href="https://social.example">On Mastodon</a></central-feed>'
      await visit({ html, respond: () => ({ status, body }) }, async ({ page }) => {
        await page.locator('central-feed[data-state="failed"]').waitFor()
        assert.equal(await page.locator('central-feed').textContent(), 'On Mastodon')
      })
    }
  })

  test('without posts the content of the page stays', async () => {
    const html = '<central-feed src="/posts">Nothing yet</central-feed>'
    await visit({ html, respond: () => ({ body: JSON.stringify(pageOf([])) }) }, async ({ page }) => {
      await page.locator('central-feed[data-state="empty"]').waitFor()
      assert.equal(await page.locator('central-feed').textContent(), 'Nothing yet')
    })
  })

  test('what a server has rendered is enhanced in place, without a request; its link leads to a page without a script', async () => {
    const served = renderFeed(pageAt(null, PAGE_SIZE), { id: 'news', more: '/news?cursor={cursor}', locale: 'en' })
    const next = renderFeed(pageAt('9', PAGE_SIZE), { id: 'news', more: '/news?cursor={cursor}', locale: 'en' })
    const html = `<central-feed src="/posts">${served}</central-feed>`
    const respond = (url: URL) =>
      url.pathname === '/news' ? { body: `<!doctype html><main>${next}</main>` } : undefined
    await visit({ html, respond }, async (opened) => {
      await opened.page.locator('.central-posts-open').first().waitFor()
      await opened.page.evaluate("document.querySelector('article').dataset.same = 'yes'")
      await opened.page.locator('.central-posts-more').click()
      await waitForCards(opened, 2 * PAGE_SIZE)
      assert.equal(await opened.page.locator('article[data-same]').count(), 1)
      assert.deepEqual(
        opened.requests.filter((url) => !/^\/assets\/|img\.example/.test(url)),
        ['/news?cursor=9'],
      )
    })
    await visit({ html, respond, javaScriptEnabled: false }, async (opened) => {
      assert.equal(await opened.page.locator(CARDS).count(), PAGE_SIZE)
      assert.equal(await opened.page.locator('button:visible').count(), 0)
      assert.deepEqual(await measure(opened.page), [])
      await opened.page.getByRole('link', { name: 'Load more' }).click()
      await opened.page.waitForURL('**/news?cursor=9#central-posts-news')
      assert.equal(await opened.page.locator(CARDS).count(), PAGE_SIZE)
    })
  })

  test('server and browser give the same elements', async () => {
    const respond = () => ({ body: JSON.stringify(pageAt(null, PAGE_SIZE)) })
    const bare = `[...document.querySelectorAll('central-feed *')].map((each) => [each.tagName, each.children.length === 0 && each.textContent,
    ...[...each.attributes].map(({ name, value }) => name + '=' + (name === 'style' ? each.style.cssText : value)).sort()].join(' '))`
    const found: unknown[] = []
    const served = renderFeed(pageAt(null, PAGE_SIZE), { id: 'news', more: '#central-posts-news' })
    for (const html of [
      '<central-feed id="news" src="/posts"></central-feed>',
      `<central-feed id="news">${served}</central-feed>`,
    ]) {
      await visit({ html, respond }, async (opened) => {
        await waitForCards(opened, PAGE_SIZE)
        await opened.page.locator('.central-posts-open').first().waitFor()
        found.push(await opened.page.evaluate(bare))
      })
    }
    assert.ok(String(found[0]).length > 10_000)
    assert.deepEqual(found[0], found[1])
  })

  test('an element that is defined before the parser has read its content waits for it', async (context) => {
    const served = renderFeed(pageAt(null, PAGE_SIZE))
    const half = served.length / 2
    let send = () => {}
    const server = createServer((request, response) => {
      if (request.url === '/central-posts.js') {
        response.setHeader('content-type', 'text/javascript').end(files.get('central-posts.js'))
      } else if (request.url === '/defined') {
        response.end()
        send()
      } else if (request.url === '/') {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.write(`<!doctype html><script type="module" async>import '/central-posts.js'; fetch('/defined')</script>
        <central-feed src="/never">${served.slice(0, half)}`)
        send = () => response.end(`${served.slice(half)}</central-feed>`)
      } else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    context.after(() => server.close())
    const page = await browser.newPage()
    context.after(() => page.close())
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.route(/img\.example/, (route) => route.abort())
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.locator('.central-posts-open').first().waitFor()
    assert.equal(await page.locator(CARDS).count(), PAGE_SIZE)
    assert.ok(!requests.includes('/never'))
  })

  test('properties that a page sets before the element is defined count', async () => {
    const script = `const feed = document.querySelector('central-feed')
    feed.data = ${JSON.stringify(pageAt(null, 3))}
    feed.options = { words: { viewOn: 'Auf %s ansehen' }, image: (url) => '/copies?of=' + encodeURIComponent(url) }`
    await visit({ html: '<central-feed></central-feed>', script, respond: () => ({ body: '{}' }) }, async (opened) => {
      await waitForCards(opened, 3)
      await opened.page.getByRole('link', { name: 'Auf Mastodon ansehen' }).first().waitFor()
      const sources = await opened.page
        .locator('.central-posts-picture')
        .evaluateAll((all) => all.map((each) => each.getAttribute('src')))
      assert.ok(sources.length > 0 && sources.every((src) => src?.startsWith('/copies?of=https')))
      assert.equal(await opened.page.locator('.central-posts-more').count(), 0)
    })
  })

  test('attributes change the feed without another request; another source loads its posts', async () => {
    await visit({ html: ELEMENT }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const { page } = opened
      const set = (name: string, value: string) =>
        page.evaluate(`document.querySelector('central-feed').setAttribute('${name}', '${value}')`)
      await set('layout', 'masonry')
      await set('without', 'head, lightbox')
      await set('look', 'soft')
      await page.locator('.central-posts-stream.is-masonry:not([data-lightbox])').waitFor()
      assert.equal(await page.locator('.central-posts-head').count(), 0)
      assert.equal(await page.locator('central-feed.is-style-soft').count(), 1)
      await page.evaluate(
        "const feed = document.querySelector('central-feed'); feed.remove(); document.querySelector('main').append(feed)",
      )
      assert.equal(opened.requests.filter((url) => url.startsWith('/posts')).length, 1)
      await set('src', '/posts?cursor=18')
      await waitForCards(opened, 2)
    })
  })

  test('a copy of an enhanced page, as a cache of pages keeps it, works and has nothing twice', async () => {
    for (const layout of ['grid', 'carousel']) {
      await visit(
        {
          html: `<central-feed layout="${layout}">${renderFeed(pageOf(), { layout: layout as 'grid' })}</central-feed>`,
        },
        async ({ page }) => {
          await page.locator('.central-posts-open').first().waitFor()
          const count = `document.querySelectorAll('${ADDED}').length`
          const before = await page.evaluate(count)
          await page.evaluate("const main = document.querySelector('main'); main.innerHTML = main.innerHTML")
          await page.waitForFunction(`${count} === ${before}`)
          await page.locator('.central-posts-open').first().click()
          await page.locator('dialog[open]').waitFor()
        },
      )
    }
  })

  test('the lightbox opens styled, tells the page, and closes; its code loads then', async () => {
    await visit({ html: ELEMENT, script: LISTEN }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const { page } = opened
      assert.ok(!opened.requests.some((url) => url.includes('lightbox')))
      const [, , video = '', gallery = ''] = await idsIn(opened)
      await page.locator(`#${gallery} .central-posts-open`).nth(1).click()
      await page.locator('dialog[open]').waitFor()
      assert.equal(await page.evaluate("getComputedStyle(document.querySelector('dialog')).position"), 'fixed')
      assert.match(page.url(), new RegExp(`#${gallery}\\.2$`))
      assert.deepEqual(await opened.findings(), [])
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'hidden' })
      const src = 'https://www.youtube-nocookie.com/embed/1'
      // The frame is in the page before the browser reports its request.
      const played = page.waitForResponse(src)
      await page.locator(`#${video} .central-posts-load`).click()
      await page.locator('dialog iframe').waitFor()
      await played
      assert.deepEqual(await page.evaluate('seen.slice(1)'), [
        ['opened', { id: gallery, part: 2 }],
        ['closed', { id: gallery, part: 2 }],
        ['opened', { id: video, part: 1 }],
        ['played', { id: video, kind: 'frame', src }],
      ])
      assert.deepEqual(
        opened.requests.filter((url) => /lightbox|https:/.test(url)),
        ['/assets/central-posts-lightbox.js', src],
      )
    })
  })

  test('a URL that names a post opens it', async () => {
    const ids: string[] = []
    await visit({ html: ELEMENT }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      ids.push(...(await idsIn(opened)))
    })
    await visit({ html: ELEMENT, path: `/#${ids[3]}.2` }, async ({ page }) => {
      await page.locator('dialog .central-posts-place', { hasText: '4 of' }).waitFor()
    })
  })

  test('a strict policy for scripts and styles is enough', async () => {
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src https:; connect-src 'self'; frame-src https:"
    await visit({ html: '<central-feed src="/posts" columns="2"></central-feed>', policy }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      const columns = await opened.page.evaluate(
        "getComputedStyle(document.querySelector('.central-posts-items')).gridTemplateColumns.split(' ').length",
      )
      assert.equal(columns, 2)
      await opened.page.locator('.central-posts-open').first().click()
      await opened.page.locator('dialog[open]').waitFor()
      assert.equal(await opened.page.evaluate("getComputedStyle(document.querySelector('dialog')).position"), 'fixed')
    })
  })

  test('consent loads images of other servers at once and drops the notices', async () => {
    const script =
      "document.querySelector('central-feed').options = { image: (url) => (url.includes('avatar') ? url : null) }"
    await visit({ html: ELEMENT, script }, async (opened) => {
      await waitForCards(opened, PAGE_SIZE)
      assert.equal(await opened.page.locator('img.central-posts-picture').count(), 0)
      await opened.page.evaluate("document.querySelector('central-feed').setAttribute('consent', '')")
      await opened.page.locator('img.central-posts-picture').nth(3).waitFor()
      assert.equal(await opened.page.locator('.central-posts-loads:visible').count(), 0)
    })
  })

  test('a hostile page runs nothing and loads nothing but its images', async () => {
    const respond = () => ({ body: JSON.stringify(HOSTILE_PAGE) })
    for (const layout of ['single', 'grid']) {
      await visit(
        { html: `<central-feed src="/posts" layout="${layout}"></central-feed>`, respond },
        async (opened) => {
          await waitForCards(opened, 2)
          const counts = await opened.page.evaluate(
            "['script', 'iframe', 'style', '[onclick], [onerror], [onload], [onmouseover]', 'a:not([href^=\"http\"], [rel])'].map((each) => document.querySelectorAll('main ' + each).length)",
          )
          assert.deepEqual(counts, [0, 0, 0, 0, 0])
          assert.equal(
            await opened.page.locator('#below').evaluate(({ parentElement }) => parentElement?.tagName),
            'MAIN',
          )
          const links = await opened.page
            .locator('main a[href]')
            .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
          assert.deepEqual(
            links.filter((href) => !/^(?:https?:\/\/|#central)/.test(href)),
            [],
          )
        },
      )
    }
  })

  test('two vendors may define the same class under their own names', async () => {
    const script = `const { CentralFeed } = await import('/assets/central-posts.js'); CentralFeed.define('acme-posts'); CentralFeed.define('acme-posts'); CentralFeed.define()`
    await visit(
      {
        html: '<acme-posts src="/posts"></acme-posts><central-feed src="/posts" layout="list"></central-feed>',
        script,
      },
      async (opened) => {
        await waitForCards(opened, 2 * PAGE_SIZE)
        assert.equal(new Set(await idsIn(opened)).size, 2 * PAGE_SIZE)
        assert.deepEqual(await measure(opened.page), [])
      },
    )
  })

  test('right to left, in Arabic numbers and words, everything stays in its place', async () => {
    const html = `<central-feed src="/posts" layout="list" locale="ar-EG" time-zone="Africa/Cairo" words='{"loadMore":"المزيد"}'></central-feed>`
    await visit({ html, lang: 'ar', dir: 'rtl' }, async (opened) => {
      await opened.page.getByText('المزيد').waitFor()
      await opened.page.getByText('١٤ مارس ٢٠٢٦').first().waitFor()
      assert.deepEqual(await measure(opened.page), [])
    })
  })
})
