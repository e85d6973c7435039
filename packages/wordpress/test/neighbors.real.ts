// Runs the kit alongside page builders, templates, page caches, other plugins and feeds, in WordPress 6.8 on SQLite and in 7.1 on MariaDB.
// Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite, startMariadbFor } from './site/databases.ts'
import { insert, openNewPost, publish } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const BLOCK = '<!-- wp:central-posts/posts {"sources":["sandbox:demo"]} /-->'

/** Types and statuses that queries exclude, and posts with the block. */
const SITE = `
  register_post_type('landing', ['public' => true, 'exclude_from_search' => true, 'supports' => ['title', 'editor']]);
  register_post_status('parked', ['internal' => true, 'exclude_from_search' => true]);
  $make = fn(string $content, array $more = []) => wp_insert_post(wp_slash($more + ['post_title' => 't', 'post_status' => 'publish', 'post_content' => $content]));
  $key = (new CentralPosts\\Reference('profile', 'sandbox', 'demo'))->key();
  $with = function () use ($key) { $found = CentralPosts\\Usage_Index::posts_showing([$key]); sort($found); return $found; };
  $store = function (string $url, array $more) {
    CentralPosts\\Items::put(new CentralPosts\\Reference('post', 'sandbox', $url), $more + ['id' => $url, 'url' => $url, 'kind' => 'text', 'text' => 'Words'], time() + 99999);
    return 'sandbox:' . $url;
  };`

/** A plugin that adds an attribute to every block in the editor. */
const OTHER_PLUGIN = `<?php
add_action('enqueue_block_editor_assets', function () {
  wp_add_inline_script('wp-hooks', "wp.hooks.addFilter('blocks.registerBlockType', 'other/extra', (settings) => ({ ...settings, attributes: { ...settings.attributes, animation: { type: 'string', default: 'none' } } }))");
});`

