// Copies of pictures on hosts that are not as one would like: what cannot be written, what moves, what fails, what ends the
// process, what several processes copy at once, what is not on the public web. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DEBIAN_PHP, runPhp } from '../../php/test/install-wasm-php.ts'
import { isPublicAddress } from '../../service/src/egress/vet-address.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { PRELUDE } from './site/prelude.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const RANGES = fileURLToPath(new URL('../plugin/includes/class-address-ranges.php', import.meta.url))

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
describe('copies of pictures', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('sid')
    site = await bench.startSite({ name: 'pictures' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await php(`Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); Service::account(true);`)
  })
  after(() => bench?.stop())

  const php = <T>(code: string, user = 1) => site.php<T>(`${PRELUDE} ${code} return $found ?? null;`, { user })

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

  test('nothing was complained of', async () => {
    assert.equal(await site.complaints(), '')
  })
})
