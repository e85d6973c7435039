// A theme with a skin of its own: the samples of README in a renamed kit, on a site with a child theme. Needs root on Debian; installs the
// rest itself.

import assert from 'node:assert/strict'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'
import { storePosts } from './site/store-posts.ts'

const SAMPLES = fileURLToPath(new URL('../../../docs/samples/', import.meta.url))
const SKIN = { 'functions.php': 'skin.php', 'skin.css': 'skin.css', 'skin.js': 'skin.js' } as const
const POSTS = ['photo', 'croissant', 'poll', 'text', 'video', 'uncopied', 'soldout']
const BLOCK = '.wp-block-acme-posts-posts'

const PARENT = {
  'style.css': '/* Theme Name: Parent */',
  'index.php':
    '<?php ?><!doctype html><html lang="en"><head><meta charset="utf-8"><title>Skin</title><meta name="viewport" content="width=device-width"><?php wp_head(); ?></head><body><main><h1>Skin</h1><?php while (have_posts()) { the_post(); the_content(); } ?></main><?php wp_footer(); ?></body></html>',
  'acme-posts/card-photo.php': 'of the parent',
  'acme-posts/card.php':
    '<?php ?><div class="acme-posts-body"><p class="from-parent"><?php echo esc_html($args["kind"] . " " . implode(",", array_keys(array_filter($args["parts"])))); ?></p><p><?php echo esc_html((string) $args["post"]["text"]); ?></p></div>',
  'acme-posts/card-text.php':
    '<?php echo $args["html"]; ?><p class="after-html"><?php echo esc_html($args["layout"] . " " . $args["platform"]); ?></p>',
  'acme-posts/head.php':
    '<h2 class="own-head"><?php echo esc_html($args["profiles"][0]["profile"]["displayName"]); ?></h2>',
}

describe('a skin of a theme', () => {
  let bench: Bench
  let site: Site
  let source = ''

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'skin' })
    await site.install(makePlugin(identityOf({ name: 'Acme Posts' }), bench.folder).zip, 'acme-posts')
    await site.php(
      `AcmePosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); AcmePosts\\Service::account(true); return true;`,
    )
    source = await storePosts(site, 'rye', POSTS, { namespace: 'AcmePosts' })
    await site.php(
      `foreach (AcmePosts\\Items::page_after('', 500) as $item) if (($item['data']['id'] ?? '') === 'poll') {
         $item['data']['text'] = '[probe] <b>not bold</b>'; AcmePosts\\Items::put($item['reference'], $item['data']); } return true;`,
    )
    const themes = join(site.content, 'themes')
    await mkdir(join(themes, 'parent/acme-posts'), { recursive: true })
    await mkdir(join(themes, 'child/acme-posts'), { recursive: true })
    for (const [name, code] of Object.entries(PARENT)) await writeFile(join(themes, 'parent', name), code)
    await writeFile(join(themes, 'child/style.css'), '/* Theme Name: Child\n Template: parent */')
    for (const [name, sample] of Object.entries(SKIN))
      await copyFile(join(SAMPLES, sample), join(themes, 'child', name))
    await copyFile(join(SAMPLES, 'skin-card-photo.php'), join(themes, 'child/acme-posts/card-photo.php'))
    await writeFile(
      join(site.content, 'mu-plugins/probe.php'),
      "<?php add_shortcode('probe', fn() => 'EXECUTED'); add_filter('acme_posts_part', fn($html, $name) => 'foot' === $name ? $html . '<p class=\"own-foot\">[probe]</p>' : $html, 10, 2);",
    )
    await site.php("switch_theme('child'); return true;")
  })
  after(() => bench?.stop())

  test('templates, filters, custom properties and events of the samples work together', async () => {
    const url = await site.publish('Skin', `[acme_posts sources="${source}" count="6"]`)
    for (const width of [390, 1280]) {
      const { page, pageErrors, externalRequests, close } = await bench.open(site, '/wp-json/')
      await page.setViewportSize({ width, height: 900 })
      await page.goto(url)
      externalRequests.splice(0)
      const of = (selector: string) => page.locator(`${BLOCK} ${selector}`)
      const styleOf = async (selector: string, name: string) =>
        String(await page.evaluate(`getComputedStyle(document.querySelector('${BLOCK} ${selector}')).${name}`))
      // The template of the child theme, with the text and the year of the post.
      assert.equal(await of('.acme-posts-post.is-photo > .acme-instant').count(), 3)
      assert.equal(await of('.acme-instant .acme-posts-byline').count(), 0)
      assert.equal(await of('.acme-instant-year').first().textContent(), '2026')
      assert.match(await styleOf('.acme-instant .acme-posts-text', 'fontFamily'), /Bradley/)
      // Those of the parent theme: for other kinds, for texts alone, and for the head.
      assert.equal(await of('.is-poll .from-parent').textContent(), 'poll byline,text,poll,end')
      assert.match((await of('.is-video .from-parent').textContent()) ?? '', /^video media,byline,text,end$/)
      assert.equal(await of('.is-text .after-html').first().textContent(), 'grid mastodon')
      assert.equal(await of('.own-head').textContent(), 'Rye & Salt Bakery')
      // Neither a template nor a filter makes a text from a platform a shortcode or markup.
      await of('.is-poll').getByText('[probe] <b>not bold</b>').waitFor()
      assert.equal(await of('.own-foot').textContent(), '[probe]')
      // Words and parts of filters.
      await of('').getByRole('link', { name: 'See it on Mastodon' }).first().waitFor()
      assert.equal(await of('.acme-loved').count(), 0)
      assert.equal(await styleOf('.acme-posts-post', 'backgroundColor'), 'rgb(255, 253, 247)')
      assert.deepEqual(await axe(page, BLOCK), [])
      await bench.screenshot(page, `skin-${width}`)
      // Events.
      await of('.acme-posts-more').click()
      await page.waitForFunction(`document.querySelectorAll('.acme-posts-item').length === 7`)
      await of('.acme-posts-open').first().click()
      await page.locator('.acme-posts-lightbox[open]').waitFor()
      await page.waitForFunction(
        'document.documentElement.dataset.acmeCounts === JSON.stringify({ opened: 1, played: 0, added: 1 })',
      )
      assert.deepEqual([pageErrors, externalRequests], [[], []])
      await close()
    }
    assert.equal(await site.errorLog(), '')
  })

  test('the badge of the filter stands where a card has a byline', async () => {
    const html = await site.php<string>(
      `switch_theme('twentytwentyfive'); $html = do_shortcode('[acme_posts sources="${source}" count="6"]'); switch_theme('child'); return $html;`,
    )
    assert.equal(html.match(/<p class="acme-loved">Loved<\/p><div class="acme-posts-byline">/g)?.length, 2)
    assert.match(html, />Show me more</)
  })
})