for (const [suite, database] of [
  ['trixie', prepareSqlite],
  ['sid', startMariadbFor],
] as const) {
  describe(`other plugins in WordPress of ${suite}`, () => {
    let bench: Bench
    let site: Site

    before(async () => {
      bench = await startBench(suite, database)
      site = await bench.startSite({ name: 'neighbors' })
      await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
      await site.php(
        `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
      )
    })
    after(() => bench?.stop())

    test('every page that shows a block is purged, whatever its type, also through patterns and template parts', async () => {
      const [found, made] = await site.php<[number[], number[]]>(
        `${SITE} $created = [];
         foreach (['post', 'page', 'landing'] as $type) foreach (['publish', 'draft', 'private', 'parked'] as $status) $created[] = $make('${BLOCK}', ['post_type' => $type, 'post_status' => $status]);
         // A page includes a pattern before the pattern has the block; and a pattern in a pattern.
         $pattern = $make('', ['post_type' => 'wp_block']); $outer = $make('<!-- wp:block {"ref":' . $pattern . '} /-->', ['post_type' => 'wp_block']);
         array_push($created, $pattern, $outer, $make('<!-- wp:block {"ref":' . $outer . ',"content":{}} /-->'), $make('<!-- wp:group --><!-- wp:block {"ref":' . $pattern . '} /--><!-- /wp:group -->', ['post_type' => 'landing']));
         wp_update_post(['ID' => $pattern, 'post_content' => '${BLOCK}']);
         $make('<!-- wp:block {"ref":' . $pattern . '0} /-->');
         $part = $make('${BLOCK}', ['post_type' => 'wp_template_part', 'post_name' => 'foot']);
         array_push($created, $part, $make('<!-- wp:template-part {"slug":"foot","theme":"t"} /-->', ['post_type' => 'wp_template']), $make('<!-- wp:template-part {"theme":"t","slug":"foot"} /-->'));
         $make('<!-- wp:template-part {"slug":"footer"} /-->'); $make('Nothing');
         sort($created); $found = $with(); $notified = null;
         add_action('central_posts_changed', function ($posts) use (&$notified) { sort($posts); $notified = $posts; }); CentralPosts\\Usage_Index::notify_changed([$key]);
         foreach ($created as $id) wp_delete_post($id, true);
         return [$notified === $found ? $found : $notified, $created];`,
        { user: 1 },
      )
      assert.deepEqual(found, made)
    })

    test('a page that shows a block from elsewhere is purged once it was rendered, and does not keep the item in use', async () => {
      const found = await site.php<Record<string, unknown>>(
        `${SITE} global $wp_query, $wpdb; $id = $make('Built', ['post_type' => 'landing']); $before = $with();
         $wp_query = new WP_Query(['p' => $id, 'post_type' => 'landing']);
         $queries = function () use ($wpdb) { $count = $wpdb->num_queries; central_posts(['sources' => 'sandbox:demo']); return $wpdb->num_queries - $count; };
         $queries(); $again = $queries(); $rendered = $with();
         $age = fn() => $wpdb->query($wpdb->prepare('UPDATE ' . CentralPosts\\Items::table() . ' SET used_at = %d, fetched_at = %d', time() - 31 * DAY_IN_SECONDS, time() - 31 * DAY_IN_SECONDS));
         $notified = []; add_action('central_posts_changed', function ($posts) use (&$notified) { $notified = $posts; });
         $sweep = function () use ($age, $key) { $age(); delete_option('central_posts_swept'); CentralPosts\\Usage_Index::clean_up(time()); return isset(CentralPosts\\Items::find([$key])[$key]); };
         $swept = [$sweep(), $notified]; $swept[] = $sweep(); $rows = get_post_meta($id, '_central_posts_shown');
         central_posts(['sources' => 'sandbox:demo']); $saved = count(get_post_meta($id, '_central_posts_shown')); wp_update_post(['ID' => $id]);
         return ['before' => $before, 'rendered' => $rendered === [$id], 'again' => $again, 'swept' => [$swept[0], $swept[1] === [$id], $swept[2]], 'rows' => $rows, 'saved' => [$saved, get_post_meta($id, '_central_posts_shown')]];`,
        { user: 1 },
      )
      const { again, ...rest } = found
      assert.deepEqual(rest, { before: [], rendered: true, swept: [true, true, false], rows: [], saved: [1, []] })
      assert.ok(Number(again) <= 5, String(again))
    })

    test('without stored data, a block without saved links shows links, like the shortcode', async () => {
      const shown = await site.php<string[]>(
        `$of = fn($attributes) => apply_filters('the_content', '<!-- wp:central-posts/posts ' . json_encode($attributes) . ' /-->');
         return [$of(['mode' => 'link', 'url' => 'https://nothing.example/x']), $of(['url' => 'https://nothing.example/y']), $of(['posts' => ['sandbox:https://nothing.example/1', 'sandbox:2'], 'sources' => ['sandbox:https://nothing.example/feed']]),
           do_shortcode('[central_posts posts="sandbox:https://nothing.example/1"]'), $of(['sources' => ['sandbox:nobody']])];`,
      )
      const links = shown.map((html) =>
        [...html.matchAll(/href="([^"]*)" rel="nofollow ugc noopener"/g)].map(([, url]) => url),
      )
      assert.deepEqual(links, [
        ['https://nothing.example/x'],
        ['https://nothing.example/y'],
        ['https://nothing.example/1', 'https://nothing.example/feed'],
        ['https://nothing.example/1'],
        [],
      ])
      assert.match(shown[0] ?? '', /^<div class="wp-exclude-emoji wp-block-central-posts-posts">/)
      assert.equal(shown[4], '')
    })

    test('the block has its anchor exactly once, with posts and with links', async () => {
      const shown = await site.php<string[]>(
        `${SITE} $word = $store('https://p.example/anchor', []);
         $of = fn($posts, $in) => apply_filters('the_content', '<!-- wp:central-posts/posts ' . json_encode(['posts' => $posts] + ($in === '' ? ['anchor' => 'news'] : [])) . ' -->' . $in . '<!-- /wp:central-posts/posts -->');
         $saved = '<ul id="news" class="wp-block-central-posts-posts"><li><a href="https://p.example/anchor">x</a></li></ul>';
         return [$of([$word], $saved), $of(['sandbox:https://p.example/none'], $saved), $of([$word], '')];`,
      )
      for (const html of shown) assert.deepEqual(html.match(/\bid="(?!central-posts-)[^"]*"/g), ['id="news"'])
    })

    test('feeds and excerpts have a link instead of a button that needs a script', async () => {
      const found = await site.php<Record<string, string>>(
        `${SITE} global $wp_query; $video = ['type' => 'video', 'url' => 'https://v.example/a.mp4', 'previewUrl' => null, 'embedUrl' => null, 'alt' => null];
         $image = ['type' => 'image', 'url' => 'https://v.example/a.png', 'previewUrl' => null, 'alt' => null];
         $content = ''; foreach ([$video, ['type' => 'audio'] + $video, ['embedUrl' => 'https://v.example/frame'] + $video, $image] as $at => $medium) $content .= '<!-- wp:central-posts/posts ' . json_encode(['posts' => [$store("https://p.example/film$at", ['media' => [$medium]])]]) . ' /-->';
         $page = apply_filters('the_content', $content); $post = get_post($make($content)); setup_postdata($post);
         add_filter('excerpt_allowed_blocks', fn($blocks) => array_merge($blocks, ['central-posts/posts'])); $excerpt = get_the_excerpt($post); $wp_query->is_feed = true; $feed = apply_filters('the_content', $content);
         return ['page' => $page, 'feed' => $feed, 'excerpt' => $excerpt];`,
      )
      assert.equal(found.page?.match(/<button/g)?.length, 4)
      assert.doesNotMatch(found.feed ?? '', /<button|loads from/i)
      for (const at of [0, 1, 2, 3]) assert.ok(found.feed?.includes(`href="https://p.example/film${at}"`))
      assert.match(found.excerpt ?? '', /Words/)
      assert.doesNotMatch(found.excerpt ?? '', /loads from|Play the/i)
    })

    test('posts never stand without their style while the page loads', async () => {
      const [first, second] = await site.php<string[]>(
        `${SITE} $word = $store('https://p.example/styled', []); ob_start(); do_action('wp_head'); ob_end_clean();
         return [do_shortcode("[central_posts posts='$word']"), do_shortcode("[central_posts posts='$word']")];`,
      )
      // WordPress 7.1 itself moves late styles into the head.
      assert.equal(/<link[^>]+style\.css/.test(first ?? ''), suite === 'trixie')
      assert.doesNotMatch(second ?? '', /<link/)
    })

    test('no translation is loaded before WordPress allows it', async () => {
      const [early, late] = await site.php<[unknown[], string]>(
        `$warnings = []; add_action('doing_it_wrong_run', function ($function, $message) use (&$warnings) { if (strpos($message, 'central-posts')) $warnings[] = $function; }, 10, 2); add_filter('doing_it_wrong_trigger_error', '__return_false');
         wp_mkdir_p(WP_LANG_DIR . '/plugins'); $file = WP_LANG_DIR . '/plugins/central-posts-de_DE.l10n.php'; file_put_contents($file, "<?php return ['messages' => ['Every 15 minutes' => 'Alle 15 Minuten']];");
         add_filter('locale', fn() => 'de_DE'); unload_textdomain('central-posts', true); wp_cache_flush(); $GLOBALS['wp_textdomain_registry'] = new WP_Textdomain_Registry(); $GLOBALS['wp_textdomain_registry']->init();
         $original = $GLOBALS['wp_actions']; unset($GLOBALS['wp_actions']['after_setup_theme'], $GLOBALS['wp_actions']['init']); wp_get_schedules(); $GLOBALS['wp_actions'] = $original;
         $late = wp_get_schedules()['central_posts_quarter']['display']; unlink($file); return [$warnings, $late];`,
      )
      assert.deepEqual([early, late], [[], 'Alle 15 Minuten'])
    })

    test('with a plugin that adds an attribute to every block, the preview works and untrusted text is saved as entities', async () => {
      await writeFile(join(site.content, 'mu-plugins/other.php'), OTHER_PLUGIN)
      await site.php(`${SITE} $store('https://p.example/ssr', ['text' => 'Shown in the editor']); return true;`)
      const { page, pageErrors, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
      const canvas = await openNewPost(page, 'Beside')
      const links = [{ url: 'https://p.example/[probe]?a=1&b=2', text: 'Use [probe x=1] &amp; "<b>"' }]
      const attributes = { posts: ['sandbox:https://p.example/ssr'], links }
      await page.evaluate(
        `wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('central-posts/posts', ${JSON.stringify(attributes)}))`,
      )
      await canvas.getByText('Shown in the editor').waitFor()
      await publish(page)
      const saved = await site.php<string>("return get_page_by_path('beside', OBJECT, 'post')->post_content;")
      assert.ok(
        saved.includes(
          '<a href="https://p.example/&#x5b;probe&#x5d;?a=1&amp;b=2" rel="nofollow ugc noopener">Use &#x5b;probe x=1&#x5d; &amp;amp; &quot;&lt;b&gt;&quot;</a>',
        ),
        saved,
      )
      // The block is still valid when it is opened again, and has the text.
      await page.reload()
      await canvas.getByText('Shown in the editor').waitFor()
      const again = await page.evaluate(
        `(() => { const block = wp.data.select('core/block-editor').getBlocks().find(({ name }) => name === 'central-posts/posts'); return [block.isValid, block.attributes.links] })()`,
      )
      assert.deepEqual(again, [true, links])
      assert.deepEqual(pageErrors, [])
      await close()
    })

    test('a block whose text was saved without entities opens unchanged', async () => {
      const path = await site.php<string>(
        `${SITE} $id = $make('<!-- wp:central-posts/posts {"posts":["sandbox:https://p.example/ssr"]} --><ul class="wp-block-central-posts-posts"><li><a href="https://p.example/ssr" rel="nofollow ugc noopener">It’s "[so]" &amp; &lt;b></a></li></ul><!-- /wp:central-posts/posts -->'); return "/wp-admin/post.php?post=$id&action=edit";`,
        { user: 1 },
      )
      const { page, close } = await bench.open(site, path, { isSignedIn: true })
      await page.waitForFunction(`window.wp?.data?.select('core/block-editor')?.getBlocks().length > 0`)
      const found = await page.evaluate(
        `(({ isValid, attributes }) => [isValid, attributes.links[0].text])(wp.data.select('core/block-editor').getBlocks()[0])`,
      )
      assert.deepEqual(found, [true, 'It’s "[so]" & <b>'])
      await close()
    })

    test('the modal shows an error if the script of the selector does not load', async () => {
      const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
      await page.route('**/post-selector.js*', (route) => route.abort())
      const canvas = await openNewPost(page, 'Blocked')
      await insert(page, 'Social feed')
      await canvas.getByRole('button', { name: 'Select posts' }).click()
      await page.getByRole('textbox', { name: 'Profile name or URL' }).fill('demo')
      await page.keyboard.press('Enter')
      await page.locator('.central-posts-choose').getByText('its script did not load').first().waitFor()
      assert.equal(await page.locator('.central-posts-choose .components-spinner').count(), 0)
      await close()
      assert.equal(await site.errorLog(), '')
    })
  })
}
