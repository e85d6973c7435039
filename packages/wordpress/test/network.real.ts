// A network of WordPress 6.8 with the plugins of two vendors, made of the same kit: neither is in the other's way, and one
// that goes leaves the other whole.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { begin, insert, lookThrough } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

/** The sandbox of a service at home costs no place; a site under a name of its own does. */
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

  test('each has settings, table and schedule of its own; one takes its key from the environment', async () => {
    const found = await site.php<Record<string, unknown>>(
      `HarborNotes\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); HarborNotes\\Service::account(true); AcmePosts\\Service::account(true);
       HarborNotes\\Refresh::schedule(); AcmePosts\\Refresh::schedule(); global $wpdb;
       return ['tables' => $wpdb->get_col("SHOW TABLES LIKE 'wp\\_%\\_items'"), 'given' => [AcmePosts\\Settings::is_given('KEY'), HarborNotes\\Settings::is_given('KEY')],
         'sealed' => get_option('acme_posts_settings'), 'ends' => AcmePosts\\Settings::key_end(), 'events' => [(bool) wp_next_scheduled('acme_posts_refresh'), (bool) wp_next_scheduled('harbor_notes_refresh')],
         'old' => $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%central%'")];`,
      { user: 1 },
    )
    assert.deepEqual(found, {
      ...{ tables: ['wp_acme_posts_items', 'wp_harbor_notes_items'], given: [true, false], sealed: false },
      ...{ ends: bench.key.slice(-4), events: [true, true], old: [] },
    })
  })

  test('both blocks are inserted into one post, with a selector each, and both show their posts', async () => {
    const { page, faults, settle, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    const canvas = await begin(page, 'Both')
    for (const [at, vendor] of ['acme-posts', 'harbor-notes'].entries()) {
      if (at === 0) await insert(page, 'Posts of a platform')
      else
        await page.evaluate(
          "wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('harbor-notes/posts'))",
        )
      const selector = await lookThrough(page, canvas, vendor)
      await selector.getByRole('checkbox', { name: /A picture whose address stops working/ }).check()
      await settle()
      await page.getByRole('button', { name: 'Show these posts' }).click()
      await canvas.locator(`.wp-block-${vendor}-posts .${vendor}-picture`).waitFor()
    }
    const content = await page.evaluate<string>("wp.data.select('core/editor').getEditedPostContent()")
    await close()
    assert.deepEqual(faults, [])
    await site.publish('Both', content)
    const visit = await bench.open(site, '/both/')
    for (const vendor of ['acme-posts', 'harbor-notes']) {
      assert.equal(await visit.page.locator(`.wp-block-${vendor}-posts .${vendor}-item img`).count(), 1)
    }
    assert.deepEqual([visit.faults, visit.elsewhere], [[], []])
    await bench.shoot(visit.page, 'visitor-both')
    await visit.close()
    assert.equal(await site.complaints(), '')
  })

  test('a site that is added later has what it needs, and a place that is freed when the site or the plugin goes', async () => {
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
    assert.equal(await visit.page.locator('.acme-posts-item img').count(), 1)
    // Of the other its plain link.
    assert.equal(await visit.page.locator('.wp-block-harbor-notes-posts > li > a').count(), 1)
    await visit.close()
    assert.equal(await site.complaints(), '')
  })
})
