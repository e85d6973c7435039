// A page of 20 posts in Twenty Twenty-Five, as a visitor gets it: requests, dark styles of the theme, and Lighthouse on a slow phone. Needs
// root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startLighthouse } from '../../feed/test/lighthouse.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe } from './site/editor.ts'
import { measure } from './site/measure.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'
import { storePosts } from './site/store-posts.ts'

const BLOCK = '.wp-block-central-posts-posts'
const MAX_REQUESTS = 4
/** WCAG 2.2, 1.4.3 Contrast (Minimum). */
const MIN_CONTRAST = 4.5
const DARK_STYLES = ['01-evening', '05-twilight', '08-midnight'] as const
const READ = [
  'author',
  'text',
  'title',
  'byline time',
  'end li',
  'origin',
  'handle',
  'bio',
  'about',
  'site',
  'poll-total',
]

/** Lowest contrast of each kind of text on what is behind it. Resolves `color-mix()` by painting it. */
const CONTRAST = `(() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const paint = (colors) => {
    context.clearRect(0, 0, 1, 1)
    for (const color of colors) { context.fillStyle = color; context.fillRect(0, 0, 1, 1) }
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (rgb) => rgb.slice(0, 3).map((each) => each / 255).map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0)
  const behind = (element) => {
    const colors = []
    for (let each = element; each !== null; each = each.parentElement) colors.unshift(getComputedStyle(each).backgroundColor)
    return ['#fff', ...colors]
  }
  const lowest = {}
  for (const name of ${JSON.stringify(READ)}) for (const element of document.querySelectorAll('${BLOCK} .central-posts-' + name)) {
    if (!element.checkVisibility() || element.closest('.central-posts-media')) continue
    const ground = behind(element)
    const [one, other] = [luminance(paint([...ground, getComputedStyle(element).color])), luminance(paint(ground))].toSorted((a, b) => b - a)
    lowest[name] = Math.min(lowest[name] ?? 21, Math.round((one + 0.05) / (other + 0.05) * 10) / 10)
  }
  return lowest
})()`

describe('a page of 20 posts', () => {
  let bench: Bench
  let site: Site
  let url = ''
  let plain = ''

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'visitor', environment: { KIT_GZIP: '1' } })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
    const source = await storePosts(site, 'rye')
    url = await site.publish('News', `[central_posts sources="${source}" count="20"]`)
    plain = await site.publish('Plain', '<p>No posts</p>')
  })
  after(() => bench?.stop())

  const visit = async (path: string, see: (page: Page, requests: readonly string[]) => Promise<void>) => {
    const opened = await bench.open(site, '/wp-json/')
    const requests: string[] = []
    opened.page.on('request', (request) => {
      if (request.resourceType() !== 'image') requests.push(new URL(request.url()).pathname)
    })
    try {
      await opened.page.goto(path, { waitUntil: 'networkidle' })
      await see(opened.page, requests)
      assert.deepEqual(opened.pageErrors, [])
    } finally {
      await opened.close()
    }
  }

  test('makes at most four requests besides those of its images and of the theme', async () => {
    let own: readonly string[] = []
    await visit(plain, async (_, requests) => {
      own = requests.filter((path) => path !== new URL(plain).pathname)
    })
    await visit(url, async (page, requests) => {
      assert.equal(await page.locator('.central-posts-item').count(), 20)
      const more = requests.filter((path) => path !== new URL(url).pathname && !own.includes(path))
      assert.ok(more.length > 0 && more.length <= MAX_REQUESTS, more.join(' '))
    })
  })

  test('can be read in the dark styles of the theme, and the measurement finds a planted fault', async (context) => {
    const apply = (style: string) =>
      site.php(
        `$json = json_decode(file_get_contents(get_theme_file_path('styles/${style}.json')), true);
         wp_update_post(wp_slash(['ID' => WP_Theme_JSON_Resolver::get_user_global_styles_post_id(),
           'post_content' => wp_json_encode(['version' => 3, 'isGlobalStylesUserThemeJSON' => true] + array_intersect_key($json, ['settings' => 1, 'styles' => 1]))])); return true;`,
        { user: 1 },
      )
    for (const style of DARK_STYLES) {
      await apply(style)
      await visit(url, async (page) => {
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
        const lowest = (await page.evaluate(CONTRAST)) as Readonly<Record<string, number>>
        context.diagnostic(`${style} on ${ground}: ${JSON.stringify(lowest)}`)
        assert.ok(Object.keys(lowest).length >= READ.length - 1, JSON.stringify(lowest))
        assert.deepEqual(
          Object.entries(lowest).filter(([, contrast]) => contrast < MIN_CONTRAST),
          [],
          style,
        )
        assert.deepEqual([style, await axe(page, BLOCK)], [style, []])
        assert.deepEqual([style, await measure(page)], [style, []])
        await bench.screenshot(page, `visitor-${style}`)
        await page.addStyleTag({ content: '.central-posts-author { color: #333 !important }' })
        const planted = (await page.evaluate(CONTRAST)) as Readonly<Record<string, number>>
        assert.ok((planted.author ?? 21) < MIN_CONTRAST)
      })
    }
    await site.php(`wp_delete_post(WP_Theme_JSON_Resolver::get_user_global_styles_post_id(), true); return true;`, {
      user: 1,
    })
  })

  test('Lighthouse finds nothing on a slow phone', async (context) => {
    const lighthouse = await startLighthouse()
    context.after(lighthouse.stop)
    await fetch(url)
    const { scores, faults, times } = await lighthouse.audit(url)
    // How fast the page is depends on what else the machine does.
    context.diagnostic(`performance ${scores.performance}: ${times}`)
    assert.deepEqual(faults, [])
    assert.deepEqual([scores.accessibility, scores['best-practices']], [100, 100])
  })
})
