// Tests copies of images on difficult hosts: unwritable formats, animations, failures, crashes, concurrent processes, and URLs that
// are not on the public web. Needs root on Debian; installs the rest itself.

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

const RANGES = fileURLToPath(new URL('../plugin/includes/class-ip-ranges.php', import.meta.url))

/** First and last address of each range, their neighbors, and invalid addresses. */
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

/** Old URL and new URL of an image, and whether it is another image. */
const ADDRESSES_ANEW: readonly (readonly [string, string, boolean])[] = [
  ['https://blog.example/_next/image?url=%2Fa.png&w=640', 'https://blog.example/_next/image?url=%2Fb.png&w=640', true],
  ['https://blog.example/timthumb.php?src=/a.jpg', 'https://blog.example/timthumb.php?src=/b.jpg', true],
  ['https://blog.example/a.png?v=1', 'https://blog.example/a.png?v=2', true],
  ['https://blog.example/a.png', 'https://blog.example/a.png?v=2', true],
  ['https://blog.example/a.png?s=200&e=1', 'https://blog.example/a.png?s=400&e=1', true],
  ['https://blog.example/a.png?t=1&sp=2&d=3', 'https://blog.example/a.png?t=1&sp=3&d=3', true],
  ['https://blog.example/a.png#x', 'https://blog.example/a.png#y', false],
  ['https://one.example/a.png?v=1', 'https://two.example/a.png?v=1', false],
  [
    'https://s.example/a.png?X-Amz-Algorithm=A&X-Amz-Date=20260101T000000Z&X-Amz-Expires=60&X-Amz-Signature=aa&v=1',
    'https://s.example/a.png?X-Amz-Algorithm=A&X-Amz-Date=20260102T000000Z&X-Amz-Expires=60&X-Amz-Signature=bb&v=1',
    false,
  ],
  [
    'https://s.example/a.png?Expires=1&Signature=a&Key-Pair-Id=K&Policy=p',
    'https://s.example/a.png?Expires=2&Signature=b&Key-Pair-Id=K&Policy=q',
    false,
  ],
  [
    'https://s.example/a.png?sv=2024-01-01&se=2026-01-01T00%3A00%3A00Z&sr=b&sig=a',
    'https://s.example/a.png?sv=2024-01-01&se=2026-01-02T00%3A00%3A00Z&sr=b&sig=b',
    false,
  ],
  [
    'https://scontent-a.xx.fbcdn.net/v/1_n.jpg?stp=dst-jpg&_nc_cat=1&ccb=1-7&_nc_sid=a&oh=00_A&oe=66000000',
    'https://scontent-b.xx.fbcdn.net/v/1_n.jpg?stp=dst-webp&_nc_cat=2&ccb=1-7&_nc_sid=b&oh=00_B&oe=67000000',
    false,
  ],
  [
    'https://external.xx.fbcdn.net/safe_image.php?d=A&url=https%3A%2F%2Fblog.example%2Fa.png&_nc_hash=A',
    'https://external.xx.fbcdn.net/safe_image.php?d=B&url=https%3A%2F%2Fblog.example%2Fb.png&_nc_hash=B',
    true,
  ],
  [
    'https://p16-sign-va.tiktokcdn.com/a~tplv.jpeg?refresh_token=a&x-expires=1700000000&x-signature=a&t=1',
    'https://p16-sign-va.tiktokcdn.com/a~tplv.jpeg?refresh_token=b&x-expires=1800000000&x-signature=b&t=2',
    false,
  ],
  [
    'https://media.licdn.com/dms/image/a/0/1?e=1700000000&v=beta&t=A',
    'https://media.licdn.com/dms/image/a/0/1?e=1800000000&v=beta&t=B',
    false,
  ],
  ['https://cdn.discordapp.com/a.png?ex=66&is=65&hm=a', 'https://cdn.discordapp.com/a.png?ex=67&is=66&hm=b', false],
  ['https://preview.redd.it/a.png?width=640&s=aa', 'https://preview.redd.it/a.png?width=640&s=bb', false],
  ['https://cdn.example/a.png?token=a&expires=1', 'https://cdn.example/a.png?token=b&expires=2', false],
]

