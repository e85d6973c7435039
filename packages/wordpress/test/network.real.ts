// Runs two vendors' plugins, made from the same kit, in a WordPress 6.8 network: they do not affect each other, and uninstalling one
// leaves the other intact.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { browseDemo, insert, openNewPost } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

/** A local site does not count against the plan's sites; a site with a public host name does. */
const PLACE = 'https://blog.example/second'

describe('two vendors’ plugins in a network of WordPress 6.8', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('trixie')
    assert.match(bench.version, /^6\.8/)
    site = await bench.startSite({
      name: 'network',
      isNetwork: true,
      environment: { ACME_POSTS_URL: bench.service.origin, ACME_POSTS_KEY: bench.key },
    })
    for (const name of ['Acme Posts', 'Harbor Notes']) {
      const { zip } = makePlugin(identityOf({ name, terms: 'https://acme.example/terms' }), bench.folder)
      await site.install(zip, identityOf({ name }).slug)
    }
    await site.php(
      `wpmu_create_blog(parse_url(home_url(), PHP_URL_HOST) . ':' . parse_url(home_url(), PHP_URL_PORT), '/second/', 'Second', 1); return true;`,
    )
  })
  after(() => bench?.stop())

  test('each has its own settings, table and schedule; one reads its key from the environment', async () => {
    const found = await site.php<Record<string, unknown>>(
      `HarborNotes\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); HarborNotes\\Service::account(true); AcmePosts\\Service::account(true);
       HarborNotes\\Refresh::schedule(); AcmePosts\\Refresh::schedule(); global $wpdb;
       return ['tables' => $wpdb->get_col("SHOW TABLES LIKE 'wp\\_%\\_items'"), 'given' => [AcmePosts\\Settings::is_overridden('KEY'), HarborNotes\\Settings::is_overridden('KEY')],
         'sealed' => get_option('acme_posts_settings'), 'ends' => AcmePosts\\Settings::key_suffix(), 'events' => [(bool) wp_next_scheduled('acme_posts_refresh'), (bool) wp_next_scheduled('harbor_notes_refresh')],
         'old' => $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%central%'")];`,
      { user: 1 },
    )
    assert.deepEqual(found, {
      ...{ tables: ['wp_acme_posts_items', 'wp_harbor_notes_items'], given: [true, false], sealed: false },
      ...{ ends: bench.key.slice(-4), events: [true, true], old: [] },
    })
  })

  test('both blocks work in one post, each with its own selector', async () => {
    const { page, pageErrors, waitForImages, close } = await bench.open(site, '/wp-admin/post-new.php', {
      isSignedIn: true,
    })
    const canvas = await openNewPost(page, 'Both')
    for (const [at, vendor] of ['acme-posts', 'harbor-notes'].entries()) {
      if (at === 0) await insert(page, 'Social feed')
      else
        await page.evaluate(
          "wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('harbor-notes/posts'))",
        )
      const selector = await browseDemo(page, canvas, vendor)
      await selector.getByRole('checkbox', { name: /A picture whose address stops working/ }).check()
      await waitForImages()
      await page.getByRole('button', { name: 'Show these posts' }).click()
      await canvas.locator(`.wp-block-${vendor}-posts .${vendor}-picture`).waitFor()
    }
    const content = await page.evaluate<string>("wp.data.select('core/editor').getEditedPostContent()")
    await close()
    assert.deepEqual(pageErrors, [])
    await site.publish('Both', content)
    const visit = await bench.open(site, '/both/')
    for (const vendor of ['acme-posts', 'harbor-notes']) {
      assert.equal(await visit.page.locator(`.wp-block-${vendor}-posts .${vendor}-picture`).count(), 1)
    }
    assert.deepEqual([visit.pageErrors, visit.externalRequests], [[], []])
    await bench.screenshot(visit.page, 'visitor-both')
    await visit.close()
    assert.equal(await site.errorLog(), '')
  })

  test('a site that is added later works, and is released when the site or the plugin is deleted', async () => {
    const second = { path: '/second/', user: 1 }
    const { store } = bench.service.parts
    const sites = async () => (await store.sites.listOf(bench.licenseId)).map(({ site: taken }) => taken)
    assert.deepEqual(
      await site.php(
        `add_filter('option_home', fn() => '${PLACE}'); HarborNotes\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']);
         global $wpdb; return [get_current_blog_id(), isset(HarborNotes\\Service::account(true)['account']), $wpdb->get_col("SHOW TABLES LIKE 'wp\\_2\\_%notes\\_items'")];`,
        second,
      ),
      [2, true, ['wp_2_harbor_notes_items']],
    )
    assert.deepEqual(await sites(), ['blog.example/second'])
    await site.php(
      `add_filter('option_home', fn() => '${PLACE}'); deactivate_plugins('harbor-notes/harbor-notes.php', false, true); return delete_plugins(['harbor-notes/harbor-notes.php']) === true;`,
      second,
    )
    assert.deepEqual(await sites(), [])
    assert.deepEqual(
      await site.php(
        `global $wpdb; $left = [$wpdb->get_col("SHOW TABLES LIKE '%harbor%'")];
         foreach (get_sites(['fields' => 'ids']) as $id) { switch_to_blog($id); $left[] = $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%harbor%' OR option_value LIKE '%harbor_notes%'"); restore_current_blog(); }
         return [$left, shortcode_exists('acme_posts')];`,
        { user: 1 },
      ),
      [[[], [], []], true],
    )
    const visit = await bench.open(site, '/both/')
    assert.equal(await visit.page.locator('.acme-posts-picture').count(), 1)
    // The other block is a plain link.
    assert.equal(await visit.page.locator('.wp-block-harbor-notes-posts > li > a').count(), 1)
    await visit.close()
    assert.equal(await site.errorLog(), '')
  })
})
