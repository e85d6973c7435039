// Looks at every layout with every kind of post in a visitor's browser: boxes are measured, shifts are added up, and axe is asked.
// Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe } from './site/editor.ts'
import { layoutShift, measure } from './site/measure.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'
import { storePosts } from './site/store-posts.ts'

const BLOCK = '.wp-block-central-posts-posts'
const LAYOUTS = ['grid', 'masonry', 'list', 'carousel', 'highlight', 'justified', 'single', 'timeline']
const LOOKS = ['soft', 'minimal', 'overlay', 'editorial', 'contrast']
const WIDTHS = [390, 768, 1280]
const KB = 1000
const MAX_SHIFT = 0.001
const MAX_QUERIES = 5

const DARK =
  'body{background:#14161a!important;color:#eee!important;--wp--preset--color--contrast:#eee;--wp--preset--color--base:#14161a}'

/** A classic theme with rules of its own for everything in an article. */
const CLASSIC = {
  'style.css': `/* Theme Name: Classic */
    body { font: 17px/1.7 Georgia, serif; margin: 0; color: #333; } main { margin: 0 auto; max-width: 700px; padding: 0 20px; }
    .entry-content p { margin: 0 0 1.6em; } .entry-content ul { margin: 0 0 1.6em 2.5em; list-style: square; } .entry-content li { margin-bottom: .6em; }
    .entry-content a { color: #b00; text-decoration: underline; border-bottom: 1px solid; } .entry-content img { height: auto; max-width: 100%; border: 4px solid #eee; box-shadow: 0 2px 4px #999; }
    button { background: #444; color: #fff; padding: 12px 24px; text-transform: uppercase; border: 2px solid #000; } .entry-content blockquote, .entry-content article { margin: 2em 0; }
    svg { display: block; } iframe, video { margin-bottom: 1.5em; } .entry-content time { float: right; } .entry-content h2, .entry-content dialog { font-size: 30px; }`,
  'index.php': `<?php ?><!doctype html><html <?php language_attributes(); ?>><head><meta charset="utf-8"><title>Classic</title><meta name="viewport" content="width=device-width"><?php wp_head(); ?></head><body <?php body_class(); ?>><main><?php while (have_posts()) { the_post(); echo '<div class="entry-content">'; the_content(); echo '</div>'; } ?></main><?php wp_footer(); ?></body></html>`,
  'functions.php': `<?php add_action('wp_enqueue_scripts', function () { wp_enqueue_style('classic', get_stylesheet_uri(), [], '1'); });
    add_filter('language_attributes', fn($attributes) => isset($_GET['rtl']) ? "$attributes dir=\\"rtl\\"" : $attributes);`,
}

