// Starts a site with the kit on SQLite for tests of what is shown, with steps that store posts and decide about them.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { PERSON, POSTS } from '../../../feed/fixtures/posts.ts'
import { identityOf } from '../../scripts/identity.ts'
import { makePlugin } from '../../scripts/make-plugin.ts'
import { prepareSqlite } from './databases.ts'
import { startBench } from './start-bench.ts'
import { inPhp } from './store-posts.ts'

const DAY_MS = 86_400_000
const NEWEST = Date.parse('2026-03-14T09:30:00.000Z')

/** WordPress 7.1 animates the way from one page of the dashboard to the next, and Chromium reports where it does not. */
const ANIMATION = /^Transition was (?:aborted|skipped)/

/** Classes that PHP code of the tests uses. */
export const USE =
  'use CentralPosts\\{Approval, Curation, Decisions, Installation, Items, Limits, Post_Version, Reference, Refresh, Render, Review, Review_Rules, Review_Sources, Selection, Service, Settings, Usage_Index, Words};'

/** A post of fixture `text` by somebody, so many days ago. */
export const postOf = (id: string, fields: object = {}, days = 0) => ({
  ...POSTS.find(({ name }) => name === 'text'),
  ...{ id, text: id, pinned: false, url: `https://social.example/@rye.and.salt/${id}` },
  publishedAt: new Date(NEWEST - days * DAY_MS).toISOString(),
  ...fields,
})

export type Curated = Awaited<ReturnType<typeof startCurated>>

export const startCurated = async (name: string) => {
  const bench = await startBench('sid', prepareSqlite)
  const site = await bench.startSite({ name })
  await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
  await site.php(
    `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
  )

  return {
    bench,
    site,
    stop: () => bench.stop(),

    /** Deletes all decisions and posts. */
    reset: () =>
      site.php(
        `${USE} delete_option('central_posts_curation'); Decisions::uninstall(); Decisions::install(); global $wpdb; $wpdb->query('DELETE FROM ' . Items::table()); return true;`,
      ),

    /** Stores posts as the list of a source, as a refresh would. Returns the attribute that shows it. */
    storeList: (handle: string, posts: readonly object[], profile: object = {}) =>
      site.php<string>(
        `${USE} $profile = new Reference('profile', 'mastodon', '${handle}'); Items::mark_used([$profile], time(), 0);
         Refresh::store_profile(['body' => ['platform' => 'mastodon', 'handle' => '${handle}', 'variant' => 'posts', 'posts' => ${inPhp(posts)},
           'profile' => ${inPhp({ ...PERSON, handle, displayName: handle, kind: 'account', ...profile })}]], $profile); return $profile->to_attribute();`,
        { user: 1 },
      ),

    /** Ids of the posts that these attributes show, in their order. */
    shown: (attributes: object) =>
      site.php<string[]>(
        `${USE} Render::html(new Selection(${inPhp(attributes)})); return array_column(array_column(array_values(Render::selected_items(new Selection(${inPhp(attributes)}))), 'data'), 'id');`,
      ),

    /** State of each post in the queue. */
    states: () =>
      site.php<Record<string, string>>(
        `${USE} global $wpdb; $found = []; foreach ($wpdb->get_results('SELECT * FROM ' . Decisions::table() . " WHERE item_key <> '' ORDER BY published_at DESC", ARRAY_A) as $row) $found[Items::find([$row['item_key']])[$row['item_key']]['data']['id']] = $row['state'] . ($row['changed'] ? ' changed' : ''); return (object) $found;`,
      ),

    /** Decides about posts by id, as the queue does. */
    decide: (state: string, ids: readonly string[]) =>
      site.php(
        `${USE} $choices = []; foreach (${inPhp(ids)} as $id) { $key = Post_Version::key('mastodon', ['id' => $id]); $choices[$key] = Decisions::of_posts([$key])[0]['version']; } return Review::decide($choices, '${state}');`,
        { user: 1 },
      ),

    /** Opens a page, signed in unless told otherwise, and asserts that no script failed. */
    open: async (path: string, see: (page: Page) => Promise<void>, options: object = { isSignedIn: true }) => {
      const opened = await bench.open(site, path, options)
      try {
        await see(opened.page)
        assert.deepEqual(
          opened.pageErrors.filter((message) => !ANIMATION.test(message)),
          [],
        )
      } finally {
        await opened.close()
      }
    },
  }
}
