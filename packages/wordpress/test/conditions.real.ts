// Runs the kit in a WordPress 7.1 network under the combined conditions of popular hosts and plugins. Needs root on Debian;
// installs the rest itself.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { CONDITIONS } from './site/conditions.ts'
import { browseDemo, insert, openNewPost, publish } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const BLOCK = '.wp-block-central-posts-posts'
const HOUR_MS = 3_600_000
const COMPLAINT = /\b(?:Warning|Notice|Deprecated|Fatal error|Uncaught)\b[^<]{0,200}/

describe('the kit under forty combined conditions', () => {
  let bench: Bench
  let site: Site
  /** Path of the page with the latest posts. */
  let newest = ''

  before(async () => {
    bench = await startBench('sid')
    site = await bench.startSite({ name: 'crowded', isNetwork: true, conditions: Object.values(CONDITIONS) })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
  })
  after(() => bench?.stop())

  const edit = (path: string) => bench.open(site, path, { isSignedIn: true })

  /** A visitor's page, and whether the page cache served it. */
  const visit = async (path: string) => {
    const { page, pageErrors, externalRequests, close } = await bench.open(site, path)
    const html = await page.content()
    const texts = await page.locator(`${BLOCK} .central-posts-item`).allInnerTexts()
    const broken = await page.locator(`${BLOCK} .central-posts-picture`).evaluateAll(async (images) => {
      const decoded = images.map((image) => (image as unknown as { decode(): Promise<void> }).decode())
      return (await Promise.allSettled(decoded)).filter(({ status }) => status === 'rejected').length
    })
    const pictures = await page.locator(`${BLOCK} .central-posts-picture`).count()
    assert.equal(COMPLAINT.exec(html)?.[0], undefined)
    assert.deepEqual([pageErrors, externalRequests, broken], [[], [], 0])
    await close()
    const isHit = (await fetch(`${site.origin}${path}`)).headers.get('x-kit-cache') === 'hit'
    return { texts, pictures, html, isHit }
  }

  test('the owner enters URL and key, and the settings page shows the plan', async () => {
    const { page, pageErrors, close } = await edit('/wp-admin/options-general.php?page=central-posts')
    await page.getByLabel('Service URL').fill(bench.service.origin)
    await page.getByLabel('License key').fill(bench.key)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved.').waitFor()
    await page.getByRole('row', { name: 'Plan wide' }).waitFor()
    assert.equal(COMPLAINT.exec(await page.content())?.[0], undefined)
    assert.deepEqual(pageErrors, [])
    await close()
  })

  test('an editor selects posts, and visitors see them with images, also from the page cache', async () => {
    const { page, pageErrors, close } = await edit('/wp-admin/post-new.php')
    const canvas = await openNewPost(page, 'Chosen')
    await insert(page, 'Social feed')
    const selector = await browseDemo(page, canvas, 'central-posts')
    await selector.getByRole('checkbox', { name: /A picture whose address stops working/ }).check()
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await canvas.getByText('A picture whose address stops working').waitFor()
    await publish(page)
    const link = await page.evaluate<string>("wp.data.select('core/editor').getCurrentPost().link")
    assert.deepEqual(pageErrors, [])
    await close()
    await site.runCron()
    assert.ok(readdirSync(join(site.content, 'media/uploads/central-posts')).length > 0)
    const path = new URL(link).pathname + new URL(link).search
    const seen = await visit(path)
    assert.match(seen.texts[0] ?? '', /A picture whose address stops working/)
    assert.deepEqual([seen.texts.length, seen.pictures, seen.isHit], [1, 1, true])
  })

  test('the latest posts appear in block and shortcode after a background refresh, which purges changed pages', async () => {
    const vanishing = await site.php<string>(
      `$posts = CentralPosts\\Service::client()->scan(['platform' => 'sandbox', 'handle' => 'fleeting'])['body']['posts'];
       foreach ($posts as $post) if (strlen($post['id']) === 10) return $post['url'];`,
    )
    const link = await site.publish(
      'Newest',
      `<!-- wp:central-posts/posts {"sources":["sandbox:demo"],"count":5} /--> [central_posts posts="sandbox:${vanishing}"]`,
    )
    newest = new URL(link).pathname + new URL(link).search
    // The first visitor comes before the first refresh.
    await visit(newest)
    await site.runCron()
    const first = await visit(newest)
    assert.deepEqual([first.texts.length, first.isHit], [6, true])
    bench.service.clock.at += 2 * HOUR_MS
    await site.php(`CentralPosts\\Items::make_all_due(time()); CentralPosts\\Refresh::run(); return true;`)
    const later = await visit(newest)
    assert.deepEqual([later.texts.length, later.isHit], [5, true])
  })

  test('without DNS functions no external image is fetched; the site keeps its URL in every language', async () => {
    const found = await site.php<unknown>(
      `$response = CentralPosts\\Egress::get('https://pictures.example/a.jpg', []); return [is_wp_error($response), function_exists('gethostbynamel'), get_option('home'), CentralPosts\\Service::site()];`,
    )
    const { origin } = site
    assert.deepEqual(found, [true, false, origin.replace('127.0.0.1', 'localhost'), origin])
  })

  test('REST routes reject visitors and accept editors', async () => {
    const response = await fetch(`${site.origin}/?rest_route=/central-posts/v1/platforms`)
    assert.equal(response.status, 401)
  })

  test('pages stay as they are when caches are flushed and the service is down', async () => {
    await bench.service.stop()
    await site.php(
      `wp_cache_flush(); array_map('unlink', glob(WP_CONTENT_DIR . '/cache/pages/*')); CentralPosts\\Items::make_all_due(time()); CentralPosts\\Refresh::run(); return true;`,
    )
    const seen = await visit(newest)
    assert.equal(seen.texts.length, 5)
  })

  test('no errors were logged, and uninstalling leaves no data', async () => {
    const left = await site.php<unknown>(
      `deactivate_plugins('central-posts/central-posts.php', false, true); define('WP_UNINSTALL_PLUGIN', 'central-posts/central-posts.php'); include WP_PLUGIN_DIR . '/central-posts/uninstall.php'; wp_cache_flush();
       global $wpdb; return [$wpdb->get_col("SHOW TABLES LIKE '%central%'"), $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%central%'"), is_dir(WP_CONTENT_DIR . '/media/uploads/central-posts'), wp_next_scheduled('central_posts_refresh')];`,
      { user: 1 },
    )
    assert.deepEqual(left, [[], [], false, false])
    assert.equal(await site.errorLog(), '')
  })
})
