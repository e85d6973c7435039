// Runs the kit on difficult hosts: rewritten rows, a missing table, editors who add more than the license allows, failing
// requests. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { insert, openNewPost, paste, publish } from './site/editor.ts'
import { PRELUDE } from './site/prelude.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const PLUGIN = 'central-posts/central-posts.php'
const SELECTOR = 'central-posts-selector'

describe('the kit on difficult hosts', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('sid')
    site = await bench.startSite({ name: 'hosts' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await php(`Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); Service::account(true);`)
  })
  after(() => bench?.stop())

  const php = <T>(code: string, user = 1) => site.php<T>(`${PRELUDE} ${code} return $found ?? null;`, { user })

  test('a row with a rewritten subject gets its new key, is fetched once, and keeps its pages', async () => {
    const found = await php<unknown>(
      `$old = new Reference('profile', 'sandbox', 'demo'); $new = new Reference('profile', 'sandbox', 'fleeting'); $post = wp_insert_post(['post_title' => 'Moved']);
       Items::mark_used([$old], time()); foreach ([Usage_Index::META_CONTENT, Usage_Index::META_RENDERED] as $note) add_post_meta($post, $note, $old->key()); Refresh::run();
       $GLOBALS['wpdb']->query('UPDATE ' . Items::table() . " SET subject = 'fleeting', due_at = UNIX_TIMESTAMP() - 5 WHERE type = 'profile'");
       $requests = []; for ($runs = 0; $runs < 4; $runs++) Refresh::run();
       $found = [count(preg_grep('~scan-profile~', $requests)), $row($old), $row($new)['due_at'] > time(), get_post_meta($post, Usage_Index::META_CONTENT) === [$new->key()], get_post_meta($post, Usage_Index::META_RENDERED) === [$new->key()]];
       Items::delete($new->key());`,
    )
    assert.deepEqual(found, [1, null, true, true, true])
  })

  test('the rewritten row is deleted if a row with its new key exists', async () => {
    const found = await php<unknown>(
      `$one = new Reference('post', 'sandbox', '1086'); $other = new Reference('post', 'sandbox', '1087'); Items::mark_used([$one, $other], time());
       $GLOBALS['wpdb']->query('UPDATE ' . Items::table() . " SET subject = '1087' WHERE item_key = '" . $one->key() . "'"); Refresh::run();
       $found = [$row($one), $row($other)['data']['id']];`,
    )
    assert.deepEqual(found, [null, '1087'])
  })

  test('a row that cannot be written is not fetched, and schedules no further run', async () => {
    const found = await php<unknown>(
      `$ref = new Reference('profile', 'sandbox', 'demo'); Items::mark_used([$ref], time()); wp_unschedule_hook(Refresh::HOOK); $requests = [];
       add_filter('query', $refuse = fn($query) => strpos($query, 'UPDATE \`' . Items::table()) === 0 ? 'SELECT * FROM not_there' : $query); $GLOBALS['wpdb']->suppress_errors(true);
       Refresh::run(); remove_filter('query', $refuse); $GLOBALS['wpdb']->suppress_errors(false);
       $found = [preg_grep('~scan-profile~', $requests), wp_next_scheduled(Refresh::HOOK, ['more'])]; Refresh::run(); $found[] = $row($ref)['due_at'] > time();`,
    )
    assert.deepEqual(found, [[], false, true])
  })

  test('concurrent processes that find the event missing schedule the same event', async () => {
    const found = await php<unknown>(
      `wp_unschedule_hook(Refresh::HOOK); add_filter('pre_get_scheduled_event', '__return_false'); Refresh::schedule(); Refresh::schedule();
       foreach (_get_cron_array() as $at => $hooks) foreach ($hooks[Refresh::HOOK] ?? [] as $event) $found[] = $at % 900;`,
    )
    assert.deepEqual(found, [0])
  })

  test('a fetch that crashes the process waits for its interval; after a global error its row is due behind the others', async () => {
    const found = await php<unknown>(
      `$ref = new Reference('profile', 'sandbox', 'demo'); Items::update($ref->key(), ['due_at' => 1]);
       add_filter('pre_http_request', $end = function ($response, $options, $url) { if (strpos($url, 'scan-profile')) throw new Error('ends'); return $response; }, 10, 3);
       try { Refresh::run(); } catch (Error $error) {} remove_filter('pre_http_request', $end);
       $found = [$row($ref)['due_at'] >= time() + Refresh::interval_of('profile') - 60];
       Items::update($ref->key(), ['due_at' => 7]);
       add_filter('pre_http_request', $fail = fn($response, $options, $url) => strpos($url, 'scan-profile') ? new WP_Error('x', 'offline') : $response, 10, 3);
       Refresh::run(); remove_filter('pre_http_request', $fail); $found[] = [abs($row($ref)['due_at'] - time()) < 60, Service::problem()['code']]; Service::clear_problem(); Refresh::run();`,
    )
    assert.deepEqual(found, [true, [true, 'network_error']])
  })

  test('a row that fails at the service does not block the others', async () => {
    const found = await php<unknown>(
      `$bad = new Reference('profile', 'sandbox', 'fleeting'); $post = new Reference('post', 'sandbox', '1088'); Items::mark_used([$bad, $post], time()); Items::update($bad->key(), ['due_at' => 1]); Items::update($post->key(), ['due_at' => 5]);
       add_filter('pre_http_request', $fail = fn($response, $options, $url) => strpos((string) $options['body'], 'fleeting') ? new WP_Error('x', 'offline') : $response, 10, 3);
       for ($runs = 0; $runs < 2; $runs++) { Refresh::run(); Service::clear_problem(); } remove_filter('pre_http_request', $fail);
       $found = [$row($bad)['data'] === null, $row($post)['data']['id'] ?? null]; Items::delete($bad->key());`,
    )
    assert.deepEqual(found, [true, '1088'])
  })

  test('an id that is longer than its column is truncated', async () => {
    const found = await php<unknown>(
      `$ref = new Reference('profile', 'sandbox', 'error.profile_private'); Items::mark_used([$ref], time());
       add_filter('http_response', fn($response) => ['headers' => ['x-request-id' => str_repeat('r', 300)] + (array) $response['headers']->getAll()] + $response);
       Refresh::run(); $found = [$row($ref)['problem'], strlen($row($ref)['request_id']), $row($ref)['due_at'] > time()]; Items::delete($ref->key());`,
    )
    assert.deepEqual(found, ['profile_private', 128, true])
  })

  test('Site Health reports a missing table; a refresh, the editor and a new activation create it again', async () => {
    const found = await php<unknown>(
      `$drop = fn() => $GLOBALS['wpdb']->query('DROP TABLE ' . Items::table()); $drop(); $found = [Site_Health::test()['status'], Items::table_exists()];
       Refresh::run(); $found[] = Items::table_exists(); $drop(); $rest('scan', ['platform' => 'sandbox', 'handle' => 'demo']); $found[] = Items::table_exists();
       $drop(); deactivate_plugins('${PLUGIN}'); activate_plugin('${PLUGIN}'); Installation::install(); $found[] = Items::table_exists(); $found[] = Site_Health::test()['status'];`,
    )
    assert.deepEqual(found, ['recommended', false, true, true, true, 'good'])
  })

  test('Site Health reports a character set that cannot store every character', async () => {
    const found = await php<readonly [string, string, string]>(
      `$GLOBALS['wpdb']->query('ALTER TABLE ' . Items::table() . ' CONVERT TO CHARACTER SET utf8mb3'); $found = [Items::charset(), Site_Health::test()['status'], Site_Health::test()['description']];`,
    )
    assert.match(found[0], /^utf8(?:mb3)?$/)
    assert.equal(found[1], 'recommended')
    assert.match(found[2], /utf8mb4/)
    await php("$GLOBALS['wpdb']->query('ALTER TABLE ' . Items::table() . ' CONVERT TO CHARACTER SET utf8mb4');")
    assert.deepEqual(await php("$found = [Items::charset(), Site_Health::test()['status']];"), ['utf8mb4', 'good'])
  })

  test('URL and key are normalized alike from the form and from constants', async () => {
    const written = [
      `${bench.service.origin}/api/v1/`,
      `${bench.service.origin}/\\n`,
      ` ${bench.service.origin}//api/v1\\r\\n`,
      `\\u{FEFF}${bench.service.origin}\\u{200B}`,
      `${bench.service.origin}\\xA0`,
    ]
    for (const url of written) {
      const found = await php<unknown>(
        `putenv("CENTRAL_POSTS_URL=${url}"); putenv("CENTRAL_POSTS_KEY= ${bench.key}\\u{200B}\\n"); $found = [Settings::url(), isset(Service::account(true)['account'])];
         putenv('CENTRAL_POSTS_URL'); putenv('CENTRAL_POSTS_KEY'); $found[] = Settings::save(['url' => "${url}"]); $found[] = get_option(Settings::OPTION)['url'];`,
      )
      const { origin } = bench.service
      assert.deepEqual([url, found], [url, [origin, true, '', origin]])
    }
    const bare = `$found = [Settings::save(['url' => 'api.example.com']), Settings::url()]; Settings::save(['url' => '${bench.service.origin}']);`
    assert.deepEqual(await php(bare), ['', 'https://api.example.com'])
  })

  test('a service URL that cannot be extended with a path is rejected', async () => {
    const invalid = 'This is not a valid service URL. Enter a URL such as https://api.example.com.'
    const faults: Readonly<Record<string, readonly string[]>> = {
      [invalid]: ['https://', 'http://', 'http://[::1', 'http://::1', 'https://.'],
      'The URL begins with “https:”. Enter it with https:// at its beginning.': ['https:'],
      'The URL begins with “https:/”. Enter it with https:// at its beginning.': ['https:/'],
      'The URL begins with “ftp://”. Enter it with https:// at its beginning.': ['ftp://api.example.com'],
      'The URL of a service has no “?” and no “#”. Remove “?key=1” from its end.': ['https://api.example.com/?key=1'],
      'The URL of a service has no “?” and no “#”. Remove “?” from its end.': ['https://api.example.com?'],
      'The URL of a service has no “?” and no “#”. Remove “#top” from its end.': ['https://api.example.com/#top'],
      'The URL of a service has no “?” and no “#”. Remove “?a” from its end.': ['api.example.com?a'],
    }
    for (const [fault, urls] of Object.entries(faults)) {
      for (const url of urls) {
        const found = await php<unknown>(
          `$old = Settings::url(); $found = [Settings::save(['url' => '${url}']), Settings::url() === $old];`,
        )
        assert.deepEqual([url, found], [url, [fault, true]])
      }
    }
    for (const url of [
      'http://[::1]:8787',
      'https://owner:secret@api.example.com',
      'https://api.example.com/folder',
      'http://service:8787',
    ]) {
      const found = await php<unknown>(`$found = [Settings::save(['url' => '${url}/']), Settings::url()];`)
      assert.deepEqual([url, found], [url, ['', url]])
    }
    await php(`Settings::save(['url' => '${bench.service.origin}']);`)
  })

  test('a constant without a usable value is ignored', async () => {
    for (const value of ['false', 'null', "''", '" \\n"', "['x']", '0', 'new ArrayObject()', 'true']) {
      const found = await php<unknown>(
        `$before = [Settings::url(), Settings::key()]; foreach (['URL', 'KEY'] as $name) define("CENTRAL_POSTS_$name", ${value}); $found = [Settings::is_overridden('KEY'), [Settings::url(), Settings::key()] === $before];
         putenv('CENTRAL_POSTS_KEY=ck_of_the_environment'); $found[] = Settings::key();`,
      )
      assert.deepEqual([value, found], [value, [false, true, 'ck_of_the_environment']])
    }
  })

  test('damaged settings are ignored', async () => {
    const found = await php<unknown>(
      `$original = get_option(Settings::OPTION); foreach ([false, 'x', new stdClass(), ['url' => new stdClass(), 'key' => ['x'], 'hours' => 'x', 'copies' => new stdClass()], ['url' => ['x'], 'key' => 7, 'copies' => 'x']] as $value) {
         update_option(Settings::OPTION, $value); $found[] = [Settings::url(), Settings::key(), Settings::is_key_unreadable(), Settings::interval(), Settings::copies_images('sandbox')]; }
       update_option(Settings::OPTION, $original);`,
    )
    assert.deepEqual(
      found,
      Array.from({ length: 5 }, () => ['', '', false, 10_800, true]),
    )
  })

  test('an empty constant is not used to encrypt the key', async () => {
    for (const value of ["''", 'false', 'null', '" "', "['x']", 'new ArrayObject()']) {
      const found = await php<unknown>(
        `$sealed = Key_Encryption::encrypt('ck_live_sealed'); define('CENTRAL_POSTS_SECRET', ${value}); $found = [Key_Encryption::decrypt($sealed), Key_Encryption::decrypt(Key_Encryption::encrypt('x'))];`,
      )
      assert.deepEqual([value, found], [value, ['ck_live_sealed', 'x']])
    }
    const own = `$sealed = Key_Encryption::encrypt('x'); define('CENTRAL_POSTS_SECRET', 'own'); $found = [Key_Encryption::decrypt($sealed), Key_Encryption::decrypt(Key_Encryption::encrypt('x'))];`
    assert.deepEqual(await php(own), [null, 'x'])
  })

  test('Site Health does not show the user name and password in the service URL', async () => {
    const found = await php<readonly string[]>(
      `foreach (['https://owner:secret@api.example.com/x', 'https://o@b:s@api.example.com', 'https://api.example.com/@x'] as $url) { putenv("CENTRAL_POSTS_URL=$url"); $found[] = Site_Health::add_debug_info([])['central-posts']['fields']['url']['value']; }`,
    )
    assert.deepEqual(found, ['https://api.example.com/x', 'https://api.example.com', 'https://api.example.com/@x'])
  })

  test('damaged data of platforms, problem and account is treated as missing', async () => {
    const found = await php<Readonly<Record<string, unknown>>>(
      `require_once ABSPATH . 'wp-admin/includes/admin.php'; $capture = function ($work) { ob_start(); try { $work(); } finally { $output = ob_get_clean(); } return $output; };
       $whole = ['id' => 'sandbox', 'name' => 'Sandbox', 'variants' => 'x', 'handles' => [null, ['x'], 'https://posts.example/@x']];
       $license = ['plan' => 'p', 'status' => 's', 'expiresAt' => null]; $use = ['used' => 1, 'limit' => null]; $usage = ['scans' => $use, 'validations' => $use, 'sites' => $use];
       $damaged = [false, null, 'x', 7, new stdClass(), [], ['x', 'y'], [['x']], [new stdClass()], [['id' => 'x']], [['id' => ['x'], 'name' => 'x']], ['message' => 'x'], ['code' => ['x'], 'request_id' => 'x', 'until' => 1], ['code' => new stdClass()], ['problem' => ['x']], ['problem' => 'x'],
         ['account' => 'x'], ['account' => new stdClass()], ['account' => ['license' => new stdClass()]], ['account' => ['license' => $license]], ['account' => ['license' => $license, 'usage' => ['scans' => 'x'] + $usage]], ['account' => ['license' => ['plan' => ['x']] + $license, 'usage' => $usage]]];
       $problem = Service::problem(); $content = '<!-- wp:central-posts/posts {"sources":["sandbox:demo"]} /-->'; $found = ['pages' => 0, 'requested' => 0]; add_filter('pre_http_request', fn($response) => $response ?: ['headers' => [], 'body' => 'x', 'response' => ['code' => 200, 'message' => 'OK'], 'cookies' => []], 11);
       foreach ($damaged as $at => $value) { update_option(Service::PLATFORMS, $value); update_option(Service::PROBLEM, $value); set_transient(Service::ACCOUNT, $value, 60);
         if (Service::platforms() !== [] || Service::problem() !== null) $found['taken'][] = $at; $requests = []; if (!isset(Service::account()['problem']['code'])) $found['without_problem'][] = $at; $found['requested'] += count($requests) > 0;
         set_transient(Service::ACCOUNT, $value, 60); foreach ([0, 1] as $user) { wp_set_current_user($user); do_blocks($content); } Block::add_editor_data(); Site_Health::test(); Site_Health::add_debug_info([]); Refresh::run(); Service::clear_problem(); update_option(Service::PROBLEM, $value); $found['pages'] += strpos($capture([CentralPosts\\Settings_Page::class, 'render']), '</form>') !== false; }
       update_option(Service::PLATFORMS, ['x', $whole]); $found['rest'] = Service::platforms();
       foreach ([['code' => 'unavailable'], ['code' => 'unavailable', 'request_id' => ['x'], 'at' => 'x', 'until' => 'x'], ['code' => 'unavailable', 'until' => time() + YEAR_IN_SECONDS]] as $value) { update_option(Service::PROBLEM, $value); $found['problems'][] = Service::problem(); }
       Service::clear_problem(); remove_all_filters('pre_http_request'); $found['again'] = isset(Service::account(true)['account']['usage']['scans']['used']);`,
    )
    const problem = { code: 'unavailable', request_id: '', at: 0, until: 0 }
    assert.deepEqual(found, {
      ...{ pages: 22, requested: 22 },
      rest: [{ variants: [], handles: ['https://posts.example/@x'], id: 'sandbox', name: 'Sandbox' }],
      problems: [problem, problem, problem],
      again: true,
    })
  })

  test('a translation plugin does not turn each language into a separate site', async () => {
    const found = await php<unknown>(
      `$sites = []; add_filter('home_url', fn($url) => str_replace('${site.origin}', '${site.origin}/de', $url)); add_filter('pre_option_home', fn() => 'https://de.example');
       add_filter('http_request_args', function ($options, $url) use (&$sites) {
         if (strpos($url, '/auth/token')) $sites[] = json_decode($options['body'], true)['siteId']; return $options; }, 10, 2);
       delete_transient(Service::ACCOUNT); $GLOBALS['wpdb']->query("DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '_transient_central_posts_token_%'"); wp_cache_flush();
       Service::account(true); $found = [get_option('home'), $sites];`,
    )
    assert.deepEqual(found, ['https://de.example', [site.origin]])
  })

  test('profiles are limited per call, per user and day, and per site, including browsed ones', async () => {
    const found = await php<unknown>(
      `$words = fn($from, $count) => array_map(fn($n) => "sandbox:p$n", range($from, $from + $count - 1)); $keep = fn($sources) => $rest('keep', ['posts' => [], 'sources' => $sources])->get_status();
       $as = function ($name) { wp_set_current_user(wp_insert_user(['user_login' => $name, 'user_pass' => 'x', 'role' => 'contributor'])); }; $as('one');
       Items::put(new Reference('profile', 'sandbox', 'p40'), ['posts' => []]); $before = Items::count_in_use('profile');
       $found['call'] = $keep($words(0, 11)); for ($at = 0; $at < 50; $at += 10) $found['keeps'][] = $keep($words($at, 10)); $found['user'] = $keep(['sandbox:more']); $found['again'] = $keep($words(0, 10));
       $found['count'] = Items::count_in_use('profile') - $before; $as('other');
       $found['other'] = $keep(['sandbox:more']); add_filter('central_posts_most', fn($most, $type) => $type === 'profile' ? 1 : $most, 10, 2); $found['site'] = $keep(['sandbox:still more']);
       $found['code'] = $rest('keep', ['posts' => [], 'sources' => ['sandbox:still more']])->get_data()['code'];
       $GLOBALS['wpdb']->query('DELETE FROM ' . Items::table() . " WHERE type = 'profile' AND subject LIKE 'p%'");`,
    )
    const counts = { call: 400, keeps: [200, 200, 200, 200, 200], user: 429, again: 200, count: 50 }
    assert.deepEqual(found, { ...counts, other: 200, site: 429, code: 'too_many_shown' })
  })

  test('the items of a page count for its author, and editors see a notice when the limit is reached', async () => {
    const found = await php<unknown>(
      `$author = wp_insert_user(['user_login' => 'many', 'user_pass' => 'x', 'role' => 'author']);
       $blocks = implode('', array_map(fn($block) => '[central_posts sources="' . implode(' ', array_map(fn($n) => "sandbox:q$block-$n", range(1, 10))) . '"]', range(1, 8)));
       wp_set_current_user(0); $before = Items::count_in_use('profile'); $GLOBALS['post'] = get_post(wp_insert_post(['post_title' => 'Many', 'post_status' => 'publish', 'post_author' => $author, 'post_content' => $blocks]));
       $found[] = Items::count_in_use('profile') - $before; do_shortcode($blocks); $found[] = Items::count_in_use('profile') - $before;
       wp_set_current_user(1); $found[] = substr_count(do_shortcode($blocks), 'limit of profiles'); $GLOBALS['post'] = null;
       $GLOBALS['wpdb']->query('DELETE FROM ' . Items::table() . " WHERE type = 'profile' AND subject LIKE 'q%'");`,
    )
    assert.deepEqual(found, [50, 50, 3])
  })

  test('a failed database read keeps the stored data', async () => {
    const found = await php<unknown>(
      `$ref = $put('held'); Items::update($ref->key(), ['pictures' => ['m0' => ['files' => []]], 'used_at' => 5]); $GLOBALS['wpdb']->suppress_errors(true);
       add_filter('query', $fails = fn($query) => preg_match('/^SELECT (?:item_key|data)/', $query) ? 'SELECT * FROM not_there' : $query);
       Items::mark_used([$ref], time()); Items::put($ref, ['id' => 'held', 'text' => 'newer'] + ['url' => 'https://posts.example/held', 'media' => []]);
       remove_filter('query', $fails); $GLOBALS['wpdb']->suppress_errors(false); $stored = $row($ref);
       $found = [$stored['data']['text'], array_keys($stored['pictures']), $stored['used_at'] > 5];`,
    )
    assert.deepEqual(found, ['newer', ['m0'], true])
  })

  test('a cleanup whose reads fail deletes nothing', async () => {
    const found = await php<unknown>(
      `$ref = $put('swept'); $old = time() - 40 * DAY_IN_SECONDS; Items::update($ref->key(), ['used_at' => $old, 'fetched_at' => $old]);
       add_post_meta(wp_insert_post(['post_title' => 'Shows it', 'post_status' => 'publish']), Usage_Index::META_CONTENT, $ref->key()); $GLOBALS['wpdb']->suppress_errors(true);
       add_filter('query', $fails = fn($query) => strpos($query, $GLOBALS['wpdb']->postmeta) !== false && strpos($query, 'SELECT') === 0 ? 'SELECT * FROM not_there' : $query);
       delete_option(Usage_Index::LAST_CLEANUP); Usage_Index::clean_up(time()); remove_filter('query', $fails); $GLOBALS['wpdb']->suppress_errors(false); $found = ($row($ref)['due_at'] ?? 0) > 0;`,
    )
    assert.equal(found, true)
  })

  test('every kind of change purges the pages that show the post, also through its profile', async () => {
    const found = await php<unknown>(
      `$changed = []; add_action('central_posts_changed', function ($posts) use (&$changed) { foreach ($posts as $post) $changed[] = get_the_title($post); sort($changed); $changed = array_values(array_unique($changed)); });
       $page = Service::client()->scan(['platform' => 'sandbox', 'handle' => 'demo']); $one = $page['body']['posts'][3]; $ref = Reference::of_post('sandbox', $one); $profile = new Reference('profile', 'sandbox', 'demo');
       $show = fn($title, $of) => add_post_meta(wp_insert_post(['post_title' => $title, 'post_status' => 'publish']), Usage_Index::META_CONTENT, $of->key());
       Items::mark_used([$profile], time()); Refresh::store_profile($page, $profile); $show('Chosen', $ref); $show('Profile', $profile);
       $age = fn() => Items::put($ref, ['text' => 'Older words'] + $one); $take = function () use (&$changed) { $taken = $changed; $changed = []; return $taken; };
       $age(); Usage_Index::notify_changed(Refresh::store_profile($page, $profile)); $found['refresh'] = $take();
       $age(); $rest('scan', ['platform' => 'sandbox', 'handle' => 'demo']); $found['scan'] = $take();
       Usage_Index::notify_changed([$ref->key()]); $found['picture'] = $take();`,
    )
    const both = ['Chosen', 'Profile']
    assert.deepEqual(found, { refresh: both, scan: both, picture: both })
  })

  test('an unexpected response keeps the stored data and is reported', async () => {
    const found = await php<unknown>(
      `$profile = new Reference('profile', 'sandbox', 'demo'); Items::mark_used([$profile], time()); $body = '{}'; $forms = ['{"ok":true,"data":{}}', '{"ok":true,"data":{"body":{"profile":{},"posts":null}}}', '{"ok":true,"data":{"body":{"profile":{},"posts":["x"]}}}'];
       add_filter('pre_http_request', $respond = function ($response, $options, $url) use (&$body) { return strpos($url, '/scan-profile') ? ['headers' => ['content-type' => 'application/json'], 'body' => $body, 'response' => ['code' => 200, 'message' => 'OK'], 'cookies' => []] : $response; }, 9, 3);
       foreach ($forms as $body) { Service::clear_problem(); Items::make_all_due(time()); Refresh::run(); $found[] = [count($row($profile)['data']['posts']), Service::problem()['code'] ?? $row($profile)['problem']]; }
       remove_filter('pre_http_request', $respond, 9); Service::clear_problem();`,
    )
    assert.deepEqual(found, Array(3).fill([20, 'unexpected_answer']))
  })

  test('times from a wrong clock delay nothing after the clock is corrected', async () => {
    const found = await php<unknown>(
      `$far = time() + 10 * YEAR_IN_SECONDS; $profile = new Reference('profile', 'sandbox', 'demo'); Items::mark_used([$profile], time()); Items::update($profile->key(), ['due_at' => $far]);
       update_option(Service::PROBLEM, ['code' => 'network_error', 'request_id' => '', 'at' => $far, 'until' => $far]); update_option(CentralPosts\\Lock::OPTION, "$far:x");
       Refresh::run(); $found = [$row($profile)['due_at'] < time() + YEAR_IN_SECONDS, Service::problem()];`,
    )
    assert.deepEqual(found, [true, null])
  })

  test('each call counts once against its limit, and metered calls against the daily limit', async () => {
    const found = await php<unknown>(
      `wp_set_current_user(wp_insert_user(['user_login' => 'caller', 'user_pass' => 'x', 'role' => 'contributor'])); $server = rest_get_server();
       $call = function ($path, $body) use ($server) { $request = new WP_REST_Request('POST', "/central-posts/v1/$path"); $request->set_body_params($body); $response = $server->dispatch($request); rest_send_allow_header($response, $server, $request); return $response->get_status(); };
       for ($calls = 0; $calls < 100 && $call('describe', ['posts' => []]) === 200; $calls++); $found[] = $calls;
       set_transient('central_posts_calls_paid_' . get_current_user_id() . '_' . (int) (time() / DAY_IN_SECONDS), 1000, DAY_IN_SECONDS); $found[] = $call('scan', ['platform' => 'sandbox', 'handle' => 'demo']);`,
    )
    assert.deepEqual(found, [60, 429])
  })

  test('a post that is selected or hidden by its id matches the post of the profile', async () => {
    const found = await php<unknown>(
      `$profile = new Reference('profile', 'sandbox', 'demo'); Items::mark_used([$profile], time()); Refresh::store_profile(Service::client()->scan(['platform' => 'sandbox', 'handle' => 'demo']), $profile);
       $ids = fn($attributes) => array_values(array_map(fn($item) => $item['data']['id'], CentralPosts\\Render::selected_items(new CentralPosts\\Selection($attributes + ['sources' => ['sandbox:demo'], 'count' => 3]))));
       $first = $ids([])[0]; Items::mark_used([new Reference('post', 'sandbox', $first)], time()); Refresh::run();
       $found = [in_array($first, $ids(['hidden' => ["sandbox:$first"]]), true), count(array_keys($ids(['posts' => ["sandbox:$first"], 'count' => 10]), $first, true))];`,
    )
    assert.deepEqual(found, [false, 1])
  })

  /** Attributes of the block in the editor. */
  const attributesOf = (page: Page) =>
    page.evaluate(
      `(({ posts, hidden, links }) => ({ posts, hidden, links }))(wp.data.select('core/block-editor').getBlocks().find(({ name }) => name === 'central-posts/posts').attributes)`,
    ) as Promise<{ readonly posts: readonly string[]; readonly hidden: readonly string[]; readonly links: unknown }>

  const isPath = (path: string) => (url: URL) => decodeURIComponent(url.href).includes(`/central-posts/v1/${path}`)

  const press = async (page: Page) => {
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await page.locator('.central-posts-choose').waitFor({ state: 'hidden' })
  }

  test('the selection stays, with an error message, when the request for its details fails', async () => {
    const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    await page.route(isPath('describe'), (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"x","message":"It is broken."}' }),
    )
    await openNewPost(page, 'Kept')
    const whole = {
      sources: ['sandbox:demo'],
      posts: ['sandbox:https://posts.example/1', 'sandbox:as-it-is'],
      hidden: ['sandbox:https://posts.example/2'],
      links: [{ url: 'https://posts.example/', text: 'Demo' }],
    }
    await page.evaluate(
      `wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('central-posts/posts', ${JSON.stringify(whole)}))`,
    )
    await page.getByRole('button', { name: 'Select posts' }).first().click()
    await page.locator('.central-posts-choose').getByText('It is broken.').waitFor()
    await press(page)
    const { sources: _, ...rest } = whole
    assert.deepEqual(await attributesOf(page), rest)
    await close()
  })

  test('the modal stays open with a message when the selection is rejected', async () => {
    const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    const body = '{"code":"too_many_shown","message":"This is too much."}'
    await page.route(isPath('keep'), (route) => route.fulfill({ status: 429, contentType: 'application/json', body }))
    const canvas = await openNewPost(page, 'Refused')
    await insert(page, 'Social feed')
    await canvas.getByRole('button', { name: 'Select posts' }).click()
    await page.getByRole('textbox', { name: 'Profile name or URL' }).fill('demo')
    await page.getByRole('button', { name: 'Add profile' }).click()
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await page.locator('.central-posts-choose').getByText('This is too much.').waitFor()
    await close()
  })

  test('a post URL that cannot be fetched yet stays a post, and is shown after a later refresh', async () => {
    const address = `${bench.service.origin}/sandbox/@demo/1090`
    const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    await page.route(isPath('read'), (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"x","message":"It is busy."}' }),
    )
    const canvas = await openNewPost(page, 'Unread')
    await paste(page, canvas, address)
    await canvas.getByText('It is busy.').waitFor()
    await publish(page)
    await close()
    const found = await php<unknown>(
      `$content = get_page_by_path('unread', OBJECT, 'post')->post_content; $found = [parse_blocks($content)[0]['attrs']['mode'], strpos($content, '<a href="${address}"') !== false];
       Refresh::run(); $found[] = strpos(do_blocks($content), 'A recording in a player') !== false;`,
    )
    assert.deepEqual(found, ['post', true, true])
  })

  test('selected posts are checked, without duplicates, when the handles of profile and author differ', async () => {
    const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    await page.route(isPath('scan'), async (route) => {
      const postData = (route.request().postData() ?? '').replace('did:plc:abc', 'demo')
      const response = await route.fetch({ postData })
      const json = await response.json()
      if (json.body) json.body.handle = 'did:plc:abc'
      await route.fulfill({ response, json })
    })
    const canvas = await openNewPost(page, 'Marked')
    await insert(page, 'Social feed')
    await canvas.getByRole('button', { name: 'Select posts' }).click()
    await page.getByLabel('Selected posts', { exact: true }).check()
    await page.getByRole('textbox', { name: 'Profile name or URL' }).fill('demo')
    await page.getByRole('button', { name: 'Add profile' }).click()
    const boxes = page.locator(SELECTOR).getByRole('checkbox')
    await boxes.nth(2).waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await press(page)
    const first = await attributesOf(page)
    await page.getByRole('button', { name: 'Select posts' }).first().click()
    await page.locator(SELECTOR).getByRole('checkbox', { checked: true }).nth(1).waitFor()
    await boxes.nth(2).check()
    await press(page)
    const { posts } = await attributesOf(page)
    assert.deepEqual([posts.slice(0, 2), posts.length, new Set(posts).size], [first.posts, 3, 3])
    await close()
  })

  test('no errors were logged', async () => {
    assert.equal(await site.errorLog(), '', join(site.content, 'debug.log'))
  })
})
