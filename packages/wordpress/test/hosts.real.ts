// The kit on hosts that are not as one would like: rows that were rewritten, a table that is gone, pictures that end the
// process, addresses that are not public, editors who add more than a license bears, calls that fail. Needs root on Debian;
// installs the rest itself.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { DEBIAN_PHP, runPhp } from '../../php/test/install-wasm-php.ts'
import { isPublicAddress } from '../../service/src/egress/vet-address.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { begin, insert } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const PLUGIN = 'central-posts/central-posts.php'
const RANGES = fileURLToPath(new URL('../plugin/includes/class-address-ranges.php', import.meta.url))
const SELECTOR = 'central-posts-selector'

/** First and last of each range and what is beside them, and what is no address. */
const ADDRESSES = [
  ...['0.0.0.0', '0.255.255.255', '1.0.0.0', '9.255.255.255', '10.0.0.0', '11.0.0.0', '100.63.255.255', '100.64.0.0'],
  ...['100.127.255.255', '100.128.0.0', '126.255.255.255', '127.0.0.1', '128.0.0.0', '168.63.129.15', '168.63.129.16'],
  ...['168.63.129.17', '169.253.255.255', '169.254.0.0', '169.254.169.254', '169.255.0.0', '172.15.255.255'],
  ...['172.16.0.0', '172.31.255.255', '172.32.0.0', '192.0.0.8', '192.0.1.0', '192.0.2.1', '192.31.196.1'],
  ...['192.52.193.1', '192.88.99.1', '192.167.255.255', '192.168.0.1', '192.169.0.0', '192.175.48.1', '198.17.255.255'],
  ...['198.18.0.0', '198.19.255.255', '198.20.0.0', '198.51.100.1', '203.0.113.1', '203.0.114.0', '223.255.255.255'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.0', '255.255.255.255', '8.8.8.8', '::', '::1', '::ffff:8.8.8.8'],
  ...['64:ff9b::808:808', '100::1', '1fff::1', '2000::1', '2001::1', '2001:1ff::1', '2001:200::1', '2001:db8::1'],
  ...['2001:db9::1', '2002::1', '2003::1', '2606:4700:4700::1111', '2620:4f:8000::1', '2620:4f:8001::1', '3ffe::1'],
  ...['3fff::1', '3fff:fff::1', '3fff:1000::1', '4000::', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0'],
  ...['ff02::1', '', 'localhost', '0x7f000001', '2130706433', '127.1', '1.2.3.4.5', '[::1]'],
]

/** What the pieces of PHP below share. `put` writes a row of a post, `copy` copies its pictures, of a file that is there. */
const PRELUDE = `
use CentralPosts\\{Bounds, Egress, Installation, Items, Messages, Picture_Rows, Pictures, Reference, Refresh, Service, Settings, Site_Health, Uses};
$down = false; $file = ''; $asked = [];
add_filter('pre_http_request', function ($answer, $options, $url) use (&$down, &$file, &$asked) {
  $asked[] = $url;
  if (strpos($url, 'https://img.example/') !== 0) return $answer;
  if ($down) return new WP_Error('http_request_failed', 'timeout');
  copy($file, $options['filename']);
  return ['headers' => [], 'body' => '', 'response' => ['code' => 200, 'message' => 'OK'], 'cookies' => [], 'filename' => $options['filename']];
}, 10, 3);
$row = fn($ref) => Items::find([$ref->key()])[$ref->key()] ?? null;
$put = function ($id) use ($row) {
  $ref = new Reference('post', 'sandbox', "https://posts.example/$id"); Items::delete($ref->key());
  Items::put($ref, ['id' => $id, 'url' => "https://posts.example/$id", 'kind' => 'image', 'title' => null, 'text' => $id, 'author' => null, 'link' => null, 'media' => [['type' => 'image', 'url' => "https://img.example/$id", 'previewUrl' => null, 'alt' => null]]], time() + 99999);
  return $ref;
};
$copy = fn($ref) => Pictures::copy($row($ref), microtime(true) + 30);
$paths = fn($ref) => array_map(fn($each) => wp_get_upload_dir()['basedir'] . '/central-posts/' . $each['file'], $row($ref)['pictures']['m0']['files'] ?? []);
$rest = function ($path, $body) { $request = new WP_REST_Request('POST', "/central-posts/v1/$path"); $request->set_body_params($body); return rest_do_request($request); };
$image = function ($name, $draw) { $path = get_temp_dir() . "hosts-$name"; $draw($path); return $path; };
$plain = $image('plain.jpg', fn($path) => imagejpeg(imagecreatetruecolor(400, 200), $path));
`

describe('the kit on hosts as they are', () => {
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

  test('a row whose subject was rewritten is read once, under its new key, and is that of its pages', async () => {
    const found = await php<unknown>(
      `$old = new Reference('profile', 'sandbox', 'demo'); $new = new Reference('profile', 'sandbox', 'fleeting'); $post = wp_insert_post(['post_title' => 'Moved']);
       Items::touch([$old], time()); add_post_meta($post, Uses::META, $old->key()); Refresh::run();
       $GLOBALS['wpdb']->query('UPDATE ' . Items::table() . " SET subject = 'fleeting', due_at = UNIX_TIMESTAMP() - 5 WHERE type = 'profile'");
       $asked = []; for ($runs = 0; $runs < 4; $runs++) Refresh::run();
       $found = [count(preg_grep('~scan-profile~', $asked)), $row($old), $row($new)['due_at'] > time(), get_post_meta($post, Uses::META)[0] === $new->key()];
       Items::delete($new->key());`,
    )
    assert.deepEqual(found, [1, null, true, true])
  })

  test('of two rows of one subject the rewritten one goes', async () => {
    const found = await php<unknown>(
      `$one = new Reference('post', 'sandbox', '1086'); $other = new Reference('post', 'sandbox', '1087'); Items::touch([$one, $other], time());
       $GLOBALS['wpdb']->query('UPDATE ' . Items::table() . " SET subject = '1087' WHERE item_key = '" . $one->key() . "'"); Refresh::run();
       $found = [$row($one), $row($other)['data']['id']];`,
    )
    assert.deepEqual(found, [null, '1087'])
  })

  test('what cannot be written is not fetched, and no run is planned for it', async () => {
    const found = await php<unknown>(
      `$ref = new Reference('profile', 'sandbox', 'demo'); Items::touch([$ref], time()); wp_unschedule_hook(Refresh::HOOK); $asked = [];
       add_filter('query', $refuse = fn($query) => strpos($query, 'UPDATE \`' . Items::table()) === 0 ? 'SELECT * FROM not_there' : $query); $GLOBALS['wpdb']->suppress_errors(true);
       Refresh::run(); remove_filter('query', $refuse); $GLOBALS['wpdb']->suppress_errors(false);
       $found = [preg_grep('~scan-profile~', $asked), wp_next_scheduled(Refresh::HOOK, ['more'])]; Refresh::run(); $found[] = $row($ref)['due_at'] > time();`,
    )
    assert.deepEqual(found, [[], false, true])
  })

  test('processes that find the event missing at the same moment plan the same one', async () => {
    const found = await php<unknown>(
      `wp_unschedule_hook(Refresh::HOOK); add_filter('pre_get_scheduled_event', '__return_false'); Refresh::schedule(); Refresh::schedule();
       foreach (_get_cron_array() as $at => $hooks) foreach ($hooks[Refresh::HOOK] ?? [] as $event) $found[] = $at % 900;`,
    )
    assert.deepEqual(found, [0])
  })

  test('a fetch that ends the process is not begun again before its interval is over; a refusal of all is due behind the rest', async () => {
    const found = await php<unknown>(
      `$ref = new Reference('profile', 'sandbox', 'demo'); Items::update($ref->key(), ['due_at' => 1]);
       add_filter('pre_http_request', $end = function ($answer, $options, $url) { if (strpos($url, 'scan-profile')) throw new Error('ends'); return $answer; }, 10, 3);
       try { Refresh::run(); } catch (Error $error) {} remove_filter('pre_http_request', $end);
       $found = [$row($ref)['due_at'] >= time() + Refresh::interval_of('profile') - 60];
       Items::update($ref->key(), ['due_at' => 7]);
       add_filter('pre_http_request', $fail = fn($answer, $options, $url) => strpos($url, 'scan-profile') ? new WP_Error('x', 'away') : $answer, 10, 3);
       Refresh::run(); remove_filter('pre_http_request', $fail); $found[] = [abs($row($ref)['due_at'] - time()) < 60, Service::problem()['code']]; Service::forget_problem(); Refresh::run();`,
    )
    assert.deepEqual(found, [true, [true, 'network_error']])
  })

  test('a row that the service stumbles over keeps no other away', async () => {
    const found = await php<unknown>(
      `$bad = new Reference('profile', 'sandbox', 'fleeting'); $post = new Reference('post', 'sandbox', '1088'); Items::touch([$bad, $post], time()); Items::update($bad->key(), ['due_at' => 1]); Items::update($post->key(), ['due_at' => 5]);
       add_filter('pre_http_request', $fail = fn($answer, $options, $url) => strpos((string) $options['body'], 'fleeting') ? new WP_Error('x', 'away') : $answer, 10, 3);
       for ($runs = 0; $runs < 2; $runs++) { Refresh::run(); Service::forget_problem(); } remove_filter('pre_http_request', $fail);
       $found = [$row($bad)['data'] === null, $row($post)['data']['id'] ?? null]; Items::delete($bad->key());`,
    )
    assert.deepEqual(found, [true, '1088'])
  })

  test('an id that is longer than its column is noted as far as there is room', async () => {
    const found = await php<unknown>(
      `$ref = new Reference('profile', 'sandbox', 'error.profile_private'); Items::touch([$ref], time());
       add_filter('http_response', fn($answer) => ['headers' => ['x-request-id' => str_repeat('r', 300)] + (array) $answer['headers']->getAll()] + $answer);
       Refresh::run(); $found = [$row($ref)['problem'], strlen($row($ref)['request_id']), $row($ref)['due_at'] > time()]; Items::delete($ref->key());`,
    )
    assert.deepEqual(found, ['profile_private', 128, true])
  })

  test('a table that is gone is said by Site Health, and made again by a refresh, by the editor and by a new activation', async () => {
    const found = await php<unknown>(
      `$drop = fn() => $GLOBALS['wpdb']->query('DROP TABLE ' . Items::table()); $drop(); $found = [Site_Health::test()['status'], Items::is_there()];
       Refresh::run(); $found[] = Items::is_there(); $drop(); $rest('scan', ['platform' => 'sandbox', 'handle' => 'demo']); $found[] = Items::is_there();
       $drop(); deactivate_plugins('${PLUGIN}'); activate_plugin('${PLUGIN}'); Installation::install(); $found[] = Items::is_there(); $found[] = Site_Health::test()['status'];`,
    )
    assert.deepEqual(found, ['recommended', false, true, true, true, 'good'])
  })

  test('a table that cannot hold every letter is said by Site Health', async () => {
    const found = await php<readonly [string, string, string]>(
      `$GLOBALS['wpdb']->query('ALTER TABLE ' . Items::table() . ' CONVERT TO CHARACTER SET utf8mb3'); $found = [Items::charset(), Site_Health::test()['status'], Site_Health::test()['description']];`,
    )
    assert.match(found[0], /^utf8(?:mb3)?$/)
    assert.equal(found[1], 'recommended')
    assert.match(found[2], /utf8mb4/)
    await php("$GLOBALS['wpdb']->query('ALTER TABLE ' . Items::table() . ' CONVERT TO CHARACTER SET utf8mb4');")
    assert.deepEqual(await php("$found = [Items::charset(), Site_Health::test()['status']];"), ['utf8mb4', 'good'])
  })

  test('address and key are read alike from the form and from outside of the database', async () => {
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

  test('a translation plugin makes no other site of a language', async () => {
    const found = await php<unknown>(
      `$sites = []; add_filter('home_url', fn($url) => str_replace('${site.origin}', '${site.origin}/de', $url)); foreach (['pre_option_home', 'option_home'] as $hook) add_filter($hook, fn() => 'https://de.example', 99);
       add_filter('http_request_args', function ($options, $url) use (&$sites) {
         if (strpos($url, '/auth/token')) $sites[] = json_decode($options['body'], true)['siteId']; return $options; }, 10, 2);
       delete_transient(Service::ACCOUNT); $GLOBALS['wpdb']->query("DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '_transient_central_posts_token_%'"); wp_cache_flush();
       Service::account(true); $found = [get_option('home'), $sites];`,
    )
    assert.deepEqual(found, ['https://de.example', [site.origin]])
  })

  test('copies are upright, never empty, and keep what is transparent in them', async () => {
    const found = await php<unknown>(
      `$file = $image('palette.png', function ($path) { $im = imagecreate(100, 60); imagecolorallocate($im, 200, 30, 30); imagepng($im, $path); });
       $copy($ref = $put('palette')); $found['palette'] = array_map(fn($path) => filesize($path) > 0 && imagecolorsforindex($im = imagecreatefromstring(file_get_contents($path)), imagecolorat($im, 2, 2))['red'] > 150, $paths($ref));
       $file = $image('gif.gif', function ($path) { $im = imagecreate(100, 60); imagecolortransparent($im, imagecolorallocate($im, 1, 2, 3)); imagegif($im, $path); });
       $copy($ref = $put('gif')); $im = imagecreatefromstring(file_get_contents($paths($ref)[0])); $found['gif'] = imagecolorsforindex($im, imagecolorat($im, 2, 2))['alpha'] > 100;
       foreach ([3 => [400, 200], 6 => [200, 400], 8 => [200, 400]] as $way => $size) {
         $file = $image("way$way.jpg", function ($path) use ($way) { imagejpeg(imagecreatetruecolor(400, 200), $path); $j = file_get_contents($path);
           $app = "Exif\\0\\0II*\\0" . pack('V', 8) . pack('v', 1) . pack('v', 0x0112) . pack('v', 3) . pack('V', 1) . pack('v', $way) . pack('v', 0) . pack('V', 0);
           file_put_contents($path, substr($j, 0, 2) . "\\xFF\\xE1" . pack('n', strlen($app) + 2) . $app . substr($j, 2)); });
         $copy($ref = $put("way$way")); $last = end($row($ref)['pictures']['m0']['files']); $found['way'][$way] = [$last['width'] > $last['height'], $size[0] > $size[1]];
       }`,
    )
    const ways = { '3': [true, true], '6': [false, false], '8': [false, false] }
    assert.deepEqual(found, { palette: [true], gif: true, way: ways })
  })

  test('where no WebP can be written, what may be transparent becomes PNG and a photograph JPEG', async () => {
    const found = await php<unknown>(
      `require_once ABSPATH . WPINC . '/class-wp-image-editor.php'; require_once ABSPATH . WPINC . '/class-wp-image-editor-gd.php';
       eval('class Plain_GD extends WP_Image_Editor_GD { public static function supports_mime_type($type) { return $type !== "image/webp" && parent::supports_mime_type($type); } }
         class Empty_GD extends WP_Image_Editor_GD { protected function make_image($name, $function, $arguments) { return $function === "imagewebp" ? file_put_contents($name, "") === 0 : parent::make_image($name, $function, $arguments); } }');
       $file = $image('alpha.png', function ($path) { $im = imagecreatetruecolor(600, 300); imagealphablending($im, false); imagesavealpha($im, true); imagefill($im, 0, 0, imagecolorallocatealpha($im, 0, 0, 0, 127)); imagepng($im, $path); });
       foreach (['Plain_GD', 'Empty_GD'] as $class) { add_filter('wp_image_editors', $use = fn() => [$class]);
         foreach (['alpha' => $file, 'photo' => $plain] as $name => $file) { $copy($ref = $put($class . $name)); $path = $paths($ref)[0]; $im = imagecreatefromstring(file_get_contents($path));
           $found[] = [pathinfo($path, PATHINFO_EXTENSION), filesize($path) > 0, imagecolorsforindex($im, imagecolorat($im, 2, 2))['alpha'] > 100]; $file = $image('alpha.png', fn() => null); }
         remove_filter('wp_image_editors', $use); }`,
    )
    assert.deepEqual(found, [
      ['png', true, true],
      ['jpg', true, false],
      ['png', true, true],
      ['jpg', true, false],
    ])
  })

  test('a picture that moves says that its copy does not', async () => {
    const found = await php<readonly boolean[]>(
      `$frame = fn($color) => "\\x21\\xF9\\x04\\0\\x0A\\0\\0\\0\\x2C\\0\\0\\0\\0\\x01\\0\\x01\\0\\0\\x02\\x02" . chr($color) . "\\x01\\0";
       $gif = fn($frames) => "GIF89a\\x01\\0\\x01\\0\\x80\\0\\0\\0\\0\\0\\xFF\\xFF\\xFF" . implode('', array_map($frame, $frames)) . ';';
       foreach (['moves' => [0x44, 0x4C], 'stands' => [0x44]] as $name => $frames) { $file = $image("$name.gif", fn($path) => file_put_contents($path, $gif($frames))); $copy($ref = $put($name));
         $html = CentralPosts\\Render_Post::post($row($ref)['data'], 'sandbox', $row($ref)['pictures'], false); $found[] = count($paths($ref)) > 0 && strpos($html, 'moves where it was posted') !== false; }`,
    )
    assert.deepEqual(found, [true, false])
  })

  test('a picture that failed waits longer and longer, then a day, and is tried again where it is wanted', async () => {
    const found = await php<unknown>(
      `$down = true; $file = $plain; $ref = $put('down'); $waits = [];
       for ($tries = 0; $tries < 4; $tries++) { Picture_Rows::want([$ref->key()], time()); $copy($ref); $waits[] = round(($row($ref)['pictures_due'] - time()) / 60); }
       $asked = []; $copy($ref); Picture_Rows::want_missing([$ref->key()], time()); $copy($ref); $found = [$waits, count($asked)];
       $down = false; Items::hasten(time()); Items::update($ref->key(), ['due_at' => time() + 99999]); $copy($ref); $found[] = [count($paths($ref)) > 0, $row($ref)['pictures_due']];`,
    )
    assert.deepEqual(found, [[5, 10, 1440, 1440], 0, [true, 0]])
  })

  test('processes that copy pictures of one post at once bring each once, and none undoes what another has noted', async () => {
    const found = await php<unknown>(
      `$file = $plain; $ref = $put('several'); $post = $row($ref)['data'];
       $post['media'] = array_map(fn($at) => ['type' => 'image', 'url' => "https://img.example/several-$at", 'previewUrl' => null, 'alt' => null], [0, 1, 2]);
       Items::put($ref, $post); $old = $row($ref); $is_within = false;
       add_filter('pre_http_request', function ($answer) use (&$is_within, $old) { if (!$is_within) { $is_within = true; Pictures::copy($old, microtime(true) + 30); } return $answer; }, 5);
       Pictures::copy($old, microtime(true) + 30); $asked_for = array_count_values($asked); ksort($asked_for);
       $begun = array_sum(array_column($row($ref)['pictures'], 'begun')); $found = [array_values($asked_for), count(array_filter(array_column($row($ref)["pictures"], "files"))), $begun, $row($ref)['pictures_due']];
       $calls = 0; Picture_Rows::change($ref->key(), function ($pictures) use (&$calls, $ref) {
         if (0 === $calls++) Picture_Rows::change($ref->key(), fn($others) => [['m1' => ['tries' => 7]] + $others, 1]);
         return [['m0' => ['tries' => 8]] + $pictures, 2];
       }); $found[] = [$calls, array_slice(array_column($row($ref)["pictures"], "tries"), 0, 2), $row($ref)['pictures_due']];`,
    )
    assert.deepEqual(found, [[1, 1, 1], 3, 0, 0, [2, [8, 7], 2]])
  })

  test('a picture that ends the process is left for a day, and what comes behind it gets its turn', async () => {
    const found = await php<unknown>(
      `$file = $plain; $first = $put('ends'); $second = $put('waits'); Items::update($first->key(), ['pictures_due' => 1]); Items::update($second->key(), ['pictures_due' => 2]);
       $at = ''; add_filter('pre_http_request', function ($answer, $options, $url) use (&$at) { $at = $url; return $answer; }, 9, 3);
       add_filter('wp_image_editors', function ($editors) use (&$at) { if (strpos($at, '/ends')) throw new Error('ends'); return $editors; });
       for ($runs = 0; $runs < 3; $runs++) { try { Refresh::run(); } catch (Error $error) { $ended = ($ended ?? 0) + 1; } Picture_Rows::want([$first->key()], 1); }
       $found = [$ended, count($paths($first)), count($paths($second)) > 0]; $file = $plain; $at = '';
       $pictures = $row($first)['pictures']; $pictures['m0']['begun'] -= DAY_IN_SECONDS; Items::update($first->key(), ['pictures' => $pictures]);
       remove_all_filters('wp_image_editors'); $copy($first); $found[] = count($paths($first)) > 0;`,
    )
    assert.deepEqual(found, [1, 0, true, true])
  })

  test('the kit knows the same public addresses as the service', async () => {
    const code = `define('ABSPATH', 1); require $argv[1]; echo json_encode(array_map(['CentralPosts\\Address_Ranges', 'is_public'], json_decode($argv[2])));`
    const run = ['-d', 'display_errors=stderr', '-r', code, RANGES, JSON.stringify(ADDRESSES)]
    const found = JSON.parse(await runPhp(DEBIAN_PHP, run, process.env)) as readonly boolean[]
    assert.deepEqual(
      ADDRESSES.map((address, at) => [address, found[at]]),
      ADDRESSES.map((address) => [address, isPublicAddress(address)]),
    )
  })

  test('no picture is fetched from what is not public, by name, by redirect or by number; the service may be near', async () => {
    const found = await php<Readonly<Record<string, string>>>(
      `remove_all_filters('pre_http_request'); Egress::init(); add_filter('http_request_host_is_external', '__return_true');
       $vet = fn($url) => is_wp_error($answer = Egress::get($url, ['timeout' => 1])) ? $answer->get_error_code() : 'called';
       foreach (['http://169.254.169.254/latest', 'http://100.64.0.1/', 'http://192.0.0.192/', 'http://198.18.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://localhost:8080/'] as $url) $found[$url] = $vet($url);
       $service = fn($url) => is_wp_error(Egress::vet(false, [], "$url/api")) ? 'refused' : 'called';
       foreach (['http://127.0.0.1:8787', 'http://10.1.2.3', 'http://[fd12::1]', 'http://169.254.169.254', 'http://100.100.100.200', 'http://[fd00:ec2::254]', 'http://0.0.0.0'] as $url) { putenv("CENTRAL_POSTS_URL=$url"); $found[$url] = $service($url); }
       putenv('CENTRAL_POSTS_URL'); $found['of others'] = Egress::vet(false, [], 'http://169.254.169.254/') === false ? 'called' : 'refused';
       add_filter('pre_http_request', fn($answer, $options, $url) => $url === 'https://img.example/leads' ? ['headers' => ['location' => 'http://169.254.169.254/'], 'body' => '', 'response' => ['code' => 302, 'message' => ''], 'cookies' => []] : $answer, 10, 3);
       $found['redirect'] = $vet('https://img.example/leads');`,
    )
    const REFUSED = 'http_request_not_executed'
    assert.deepEqual(found, {
      'http://169.254.169.254/latest': REFUSED,
      'http://100.64.0.1/': REFUSED,
      'http://192.0.0.192/': REFUSED,
      'http://198.18.0.1/': REFUSED,
      'http://2130706433/': REFUSED,
      'http://0x7f.1/': REFUSED,
      'http://localhost:8080/': REFUSED,
      'http://127.0.0.1:8787': 'called',
      'http://10.1.2.3': 'called',
      'http://[fd12::1]': 'called',
      'http://169.254.169.254': 'refused',
      'http://100.100.100.200': 'refused',
      'http://[fd00:ec2::254]': 'refused',
      'http://0.0.0.0': 'refused',
      'of others': 'called',
      redirect: REFUSED,
    })
  })

  test('one call, one user within a day and one site add only so many profiles, also those that were looked through', async () => {
    const found = await php<unknown>(
      `$words = fn($from, $count) => array_map(fn($n) => "sandbox:p$n", range($from, $from + $count - 1)); $keep = fn($sources) => $rest('keep', ['posts' => [], 'sources' => $sources])->get_status();
       $as = function ($name) { wp_set_current_user(wp_insert_user(['user_login' => $name, 'user_pass' => 'x', 'role' => 'contributor'])); }; $as('one');
       Items::put(new Reference('profile', 'sandbox', 'p40'), ['posts' => []]); $before = Items::count_shown('profile');
       $found['call'] = $keep($words(0, 11)); for ($at = 0; $at < 50; $at += 10) $found['keeps'][] = $keep($words($at, 10)); $found['user'] = $keep(['sandbox:more']); $found['again'] = $keep($words(0, 10));
       $found['count'] = Items::count_shown('profile') - $before; $as('other');
       $found['other'] = $keep(['sandbox:more']); add_filter('central_posts_most', fn($most, $type) => $type === 'profile' ? 1 : $most, 10, 2); $found['site'] = $keep(['sandbox:still more']);
       $found['code'] = $rest('keep', ['posts' => [], 'sources' => ['sandbox:still more']])->get_data()['code'];
       $GLOBALS['wpdb']->query('DELETE FROM ' . Items::table() . " WHERE type = 'profile' AND subject LIKE 'p%'");`,
    )
    const counts = { call: 400, keeps: [200, 200, 200, 200, 200], user: 429, again: 200, count: 50 }
    assert.deepEqual(found, { ...counts, other: 200, site: 429, code: 'too_many_shown' })
  })

  /** The attributes of the block, as the editor has them. */
  const attributesOf = (page: Page) =>
    page.evaluate(
      `(({ posts, hidden, links }) => ({ posts, hidden, links }))(wp.data.select('core/block-editor').getBlocks().find(({ name }) => name === 'central-posts/posts').attributes)`,
    ) as Promise<{ readonly posts: readonly string[]; readonly hidden: readonly string[]; readonly links: unknown }>

  const isPath = (path: string) => (url: URL) => decodeURIComponent(url.href).includes(`/central-posts/v1/${path}`)

  const press = async (page: Page) => {
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await page.locator('.central-posts-choose').waitFor({ state: 'hidden' })
  }

  test('what was chosen stays where the call that tells more of it fails, and that is said', async () => {
    const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    await page.route(isPath('describe'), (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"x","message":"It is broken."}' }),
    )
    await begin(page, 'Kept')
    const whole = {
      sources: ['sandbox:demo'],
      posts: ['sandbox:https://posts.example/1', 'sandbox:as-it-is'],
      hidden: ['sandbox:https://posts.example/2'],
      links: [{ url: 'https://posts.example/', text: 'Demo' }],
    }
    await page.evaluate(
      `wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('central-posts/posts', ${JSON.stringify(whole)}))`,
    )
    await page.getByRole('button', { name: 'Choose posts' }).first().click()
    await page.locator('.central-posts-choose').getByText('It is broken.').waitFor()
    await press(page)
    const { sources: _, ...rest } = whole
    assert.deepEqual(await attributesOf(page), rest)
    await close()
  })

  test('a refusal of what was chosen is said, and the modal stays', async () => {
    const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    const body = '{"code":"too_many_shown","message":"This is too much."}'
    await page.route(isPath('keep'), (route) => route.fulfill({ status: 429, contentType: 'application/json', body }))
    const canvas = await begin(page, 'Refused')
    await insert(page, 'Posts of a platform')
    await canvas.getByRole('button', { name: 'Choose posts' }).click()
    await page.getByLabel('Name or address of the profile').fill('demo')
    await page.getByRole('button', { name: 'Add the profile' }).click()
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await page.locator('.central-posts-choose').getByText('This is too much.').waitFor()
    await close()
  })

  test('chosen posts are marked and chosen once where the profile has another handle than its author', async () => {
    const { page, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    await page.route(isPath('scan'), async (route) => {
      const postData = (route.request().postData() ?? '').replace('did:plc:abc', 'demo')
      const response = await route.fetch({ postData })
      const json = await response.json()
      if (json.body) json.body.handle = 'did:plc:abc'
      await route.fulfill({ response, json })
    })
    const canvas = await begin(page, 'Marked')
    await insert(page, 'Posts of a platform')
    await canvas.getByRole('button', { name: 'Choose posts' }).click()
    await page.getByLabel('Those that I choose').check()
    await page.getByLabel('Name or address of the profile').fill('demo')
    await page.getByRole('button', { name: 'Add the profile' }).click()
    const boxes = page.locator(SELECTOR).getByRole('checkbox')
    await boxes.nth(2).waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await press(page)
    const first = await attributesOf(page)
    await page.getByRole('button', { name: 'Choose posts' }).first().click()
    await page.locator(SELECTOR).getByRole('checkbox', { checked: true }).nth(1).waitFor()
    await boxes.nth(2).check()
    await press(page)
    const { posts } = await attributesOf(page)
    assert.deepEqual([posts.slice(0, 2), posts.length, new Set(posts).size], [first.posts, 3, 3])
    await close()
  })

  test('nothing was complained of', async () => {
    assert.equal(await site.complaints(), '', join(site.content, 'debug.log'))
  })
})
