// The kit's first screens in a real WordPress: the welcome notice, and the settings page with its check of the connection. Needs root
// on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe, smallTargets, tabTo } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const SETTINGS = '/wp-admin/options-general.php?page=central-posts'
/** A port on which nothing listens. */
const CLOSED = 'http://127.0.0.1:9'

type Checked = {
  readonly states: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly code: string
}

describe('the settings of the kit', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({
      name: 'settings',
      conditions: [{ constants: { WP_ACCESSIBLE_HOSTS: '127.0.0.1,*.invalid,169.254.169.254' } }],
    })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
  })
  after(() => bench?.stop())

  const open = (path: string, hasScript = true) => bench.open(site, path, { isSignedIn: true, hasScript })
  const urlField = (page: Page) => page.getByLabel('Service URL')
  const keyField = (page: Page) => page.getByLabel('License key', { exact: true })
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.locator('.notice').first().waitFor()
  }
  const errorOf = (page: Page, field: 'url' | 'key') => page.locator(`#central-posts-${field}-error`).innerText()
  const stepsOf = (page: Page) =>
    page.locator('.central-posts-steps li').evaluateAll((all) => all.map((each) => each.className.replace('is-', '')))
  const stored = () =>
    site.php<{ url: string; end: string }>(
      `return ['url' => CentralPosts\\Settings::url(), 'end' => CentralPosts\\Settings::key_suffix()];`,
    )
  const store = (url: string, key: string) =>
    site.php(
      `delete_option('central_posts_settings'); delete_transient('central_posts_account'); CentralPosts\\Settings::save(['url' => '${url}', 'key' => '${key}']); return true;`,
    )

  test('a new owner sees the first step, and can dismiss it for good without a script', async () => {
    const { page, close } = await open('/wp-admin/plugins.php', false)
    const notice = page.locator('.notice', { hasText: 'Connect Central Posts' })
    await notice.waitFor()
    assert.equal(await notice.locator('.notice-dismiss').count(), 1)
    const links = page.locator(
      'tr[data-slug=central-posts] .row-actions a, tr[data-plugin^=central-posts] .row-actions a',
    )
    assert.ok((await links.allInnerTexts()).includes('Settings'))
    await page.goto(`${site.origin}/wp-admin/edit.php`)
    assert.equal(await notice.count(), 0)
    await page.goto(`${site.origin}/wp-admin/`)
    await notice.getByRole('link', { name: 'Dismiss this notice' }).click()
    await page.locator('#dashboard-widgets').waitFor()
    assert.equal(await notice.count(), 0)
    await page.goto(`${site.origin}/wp-admin/plugins.php`)
    assert.equal(await notice.count(), 0)
    await close()
    // Another owner still sees it, and an editor never does.
    const shown = await site.php<boolean[]>(
      `require_once ABSPATH . 'wp-admin/includes/admin.php'; $see = function ($role) { $user = wp_insert_user(['user_login' => "new-$role", 'user_pass' => 'x', 'role' => $role]); wp_set_current_user($user);
         set_current_screen('dashboard'); ob_start(); CentralPosts\\Welcome::render(); return ob_get_clean() !== ''; }; return [$see('administrator'), $see('editor')];`,
    )
    assert.deepEqual(shown, [true, false])
  })

  test('URL and key are checked when both are entered, before anything is saved', async () => {
    const { page, pageErrors, close } = await open(SETTINGS)
    await page.getByRole('heading', { name: 'Not set up yet' }).waitFor()
    await urlField(page).fill(CLOSED)
    // Without a key, no request is sent.
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.locator('#central-posts-result:not([aria-busy])', { hasText: 'Both are checked at once.' }).waitFor()
    assert.equal(await page.locator('.central-posts-steps').count(), 0)
    await urlField(page).fill(`${bench.service.origin}/api/v1/`)
    await keyField(page).fill(bench.key)
    await urlField(page).focus()
    await page.getByRole('heading', { name: 'Connected', exact: true }).waitFor()
    assert.deepEqual(await stepsOf(page), ['skipped', 'passed', 'skipped', 'passed', 'passed'])
    assert.deepEqual(await stored(), { url: '', end: '' })
    assert.deepEqual(await axe(page, '.wrap form'), [])
    await urlField(page).fill(CLOSED)
    await keyField(page).focus()
    await page.getByRole('heading', { name: 'Not connected' }).waitFor()
    assert.deepEqual(await stepsOf(page), ['skipped', 'failed', 'skipped', 'skipped', 'skipped'])
    assert.match(await errorOf(page, 'url'), /refused the connection to port 9/)
    assert.equal(await urlField(page).getAttribute('aria-invalid'), 'true')
    assert.equal(await keyField(page).inputValue(), bench.key)
    assert.deepEqual(await axe(page, '.wrap form'), [])
    await bench.screenshot(page, 'settings-refused')
    assert.deepEqual(pageErrors, [])
    await close()
  })

  test('an unreachable service is not answered with success, and the fault is beside its field', async () => {
    const { page, close } = await open(SETTINGS)
    await urlField(page).fill(CLOSED)
    await keyField(page).fill(bench.key)
    await save(page)
    assert.equal(await page.locator('.notice-success').count(), 0)
    await page.locator('.notice-error', { hasText: 'This site is not connected.' }).waitFor()
    assert.match(await errorOf(page, 'url'), /refused the connection/)
    const [field, error] = [
      await urlField(page).boundingBox(),
      await page.locator('#central-posts-url-error').boundingBox(),
    ]
    assert.ok(field && error && error.y - field.y - field.height < 20)
    assert.deepEqual(await stored(), { url: CLOSED, end: bench.key.slice(-4) })
    await page.goto(`${site.origin}${SETTINGS}`)
    assert.match(await errorOf(page, 'url'), /cannot be reached/)
    await close()
  })

  const wrongKey = () => `${bench.key.slice(0, -1)}${bench.key.endsWith('x') ? 'y' : 'x'}`

  test('without a script, a wrong key loses neither the URL beside it nor the working key, and its fault stands once', async () => {
    await store(CLOSED, bench.key)
    const { page, close } = await open(SETTINGS, false)
    await urlField(page).fill(bench.service.origin)
    await keyField(page).fill('short')
    await save(page)
    assert.equal(await urlField(page).inputValue(), bench.service.origin)
    assert.match(await errorOf(page, 'key'), /^This is not a license key\. Copy the whole key again\./)
    assert.equal(await page.locator('.notice-success').count(), 0)
    assert.deepEqual(await stored(), { url: bench.service.origin, end: bench.key.slice(-4) })
    // Well-formed, such as a password that a password manager fills in.
    await keyField(page).fill(wrongKey())
    await save(page)
    const error = await errorOf(page, 'key')
    assert.ok(error.startsWith(`The key that ends in ${wrongKey().slice(-4)} was refused. `), error)
    assert.match(error, new RegExp(`The stored key, which ends in ${bench.key.slice(-4)}, was not replaced\\.$`))
    assert.equal(await page.getByText(/not found|Copy the whole key/).count(), 1)
    assert.deepEqual(await stored(), { url: bench.service.origin, end: bench.key.slice(-4) })
    await close()
  })

  test('with a script, a refused key stays in its field, and nothing is saved until it is corrected', async () => {
    await store(CLOSED, bench.key)
    const { page, pageErrors, close } = await open(SETTINGS)
    for (const key of ['short', wrongKey()]) {
      await urlField(page).fill(bench.service.origin)
      await keyField(page).fill(key)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.locator('#central-posts-key-error', { hasText: 'Nothing is saved yet' }).waitFor()
      assert.deepEqual(
        [await urlField(page).inputValue(), await keyField(page).inputValue()],
        [bench.service.origin, key],
      )
      assert.equal((await stored()).url, CLOSED)
    }
    await bench.screenshot(page, 'settings-refused-key')
    await keyField(page).fill(bench.key)
    await save(page)
    await page.locator('.notice-success').waitFor()
    assert.deepEqual(await stored(), { url: bench.service.origin, end: bench.key.slice(-4) })
    assert.deepEqual(pageErrors, [])
    await close()
  })

  test('a mistyped URL is answered with what is wrong with it', async () => {
    const faults: readonly (readonly [string, RegExp])[] = [
      ['htps://api.example.com', /^The URL begins with “htps:\/\/”\. Enter it with https:\/\//],
      ['https//api.example.com', /begins with “https\/\/”/],
      ['https;//api.example.com', /begins with “https;\/\/”/],
      ['ftp://api.example.com', /begins with “ftp:\/\/”/],
      ['https://api.example.com/?key=1', /has no “\?” and no “#”\. Remove “\?key=1” from its end\./],
      ['https://', /^This is not a valid service URL\. Enter a URL such as https:\/\/api\.example\.com\.$/],
    ]
    for (const [typed, message] of faults) {
      const { url = '' } = await site.php<Record<string, string>>(
        `return (object) CentralPosts\\Settings::errors(['url' => '${typed}']);`,
      )
      assert.match(url, message)
    }
    const fine = ['api.example.com', 'localhost:3000', 'https://api.example.com/api/v1/', 'http://127.0.0.1/central']
    for (const typed of fine)
      assert.deepEqual(await site.php(`return CentralPosts\\Settings::errors(['url' => '${typed}']);`), [], typed)
  })

  test('a URL with the path of another page of the service leads to the URL to enter', async () => {
    await store('', '')
    const { page, close } = await open(SETTINGS)
    await urlField(page).fill(`${bench.service.origin}/console`)
    await keyField(page).fill(bench.key)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('heading', { name: 'Not connected' }).waitFor()
    assert.match(
      await errorOf(page, 'url'),
      new RegExp(`The service is there without the path /console\\. Enter ${bench.service.origin} instead\\.$`),
    )
    assert.equal(await urlField(page).inputValue(), `${bench.service.origin}/console`)
    await bench.screenshot(page, 'settings-path')
    await close()
  })

  test('an invalid URL is shown again with its fault, and a key beside it is saved', async () => {
    await store('', '')
    const { page, close } = await open(SETTINGS)
    await urlField(page).fill('https://api .example.com/?key=1')
    await keyField(page).fill(bench.key)
    await save(page)
    assert.equal(await urlField(page).inputValue(), 'https://api .example.com/?key=1')
    assert.match(await errorOf(page, 'url'), /Remove “\?key=1” from its end/)
    await page.locator('.notice-error', { hasText: 'was not saved' }).waitFor()
    assert.deepEqual(await stored(), { url: '', end: bench.key.slice(-4) })
    await urlField(page).fill(bench.service.origin)
    await save(page)
    await page.locator('.notice-success', { hasText: 'Settings saved. This site is connected.' }).waitFor()
    await close()
  })

  test('without a script, “Check connection” shows each step, keeps the typed URL and saves nothing', async () => {
    await store(bench.service.origin, bench.key)
    const { page, close } = await open(SETTINGS, false)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.locator('.central-posts-steps').waitFor()
    assert.deepEqual(await stepsOf(page), ['skipped', 'passed', 'skipped', 'passed', 'passed'])
    await urlField(page).fill(CLOSED)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByText('The server refused the connection').first().waitFor()
    assert.equal(await urlField(page).inputValue(), CLOSED)
    assert.equal((await stored()).url, bench.service.origin)
    // Enter saves.
    await urlField(page).fill(bench.service.origin)
    await urlField(page).press('Enter')
    await page.locator('.notice-success').waitFor()
    await close()
  })

  test('an expired nonce is renewed, and after a sign-out the typed values stay', async () => {
    await store(bench.service.origin, bench.key)
    const { page, pageErrors, close } = await open(SETTINGS)
    await page.waitForFunction('wp.apiFetch.nonceMiddleware !== undefined')
    await page.evaluate(`wp.apiFetch.nonceMiddleware.nonce = '0123456789'`)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.locator('.central-posts-steps').waitFor()
    assert.equal((await stepsOf(page)).at(-1), 'passed')
    await page.context().clearCookies()
    await urlField(page).fill(CLOSED)
    await tabTo(page, /^Check connection$/)
    await page.keyboard.press('Enter')
    await page.getByText('You are signed out.').waitFor()
    assert.equal(await urlField(page).inputValue(), CLOSED)
    assert.deepEqual(pageErrors, [])
    await close()
  })

  test('with thirty platforms, everything is on one screen and the switches for images are folded', async () => {
    await store(bench.service.origin, bench.key)
    await site.php(
      `CentralPosts\\Service::account(true); $one = CentralPosts\\Service::platforms()[0]; update_option('central_posts_platforms',
         array_map(fn($number) => ['id' => "platform-$number", 'name' => "A platform with a long name $number", 'keepsPictures' => $number > 3] + $one, range(1, 30))); return true;`,
    )
    const { page, close } = await open(SETTINGS)
    const button = await page.getByRole('button', { name: 'Save Changes' }).boundingBox()
    assert.ok(button && button.y + button.height < 900, JSON.stringify(button))
    assert.equal(
      await page
        .getByRole('checkbox', { name: /A platform with a long name/ })
        .first()
        .isVisible(),
      false,
    )
    await page.getByText('Copies of images: 28 of 31 platforms').click()
    await page.getByRole('checkbox', { name: 'A platform with a long name 30' }).uncheck()
    await bench.screenshot(page, 'settings-platforms')
    assert.deepEqual(await axe(page, '.wrap form'), [])
    await save(page)
    assert.equal(await site.php(`return CentralPosts\\Settings::copies_images('platform-30');`), false)
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      assert.equal(wide, 0, `${wide} px too wide at ${width}`)
      if (width === 390) assert.deepEqual(await smallTargets(page, '.central-posts-settings'), [])
    }
    await close()
  })

  test('each reason for a failed connection is told apart', async () => {
    const cases: readonly (readonly [string, string, RegExp])[] = [
      // The step that fails, what WordPress reports, and the message.
      [
        'connection',
        'cURL error 7: Failed to connect to api.example.com port 443: Connection refused',
        /refused the connection to port 443/,
      ],
      ['connection', 'cURL error 28: Connection timed out after 8001 milliseconds', /No response within 8 seconds/],
      ['connection', 'cURL error 52: Empty reply from server', /Empty reply from server/],
      [
        'certificate',
        'cURL error 60: SSL certificate problem: unable to get local issuer certificate',
        /not trusted by this server/,
      ],
      [
        'certificate',
        'cURL error 35: error:1408F10B:SSL routines:ssl3_get_record:wrong version number',
        /does not use HTTPS on this port/,
      ],
      [
        'certificate',
        'stream_socket_client(): SSL operation failed with code 1. certificate verify failed',
        /expired, belongs to another name/,
      ],
      ['name', 'cURL error 6: Could not resolve host: api.example.com', /name was not found/],
    ]
    for (const [step, error, message] of cases) {
      const found = await site.php<Checked>(
        `add_filter('pre_http_request', fn() => new WP_Error('http_request_failed', ${JSON.stringify(error)}));
         $check = CentralPosts\\Connection_Check::run('https://127.0.0.1', 'a key that is long enough');
         return ['states' => array_column(array_map(null, array_keys($check['steps']), array_column($check['steps'], 'state')), 1, 0)] + $check;`,
      )
      assert.equal(found.states[step], 'failed', error)
      assert.match(found.errors.url ?? '', message)
      assert.equal(found.states.key, 'skipped')
    }
  })

  test('a server that is not the service, a redirect and a fault in front of it are told apart', async () => {
    const cases = [
      [
        404,
        '',
        /^https:\/\/127\.0\.0\.1 responded with status 404 and the page “A shop”, but not as the service.*Compare the URL/,
      ],
      [401, '', /sign-in page/],
      [
        301,
        'https://new.example.com/healthz',
        /redirects to https:\/\/new\.example\.com\. Enter https:\/\/new\.example\.com instead\.$/,
      ],
      [
        302,
        '/login?next=healthz',
        /redirects to https:\/\/127\.0\.0\.1\/login\?next=healthz\. This may be a sign-in page/,
      ],
      [503, '', /has a fault/],
      [200, '', /not as the service/],
    ] as const
    for (const [status, location, message] of cases) {
      const found = await site.php<Checked>(
        `add_filter('pre_http_request', fn() => ['headers' => new WpOrg\\Requests\\Utility\\CaseInsensitiveDictionary(array_filter(['location' => '${location}'])), 'body' => '<html><title>A shop</title>', 'response' => ['code' => ${status}, 'message' => ''], 'cookies' => [], 'filename' => null]);
         $check = CentralPosts\\Connection_Check::run('https://127.0.0.1', 'a key that is long enough');
         return ['states' => array_map(fn($step) => $step['state'], $check['steps'])] + $check;`,
      )
      assert.deepEqual([found.states.certificate, found.states.service], ['passed', 'failed'], String(status))
      assert.match(found.errors.url ?? '', message)
    }
  })

  test('a name that leads nowhere, a reserved address and blocked requests are told apart', async () => {
    const check = (url: string) =>
      site.php<Checked>(
        `$check = CentralPosts\\Connection_Check::run('${url}', 'a key that is long enough'); return ['states' => array_map(fn($step) => $step['state'], $check['steps'])] + $check;`,
      )
    const unknown = await check('https://no-such-host.invalid')
    assert.equal(unknown.states.name, 'failed')
    assert.match(unknown.errors.url ?? '', /No server found under the name no-such-host\.invalid/)
    assert.match((await check('http://169.254.169.254')).errors.url ?? '', /169\.254\.169\.254 is reserved/)
    const blocked = await check('https://api.example.com')
    assert.equal(blocked.code, 'blocked_here')
    assert.match(blocked.errors.url ?? '', /WP_ACCESSIBLE_HOSTS/)
  })

  test('only owners can check, twenty times a minute, and no response contains a key', async () => {
    await store(bench.service.origin, bench.key)
    const call = `$call = function () { $request = new WP_REST_Request('POST', '/central-posts/v1/check-connection'); $response = rest_do_request($request); return [$response->get_status(), wp_json_encode($response->get_data())]; };`
    const [[stranger], [editor], [owner, body]] = (await site.php(
      `${call} $found = [$call()]; wp_set_current_user(wp_insert_user(['user_login' => 'writer', 'user_pass' => 'x', 'role' => 'editor'])); $found[] = $call(); wp_set_current_user(1); $found[] = $call(); return $found;`,
    )) as [[number], [number], [number, string]]
    assert.deepEqual([stranger, editor, owner], [401, 403, 200])
    assert.equal(body.includes(bench.key), false)
    const last = await site.php<[number]>(
      `add_filter('pre_http_request', fn() => new WP_Error('no')); ${call} wp_set_current_user(1); for ($calls = 0; $calls < 41; $calls++) $last = $call(); return $last;`,
    )
    assert.equal(last[0], 429)
  })

  test('nothing is wrong in the log', async () => {
    assert.equal(await site.errorLog(), '')
  })
})