describe('what a visitor sees', () => {
  let bench: Bench
  let site: Site
  let source = ''
  const pages = new Map<string, string>()

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'design' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
    source = await storePosts(site, 'rye')
  })
  after(() => bench?.stop())

  /** URL of a page with this shortcode. */
  const pageWith = async (shortcode: string): Promise<string> => {
    const known = pages.get(shortcode)
    if (known !== undefined) return known
    const url = await site.publish(`Page ${pages.size}`, shortcode)
    pages.set(shortcode, url)
    return url
  }

  const open = async (url: string, width: number, { hasScript = true } = {}) => {
    const opened = await bench.open(site, '/wp-json/', { hasScript })
    await opened.page.setViewportSize({ width, height: 900 })
    opened.externalRequests.splice(0)
    // A theme's typeface moves the theme's own text too.
    await opened.page.route(/\.woff2/, (route) => route.abort())
    await opened.page.goto(url, { waitUntil: 'networkidle' })
    return opened
  }

  const look = async (url: string, width: number, see: (page: Page) => Promise<void>, options = {}) => {
    const opened = await open(url, width, options)
    try {
      await see(opened.page)
      assert.deepEqual([opened.pageErrors, opened.externalRequests], [[], []])
    } finally {
      await opened.close()
    }
  }

  for (const layout of LAYOUTS) {
    test(`${layout}: every kind of post stays in its place, and nothing moves while it loads`, async () => {
      const url = await pageWith(`[central_posts sources="${source}" count="20" layout="${layout}"]`)
      for (const width of WIDTHS) {
        await look(url, width, async (page) => {
          assert.equal(await page.locator('.central-posts-item').count(), 20)
          const shift = await layoutShift(page)
          assert.ok(shift < MAX_SHIFT, `${width}: shift ${shift}`)
          assert.deepEqual([width, await measure(page)], [width, []])
          await bench.screenshot(page, `${layout}-${width}`)
          if (width === 1280) assert.deepEqual(await axe(page, BLOCK), [])
          if (width !== 390) return
          await page.addStyleTag({ content: DARK })
          assert.deepEqual(await axe(page, BLOCK), [])
          await bench.screenshot(page, `${layout}-${width}-dark`)
        })
      }
    })
  }

  test('the measurements find planted faults', async () => {
    const url = await pageWith(`[central_posts sources="${source}" count="20" layout="list"]`)
    const planted = [
      ['.central-posts-post .central-posts-load { min-width: 60rem !important }', /outside its card/],
      ['.central-posts-media { margin-inline-end: -85px !important }', /media and text overlap|outside its card/],
      ['.central-posts-byline { display: block !important }', /the avatar breaks the line/],
      [
        '.central-posts-media { block-size: 80px !important; flex: none !important; align-self: start !important }',
        /are empty/,
      ],
      ['.central-posts-post { overflow-wrap: normal !important; overflow: visible !important }', /a word is cut off/],
    ] as const
    for (const [fault, found] of planted) {
      await look(url, 1280, async (page) => {
        await page.addStyleTag({ content: fault })
        assert.match((await measure(page)).join('\n'), found, fault)
      })
    }
  })

  test('each style stays in its place', async () => {
    for (const name of LOOKS) {
      const url = await pageWith(`[central_posts sources="${source}" count="12" look="${name}" layout="grid"]`)
      for (const width of [390, 1280]) {
        await look(url, width, async (page) => {
          assert.deepEqual([name, width, await measure(page)], [name, width, []])
          if (width === 390) assert.deepEqual([name, await axe(page, BLOCK)], [name, []])
          await bench.screenshot(page, `look-${name}-${width}`)
        })
      }
    }
  })

  test('in a classic theme and right to left, every layout stays in its place', async (context) => {
    const folder = join(site.content, 'themes/classic')
    await mkdir(folder)
    for (const [name, code] of Object.entries(CLASSIC)) await writeFile(join(folder, name), code)
    await site.php("switch_theme('classic'); return true;")
    context.after(() => site.php("switch_theme('twentytwentyfive'); return true;"))
    for (const layout of LAYOUTS) {
      const url = await pageWith(`[central_posts sources="${source}" count="20" layout="${layout}"]`)
      await look(url, 1280, async (page) => {
        const shift = await layoutShift(page)
        assert.ok(shift < MAX_SHIFT, `${layout}: shift ${shift}`)
        assert.deepEqual([layout, await measure(page)], [layout, []])
        await bench.screenshot(page, `classic-${layout}`)
      })
      await look(`${url}?rtl`, 1280, async (page) => {
        assert.equal(await page.evaluate('document.dir'), 'rtl')
        assert.deepEqual([layout, 'rtl', await measure(page)], [layout, 'rtl', []])
        await bench.screenshot(page, `classic-${layout}-rtl`)
      })
    }
  })

  test('parts are turned off by name', async () => {
    const all = 'head bio visit author date text counts mark link more profile lightbox'
    const url = await pageWith(`[central_posts sources="${source}" count="6" without="${all}"]`)
    await look(url, 1280, async (page) => {
      for (const part of ['head', 'author', 'byline', 'counts', 'mark', 'origin', 'foot', 'open']) {
        assert.equal(await page.locator(`${BLOCK} .central-posts-${part}`).count(), 0, part)
      }
      // What is nothing but its text keeps it.
      await page.getByText('We are closed on Monday').waitFor()
      assert.equal(await page.getByText('First loaves').count(), 0)
      assert.deepEqual(await measure(page), [])
    })
    const shown = await site.php<string>(
      `return do_shortcode('[central_posts sources="${source}" without="nothing"]');`,
      { user: 1 },
    )
    assert.match(shown, /“nothing” is not/)
  })

  test('without a script every post can be read, and “Load more” leads to a page with more', async () => {
    const url = await pageWith(`[central_posts sources="${source}" count="6"]`)
    await look(
      url,
      390,
      async (page) => {
        const cut = await page.evaluate(
          "[...document.querySelectorAll('.central-posts-text')].filter((text) => text.scrollHeight > text.clientHeight + 1).length",
        )
        assert.equal(cut, 0)
        assert.equal(await page.locator(`${BLOCK} button:visible`).count(), 0)
        await page.getByRole('link', { name: 'Load more' }).click()
        await page.waitForURL(/central_posts_[0-9a-f]{6}=2#central-posts-/)
        assert.equal(await page.locator('.central-posts-item').count(), 12)
        assert.deepEqual(await measure(page), [])
        const { queries, calls } = JSON.parse((await page.locator('#kit-counts').textContent()) ?? '')
        assert.ok(queries <= MAX_QUERIES, `${queries} queries`)
        assert.equal(calls, 0)
      },
      { hasScript: false },
    )
  })

  test('without a script each of several feeds keeps what the others show, and leads to its own new posts', async () => {
    const url = await pageWith(
      `[central_posts sources="${source}" count="4"][central_posts sources="${source}" count="4" layout="list"][central_posts sources="${source}" count="5" layout="carousel"]`,
    )
    const counts = (page: Page) =>
      page
        .locator('.central-posts-stream')
        .evaluateAll((all) => all.map((each) => each.querySelectorAll('article').length))
    await look(
      url,
      1280,
      async (page) => {
        assert.deepEqual(await counts(page), [4, 4, 5])
        for (const [at, shown] of [
          [0, [8, 4, 5]],
          [1, [8, 8, 5]],
          [2, [8, 8, 10]],
          [0, [12, 8, 10]],
        ] as const) {
          const first = shown[at] - (at === 2 ? 5 : 4)
          await page.locator('.central-posts-stream').nth(at).locator('.central-posts-more').click()
          await page.waitForURL(/#central-posts-/)
          assert.deepEqual(await counts(page), shown)
          const place = `[...document.querySelectorAll('.central-posts-stream')[${at}].querySelectorAll('article')].findIndex(({ id }) => '#' + id === location.hash)`
          assert.equal(await page.evaluate(place), first)
        }
      },
      { hasScript: false },
    )
  })

  test('anything but a number of pages in a URL shows the first one, and search engines index no other', async () => {
    const url = await pageWith(`[central_posts sources="${source}" count="6"]`)
    const read = async (address: string) => (await fetch(address)).text()
    const [parameter = ''] = /central_posts_[0-9a-f]{6}/.exec(await read(url)) ?? []
    const countOf = (html: string) => html.split('<li class="central-posts-item"').length - 1
    for (const [query, count, links] of [
      [`${parameter}=2`, 12, '=3'],
      ...['=-1', '=0', '=abc', '=1e1', '=02', '=2.5', '=%202', '=21', '=1000000000', '[]=2', '[a][b]=2', ''].map(
        (junk) => [`${parameter}${junk}`, 6, '=2'] as const,
      ),
      [`central_posts_ABCDEF=2&central_posts_=2&central_posts_0123456=2&other=2`, 6, '=2'],
    ] as const) {
      const html = await read(`${url}?${query}`)
      assert.equal(countOf(html), count, query)
      const [, href] = /central-posts-more" href="([^"#]+)#[^"]+" rel="nofollow"/.exec(html) ?? []
      assert.equal(href, `${url}?${parameter}${links}`, query)
      assert.ok(html.includes(`<link rel="canonical" href="${url}"`), query)
    }
    const robots = async (address: string) =>
      /<meta name='robots' content='([^']*)'/.exec(await read(address))?.[1] ?? ''
    for (const address of [`${site.origin}/`, url]) {
      assert.match(await robots(`${address}?${parameter}=2`), /noindex/, address)
      assert.doesNotMatch(await robots(`${address}?${parameter}=abc`), /noindex/, address)
      assert.doesNotMatch(await robots(address), /noindex/, address)
    }
  })

  test('with a script the posts are added, announced and focused, and the end has no link', async () => {
    for (const layout of ['grid', 'masonry']) {
      const url = await pageWith(`[central_posts sources="${source}" count="9" layout="${layout}"]`)
      await look(url, 1280, async (page) => {
        const places =
          "[...document.querySelectorAll('.central-posts-item')].slice(0, 9).map(({ offsetLeft, offsetTop }) => [offsetLeft, offsetTop])"
        const before = await page.evaluate(places)
        await page.locator('.central-posts-more').focus()
        await page.keyboard.press('Enter')
        await page.getByText('9 more posts').waitFor()
        assert.equal(await page.locator('.central-posts-item').count(), 18)
        assert.deepEqual(await page.evaluate(places), before)
        const index = await page.evaluate(
          "[...document.querySelectorAll('.central-posts-item > article')].indexOf(document.activeElement)",
        )
        assert.equal(index, 9)
        await page.locator('.central-posts-more').click()
        await page.getByText('2 more posts').waitFor()
        assert.equal(await page.locator('.central-posts-more').count(), 0)
        assert.equal(new Set(await page.locator('article').evaluateAll((all) => all.map(({ id }) => id))).size, 20)
        assert.deepEqual(await measure(page), [])
        assert.deepEqual(await axe(page, BLOCK), [])
      })
    }
  })

  test('the URL of the next page is the same for every visitor', async () => {
    const url = await pageWith(`[central_posts sources="${source}" count="6"]`)
    const [plain, tagged] = await Promise.all(
      [url, `${url}?utm_source=x&fbclid=%22%3E%3Cscript%3E`].map(async (each) => {
        const html = await (await fetch(each)).text()
        return /<a class="[^"]*central-posts-more"[^>]*>/.exec(html)?.[0]
      }),
    )
    assert.match(plain ?? '', /href="[^"]+\?central_posts_[0-9a-f]{6}=2#/)
    assert.equal(tagged, plain)
  })

  test('each profile of several has its posts on the first page, in the order of time', async () => {
    const sources: string[] = []
    for (const [at, handle] of ['ada', 'ben', 'cleo', 'dan', 'eva', 'fay'].entries()) {
      sources.push(await storePosts(site, handle, ['photo', 'text', 'video', 'emoji', 'soldout']))
      await site.php(
        `foreach (CentralPosts\\Items::page_after('', 500) as $item) if (strpos($item['reference']->subject, '@${handle}/') !== false) {
           $item['data']['publishedAt'] = gmdate('Y-m-d\\\\TH:i:s.000\\\\Z', strtotime($item['data']['publishedAt']) - ${at} * 30 * DAY_IN_SECONDS); CentralPosts\\Items::put($item['reference'], $item['data']); } return true;`,
      )
    }
    const list = sources.join(' ')
    const shown = async (more: string) =>
      site.php<[string, string][]>(
        `$html = do_shortcode('[central_posts sources="${list}" count="12" without="lightbox" ${more}]'); preg_match_all('~<li class="central-posts-item">.*?datetime="([^"]+)".*?social\\.example/@(\\w+)/~s', $html, $found, PREG_SET_ORDER);
         return array_map(fn($each) => [$each[2], $each[1]], $found);`,
      )
    const balanced = await shown('')
    const counts = Object.groupBy(balanced, ([handle]) => handle)
    assert.deepEqual(Object.keys(counts).length, 6)
    assert.ok(Object.values(counts).every((posts) => posts?.length === 2))
    const times = balanced.map(([, time]) => time)
    assert.deepEqual(times, times.toSorted().reverse())
    const newest = (await shown('order="newest"')).map(([, time]) => time)
    assert.deepEqual(newest, newest.toSorted().reverse())
    assert.ok((newest.at(-1) ?? '') > (times.at(-1) ?? ''))
    const url = await pageWith(`[central_posts sources="${list}" count="12"]`)
    await look(url, 390, async (page) => {
      assert.deepEqual(await measure(page), [])
      assert.equal(await page.locator('.central-posts-head > li').count(), 6)
      assert.deepEqual(await axe(page, BLOCK), [])
    })
  })

  test('one post, no posts and 200 posts', async () => {
    const one = await storePosts(site, 'single', ['soldout'])
    for (const layout of LAYOUTS) {
      await look(await pageWith(`[central_posts sources="${one}" layout="${layout}"]`), 1280, async (page) => {
        assert.equal(await page.locator('.central-posts-item').count(), 1)
        assert.deepEqual([layout, await measure(page)], [layout, []])
      })
    }
    const none = await storePosts(site, 'nobody', [])
    await look(await pageWith(`[central_posts sources="${none}"]`), 1280, async (page) => {
      assert.equal(await page.locator('.central-posts-head').count(), 1)
      assert.equal(await page.locator('.central-posts-items').count(), 0)
      assert.deepEqual(await measure(page), [])
    })
    const many: string[] = []
    for (let at = 0; at < 10; at += 1)
      many.push(await storePosts(site, `many${at}`, undefined, { copiesImages: false }))
    const url = await pageWith(`[central_posts sources="${many.join(' ')}" count="20"]`)
    const parameter = /central_posts_[0-9a-f]{6}/.exec(await (await fetch(url)).text())?.[0]
    await look(`${url}?${parameter}=10`, 1280, async (page) => {
      assert.equal(await page.locator('.central-posts-item').count(), 200)
      assert.equal(await page.locator('.central-posts-more').count(), 0)
      assert.deepEqual(await measure(page), [])
    })
  })

  test('an image whose file is gone says what it was', async () => {
    const url = await pageWith(`[central_posts sources="${source}" count="1"]`)
    const opened = await open(`${site.origin}/wp-json/`, 1280)
    await opened.page.route(/\/uploads\/central-posts\//, (route) => route.abort())
    await opened.page.goto(url)
    await opened.page.locator('.central-posts-missing', { hasText: 'Loaves of bread on a wooden table' }).waitFor()
    assert.deepEqual(await measure(opened.page), [])
    await opened.close()
  })

  test('styles and scripts are small, and the lightbox loads when it is opened', async () => {
    const folder = join(site.content, 'plugins/central-posts/block')
    const sizeOf = (...names: string[]) =>
      names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0)
    assert.ok(sizeOf('style.css', 'view.js') <= 20 * KB, String(sizeOf('style.css', 'view.js')))
    assert.ok(sizeOf('lightbox.css', 'lightbox.js') <= 10 * KB, String(sizeOf('lightbox.css', 'lightbox.js')))
    const opened = await open(`${site.origin}/wp-json/`, 1280)
    const requests: string[] = []
    opened.page.on('request', (request) => requests.push(request.url()))
    await opened.page.goto(await pageWith(`[central_posts sources="${source}" count="20"]`), {
      waitUntil: 'networkidle',
    })
    const own = () => requests.filter((each) => /plugins\/central-posts\//.test(each))
    assert.ok(own().length <= 4 && own().every((each) => !each.includes('lightbox')), own().join(' '))
    await opened.page.locator('.central-posts-open').first().click()
    await opened.page.locator('dialog[open]').waitFor()
    assert.equal(own().filter((each) => each.includes('lightbox')).length, 2)
    await opened.close()
  })
})