describe('copies of images', () => {
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

  test('copies have the right orientation, are never empty, and keep transparency', async () => {
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

  test('without WebP support, images become PNG, and JPEG photographs stay JPEG', async () => {
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

  test('the copy of an animated image has a note that the original is animated', async () => {
    const found = await php<readonly boolean[]>(
      `$frame = fn($color) => "\\x21\\xF9\\x04\\0\\x0A\\0\\0\\0\\x2C\\0\\0\\0\\0\\x01\\0\\x01\\0\\0\\x02\\x02" . chr($color) . "\\x01\\0";
       $gif = fn($frames) => "GIF89a\\x01\\0\\x01\\0\\x80\\0\\0\\0\\0\\0\\xFF\\xFF\\xFF" . implode('', array_map($frame, $frames)) . ';';
       foreach (['animated' => [0x44, 0x4C], 'still' => [0x44]] as $name => $frames) { $file = $image("$name.gif", fn($path) => file_put_contents($path, $gif($frames))); $copy($ref = $put($name));
         $html = CentralPosts\\Render_Post::post($row($ref)['data'], 'sandbox', Images::shown($row($ref)['pictures']), false); $found[] = count($paths($ref)) > 0 && strpos($html, 'original image is animated') !== false; }`,
    )
    assert.deepEqual(found, [true, false])
  })

  test('an image has a copy in its original width, at most 1280, and smaller ones', async () => {
    const found = await php<unknown>(
      `$found = []; foreach ([100, 319, 320, 321, 500, 640, 641, 1279, 1280, 1281, 2000] as $width) {
         $file = $image("wide$width.jpg", fn($path) => imagejpeg(imagecreatetruecolor($width, 100), $path)); $copy($ref = $put("wide$width"));
         $found[$width] = array_map(fn($path) => getimagesize($path)[0], $paths($ref)); $recorded = array_column($row($ref)['pictures']['m0']['files'], 'width');
         if ($recorded !== $found[$width]) $found["recorded for $width"] = $recorded; }`,
    )
    assert.deepEqual(found, {
      ...{ 100: [100], 319: [319], 320: [320], 321: [320, 321], 500: [320, 500], 640: [320, 640] },
      ...{ 641: [320, 640, 641], 1279: [320, 640, 1279], 1280: [320, 640, 1280], 1281: [320, 640, 1280] },
      2000: [320, 640, 1280],
    })
  })

  test('an image with a side above the limit is not copied, a very thin one is', async () => {
    const found = await php<unknown>(
      `$found = []; foreach ([[16384, 2], [2, 16384], [320, 125000], [16383, 2], [2, 16383]] as $size) { [$width, $height] = $size;
         $file = $image("long.png", fn($path) => imagepng(imagecreatetruecolor($width, $height), $path)); $copy($ref = $put("long$width"));
         $found[] = array_map(fn($each) => [$each['width'], $each['height']], $row($ref)['pictures']['m0']['files']); }`,
    )
    const thin = [
      [320, 1],
      [640, 1],
      [1280, 1],
    ]
    assert.deepEqual(found, [[], [], [], thin, [[2, 16383]]])
  })

  /** An animated WebP with frames that GD encoded: an opaque one and a transparent one. */
  const MOVING = String.raw`
    $chunks = function ($color, $alpha) { ob_start(); $im = imagecreatetruecolor(400, 200); imagealphablending($im, false); imagesavealpha($im, true);
      imagefill($im, 0, 0, imagecolorallocatealpha($im, $color, 30, 30, $alpha)); imagewebp($im, null, 80); $bytes = substr(ob_get_clean(), 12);
      return substr($bytes, 0, 4) === 'VP8X' ? substr($bytes, 18) : $bytes; };
    $chunk = fn($name, $bytes) => $name . pack('V', strlen($bytes)) . $bytes . (strlen($bytes) % 2 ? "\0" : '');
    $side = fn($length) => substr(pack('V', $length - 1), 0, 3); $size = $side(400) . $side(200);
    $moving = function ($frames) use ($chunk, $size) { $body = 'WEBP' . $chunk('VP8X', "\x12\0\0\0" . $size) . $chunk('ICCP', 'odd') . $chunk('ANIM', "\0\0\0\0\0\0");
      foreach ($frames as $frame) $body .= $chunk('ANMF', "\0\0\0\0\0\0" . $size . "\x0A\0\0\0" . $frame); return 'RIFF' . pack('V', strlen($body)) . $body; };`

  test('the first frame of an animated WebP is copied, with a note that the original is animated', async () => {
    const found = await php<unknown>(
      `${MOVING} $files = ['plain' => $moving([$chunks(200, 0), $chunks(10, 0)]), 'see-through' => $moving([$chunks(200, 127), $chunks(10, 127)]), 'cut' => substr($moving([$chunks(200, 0)]), 0, 60), 'nested' => $moving([$moving([$chunks(200, 0)])])];
       foreach ($files as $name => $bytes) { $file = $image("$name.webp", fn($path) => file_put_contents($path, $bytes)); $copy($ref = $put("webp-$name")); $pictures = $row($ref)['pictures'];
         $found[$name] = [array_column($pictures['m0']['files'], 'width'), Images::was_animated($pictures, 'm0')];
         foreach (array_slice($paths($ref), 0, 1) as $path) { $color = imagecolorsforindex($im = imagecreatefromstring(file_get_contents($path)), imagecolorat($im, 9, 9)); array_push($found[$name], $color['red'] > 150 || $color['alpha'] > 100, $color['alpha'] > 100); } }
       $file = $image('still.webp', fn($path) => imagewebp(imagecreatetruecolor(400, 200), $path)); $copy($ref = $put('webp-still')); $found['still'] = [array_column($row($ref)['pictures']['m0']['files'], 'width'), Images::was_animated($row($ref)['pictures'], 'm0')];`,
    )
    assert.deepEqual(found, {
      plain: [[320, 400], true, true, false],
      'see-through': [[320, 400], true, true, true],
      cut: [[], false],
      nested: [[], false],
      still: [[320, 400], false],
    })
  })

  test('an image is fetched again if its URL changes, but not if only its signature changes', async () => {
    const cases = ADDRESSES_ANEW.map(([before, after]) => [before, after])
    const found = await php<readonly number[]>(
      `remove_all_filters('pre_http_request'); $file = $plain; $calls = 0;
       add_filter('pre_http_request', function ($response, $options) use (&$calls, $file) { $calls++; copy($file, $options['filename']); return ['headers' => [], 'body' => '', 'response' => ['code' => 200, 'message' => 'OK'], 'cookies' => [], 'filename' => $options['filename']]; }, 10, 2);
       foreach (json_decode('${JSON.stringify(cases)}') as $at => $case) { $ref = $put("anew$at"); $data = $row($ref)['data']; $calls = 0;
         foreach ($case as $url) { $data['media'][0]['url'] = $url; Items::put($ref, $data, time() + 99999); Image_Rows::request([$ref->key()], time()); $copy($ref); }
         $found[] = $calls; }`,
    )
    assert.deepEqual(
      ADDRESSES_ANEW.map(([before, after], at) => [before, after, found[at]]),
      ADDRESSES_ANEW.map(([before, after, isOther]) => [before, after, isOther ? 2 : 1]),
    )
  })

  test('file names in a row that point outside the folder are never deleted', async () => {
    const found = await php<unknown>(
      `$base = wp_get_upload_dir()['basedir']; wp_mkdir_p("$base/central-posts/deeper"); $outside = ["$base/victim.txt", "$base/central-posts/deeper/victim.txt"]; foreach ($outside as $path) file_put_contents($path, 'x');
       file_put_contents("$base/central-posts/inside.webp", 'x'); $names = ['../victim.txt', 'deeper/victim.txt', '..\\\\victim.txt', '..', '.', '', "$base/victim.txt", ['x'], null, 'inside.webp'];
       Images::delete(['m0' => ['files' => array_map(fn($name) => ['file' => $name], $names)], 'm1' => ['files' => 'x'], 'm2' => []]);
       $found = [array_map('file_exists', $outside), file_exists("$base/central-posts/inside.webp")]; array_map('unlink', $outside); rmdir("$base/central-posts/deeper");`,
    )
    assert.deepEqual(found, [[true, true], false])
  })

  test('a failed image is retried with growing delays, then daily, and immediately on request', async () => {
    const found = await php<unknown>(
      `$down = true; $file = $plain; $ref = $put('down'); $waits = [];
       for ($tries = 0; $tries < 4; $tries++) { Image_Rows::request([$ref->key()], time()); $copy($ref); $waits[] = round(($row($ref)['pictures_due'] - time()) / 60); }
       $requests = []; $copy($ref); Image_Rows::request_missing([$ref->key()], time()); $copy($ref); $found = [$waits, count($requests)];
       $down = false; Items::make_all_due(time()); Items::update($ref->key(), ['due_at' => time() + 99999]); $copy($ref); $found[] = [count($paths($ref)) > 0, $row($ref)['pictures_due']];`,
    )
    assert.deepEqual(found, [[5, 10, 1440, 1440], 0, [true, 0]])
  })

  test('concurrent processes fetch each image of a post once, and do not overwrite each other’s updates', async () => {
    const found = await php<unknown>(
      `$file = $plain; $ref = $put('several'); $post = $row($ref)['data'];
       $post['media'] = array_map(fn($at) => ['type' => 'image', 'url' => "https://img.example/several-$at", 'previewUrl' => null, 'alt' => null], [0, 1, 2]);
       Items::put($ref, $post); $old = $row($ref); $is_within = false;
       add_filter('pre_http_request', function ($response) use (&$is_within, $old) { if (!$is_within) { $is_within = true; Images::copy($old, microtime(true) + 30); } return $response; }, 5);
       Images::copy($old, microtime(true) + 30); $counts = array_count_values($requests); ksort($counts);
       $begun = array_sum(array_column($row($ref)['pictures'], 'begun')); $found = [array_values($counts), count(array_filter(array_column($row($ref)["pictures"], "files"))), $begun, $row($ref)['pictures_due']];
       $calls = 0; Image_Rows::update($ref->key(), function ($pictures) use (&$calls, $ref) {
         if (0 === $calls++) Image_Rows::update($ref->key(), fn($others) => [['m1' => ['tries' => 7]] + $others, 1]);
         return [['m0' => ['tries' => 8]] + $pictures, 2];
       }); $found[] = [$calls, array_slice(array_column($row($ref)["pictures"], "tries"), 0, 2), $row($ref)['pictures_due']];`,
    )
    assert.deepEqual(found, [[1, 1, 1], 3, 0, 0, [2, [8, 7], 2]])
  })

  test('an image that crashes the process is retried a day later, and does not block the next ones', async () => {
    const found = await php<unknown>(
      `$file = $plain; $first = $put('ends'); $second = $put('waits'); Items::update($first->key(), ['pictures_due' => 1]); Items::update($second->key(), ['pictures_due' => 2]);
       $at = ''; add_filter('pre_http_request', function ($response, $options, $url) use (&$at) { $at = $url; return $response; }, 9, 3);
       add_filter('wp_image_editors', function ($editors) use (&$at) { if (strpos($at, '/ends')) throw new Error('ends'); return $editors; });
       for ($runs = 0; $runs < 3; $runs++) { try { Refresh::run(); } catch (Error $error) { $ended = ($ended ?? 0) + 1; } Image_Rows::request([$first->key()], 1); }
       $found = [$ended, count($paths($first)), count($paths($second)) > 0]; $file = $plain; $at = '';
       $pictures = $row($first)['pictures']; $pictures['m0']['begun'] -= DAY_IN_SECONDS; Items::update($first->key(), ['pictures' => $pictures]);
       remove_all_filters('wp_image_editors'); $copy($first); $found[] = count($paths($first)) > 0;`,
    )
    assert.deepEqual(found, [1, 0, true, true])
  })

  test('the kit and the service agree on public IP addresses', async () => {
    const code = `define('ABSPATH', 1); require $argv[1]; echo json_encode(array_map(['CentralPosts\\Ip_Ranges', 'is_public'], json_decode($argv[2])));`
    const run = ['-d', 'display_errors=stderr', '-r', code, RANGES, JSON.stringify(ADDRESSES)]
    const found = JSON.parse(await runPhp(DEBIAN_PHP, run, process.env)) as readonly boolean[]
    assert.deepEqual(
      ADDRESSES.map((address, at) => [address, found[at]]),
      ADDRESSES.map((address) => [address, isPublicAddress(address)]),
    )
  })

  test('no image is fetched from a private address by name, redirect or IP; the service may have one', async () => {
    const found = await php<Readonly<Record<string, string>>>(
      `remove_all_filters('pre_http_request'); Egress::init(); add_filter('http_request_host_is_external', '__return_true');
       $vet = fn($url) => is_wp_error($response = Egress::get($url, ['timeout' => 1])) ? $response->get_error_code() : 'called';
       foreach (['http://169.254.169.254/latest', 'http://100.64.0.1/', 'http://192.0.0.192/', 'http://198.18.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://localhost:8080/'] as $url) $found[$url] = $vet($url);
       $service = fn($url) => is_wp_error(Egress::vet(false, [], "$url/api")) ? 'refused' : 'called';
       foreach (['http://127.0.0.1:8787', 'http://10.1.2.3', 'http://[fd12::1]', 'http://169.254.169.254', 'http://100.100.100.200', 'http://[fd00:ec2::254]', 'http://0.0.0.0'] as $url) { putenv("CENTRAL_POSTS_URL=$url"); $found[$url] = $service($url); }
       putenv('CENTRAL_POSTS_URL'); $found['of others'] = Egress::vet(false, [], 'http://169.254.169.254/') === false ? 'called' : 'refused';
       add_filter('pre_http_request', fn($response, $options, $url) => $url === 'https://img.example/leads' ? ['headers' => ['location' => 'http://169.254.169.254/'], 'body' => '', 'response' => ['code' => 302, 'message' => ''], 'cookies' => []] : $response, 10, 3);
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

  test('cURL connects to the vetted addresses, also for names with a trailing dot or in upper case', async () => {
    const port = new URL(bench.service.origin).port
    const names = ['pinned.invalid', 'pinned.invalid.', 'PINNED.Invalid.', 'pinned.invalid..', 'other.invalid']
    const found = await php<Readonly<Record<string, boolean>>>(
      `(new ReflectionProperty(Egress::class, 'pinned'))->setValue(null, ['pinned.invalid:${port}' => ['127.0.0.1']]);
       foreach (json_decode('${JSON.stringify(names)}') as $name) { $url = "http://$name:${port}/healthz"; putenv("CENTRAL_POSTS_URL=http://$name:${port}"); $handle = curl_init($url);
         curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROXY => '*', CURLOPT_TIMEOUT => 20]); Egress::pin($handle, [], $url); $found[$name] = curl_exec($handle) !== false; }`,
    )
    const [plain = '', dot = '', capitals = '', dots = '', other = ''] = names
    assert.deepEqual(found, { [plain]: true, [dot]: true, [capitals]: true, [dots]: false, [other]: false })
  })

  test('a host name that WordPress and the resolver read differently is rejected', async () => {
    const found = await php<Readonly<Record<string, string>>>(
      `$looked = new ReflectionMethod(Egress::class, 'host_of'); $resolve = new ReflectionMethod(Egress::class, 'resolve');
       foreach (['http://%6cocalhost/', 'http://localhost../', 'http://b\u{fc}cher.example./', 'http://LOCALHOST./', 'http://loc alhost/'] as $url) { $host = $looked->invoke(null, $url); $found[$url] = [$host, $resolve->invoke(null, $host) !== []]; }`,
    )
    assert.deepEqual(found, {
      'http://%6cocalhost/': ['%6cocalhost', false],
      'http://localhost../': ['localhost.', false],
      'http://bücher.example./': ['xn--bcher-kva.example', false],
      'http://LOCALHOST./': ['localhost', true],
      'http://loc alhost/': ['loc alhost', false],
    })
  })

  test('no errors were logged', async () => {
    assert.equal(await site.errorLog(), '')
  })
})
