// Runs the kit in WordPress 6.8 on SQLite under failures: an expired license, a platform that forbids copies of images, blocked outgoing
// requests, unused rows; and on pages that were not made in the block editor. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe, insert, openNewPost, publish } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const SETTINGS = '/wp-admin/options-general.php?page=central-posts'
const BLOCK = '.wp-block-central-posts-posts'
const DAY_MS = 86_400_000

describe('the kit in WordPress 6.8 on SQLite', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('trixie', prepareSqlite)
    assert.match(bench.version, /^6\.8/)
    site = await bench.startSite({ name: 'trouble' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
  })
  after(() => bench?.stop())

  const visit = async (path: string, look: (page: Page) => Promise<void>) => {
    const { page, pageErrors, externalRequests, close } = await bench.open(site, path)
    await look(page)
    assert.deepEqual([pageErrors, externalRequests], [[], []])
    await close()
  }

  const textsOf = (page: Page) => page.locator('.central-posts-item').allInnerTexts()

  /** Refreshes all items, in as many runs as needed. */
  const refresh = () =>
    site.php(
      `CentralPosts\\Service::clear_problem(); CentralPosts\\Items::make_all_due(time()); for ($runs = 1; $runs <= 20; $runs++) { CentralPosts\\Refresh::run();
         if (CentralPosts\\Service::problem() || (!CentralPosts\\Items::overdue_since(time()) && !CentralPosts\\Image_Rows::due(time(), 1))) return $runs; }`,
    )

  const copies = () => {
    const uploads = join(site.content, 'uploads')
    return readdirSync(uploads).includes('central-posts') ? readdirSync(join(uploads, 'central-posts')) : []
  }

  test('posts of several profiles are selected in one modal, and are still selected when it opens again', async () => {
    const { page, pageErrors, close } = await bench.open(site, '/wp-admin/post-new.php', { isSignedIn: true })
    const canvas = await openNewPost(page, 'Several')
    await insert(page, 'Social feed')
    await canvas.getByRole('button', { name: 'Select posts' }).click()
    await page.getByLabel('Selected posts', { exact: true }).check()
    const selector = page.locator('central-posts-selector')
    const add = async (handle: string) => {
      await page.getByRole('textbox', { name: 'Profile name or URL' }).fill(handle)
      await page.getByRole('button', { name: 'Add profile' }).click()
      await page
        .getByRole('button', { name: /^Remove/ })
        .filter({ visible: true })
        .last()
        .waitFor()
    }
    await add('demo')
    await selector
      .getByRole('checkbox', { name: /Four pictures/ })
      .or(selector.getByRole('button', { name: 'Show more' }))
      .first()
      .waitFor()
    await selector.getByRole('checkbox', { name: /An answer in one’s own thread/ }).check()
    await add('fleeting')
    await selector.locator('[part=profile] option').nth(1).waitFor({ state: 'attached' })
    await selector.locator('[part=profile]').selectOption({ index: 1 })
    await selector.getByRole('checkbox', { name: /refused to pages of other sites/ }).check()
    await bench.screenshot(page, 'several-profiles')
    assert.deepEqual(await axe(page, '.central-posts-choose'), [])
    await page.getByRole('button', { name: 'Show these posts' }).click()
    await canvas.locator('.central-posts-item').nth(1).waitFor()

    await canvas.locator('.central-posts-items').click({ force: true })
    await page.getByRole('toolbar').getByRole('button', { name: 'Select posts' }).click()
    await selector.getByText(/posts, 2 selected/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await publish(page)
    assert.deepEqual(pageErrors, [])
    await close()
    await visit('/several/', async (visited) => {
      const [first = '', second = '', ...more] = await textsOf(visited)
      assert.match(first, /An answer in one’s own thread/)
      assert.match(second, /refused to pages of other sites/)
      assert.deepEqual(more, [])
    })
  })

  test('the latest posts of two profiles are sorted by time', async () => {
    await site.publish('Mixed', '[central_posts sources="sandbox:demo sandbox:fleeting" count="8"]')
    await refresh()
    await visit('/mixed/', async (visited) => {
      const times = await visited
        .locator(`${BLOCK} .central-posts-byline time`)
        .evaluateAll((all) => all.map((each) => Date.parse(each.getAttribute('datetime') ?? '')))
      assert.equal(times.length, 8)
      assert.deepEqual(
        times,
        times.toSorted((one, other) => other - one),
      )
      assert.ok((await textsOf(visited)).some((text) => text.includes('refused to pages of other sites')))
    })
  })

  test('with an expired license, editors see a message in the page, the modal and the settings; visitors see posts', async () => {
    const { licenses } = bench.service.parts
    await licenses.renew(bench.licenseId, bench.service.clock.at + DAY_MS, OPERATOR)
    bench.service.clock.at += 2 * DAY_MS
    await refresh()
    await visit('/several/', async (visited) => {
      assert.equal((await textsOf(visited)).length, 2)
      assert.equal(await visited.getByText('expired').count(), 0)
    })
    const { page, pageErrors, close } = await bench.open(site, '/several/', { isSignedIn: true })
    await page.getByText('Only visible to editors: Your license has expired.').first().waitFor()
    assert.deepEqual(await axe(page, BLOCK), [])
    await bench.screenshot(page, 'expired-page')
    await page.goto(`${site.origin}/wp-admin/post-new.php`)
    const canvas = await openNewPost(page, 'Expired')
    await insert(page, 'Social feed')
    await canvas.getByRole('button', { name: 'Select posts' }).click()
    await page.getByRole('textbox', { name: 'Profile name or URL' }).fill('demo')
    await page.getByRole('button', { name: 'Add profile' }).click()
    await page.locator('.central-posts-choose').getByText('Your license has expired.').first().waitFor()
    await bench.screenshot(page, 'expired-modal')
    await page.goto(`${site.origin}${SETTINGS}`)
    await page.getByText('Your license has expired.').first().waitFor()
    await licenses.renew(bench.licenseId, null, OPERATOR)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('row', { name: 'Status active' }).waitFor()
    assert.deepEqual(pageErrors, [])
    await close()
  })

  test('no image is stored if a platform’s terms forbid it; it loads on click or after later consent', async () => {
    assert.ok(copies().length > 0)
    await site.php(
      `update_option('central_posts_platforms', array_map(fn($each) => ['keepsPictures' => false] + $each, CentralPosts\\Service::platforms())); return true;`,
    )
    await site.publish('Not kept', '[central_posts posts="sandbox:1089 sandbox:1091"]')
    await refresh()
    assert.deepEqual(copies(), [])
    const { page, externalRequests, pageErrors, close } = await bench.open(site, '/not-kept/')
    const image = page.getByRole('button', { name: 'Show image (loads from 127.0.0.1' })
    await image.waitFor()
    assert.equal(await page.locator(`${BLOCK} .central-posts-picture`).count(), 0)
    const consent = (detail: string) =>
      page.evaluate(`document.dispatchEvent(new CustomEvent('wp_listen_for_consent_change', { detail: ${detail} }))`)
    for (const detail of ['{ marketing: "deny" }', '{ statistics: "allow" }', 'undefined']) await consent(detail)
    assert.equal(externalRequests.length, 0)
    assert.equal(await image.count(), 1)
    // The image element exists before its request is sent.
    await Promise.all([page.waitForRequest(/\/sandbox\/media\//), consent('{ marketing: "allow" }')])
    await page.locator(`${BLOCK} .central-posts-picture`).first().waitFor()
    assert.ok(
      externalRequests.every((url) => url.includes('/sandbox/media/')),
      externalRequests.join(' '),
    )
    assert.equal(await page.locator(`${BLOCK} iframe`).count(), 0)
    assert.equal(await page.locator('.central-posts-loads:visible').count(), 0)
    assert.deepEqual(pageErrors, [])
    await close()

    // Editors see no image of it either, and no request is sent.
    const found = await site.php<unknown[]>(
      `$request = new WP_REST_Request('POST', '/central-posts/v1/scan'); $request->set_body_params(['platform' => 'sandbox', 'handle' => 'demo']);
       $posts = rest_do_request($request)->get_data()['body']['posts']; $media = array_merge(...array_column($posts, 'media'));
       return [count($media) > 5, array_filter(array_column($media, 'previewUrl'))];`,
      { user: 1 },
    )
    assert.deepEqual(found, [true, []])
    await site.php('CentralPosts\\Service::account(true); return true;')
    await refresh()
    assert.ok(copies().length > 0)
    await visit('/not-kept/', async (visited) => {
      assert.ok((await visited.locator(`${BLOCK} .central-posts-picture`).count()) >= 1)
    })
  })

  test('blocked outgoing requests are reported as such, and not as an unreachable service', async () => {
    const use = (url: string) => site.php(`CentralPosts\\Settings::save(['url' => '${url}']); return true;`)
    await use('https://api.example.com')
    assert.deepEqual(
      await site.php(
        "CentralPosts\\Refresh::run(); return [CentralPosts\\Service::local_error(), CentralPosts\\Service::problem()['code'] ?? null];",
      ),
      ['blocked_here', 'blocked_here'],
    )
    const { page, close } = await bench.open(site, '/several/', { isSignedIn: true })
    await page.getByText('Only visible to editors: WP_HTTP_BLOCK_EXTERNAL prevents this site').first().waitFor()
    await page.goto(`${site.origin}${SETTINGS}`)
    await page.getByText('Add the service to WP_ACCESSIBLE_HOSTS').first().waitFor()
    await close()
    await visit('/several/', async (visited) => {
      assert.equal((await textsOf(visited)).length, 2)
      assert.equal(await visited.getByText('WP_HTTP_BLOCK_EXTERNAL').count(), 0)
    })
    await use(bench.service.origin)
    await refresh()
  })

  test('a widget, a page builder’s markup and a page without a saved block show posts', async () => {
    await site.publish(
      'Built',
      '[builder_row][builder_text][central_posts posts="sandbox:1086"][/builder_text][/builder_row]',
    )
    const widgets = () =>
      site.php<string[]>(
        `$outputs = []; foreach (['WP_Widget_Block' => ['content' => '<!-- wp:central-posts/posts {"sources":["sandbox:demo"],"count":2} /-->'], 'WP_Widget_Text' => ['text' => '[central_posts posts="sandbox:1087"]'] ] as $widget => $with) {
           ob_start(); the_widget($widget, $with); $outputs[] = ob_get_clean(); }
         $outputs[] = do_shortcode('[central_posts posts="sandbox:1088"]'); return $outputs;`,
      )
    const count = (html: string) => html.match(/<li class="central-posts-item">/g)?.length ?? 0
    // Items that were not saved are recorded when they are first rendered, and fetched by the next refresh.
    assert.deepEqual((await widgets()).map(count), [2, 0, 0])
    assert.ok((await site.runCron()).includes('central_posts_refresh'))
    assert.deepEqual((await widgets()).map(count), [2, 1, 1])
    await visit('/built/', async (visited) => assert.equal((await textsOf(visited)).length, 1))
  })

  test('items unused for a month are deleted with their images; items of a page stay, however rarely it is visited', async () => {
    await site.publish('Short', '[central_posts posts="sandbox:1074"]')
    await refresh()
    const before = copies()
    const swept = await site.php<{ gone: boolean; stays: boolean; early: boolean }>(
      `global $wpdb; $is_there = fn($id) => CentralPosts\\Items::find([(new CentralPosts\\Reference('post', 'sandbox', $id))->key()]) !== [];
       wp_delete_post(get_page_by_path('short', OBJECT, 'post')->ID, true); delete_option('central_posts_swept'); CentralPosts\\Usage_Index::clean_up(time()); $early = $is_there('1074');
       $wpdb->query($wpdb->prepare('UPDATE ' . CentralPosts\\Items::table() . ' SET used_at = %d, fetched_at = %d', time() - 31 * DAY_IN_SECONDS, time() - 31 * DAY_IN_SECONDS));
       delete_option('central_posts_swept'); CentralPosts\\Usage_Index::clean_up(time());
       return ['early' => $early, 'gone' => !$is_there('1074'), 'stays' => $is_there('1086')];`,
    )
    assert.deepEqual(swept, { early: true, gone: true, stays: true })
    assert.ok(copies().length < before.length)
    await visit('/several/', async (visited) => assert.equal((await textsOf(visited)).length, 2))
    await visit('/mixed/', async (visited) => assert.equal((await textsOf(visited)).length, 8))
    assert.equal(await site.errorLog(), '')
  })
})
