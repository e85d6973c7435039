// Presses “Load more” beyond the newest page of a profile, in a real WordPress against a running service. Needs root on Debian; installs
// the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

/** The demo profile has four older pages. */
const MAX_PAGES = 3
const PAGE = 20
const DAY_S = 86_400

/** Counts the pages that a run asks the service for. Retries, because WordPress's own run may hold the lock. */
const RUN = `$calls = 0;
  add_action('http_api_debug', function ($response, $context, $class, $arguments, $url) use (&$calls) { $calls += (int) (strpos($url, '/load-more-posts') !== false); }, 10, 5);
  for ($until = time() + 60; time() < $until && get_option('central_posts_lock'); usleep(100000)) wp_cache_flush();
  CentralPosts\\Refresh::run(); return $calls;`
const PROFILE =
  "$profile = new CentralPosts\\Reference('profile', 'sandbox', 'demo'); $older = CentralPosts\\Older_Posts::of($profile);"
const ROW = `${PROFILE} return CentralPosts\\Items::find([$older->key()])[$older->key()] ?? null;`

type Row = {
  readonly data: { readonly posts: readonly string[]; readonly pages: number; readonly cursor: string | null } | null
  readonly due_at: number
  readonly problem: string
}

describe('posts beyond the newest page', () => {
  let bench: Bench
  let site: Site
  let url = ''
  let parameter = ''

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'older' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    // Only this test runs the refresh.
    await site.php(
      `file_put_contents(WPMU_PLUGIN_DIR . '/no-cron.php', '<?php add_filter("pre_get_ready_cron_jobs", fn() => []); add_filter("pre_schedule_event", fn() => false); add_filter("central_posts_older_pages", fn() => ${MAX_PAGES});');
       CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}', 'copies' => ['sandbox' => '0']]); CentralPosts\\Service::account(true); return true;`,
    )
    url = await site.publish('Older', '[central_posts sources="sandbox:demo" count="6"]')
    await site.php(RUN)
    parameter = /central_posts_[0-9a-f]{6}/.exec(await read(1))?.[0] ?? ''
    assert.notEqual(parameter, '')
  })
  after(() => bench?.stop())

  const read = async (pages: number) => (await fetch(pages === 1 ? url : `${url}?${parameter}=${pages}`)).text()
  const countOf = async (pages: number) => (await read(pages)).split('<li class="central-posts-item"').length - 1
  const row = () => site.php<Row | null>(ROW)
  const run = () => site.php<number>(RUN)
  const forget = () =>
    site.php(
      `${PROFILE} CentralPosts\\Items::delete($older->key()); CentralPosts\\Items::make_all_due(time()); return true;`,
    )

  test('the next page is fetched once a visitor comes near the end, in the background, however many come', async () => {
    assert.equal(await countOf(2), 12)
    assert.equal(await row(), null, 'the first pages need nothing')
    assert.equal(await countOf(3), 18)
    await Promise.all(Array.from({ length: 12 }, () => read(3)))
    assert.deepEqual([(await row())?.data, await countOf(4)], [null, PAGE])
    assert.equal(await run(), 1)
    assert.equal(await run(), 0, 'nothing is due after it')
    assert.deepEqual([(await row())?.data?.posts.length, (await row())?.due_at], [PAGE, 0])
    assert.equal(await countOf(4), 24)
    assert.match(await read(4), /central-posts-more/)
  })

  test('a script adds the posts of both pages in their order, and none twice', async () => {
    const { page, pageErrors, close } = await bench.open(site, url)
    for (const shown of [12, 18, 24, 30, 36]) {
      await page.locator('.central-posts-more').click()
      await page.waitForFunction(`document.querySelectorAll('.central-posts-item').length === ${shown}`)
    }
    const ids = await page.locator('.central-posts-item > article').evaluateAll((all) => all.map(({ id }) => id))
    assert.equal(new Set(ids).size, 36)
    const times = await page
      .locator('article time')
      .evaluateAll((all) => all.map((each) => each.getAttribute('datetime') ?? ''))
    assert.deepEqual(times.slice(1), times.slice(1).toSorted().reverse())
    assert.deepEqual(pageErrors, [])
    await close()
  })

  test('a visitor who asks for everything, again and again, costs no more than the limit', async () => {
    let calls = 1
    for (let visit = 0; visit < MAX_PAGES + 3; visit += 1) {
      await Promise.all([read(20), read(20)])
      calls += await run()
    }
    assert.equal(calls, MAX_PAGES)
    const data = (await row())?.data
    assert.equal(data?.pages, MAX_PAGES)
    assert.ok((data?.posts.length ?? 0) > PAGE * (MAX_PAGES - 1))
    assert.equal(await countOf(20), PAGE + (data?.posts.length ?? 0))
    assert.doesNotMatch(await read(20), /central-posts-more/)
  })

  test('new posts push the last ones of the newest page to the older ones; a deleted post goes; a gap drops all', async () => {
    const shift = (keys: string, isLast = false) =>
      site.php<string[] | null>(
        `${PROFILE} $listed = CentralPosts\\Items::find([$profile->key()])[$profile->key()]['data']['posts'];
         CentralPosts\\Older_Posts::shift($profile, ${keys}, ${isLast}); $row = CentralPosts\\Items::find([$older->key()])[$older->key()] ?? null;
         return null === $row ? null : array_map(fn($key) => array_search($key, $listed, true), array_slice($row['data']['posts'], 0, 3));`,
      )
    // Two new posts came, and the third of before was deleted.
    assert.deepEqual(
      await shift("array_merge(['new1', 'new2'], array_slice($listed, 0, 2), array_slice($listed, 3, 15))"),
      [18, 19, false],
    )
    assert.equal(await shift("['new1', 'new2']"), null)
  })

  test('the pages are dropped after a day, so that a deleted post does not stay', async () => {
    await forget()
    await run()
    await read(3)
    await run()
    assert.equal(await countOf(20), 2 * PAGE)
    await site.php(
      `${PROFILE} $data = CentralPosts\\Items::find([$older->key()])[$older->key()]['data']; CentralPosts\\Items::put($older, ['since' => time() - ${DAY_S} - 1] + $data); return true;`,
    )
    assert.equal(await countOf(20), PAGE)
    assert.equal(await run(), 1)
    assert.deepEqual([(await row())?.data?.pages, await countOf(20)], [1, 2 * PAGE])
  })

  test('a failure is not repeated by the next visitor, and an unknown cursor drops its pages', async () => {
    await site.php(
      `${PROFILE} $data = CentralPosts\\Items::find([$older->key()])[$older->key()]['data']; CentralPosts\\Items::put($older, ['cursor' => 'unknown'] + $data); return true;`,
    )
    await read(20)
    assert.equal(await run(), 1)
    const failed = await row()
    assert.deepEqual([failed?.data, failed?.due_at, failed?.problem], [null, 0, 'invalid_cursor'])
    await read(20)
    assert.equal(await run(), 0)
    assert.equal(await countOf(20), PAGE)
  })

  test('neither a feed without “Load more” nor one that shows only approved posts requests older ones', async () => {
    await forget()
    await run()
    for (const attributes of ['without="more"', 'approved="yes"']) {
      const page = await site.publish('Quiet', `[central_posts sources="sandbox:demo" count="20" ${attributes}]`)
      await fetch(page)
      assert.equal(await row(), null, attributes)
    }
    await fetch(await site.publish('Full', '[central_posts sources="sandbox:demo" count="20"]'))
    assert.ok(((await row())?.due_at ?? 0) > 0)
    assert.equal(await site.errorLog(), '')
  })
})
