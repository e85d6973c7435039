// Runs the kit in a real WordPress with a real browser against a running service, as owner, editor and visitor. Needs root on
// Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { axe, browseDemo, insert, openNewPost, paste, publish, tabTo } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const SETTINGS = '/wp-admin/options-general.php?page=central-posts'
const BLOCK = '.wp-block-central-posts-posts'
const HOUR_MS = 3_600_000
const MAX_QUERIES = 5
const PLUGIN = 'central-posts/central-posts.php'

describe('the kit in WordPress 7.1', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('sid')
    assert.match(bench.version, /^7\./)
    site = await bench.startSite({ name: 'one' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
  })
  after(() => bench?.stop())

  /** Opens a page as a visitor. Asserts that neither the browser nor the server sends requests elsewhere. */
  const visit = async (path: string, look: (page: Page) => Promise<void>, { hasScript = true } = {}) => {
    const { page, pageErrors, externalRequests, serverCounts, close } = await bench.open(site, path, { hasScript })
    await look(page)
    assert.deepEqual([pageErrors, externalRequests], [[], []])
    const { queries, calls } = await serverCounts()
    assert.ok(queries <= MAX_QUERIES, `${queries} queries`)
    assert.equal(calls, 0)
    await close()
  }

  const textsOf = (page: Page) => page.locator('.central-posts-item').allInnerTexts()

  const setImageCopies = (isOn: boolean) =>
    site.php(`CentralPosts\\Settings::save(['copies' => ['sandbox' => '${isOn ? 1 : 0}']]); return true;`)

  const edit = (path = '/wp-admin/post-new.php') => bench.open(site, path, { isSignedIn: true })

  /** Refreshes all items, in as many runs as needed. */
  const refresh = () =>
    site.php(
      `CentralPosts\\Items::make_all_due(time()); for ($runs = 1; $runs <= 20; $runs++) { CentralPosts\\Refresh::run();
         if (CentralPosts\\Service::problem() || (!CentralPosts\\Items::overdue_since(time()) && !CentralPosts\\Image_Rows::due(time(), 1))) return $runs; }`,
    )

  /** Refreshes until a problem is recorded, and returns its code. Retries, because WordPress's own run may hold the lock. */
  const refreshToProblem = () =>
    site.php<string | undefined>(
      `CentralPosts\\Service::clear_problem();
       for ($until = time() + 60; time() < $until && !CentralPosts\\Service::problem(); usleep(100000)) {
         CentralPosts\\Items::make_all_due(time()); CentralPosts\\Refresh::run(); } return CentralPosts\\Service::problem()['code'] ?? null;`,
    )

  test('an owner enters URL and key, and the key is never shown again', async () => {
    const { page, pageErrors, close } = await edit(SETTINGS)
    await page.getByLabel('Service URL').fill(`${bench.service.origin}/api/v1/`)
    await page.getByLabel('License key').fill('not a key')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('This is not a license key.').waitFor()
    await page.getByLabel('Service URL').fill(`${bench.service.origin}/api/v1/`)
    await page.getByLabel('License key').fill(bench.key)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved.').waitFor()
    await page.getByRole('row', { name: 'Plan wide' }).waitFor()
    await page.getByText(`The key ends in ${bench.key.slice(-4)}`).waitFor()
    assert.equal((await page.content()).includes(bench.key), false)
    const stored = await site.php<{ url: string; key: string }>("return get_option('central_posts_settings');")
    assert.equal(stored.url, bench.service.origin)
    assert.equal(Buffer.from(stored.key, 'base64').includes(bench.key), false)
    assert.equal(await site.php("return wp_next_scheduled('central_posts_refresh') !== false;"), true)
    await bench.screenshot(page, 'settings')
    assert.deepEqual(await axe(page, '.wrap form'), [])
    assert.deepEqual(pageErrors, [])
    await close()
  })

  test('the latest posts are shown, with a pinned one and without a hidden one', async () => {
    const { page, pageErrors, close } = await edit()
    const canvas = await openNewPost(page, 'Newest')
    await insert(page, 'Social feed')
    await canvas.getByRole('button', { name: 'Select posts' }).click()
    await page.getByRole('textbox', { name: 'Profile name or URL' }).fill('@demo')
    await page.getByRole('button', { name: 'Add profile' }).click()
    const selector = page.locator('central-posts-selector')
    await selector.getByText('20 posts, 0 selected').waitFor()
    await selector.getByRole('checkbox', { name: /A film that only its player shows/ }).check()
    await page.getByLabel('hidden', { exact: true }).check()
    await selector.getByText('20 posts, 0 selected').waitFor()
    await selector.getByRole('checkbox', { name: /An answer in one’s own thread/ }).check()
    await bench.screenshot(page, 'modal')
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await canvas.locator('.central-posts-item').nth(5).waitFor()
    await bench.screenshot(page, 'canvas')
    await publish(page)
    assert.deepEqual(pageErrors, [])
    await close()
    assert.ok((await site.runCron()).includes('central_posts_refresh'))

    await visit('/newest/', async (visited) => {
      const texts = await textsOf(visited)
      assert.equal(texts.length, 6)
      assert.match(texts[0] ?? '', /A film that only its player shows/)
      assert.ok(texts.every((text) => !text.includes('An answer in one’s own thread')))
      assert.deepEqual(await axe(visited, BLOCK), [])
      await bench.screenshot(visited, 'visitor-newest')
    })
  })

  test('posts of two pages are selected by mouse and by keyboard only, and shown with and without scripts', async () => {
    const { page, pageErrors, close } = await edit()
    const canvas = await openNewPost(page, 'Chosen')
    await insert(page, 'Social feed')
    const selector = await browseDemo(page, canvas, 'central-posts')
    await selector.getByRole('checkbox', { name: /A picture whose address stops working/ }).check()
    await selector.getByRole('button', { name: 'Show more' }).click()
    await selector.getByText('40 posts, 1 selected').waitFor()
    await selector.getByRole('checkbox', { name: /Four pictures/ }).check()
    assert.deepEqual(await axe(page, '.central-posts-choose'), [])
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await canvas.getByText('Four pictures').waitFor()
    await canvas.locator('.wp-block-post-title').click()

    // Again, by keyboard.
    await insert(page, 'Social feed')
    await canvas.getByRole('button', { name: 'Select posts' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /Latest posts/)
    await page.keyboard.press('ArrowDown')
    await tabTo(page, /Profile name or URL/)
    await page.keyboard.type('demo')
    await page.keyboard.press('Enter')
    await selector.getByText('20 posts, 0 selected').waitFor()
    await tabTo(page, /An answer in one’s own thread/)
    for (const key of ['ArrowRight', 'Space', 'End', 'Space']) await page.keyboard.press(key)
    await selector.getByText('20 posts, 2 selected').waitFor()
    await tabTo(page, /Show more/)
    await page.keyboard.press('Enter')
    await selector.getByText('40 posts, 2 selected').waitFor()
    // The first new post has the focus.
    await page.keyboard.press('Space')
    await selector.getByText('40 posts, 3 selected').waitFor()
    await tabTo(page, /^Show these posts$/)
    await page.keyboard.press('Enter')
    await canvas.locator('.central-posts-item').nth(4).waitFor()
    await publish(page)
    assert.deepEqual(pageErrors, [])
    await close()
    // On a busy machine the editor's wait for copies may time out. The refresh copies the rest.
    await site.runCron()

    for (const hasScript of [true, false]) {
      await visit(
        '/chosen/',
        async (visited) => {
          const texts = await textsOf(visited)
          assert.equal(texts.length, 5)
          const first = texts.findIndex((text) => text.includes('A picture whose address stops working'))
          assert.match(texts[first + 1] ?? '', /Four pictures/)
          const pictures = visited.locator(`${BLOCK} .central-posts-picture`)
          assert.ok((await pictures.count()) >= 2)
          assert.match((await pictures.first().getAttribute('srcset')) ?? '', /-320\.webp 320w, .*-640\.webp 640w/)
          // Controls that need a script are hidden without it.
          assert.equal((await visited.locator(`${BLOCK} button:visible`).count()) > 0, hasScript)
        },
        { hasScript },
      )
    }
    assert.equal(await site.errorLog(), '')
  })

  test('a pasted post URL becomes the block, another URL a card, and the saved content is plain links', async () => {
    const { page, pageErrors, close } = await edit()
    const canvas = await openNewPost(page, 'Pasted')
    await paste(page, canvas, `${bench.service.origin}/sandbox/@demo/1090`)
    await canvas.locator('.central-posts-post').waitFor()
    await insert(page, 'Link card')
    await canvas.getByLabel('URL', { exact: true }).fill(`${bench.service.origin}/sandbox/news/1004`)
    await canvas.getByRole('button', { name: 'Embed' }).click()
    await canvas.getByText('The title of the page behind the link').waitFor()
    await publish(page)
    assert.deepEqual(pageErrors, [])
    await close()
    await visit('/pasted/', async (visited) => {
      await visited.getByText('A recording in a player').waitFor()
      await visited.getByText('What the page is about, in a sentence or two.').waitFor()
      assert.equal(await visited.locator(`${BLOCK} .central-posts-card img`).count(), 1)
      await bench.screenshot(visited, 'visitor-pasted')
    })
    const content = await site.php<string>("return get_page_by_path('pasted', OBJECT, 'post')->post_content;")
    assert.equal(content.match(/<a href="[^"]+" rel="nofollow ugc noopener">/g)?.length, 2)
  })

  test('shortcode and template function show the same, with at most five queries and no request', async () => {
    const found = await site.php<{
      shortcode: string
      template: string
      block: string
      queries: number
      calls: number
    }>(
      `add_filter('pre_http_request', function() { $GLOBALS['calls']++; return new WP_Error('no'); }); $GLOBALS['calls'] = 0;
       $attributes = ['sources' => ['sandbox:demo'], 'count' => 3, 'layout' => 'list'];
       $post = get_page_by_path('newest', OBJECT, 'post'); setup_postdata($post);
       $before = get_num_queries(); $block = do_blocks('<!-- wp:central-posts/posts ' . json_encode($attributes) . ' /-->');
       $queries = get_num_queries() - $before;
       return ['block' => $block, 'shortcode' => do_shortcode('[central_posts sources="sandbox:demo" count="3" layout="list"]'),
         'template' => central_posts(['sources' => 'sandbox:demo', 'count' => 3, 'layout' => 'list']), 'queries' => $queries, 'calls' => $GLOBALS['calls']];`,
    )
    assert.equal(found.shortcode.match(/<li class="central-posts-item">/g)?.length, 3)
    assert.equal(found.template, found.shortcode)
    assert.equal(found.block, found.shortcode)
    assert.ok(found.queries > 0 && found.queries <= MAX_QUERIES, `${found.queries} queries`)
    assert.equal(found.calls, 0)
  })

  test('a browser without emoji loads no emoji images for text from platforms', async () => {
    await site.publish('Balloon', 'A balloon of the site: \u{1F388} [central_posts sources="sandbox:demo" count="3"]')
    const { page, externalRequests, close } = await bench.open(site, '/newest/')
    const supports = '{ timestamp: Date.now(), supportTests: { flag: false, emoji: false } }'
    await page.addInitScript(`sessionStorage.setItem('wpEmojiSettingsSupports', JSON.stringify(${supports}))`)
    await page.goto(`${site.origin}/balloon/`)
    // WordPress’s script has run when it has replaced the emoji in the site’s own text.
    await page.locator('img.emoji').first().waitFor({ state: 'attached' })
    assert.match(await page.locator(BLOCK).first().innerText(), /\p{Extended_Pictographic}/u)
    assert.equal(await page.locator(`${BLOCK} img.emoji`).count(), 0)
    assert.deepEqual(
      externalRequests.filter((url) => !url.includes('1f388')),
      [],
    )
    await close()
  })

  test('players and images without a copy load on click or after consent', async (context) => {
    await setImageCopies(false)
    context.after(() => setImageCopies(true))
    await site.publish('Waiting', '[central_posts posts="sandbox:1089 sandbox:1091" columns="2"]')
    await refresh()
    const { page, externalRequests, close } = await bench.open(site, '/waiting/')
    const image = page.getByRole('button', { name: 'Show image (loads from 127.0.0.1' })
    const player = page.getByRole('button', { name: 'Play video (loads from 127.0.0.1' })
    await Promise.all([image.waitFor(), player.waitFor()])
    assert.equal(externalRequests.length, 0)
    assert.deepEqual(await axe(page, BLOCK), [])
    // The frame element exists before its request is sent.
    await Promise.all([page.waitForRequest(/\/sandbox\//), player.click()])
    const frame = page.locator(`${BLOCK} iframe`)
    await frame.waitFor()
    assert.match((await frame.getAttribute('sandbox')) ?? '', /allow-scripts/)
    assert.ok(
      externalRequests.every((url) => url.includes('/sandbox/')),
      externalRequests.join(' '),
    )
    // The player is in the lightbox; closing it stops the player.
    await page.keyboard.press('Escape')
    await frame.waitFor({ state: 'detached' })
    await image.click()
    await page.locator(`${BLOCK} .central-posts-picture`).waitFor()
    await close()

    const agreeing = await bench.open(site, '/newest/')
    await agreeing.page.addInitScript('window.wp_has_consent = (category) => category === "marketing"')
    await agreeing.page.goto(`${site.origin}/waiting/`)
    await agreeing.page.locator(`${BLOCK} .central-posts-picture`).first().waitFor()
    assert.equal(await agreeing.page.locator(`${BLOCK} iframe`).count(), 0)
    assert.equal(await agreeing.page.locator('.central-posts-loads:visible').count(), 0)
    await agreeing.close()

    await setImageCopies(true)
    await refresh()
    await visit('/waiting/', async (visited) => {
      assert.equal(await visited.getByRole('button', { name: 'Show image' }).count(), 0)
      assert.ok((await visited.locator(`${BLOCK} .central-posts-picture`).count()) >= 1)
    })
  })

  test('copies of images outlive their URLs; the next refresh deletes a deleted post and purges its pages', async () => {
    const { page, close } = await edit()
    await page.waitForFunction('typeof wp === "object" && typeof wp.apiFetch === "function"')
    const { body } = await page.evaluate<{ body: { posts: { id: string; url: string }[] } }>(
      `wp.apiFetch({ path: '/central-posts/v1/scan', method: 'POST', data: { platform: 'sandbox', handle: 'fleeting' } })`,
    )
    await close()
    const vanishing = body.posts.find(({ id }) => id.length === 10)
    await site.publish(
      'Fleeting',
      `[central_posts sources="sandbox:fleeting"][central_posts posts="sandbox:${vanishing?.url}"]`,
    )
    await refresh()
    await visit('/fleeting/', async (visited) => {
      assert.equal((await textsOf(visited)).length, 4)
      assert.equal(await visited.locator(`${BLOCK} .central-posts-picture`).count(), 2)
    })
    bench.service.clock.at += 2 * HOUR_MS
    const changed = await site.php<string[]>(
      `CentralPosts\\Items::make_all_due(time()); $changed = []; add_action('central_posts_changed', function($posts) use (&$changed) { $changed = array_map('get_the_title', $posts); });
       CentralPosts\\Refresh::run(); return $changed;`,
    )
    assert.deepEqual(changed, ['Fleeting'])
    await visit('/fleeting/', async (visited) => {
      const texts = await textsOf(visited)
      assert.equal(texts.length, 3)
      assert.equal(await visited.locator(`${BLOCK} .central-posts-picture`).count(), 2)
      for (const image of await visited.locator(`${BLOCK} .central-posts-picture`).all()) {
        const width = await image.evaluate(async (element) => {
          const image = element as unknown as { decode(): Promise<void>; readonly naturalWidth: number }
          await image.decode()
          return image.naturalWidth
        })
        assert.ok(width > 0)
      }
    })
  })

  test('with a suspended license, editors see a message and visitors see posts', async () => {
    const { licenses } = bench.service.parts
    await licenses.suspend(bench.licenseId, OPERATOR)
    assert.equal(await refreshToProblem(), 'license_suspended')
    await visit('/newest/', async (visited) => {
      assert.equal((await textsOf(visited)).length, 6)
      assert.equal(await visited.getByText('suspended').count(), 0)
    })
    const { page, close } = await edit('/newest/')
    await page.getByText('Only visible to editors: Your license is suspended.').first().waitFor()
    assert.equal(await page.getByText('Your license is suspended.').count(), await page.locator(BLOCK).count())
    await page.goto(`${site.origin}${SETTINGS}`)
    await page.getByText('Your license is suspended.').first().waitFor()
    assert.equal(await page.getByText('Your license is suspended.').count(), 1)
    const health = await site.php<{ status: string }>('return CentralPosts\\Site_Health::test();', { user: 1 })
    assert.equal(health.status, 'recommended')
    await licenses.resume(bench.licenseId, OPERATOR)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('row', { name: 'Status active' }).waitFor()
    await page.getByRole('button', { name: 'Refresh now' }).click()
    await page.getByText('Refreshed.').waitFor()
    assert.deepEqual(
      await site.php(
        '$it = CentralPosts\\Site_Health::test(); return [$it["status"], CentralPosts\\Service::problem()];',
      ),
      ['good', null],
    )
    await close()
  })

  test('a key that was encrypted with other salts has to be entered again, and pages keep working', async () => {
    const found = await site.php<{ obstacle: string; html: string }>(
      `$settings = get_option('central_posts_settings'); $original = $settings; $settings['key'] = base64_encode(random_bytes(90)); update_option('central_posts_settings', $settings);
       $found = ['obstacle' => CentralPosts\\Service::local_error(), 'html' => central_posts(['sources' => 'sandbox:demo'])];
       update_option('central_posts_settings', $original); return $found;`,
      { user: 1 },
    )
    assert.equal(found.obstacle, 'key_unreadable')
    assert.match(found.html, /Enter the license key again/)
    assert.equal(found.html.match(/<li class="central-posts-item">/g)?.length, 6)
  })

  test('two concurrent refreshes run once, and an abandoned lock expires', async () => {
    assert.deepEqual(
      await site.php(
        `$now = time(); $one = CentralPosts\\Lock::acquire($now); $two = CentralPosts\\Lock::acquire($now);
         $late = CentralPosts\\Lock::acquire($now + 601); CentralPosts\\Lock::release($one); $third = CentralPosts\\Lock::acquire($now + 602);
         CentralPosts\\Lock::release($late); $free = CentralPosts\\Lock::acquire($now + 603); CentralPosts\\Lock::release($free);
         return array_map('is_string', [$one, $two, $late, $third, $free]);`,
      ),
      [true, false, true, false, true],
    )
  })

  test('REST routes reject users who cannot edit, and invalid arguments', async () => {
    const statuses = await site.php<number[]>(
      `$call = function($path, $body, $method = 'POST') { $request = new WP_REST_Request($method, '/central-posts/v1' . $path); $request->set_body_params($body); return rest_do_request($request)->get_status(); };
       $good = ['platform' => 'sandbox', 'handle' => 'demo']; $found = [$call('/scan', $good)]; wp_set_current_user(1);
       return array_merge($found, [$call('/scan', $good), $call('/scan', ['platform' => 'SAND BOX'] + $good), $call('/scan', ['platform' => 'sandbox']), $call('/scan', ['handle' => 'error.profile_not_found'] + $good),
         $call('/read', ['url' => 'javascript:alert(1)', 'mode' => 'post']), $call('/keep', ['posts' => 'x'])]);`,
    )
    assert.deepEqual(statuses.slice(0, 5), [401, 200, 400, 400, 404])
    assert.ok(
      statuses.slice(5).every((status) => status >= 400),
      String(statuses),
    )
    const calls = await site.php<number>(
      `wp_set_current_user(1); for ($calls = 0; $calls < 200; $calls++) { $request = new WP_REST_Request('POST', '/central-posts/v1/describe'); $request->set_body_params(['posts' => []]); if (rest_do_request($request)->get_status() === 429) break; } return $calls;`,
    )
    // 60 a minute, and a minute may end meanwhile.
    assert.ok(calls <= 120, `${calls} calls`)
  })

  test('pages keep working without the service, transients and object cache', async () => {
    await bench.service.stop()
    await site.php(
      `global $wpdb; $wpdb->query("DELETE FROM $wpdb->options WHERE option_name LIKE '%transient%'"); wp_cache_flush(); return true;`,
    )
    assert.equal(await refreshToProblem(), 'network_error')
    await visit('/chosen/', async (visited) => assert.equal((await textsOf(visited)).length, 5))
    await visit('/fleeting/', async (visited) =>
      assert.equal(await visited.locator(`${BLOCK} .central-posts-picture`).count(), 2),
    )
    const { page, close } = await edit('/newest/')
    await page.getByText('The service cannot be reached.').first().waitFor()
    await close()
    assert.equal(await site.errorLog(), '')
  })

  test('links remain without the plugin; uninstalling leaves no data, even if the service is down', async () => {
    await site.php(`deactivate_plugins('${PLUGIN}'); return true;`, { user: 1 })
    await visit('/chosen/', async (visited) => {
      const links = visited.locator('.wp-block-central-posts-posts a')
      assert.equal(await links.count(), 5)
      assert.ok((await links.allInnerTexts()).includes('A picture whose address stops working'))
    })
    assert.equal(await site.php(`return delete_plugins(['${PLUGIN}']) === true;`, { user: 1 }), true)
    const left = await site.php<unknown[]>(
      `global $wpdb; return [$wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%central%posts%' OR option_value LIKE '%central_posts%'"),
        $wpdb->get_col("SHOW TABLES LIKE '%central%'"), $wpdb->get_col("SELECT meta_key FROM $wpdb->postmeta WHERE meta_key LIKE '%central%'"),
        $wpdb->get_col("SELECT meta_key FROM $wpdb->usermeta WHERE meta_value LIKE '%central_posts%'")];`,
    )
    assert.deepEqual(left, [[], [], [], []])
    // WordPress itself creates folders for years.
    assert.deepEqual(
      readdirSync(join(site.content, 'uploads')).filter((name) => !/^\d{4}$/.test(name)),
      [],
    )
    assert.equal(await site.errorLog(), '')
  })
})
