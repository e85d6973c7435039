// The kit in a real WordPress with a real browser, against a service that listens: what an owner, an editor and a visitor
// see. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { axe, begin, insert, lookThrough, paste, publish, tabTo } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const SETTINGS = '/wp-admin/options-general.php?page=central-posts'
const BLOCK = '.wp-block-central-posts-posts'
const HOUR_MS = 3_600_000
const MOST_QUERIES = 5
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

  /** What a visitor's page shows, without a session; it may call nobody but the site, whose server calls nobody. */
  const visit = async (path: string, look: (page: Page) => Promise<void>, { hasScript = true } = {}) => {
    const { page, faults, elsewhere, asked, close } = await bench.open(site, path, { hasScript })
    await look(page)
    assert.deepEqual([faults, elsewhere], [[], []])
    const { queries, calls } = await asked()
    assert.ok(queries <= MOST_QUERIES, `${queries} queries`)
    assert.equal(calls, 0)
    await close()
  }

  const textsOf = (page: Page) => page.locator('.central-posts-item').allInnerTexts()

  const keepCopies = (keeps: boolean) =>
    site.php(`CentralPosts\\Settings::save(['copies' => ['sandbox' => '${keeps ? 1 : 0}']]); return true;`)

  const edit = (path = '/wp-admin/post-new.php') => bench.open(site, path, { isSignedIn: true })

  /** Everything is read again, as it would be hours later, in as many runs as it takes. */
  const refresh = () =>
    site.php(
      `CentralPosts\\Items::hasten(time()); for ($runs = 1; $runs <= 20; $runs++) { CentralPosts\\Refresh::run();
         if (CentralPosts\\Service::problem() || (!CentralPosts\\Items::overdue_since(time()) && !CentralPosts\\Picture_Rows::due(time(), 1))) return $runs; }`,
    )

  /** The code of what a refresh meets. A run of WordPress's own may be under way, beside which there is no other. */
  const refreshToProblem = () =>
    site.php<string | undefined>(
      `CentralPosts\\Service::forget_problem();
       for ($until = time() + 60; time() < $until && !CentralPosts\\Service::problem(); usleep(100000)) {
         CentralPosts\\Items::hasten(time()); CentralPosts\\Refresh::run(); } return CentralPosts\\Service::problem()['code'] ?? null;`,
    )

  test('an owner enters address and key, and the key is never shown again', async () => {
    const { page, faults, close } = await edit(SETTINGS)
    await page.getByLabel('Address of the service').fill(`${bench.service.origin}/api/v1/`)
    await page.getByLabel('License key').fill('not a key')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('This is not a license key.').waitFor()
    await page.getByLabel('Address of the service').fill(`${bench.service.origin}/api/v1/`)
    await page.getByLabel('License key').fill(bench.key)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved.').waitFor()
    await page.getByRole('row', { name: 'Plan wide' }).waitFor()
    await page.getByText(`it ends in ${bench.key.slice(-4)}`).waitFor()
    assert.equal((await page.content()).includes(bench.key), false)
    const stored = await site.php<{ url: string; key: string }>("return get_option('central_posts_settings');")
    assert.equal(stored.url, bench.service.origin)
    assert.equal(Buffer.from(stored.key, 'base64').includes(bench.key), false)
    assert.equal(await site.php("return wp_next_scheduled('central_posts_refresh') !== false;"), true)
    await bench.shoot(page, 'settings')
    assert.deepEqual(await axe(page, '.wrap form'), [])
    assert.deepEqual(faults, [])
    await close()
  })

  test('the newest come by themselves, one that is put first and none that is hidden', async () => {
    const { page, faults, close } = await edit()
    const canvas = await begin(page, 'Newest')
    await insert(page, 'Posts of a platform')
    await canvas.getByRole('button', { name: 'Choose posts' }).click()
    await page.getByLabel('Name or address of the profile').fill('@demo')
    await page.getByRole('button', { name: 'Add the profile' }).click()
    const selector = page.locator('central-posts-selector')
    await selector.getByText('20 posts, 0 chosen').waitFor()
    await selector.getByRole('checkbox', { name: /A film that only its player shows/ }).check()
    await page.getByLabel('is never shown').check()
    await selector.getByText('20 posts, 0 chosen').waitFor()
    await selector.getByRole('checkbox', { name: /An answer in one’s own thread/ }).check()
    await bench.shoot(page, 'modal')
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await canvas.locator('.central-posts-item').nth(5).waitFor()
    await bench.shoot(page, 'canvas')
    await publish(page)
    assert.deepEqual(faults, [])
    await close()
    assert.ok((await site.runCron()).includes('central_posts_refresh'))

    await visit('/newest/', async (visited) => {
      const texts = await textsOf(visited)
      assert.equal(texts.length, 6)
      assert.match(texts[0] ?? '', /A film that only its player shows/)
      assert.ok(texts.every((text) => !text.includes('An answer in one’s own thread')))
      assert.deepEqual(await axe(visited, BLOCK), [])
      await bench.shoot(visited, 'visitor-newest')
    })
  })

  test('posts of two pages are chosen by mouse and by keyboard alone, and shown with and without scripts', async () => {
    const { page, faults, close } = await edit()
    const canvas = await begin(page, 'Chosen')
    await insert(page, 'Posts of a platform')
    const selector = await lookThrough(page, canvas, 'central-posts')
    await selector.getByRole('checkbox', { name: /A picture whose address stops working/ }).check()
    await selector.getByRole('button', { name: 'Show more' }).click()
    await selector.getByText('40 posts, 1 chosen').waitFor()
    await selector.getByRole('checkbox', { name: /Four pictures/ }).check()
    assert.deepEqual(await axe(page, '.central-posts-choose'), [])
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await canvas.getByText('Four pictures').waitFor()
    await canvas.locator('.wp-block-post-title').click()

    // And again, without a mouse.
    await insert(page, 'Posts of a platform')
    await canvas.getByRole('button', { name: 'Choose posts' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /The newest by themselves/)
    await page.keyboard.press('ArrowDown')
    await tabTo(page, /Name or address/)
    await page.keyboard.type('demo')
    await page.keyboard.press('Enter')
    await selector.getByText('20 posts, 0 chosen').waitFor()
    await tabTo(page, /An answer in one’s own thread/)
    for (const key of ['ArrowRight', 'Space', 'End', 'Space']) await page.keyboard.press(key)
    await selector.getByText('20 posts, 2 chosen').waitFor()
    await tabTo(page, /Show more/)
    await page.keyboard.press('Enter')
    await selector.getByText('40 posts, 2 chosen').waitFor()
    // The focus is on the first post that is new.
    await page.keyboard.press('Space')
    await selector.getByText('40 posts, 3 chosen').waitFor()
    await tabTo(page, /^Show these posts$/)
    await page.keyboard.press('Enter')
    await canvas.locator('.central-posts-item').nth(4).waitFor()
    await publish(page)
    assert.deepEqual(faults, [])
    await close()
    // Of a machine that is busy, the time that an editor waits for copies is over sooner: the rest comes in the background.
    await site.runCron()

    for (const hasScript of [true, false]) {
      await visit(
        '/chosen/',
        async (visited) => {
          const texts = await textsOf(visited)
          assert.equal(texts.length, 5)
          const first = texts.findIndex((text) => text.includes('A picture whose address stops working'))
          assert.match(texts[first + 1] ?? '', /Four pictures/)
          const pictures = visited.locator(`${BLOCK} img`)
          assert.ok((await pictures.count()) >= 2)
          assert.match((await pictures.first().getAttribute('srcset')) ?? '', /-320\.webp 320w, .*-640\.webp 640w/)
          // What needs a script is there with it alone.
          assert.equal(await visited.locator(`${BLOCK} button:visible`).count(), hasScript ? 1 : 0)
        },
        { hasScript },
      )
    }
    assert.equal(await site.complaints(), '')
  })

  test('a pasted link becomes the block, any other a card, and what is saved are plain links', async () => {
    const { page, faults, close } = await edit()
    const canvas = await begin(page, 'Pasted')
    await paste(page, canvas, `${bench.service.origin}/sandbox/@demo/1090`)
    await canvas.locator('.central-posts-post').waitFor()
    await insert(page, 'Link as a card')
    await canvas.getByLabel('Address', { exact: true }).fill(`${bench.service.origin}/sandbox/news/1004`)
    await canvas.getByRole('button', { name: 'Show it' }).click()
    await canvas.getByText('The title of the page behind the link').waitFor()
    await publish(page)
    assert.deepEqual(faults, [])
    await close()
    await visit('/pasted/', async (visited) => {
      await visited.getByText('A recording in a player').waitFor()
      await visited.getByText('What the page is about, in a sentence or two.').waitFor()
      assert.equal(await visited.locator(`${BLOCK} .central-posts-card img`).count(), 1)
      await bench.shoot(visited, 'visitor-pasted')
    })
    const content = await site.php<string>("return get_page_by_path('pasted', OBJECT, 'post')->post_content;")
    assert.equal(content.match(/<a href="[^"]+" rel="nofollow ugc noopener">/g)?.length, 2)
  })

  test('shortcode and template function show the same, with at most five queries and no call', async () => {
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
    assert.ok(found.queries > 0 && found.queries <= MOST_QUERIES, `${found.queries} queries`)
    assert.equal(found.calls, 0)
  })

  test('a browser without emoji fetches no pictures of them for what others wrote', async () => {
    await site.publish('Balloon', 'A balloon of the site: \u{1F388} [central_posts sources="sandbox:demo" count="3"]')
    const { page, elsewhere, close } = await bench.open(site, '/newest/')
    const supports = '{ timestamp: Date.now(), supportTests: { flag: false, emoji: false } }'
    await page.addInitScript(`sessionStorage.setItem('wpEmojiSettingsSupports', JSON.stringify(${supports}))`)
    await page.goto(`${site.origin}/balloon/`)
    // WordPress’s script has been over the page when it has replaced the emoji of the site’s own text.
    await page.locator('img.emoji').first().waitFor({ state: 'attached' })
    assert.match(await page.locator(BLOCK).first().innerText(), /\p{Extended_Pictographic}/u)
    assert.equal(await page.locator(`${BLOCK} img.emoji`).count(), 0)
    assert.deepEqual(
      elsewhere.filter((url) => !url.includes('1f388')),
      [],
    )
    await close()
  })

  test('players and pictures that are not copied wait for a button, or for a consent', async (context) => {
    await keepCopies(false)
    context.after(() => keepCopies(true))
    await site.publish('Waiting', '[central_posts posts="sandbox:1089 sandbox:1091"]')
    await refresh()
    const { page, elsewhere, close } = await bench.open(site, '/waiting/')
    const picture = page.getByRole('button', { name: 'Show the picture (loads from 127.0.0.1' })
    const player = page.getByRole('button', { name: 'Play the video (loads from 127.0.0.1' })
    await Promise.all([picture.waitFor(), player.waitFor()])
    assert.equal(elsewhere.length, 0)
    assert.deepEqual(await axe(page, BLOCK), [])
    // A frame is there before it is asked for.
    await Promise.all([page.waitForRequest(/\/sandbox\//), player.click()])
    const frame = page.locator(`${BLOCK} iframe`)
    await frame.waitFor()
    assert.match((await frame.getAttribute('sandbox')) ?? '', /allow-scripts/)
    assert.ok(
      elsewhere.every((url) => url.includes('/sandbox/')),
      elsewhere.join(' '),
    )
    await picture.click()
    await page.locator(`${BLOCK} img`).waitFor()
    await close()

    const agreeing = await bench.open(site, '/newest/')
    await agreeing.page.addInitScript('window.wp_has_consent = (category) => category === "marketing"')
    await agreeing.page.goto(`${site.origin}/waiting/`)
    await agreeing.page.locator(`${BLOCK} img`).first().waitFor()
    assert.equal(await agreeing.page.locator(`${BLOCK} iframe`).count(), 0)
    assert.equal(await agreeing.page.locator('.central-posts-loads:visible').count(), 0)
    await agreeing.close()

    await keepCopies(true)
    await refresh()
    await visit('/waiting/', async (visited) => {
      assert.equal(await visited.getByRole('button', { name: 'Show the picture' }).count(), 0)
      assert.ok((await visited.locator(`${BLOCK} img`).count()) >= 1)
    })
  })

  test('copied pictures outlive their addresses; a post that is gone goes with the next refresh, and its pages are told', async () => {
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
      assert.equal(await visited.locator(`${BLOCK} img`).count(), 2)
    })
    bench.service.clock.at += 2 * HOUR_MS
    const told = await site.php<string[]>(
      `CentralPosts\\Items::hasten(time()); $told = []; add_action('central_posts_changed', function($posts) use (&$told) { $told = array_map('get_the_title', $posts); });
       CentralPosts\\Refresh::run(); return $told;`,
    )
    assert.deepEqual(told, ['Fleeting'])
    await visit('/fleeting/', async (visited) => {
      const texts = await textsOf(visited)
      assert.equal(texts.length, 3)
      assert.equal(await visited.locator(`${BLOCK} img`).count(), 2)
      for (const image of await visited.locator(`${BLOCK} img`).all()) {
        const width = await image.evaluate(async (element) => {
          const picture = element as unknown as { decode(): Promise<void>; readonly naturalWidth: number }
          await picture.decode()
          return picture.naturalWidth
        })
        assert.ok(width > 0)
      }
    })
  })

  test('where the license has ended editors are told, and visitors see posts', async () => {
    const { licenses } = bench.service.parts
    await licenses.suspend(bench.licenseId, OPERATOR)
    assert.equal(await refreshToProblem(), 'license_suspended')
    await visit('/newest/', async (visited) => {
      assert.equal((await textsOf(visited)).length, 6)
      assert.equal(await visited.getByText('suspended').count(), 0)
    })
    const { page, close } = await edit('/newest/')
    await page.getByText('Only editors see this: Your license is suspended for now.').first().waitFor()
    await page.goto(`${site.origin}${SETTINGS}`)
    await page.getByText('Your license is suspended for now.').first().waitFor()
    const health = await site.php<{ status: string }>('return CentralPosts\\Site_Health::test();', { user: 1 })
    assert.equal(health.status, 'recommended')
    await licenses.resume(bench.licenseId, OPERATOR)
    await page.getByRole('button', { name: 'Check again' }).click()
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

  test('a key that was sealed under other salts is asked for again, and breaks nothing', async () => {
    const found = await site.php<{ obstacle: string; html: string }>(
      `$settings = get_option('central_posts_settings'); $held = $settings; $settings['key'] = base64_encode(random_bytes(90)); update_option('central_posts_settings', $settings);
       $found = ['obstacle' => CentralPosts\\Service::obstacle(), 'html' => central_posts(['sources' => 'sandbox:demo'])];
       update_option('central_posts_settings', $held); return $found;`,
      { user: 1 },
    )
    assert.equal(found.obstacle, 'key_unreadable')
    assert.match(found.html, /Enter it again/)
    assert.equal(found.html.match(/<li class="central-posts-item">/g)?.length, 6)
  })

  test('two refreshes at once ask once, and what the first one left behind is over after a while', async () => {
    assert.deepEqual(
      await site.php(
        `$now = time(); $one = CentralPosts\\Lock::take($now); $two = CentralPosts\\Lock::take($now);
         $late = CentralPosts\\Lock::take($now + 601); CentralPosts\\Lock::release($one); $kept = CentralPosts\\Lock::take($now + 602);
         CentralPosts\\Lock::release($late); $free = CentralPosts\\Lock::take($now + 603); CentralPosts\\Lock::release($free);
         return array_map('is_string', [$one, $two, $late, $kept, $free]);`,
      ),
      [true, false, true, false, true],
    )
  })

  test('routes are closed to those who may not edit, and refuse what is not of their form', async () => {
    const statuses = await site.php<number[]>(
      `$ask = function($path, $body, $method = 'POST') { $request = new WP_REST_Request($method, '/central-posts/v1' . $path); $request->set_body_params($body); return rest_do_request($request)->get_status(); };
       $good = ['platform' => 'sandbox', 'handle' => 'demo']; $found = [$ask('/scan', $good)]; wp_set_current_user(1);
       return array_merge($found, [$ask('/scan', $good), $ask('/scan', ['platform' => 'SAND BOX'] + $good), $ask('/scan', ['platform' => 'sandbox']), $ask('/scan', ['handle' => 'error.profile_not_found'] + $good),
         $ask('/read', ['url' => 'javascript:alert(1)', 'mode' => 'post']), $ask('/keep', ['posts' => 'x'])]);`,
    )
    assert.deepEqual(statuses.slice(0, 5), [401, 200, 400, 400, 404])
    assert.ok(
      statuses.slice(5).every((status) => status >= 400),
      String(statuses),
    )
    const calls = await site.php<number>(
      `wp_set_current_user(1); for ($calls = 0; $calls < 100; $calls++) { $request = new WP_REST_Request('POST', '/central-posts/v1/describe'); $request->set_body_params(['posts' => []]); if (rest_do_request($request)->get_status() === 429) break; } return $calls;`,
    )
    assert.ok(calls <= 60, `${calls} calls`)
  })

  test('with the service away, transients gone and the object cache emptied the pages stand', async () => {
    await bench.service.stop()
    await site.php(
      `global $wpdb; $wpdb->query("DELETE FROM $wpdb->options WHERE option_name LIKE '%transient%'"); wp_cache_flush(); return true;`,
    )
    assert.equal(await refreshToProblem(), 'network_error')
    await visit('/chosen/', async (visited) => assert.equal((await textsOf(visited)).length, 5))
    await visit('/fleeting/', async (visited) => assert.equal(await visited.locator(`${BLOCK} img`).count(), 2))
    const { page, close } = await edit('/newest/')
    await page.getByText('The service cannot be reached.').first().waitFor()
    await close()
    assert.equal(await site.complaints(), '')
  })

  test('without the plugin its links stay; uninstalled, it leaves nothing, also with the service away', async () => {
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
    // WordPress itself makes folders of years.
    assert.deepEqual(
      readdirSync(join(site.content, 'uploads')).filter((name) => !/^\d{4}$/.test(name)),
      [],
    )
    assert.equal(await site.complaints(), '')
  })
})
