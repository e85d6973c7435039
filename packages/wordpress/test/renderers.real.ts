// The kit, in a real WordPress, gives the same markup as renderFeed() and as the PHP renderer of other sites, for each fixture in each layout.
// <central-feed> on a page of the site looks the same, pixel by pixel. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { HOSTILE_PAGE } from '../../feed/fixtures/hostile.ts'
import { pageOf } from '../../feed/fixtures/pages.ts'
import { type FeedOptions, type FeedPage, type ImageCopy, LAYOUTS, renderFeed } from '../../feed/src/render-feed.ts'
import { normalizeMarkup } from '../../feed/test/normalize-markup.ts'
import { bundleFiles } from '../../feed/test/open-page.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'
import { inPhp, storePosts } from './site/store-posts.ts'

const RENDERER = fileURLToPath(new URL('../../php/central-api-feed.php', import.meta.url))
const STREAM = '.central-posts-stream'
const BUTTON = { buttonClass: 'wp-element-button' } as const

/** The page as the site stores it. */
const PAGE = JSON.parse(JSON.stringify(pageOf()).replaceAll('@rye.and.salt/', '@rye/')) as FeedPage

describe('the same posts in every renderer', () => {
  let bench: Bench
  let site: Site
  let source = ''
  let copies: Readonly<Record<string, readonly ImageCopy[]>>

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'renderers' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
    source = await storePosts(site, 'rye')
    copies = await site.php(
      `$copies = []; foreach (CentralPosts\\Items::page_after('', 500) as $item)
         foreach (CentralPosts\\Images::urls($item['reference'], $item['data']) as $slot => $url) {
           $sizes = CentralPosts\\Images::sizes($item['pictures'], $slot); if ($sizes) $copies[$url] = $sizes; } return $copies;`,
    )
  })
  after(() => bench?.stop())

  const image = (url: string) => copies[url] ?? null

  /** From the element around the posts to its end: the wrapper of the block ends there, too. */
  const streamIn = (html: string): string =>
    html.slice(html.indexOf('<div class="central-posts-stream')).replace(/<\/div>\s*$/, '')

  for (const layout of LAYOUTS) {
    test(`${layout}: the kit gives the same markup as renderFeed()`, async () => {
      const html = await site.php<string>(
        `wp_set_current_user(0); return do_shortcode('[central_posts sources="${source}" count="20" layout="${layout}"]');`,
      )
      const expected = normalizeMarkup(renderFeed(PAGE, { layout, image, ...BUTTON })).split('\n')
      assert.ok(expected.length > 500)
      assert.deepEqual(normalizeMarkup(streamIn(html)).split('\n'), expected)
    })
  }

  test('parts, shapes, other words and several profiles are the same as well', async () => {
    const other = await storePosts(site, 'mill', ['emoji', 'soldout'])
    const design = 'count="20" columns="4" phone="2" ratio="4:5" gap="small" hover="zoom" lines="2"'
    const options: FeedOptions = { columns: 4, phone: 2, ratio: '4:5', gap: 'small', hover: 'zoom', lines: 2 }
    const html = await site.php<string>(
      `wp_set_current_user(0); add_filter('central_posts_word', fn($text, $name) => ['viewOn' => 'Auf %s ansehen', 'votes' => '%1$s Stimmen'][$name] ?? $text, 10, 2);
       return do_shortcode('[central_posts sources="${source}, ${other}" ${design} without="author, counts, lightbox"]');`,
    )
    const shown = JSON.stringify(PAGE.body.posts.map((post) => post.id))
    assert.ok(shown.includes('emoji'))
    const heads = [PAGE, { body: { ...PAGE.body, posts: [] } }]
    const words = { viewOn: 'Auf %s ansehen', votes: { other: '%1$s Stimmen' } }
    const rendered = renderFeed(heads, {
      ...options,
      image,
      words,
      ...BUTTON,
      without: ['author', 'counts', 'lightbox'],
    })
    // Each profile has a copy of its image.
    const headOf = (markup: string) =>
      normalizeMarkup(markup)
        .split('central-posts-items')[0]
        ?.replaceAll(/[0-9a-f]{16}-avatar/g, 'avatar')
    assert.equal(headOf(streamIn(html)), headOf(rendered))
    const cardOf = (markup: string, text: string) =>
      normalizeMarkup(markup)
        .split('\n<li class="central-posts-item"')
        .find((card) => card.includes(text))
        ?.replace(/card-\d+/, '')
    for (const text of ['Which loaf comes back', 'Market day', 'A generous review']) {
      const card = cardOf(rendered, text)
      assert.match(card ?? '', /central-posts-body/)
      assert.equal(cardOf(streamIn(html), text), card)
    }
  })

  test('a hostile page is escaped in the same way by WordPress’s own functions', async () => {
    const { posts, profile, platform } = HOSTILE_PAGE.body
    const html = await site.php<string>(
      `$cards = array_map(fn($post) => ['post' => $post, 'platform' => '${platform}', 'images' => [], 'id' => 'central-posts-' . crc32($post['id'])], ${inPhp(posts)});
       return CentralPosts\\Render_Stream::html(new CentralPosts\\Design([]), [['profile' => ${inPhp(profile)}, 'platform' => '${platform}', 'name' => '', 'images' => []]], $cards, '');`,
    )
    const expected = renderFeed(HOSTILE_PAGE as unknown as FeedPage, { image: () => null, ...BUTTON })
    assert.deepEqual(normalizeMarkup(html).split('\n'), normalizeMarkup(expected).split('\n'))
  })

  test('the PHP renderer works beside the kit in WordPress, and gives the same markup', async () => {
    const html = await site.php<string>(
      `require '${RENDERER}'; $copies = ${inPhp(copies)};
       return CentralApi\\Feed\\Feed::render(${inPhp(PAGE)}, ['image' => fn($url) => $copies[$url] ?? null, 'buttonClass' => 'wp-element-button']);`,
    )
    const expected = renderFeed(PAGE, { image, ...BUTTON })
    assert.deepEqual(normalizeMarkup(html).split('\n'), normalizeMarkup(expected).split('\n'))
  })

  const loadImages = async (page: Page) => {
    await page.evaluate(
      "for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' })",
    )
    await page.waitForFunction(
      "document.fonts.status === 'loaded' && [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)",
    )
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  }

  /** Number of pixels that differ by more than a rounding error, or a sentence if the sizes do. */
  const compare = (page: Page, one: Buffer, other: Buffer) =>
    page.evaluate(
      `(async () => { const [one, other] = await Promise.all(${JSON.stringify([one, other].map((each) => each.toString('base64')))}.map(async (data) => {
           const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob()); const canvas = new OffscreenCanvas(image.width, image.height)
           const context = canvas.getContext('2d'); context.drawImage(image, 0, 0); return context.getImageData(0, 0, image.width, image.height) }))
         if (one.width !== other.width || one.height !== other.height) return [one.width, one.height, 'is not', other.width, other.height].join(' ')
         let count = 0; for (let at = 0; at < one.data.length; at += 4) if ([0, 1, 2].some((part) => Math.abs(one.data[at + part] - other.data[at + part]) > 2)) count += 1
         return count })()`,
    )

  test('the element looks the same as the kit, pixel by pixel', async () => {
    const files = await bundleFiles()
    for (const layout of ['masonry', 'timeline'] as const) {
      for (const width of [390, 1280]) {
        const url = await site.publish(
          `Looks ${layout} ${width}`,
          `[central_posts sources="${source}" count="20" layout="${layout}"]`,
        )
        const { page, close } = await bench.open(site, '/wp-json/')
        await page.setViewportSize({ width, height: 900 })
        await page.goto(url, { waitUntil: 'networkidle' })
        await loadImages(page)
        const ofKit = await page.locator(STREAM).screenshot({ animations: 'disabled' })
        await page.evaluate(
          `(() => { const stream = document.querySelector('${STREAM}'); const feed = document.createElement('central-feed')
             feed.setAttribute('layout', '${layout}'); feed.setAttribute('locale', 'en'); stream.replaceWith(feed) })()`,
        )
        await page
          .locator('#central-posts-posts-style-css, #central-posts-posts-style-inline-css')
          .evaluateAll((all) => {
            for (const each of all) each.remove()
          })
        await page.addStyleTag({ content: files.get('central-posts.css') ?? '' })
        await page.addScriptTag({ type: 'module', content: files.get('central-posts.js') ?? '' })
        await page.evaluate(
          `(async () => { await customElements.whenDefined('central-feed'); const copies = ${JSON.stringify(copies)}
             const feed = document.querySelector('central-feed'); feed.options = { buttonClass: 'wp-element-button', image: (url) => copies[url] ?? null }
             feed.data = ${JSON.stringify(PAGE)} })()`,
        )
        await page.locator('.central-posts-open').first().waitFor()
        await loadImages(page)
        const ofElement = await page.locator(STREAM).screenshot({ animations: 'disabled' })
        assert.equal(await compare(page, ofKit, ofElement), 0, `${layout} ${width}`)
        await page.addStyleTag({ content: '.central-posts-author { padding-inline-start: 1px !important }' })
        const broken = await page.locator(STREAM).screenshot({ animations: 'disabled' })
        assert.notEqual(await compare(page, ofKit, broken), 0, 'a planted fault is found')
        await close()
      }
    }
  })
})
