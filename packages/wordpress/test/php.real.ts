// Runs the whole kit on the oldest supported PHP, Debian's PHP and the newest one, with SQLite: installs it, fetches posts from a running
// service, renders them, and uninstalls it. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DEBIAN_PHP, installWasmPhp, type PhpProgram } from '../../php/test/install-wasm-php.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { type Bench, startBench } from './site/start-bench.ts'

const PLUGIN = 'central-posts/central-posts.php'

describe('the kit on SQLite', () => {
  let bench: Bench
  let zip = ''
  let wasmPhp: (version: string) => PhpProgram

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    zip = makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip
    const folder = join(bench.folder, 'wasm')
    await mkdir(folder)
    wasmPhp = await installWasmPhp(folder)
  })
  after(() => bench?.stop())

  for (const [version, programOf] of [
    ['7.4', () => wasmPhp('7.4')],
    ['8.2', () => DEBIAN_PHP],
    ['8.5', () => wasmPhp('8.5')],
  ] as const) {
    test(`everything works on PHP ${version}`, async () => {
      const site = await bench.startSite({ name: `php${version.replace('.', '')}`, program: programOf() })
      assert.match(await site.php<string>('return PHP_VERSION;'), new RegExp(`^${version.replace('.', '\\.')}\\.`))
      await site.install(zip, 'central-posts')

      const account = await site.php<{ saved: string; plan: string; end: string }>(
        `$saved = CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']);
         return ['saved' => $saved, 'plan' => CentralPosts\\Service::account(true)['account']['license']['plan'], 'end' => CentralPosts\\Settings::key_suffix()];`,
      )
      assert.deepEqual(account, { saved: '', plan: 'wide', end: bench.key.slice(-4) })

      const post = `${bench.service.origin}/sandbox/@demo/1090`
      const link = `${bench.service.origin}/sandbox/news/1004`
      await site.publish(
        'Shown',
        `[central_posts sources="sandbox:fleeting" count="3"][central_posts posts="sandbox:1089" layout="list"][central_posts url="${post}"][central_posts url="${link}" mode="link"]`,
      )
      const runs = await site.php<number>(
        `for ($runs = 1; $runs <= 20; $runs++) { CentralPosts\\Refresh::run();
           if (CentralPosts\\Service::problem() || (!CentralPosts\\Items::overdue_since(time()) && !CentralPosts\\Image_Rows::due(time(), 1))) return $runs; }`,
      )
      assert.ok(runs >= 1)

      const shown = await site.php<{ html: string; problem: unknown; health: string; page: string; row: string }>(
        `global $post; $post = get_page_by_path('shown', OBJECT, 'post'); setup_postdata($post);
         ob_start(); CentralPosts\\Settings_Page::render(); $page = ob_get_clean();
         return ['html' => apply_filters('the_content', $post->post_content), 'problem' => CentralPosts\\Service::problem(),
           'health' => CentralPosts\\Site_Health::test()['status'], 'page' => $page];`,
        { user: 1 },
      )
      assert.deepEqual([shown.problem, shown.health], [null, 'good'])
      assert.equal(shown.html.match(/<li class="central-posts-item">/g)?.length, 4)
      assert.equal(shown.html.match(/<article [^>]*class="central-posts-post /g)?.length, 5)
      assert.match(shown.html, /A recording in a player/)
      assert.match(shown.html, /The title of the page behind the link/)
      assert.match(shown.html, /<img class="central-posts-picture" src="[^"]+\/uploads\/central-posts\/[^"]+" srcset="/)
      assert.doesNotMatch(shown.html, /Only editors see this/)
      assert.match(shown.page, /Refresh now/)

      // The page that a visitor gets.
      const { page, pageErrors, externalRequests, close } = await bench.open(site, '/shown/')
      assert.equal(await page.locator('.central-posts-post').count(), 5)
      assert.deepEqual([pageErrors, externalRequests], [[], []])
      await close()

      const responses = await site.php<unknown[]>(
        `$call = function($path, $body) { $request = new WP_REST_Request('POST', '/central-posts/v1' . $path); $request->set_body_params($body); return rest_do_request($request); };
         return [count($call('/scan', ['platform' => 'sandbox', 'handle' => 'fleeting'])->get_data()['body']['posts']), $call('/scan', ['platform' => 'sandbox', 'handle' => 'error.profile_private'])->get_data()['code'],
           $call('/read', ['url' => '${post}', 'mode' => 'post'])->get_data()['mode'], $call('/describe', ['posts' => ['sandbox:1089']])->get_data()['posts'][0]['kind']];`,
        { user: 1 },
      )
      assert.deepEqual(responses, [3, 'profile_private', 'post', 'video'])

      const locks = await site.php(
        `$now = time(); $one = CentralPosts\\Lock::acquire($now); $two = CentralPosts\\Lock::acquire($now); CentralPosts\\Lock::release($one); $free = CentralPosts\\Lock::acquire($now);
         CentralPosts\\Lock::release($free); return array_map('is_string', [$one, $two, $free]);`,
      )
      assert.deepEqual(locks, [true, false, true])

      assert.equal(
        await site.php(`deactivate_plugins('${PLUGIN}'); return delete_plugins(['${PLUGIN}']) === true;`, { user: 1 }),
        true,
      )
      const left = await site.php<unknown[]>(
        `global $wpdb; return [$wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%central%posts%' OR option_value LIKE '%central_posts%'"),
          $wpdb->get_col("SHOW TABLES LIKE '%central%'"), $wpdb->get_col("SELECT meta_key FROM $wpdb->postmeta WHERE meta_key LIKE '%central%'")];`,
      )
      assert.deepEqual(left, [[], [], []])
      assert.ok(!(await readdir(join(site.content, 'uploads'))).includes('central-posts'))
      assert.equal(await site.errorLog(), '')
    })
  }
})
