// Approval in a network of WordPress 6.8 with the plugin active on every site: what is decided on one site never touches another. Needs
// root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PERSON } from '../../feed/fixtures/posts.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import { postOf, USE } from './site/start-curated.ts'
import type { Site } from './site/start-site.ts'
import { inPhp } from './site/store-posts.ts'

const POSTS = ['one', 'two', 'three'].map((id, at) => postOf(id, { author: { ...PERSON, id: `author-${id}` } }, at))
const SITES = ['/', '/second/'] as const

describe('the queue in a network', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('trixie')
    site = await bench.startSite({ name: 'network_queue', isNetwork: true })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `wpmu_create_blog(parse_url(home_url(), PHP_URL_HOST) . ':' . parse_url(home_url(), PHP_URL_PORT), '/second/', 'Second', 1); return true;`,
    )
    for (const path of SITES)
      await site.php(
        `${USE} $profile = new Reference('profile', 'mastodon', 'wall'); Items::mark_used([$profile], time(), 0); Review_Sources::set($profile->key(), true);
         Refresh::store_profile(['body' => ['platform' => 'mastodon', 'handle' => 'wall', 'variant' => 'posts', 'posts' => ${inPhp(POSTS)}, 'profile' => ${inPhp(PERSON)}]], $profile); return true;`,
        { user: 1, path },
      )
  })
  after(() => bench?.stop())

  /** State of each post, hidden words and authors of a site. */
  const found = (path: string) =>
    site.php<readonly unknown[]>(
      `${USE} global $wpdb; $curation = Curation::stored(); return [$wpdb->get_col('SELECT state FROM ' . Decisions::table() . ' ORDER BY published_at DESC'), $curation['words'], array_column($curation['authors'], 'id'), count($curation['always'])];`,
      { path },
    )
  const FRESH = [['waiting', 'waiting', 'waiting'], [], [], 1]

  test('a decision, a hidden word, author and source of the second site do not touch the first', async () => {
    for (const path of SITES) assert.deepEqual(await found(path), FRESH)
    await site.php(
      `${USE} $key = fn($id) => Post_Version::key('mastodon', ['id' => $id]); $version = fn($id) => Decisions::of_posts([$key($id)])[0]['version'];
       Review::decide([$key('one') => $version('one')], 'approved'); Review_Rules::set_words('two', true); Review_Rules::hide_author($key('three')); Review_Sources::set((new Reference('profile', 'mastodon', 'wall'))->key(), false); return true;`,
      { user: 1, path: '/second/' },
    )
    assert.deepEqual(await found('/second/'), [['approved', 'hidden', 'hidden'], ['two'], ['author-three'], 0])
    assert.deepEqual(await found('/'), FRESH)
  })

  test('a request that switches between sites reads the rules of each, and returns where it was', async () => {
    const words = await site.php<readonly unknown[]>(
      `${USE} $read = fn() => [get_current_blog_id(), Curation::stored()['words'], Curation::hides('mastodon', ['text' => 'two']), Decisions::count('waiting')];
       $all = [$read()]; switch_to_blog(2); $all[] = $read(); restore_current_blog(); $all[] = $read(); return $all;`,
    )
    assert.deepEqual(words, [
      [1, [], false, 3],
      [2, ['two'], true, 0],
      [1, [], false, 3],
    ])
  })

  test('the queue of the second site shows and changes its own posts, and an editor of the first may not', async () => {
    // The server of the test does not serve scripts below a site's path.
    const { page, close } = await bench.open(
      site,
      '/second/wp-admin/tools.php?page=central-posts-review&state=approved',
      { isSignedIn: true, hasScript: false },
    )
    await page.locator('.central-posts-entry').getByRole('button', { name: 'Back to waiting' }).click()
    await page.getByText('1 post waits for approval again.').waitFor()
    assert.match(page.url(), /\/second\/wp-admin\/tools\.php/)
    const nonce = await page.locator('[name="_wpnonce"]').first().inputValue()
    await site.php(
      "update_site_option('site_admins', ['nobody']); (new WP_User(1, '', 2))->set_role('subscriber'); (new WP_User(1, '', 1))->set_role('editor'); return true;",
    )
    const form = { action: 'central_posts_review', _wpnonce: nonce, task: 'word', value: 'oven' }
    const refused = await page.request.post(`${site.origin}/second/wp-admin/admin-post.php`, { form, maxRedirects: 0 })
    assert.equal(refused.status(), 403)
    await site.php(
      "update_site_option('site_admins', ['editor']); (new WP_User(1, '', 2))->set_role('administrator'); return true;",
    )
    await close()
    assert.deepEqual(await found('/'), FRESH)
    assert.deepEqual((await found('/second/'))[1], ['two'])
  })

  test('uninstalling deletes the decisions of every site', async () => {
    assert.equal(await site.errorLog(), '')
    await site.php(
      `deactivate_plugins('central-posts/central-posts.php', false, true); return delete_plugins(['central-posts/central-posts.php']) === true;`,
      { user: 1 },
    )
    const left = await site.php<unknown>(
      `global $wpdb; $left = [get_current_blog_id(), $wpdb->get_col("SHOW TABLES LIKE '%central%'")]; foreach ([1, 2] as $id) { switch_to_blog($id); $left[] = $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%central%posts%'"); restore_current_blog(); } return $left;`,
    )
    assert.deepEqual(left, [1, [], [], []])
  })
})
