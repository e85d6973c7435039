// What protects data in a real WordPress: capabilities and nonces of every form and route, the deletion of decisions that no longer
// matter, and uninstalling. Each guard is tried alone, with all others satisfied. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Curated, postOf, startCurated, USE } from './site/start-curated.ts'
import { storePosts } from './site/store-posts.ts'

const DAY = 86_400
const SETTINGS = '/wp-admin/options-general.php?page=central-posts'
const QUEUE = '/wp-admin/tools.php?page=central-posts-review'
const PLUGIN = 'central-posts/central-posts.php'

type Form = {
  readonly action: string
  /** Page that contains the nonce. */
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** The highest role that may not submit it. */
  readonly tooLow: string
  /** PHP that returns whether the form has changed anything. */
  readonly changed: string
  /** PHP that undoes the change. */
  readonly undo: string
}

const FORMS: readonly Form[] = [
  {
    action: 'central_posts_review',
    path: QUEUE,
    fields: { task: 'word', value: 'oven' },
    tooLow: 'author',
    changed: "Curation::stored()['words'] !== []",
    undo: 'Curation::save(["words" => []])',
  },
  {
    action: 'central_posts_save',
    path: SETTINGS,
    fields: { task: 'save', hours: '12' },
    tooLow: 'editor',
    changed: 'Settings::interval() === 12 * 3600',
    undo: "Settings::save(['hours' => '3'])",
  },
  {
    action: 'central_posts_dismiss',
    path: '/wp-admin/index.php',
    fields: {},
    tooLow: 'editor',
    changed: "get_user_meta(1, 'central_posts_welcome_dismissed', true) !== ''",
    undo: "delete_user_meta(1, 'central_posts_welcome_dismissed')",
  },
]

describe('guards', () => {
  let kit: Curated

  before(async () => {
    kit = await startCurated('guards')
  })
  after(() => kit?.stop())
  beforeEach(() => kit.reset())

  const setRole = (role: string) => kit.site.php(`wp_update_user(['ID' => 1, 'role' => '${role}']); return true;`)
  afterEach(() => setRole('administrator'))

  /** The nonce of a form, or of a link with its action, in a page. */
  const nonceIn = (page: Page, action: string) =>
    page.evaluate<string>(
      `document.querySelector('form:has([value="${action}"]) [name="_wpnonce"]')?.value ?? new URL(document.querySelector('a[href*="action=${action}"]').href).searchParams.get('_wpnonce')`,
    )

  for (const { action, path, fields, tooLow, changed, undo } of FORMS) {
    test(`${action} needs the capability and a nonce, each of them`, async () => {
      const isDismissal = action === 'central_posts_dismiss'
      const key = isDismissal ? '' : kit.bench.key
      // The notice is shown as long as no key is stored.
      await kit.site.php(
        `${USE} Settings::save(${isDismissal ? "['forget_key' => '1']" : `['key' => '${key}']`}); return ${undo} || true;`,
      )
      const hasChanged = () => kit.site.php<boolean>(`${USE} return ${changed};`)
      await kit.open(path, async (page) => {
        const nonce = await nonceIn(page, action)
        const submit = async (given: string) => {
          const form = { action, _wpnonce: given, url: kit.bench.service.origin, ...fields }
          const response = await page.request.post(`${kit.site.origin}/wp-admin/admin-post.php`, {
            form,
            maxRedirects: 0,
          })
          return response.status()
        }
        await setRole(tooLow)
        assert.deepEqual([await submit(nonce), await hasChanged()], [403, false], 'without the capability')
        await setRole('administrator')
        assert.deepEqual([await submit(''), await hasChanged()], [403, false], 'without a nonce')
        assert.deepEqual([await submit('0123456789'), await hasChanged()], [403, false], 'with an expired nonce')
        assert.deepEqual([await submit(nonce), await hasChanged()], [302, true])
      })
      await kit.site.php(`${USE} Settings::save(['key' => '${kit.bench.key}']); return ${undo} || true;`)
    })
  }

  test('a nonce of one form is worth nothing in another', async () => {
    await kit.open(SETTINGS, async (page) => {
      const form = {
        ...FORMS[0]?.fields,
        action: 'central_posts_review',
        _wpnonce: await nonceIn(page, 'central_posts_save'),
      }
      const response = await page.request.post(`${kit.site.origin}/wp-admin/admin-post.php`, { form, maxRedirects: 0 })
      assert.equal(response.status(), 403)
    })
    assert.deepEqual(await kit.site.php(`${USE} return Curation::stored()['words'];`), [])
  })

  test('every route needs a capability, and WordPress’s nonce with cookies', async () => {
    const ROUTES = {
      '/scan': 'contributor',
      '/read': 'contributor',
      '/keep': 'contributor',
      '/describe': 'contributor',
      '/find': 'contributor',
      '/curation': 'contributor',
      '/accounts': 'contributor',
      '/keep-shown': 'editor',
      '/picture/(?P<key>[0-9a-f]{40})/(?P<slot>m[0-9]|card)': 'contributor',
      '/check-connection': 'administrator',
    }
    const routes = await kit.site.php<Record<string, string>>(
      `$found = []; foreach (rest_get_server()->get_routes('central-posts/v1') as $path => $handlers) { if ($path === '/central-posts/v1') continue;
         foreach (['', 'subscriber', 'contributor', 'editor', 'administrator'] as $role) { wp_set_current_user(0); if ($role !== '') { wp_update_user(['ID' => 1, 'role' => $role]); clean_user_cache(1); wp_set_current_user(1); }
           if (true === call_user_func($handlers[0]['permission_callback'], new WP_REST_Request())) { $found[substr($path, strlen('/central-posts/v1'))] = $role; break; } } } wp_update_user(['ID' => 1, 'role' => 'administrator']); return $found;`,
    )
    assert.deepEqual(routes, ROUTES)
    await kit.open('/wp-admin/', async (page) => {
      const response = await page.request.post(`${kit.site.origin}/?rest_route=/central-posts/v1/describe`, {
        data: { posts: [] },
      })
      assert.equal(response.status(), 401)
    })
  })

  test('the queue is shown to whom a site’s filter says, in the menu, in the block and on its page', async () => {
    const seen = (role: string, capability: string) =>
      kit.site.php<boolean[]>(
        `${USE} define('WP_ADMIN', true); add_filter('central_posts_review_capability', fn() => '${capability}'); wp_update_user(['ID' => 1, 'role' => '${role}']); clean_user_cache(1); wp_set_current_user(1);
         require_once ABSPATH . 'wp-admin/includes/plugin.php'; global $submenu; $submenu = []; CentralPosts\\Review_Page::add_page(); $request = new WP_REST_Request('POST', '/central-posts/v1/curation'); $request->set_body_params(['sources' => []]);
         return [in_array('central-posts-review', array_column($submenu['tools.php'] ?? [], 2), true), rest_do_request($request)->get_data()['url'] !== ''];`,
      )
    assert.deepEqual(await seen('author', 'edit_others_posts'), [false, false])
    assert.deepEqual(await seen('editor', 'edit_others_posts'), [true, true])
    assert.deepEqual(await seen('editor', 'manage_options'), [false, false])
  })

  describe('decisions that no longer matter', () => {
    let sources = ''
    beforeEach(async () => {
      sources = await kit.storeList(
        'wall',
        ['one', 'two', 'three', 'four'].map((id, at) => postOf(`wall-${id}`, {}, at)),
      )
      await kit.shown({ sources, approved: true })
      await kit.decide('approved', ['wall-one'])
      await kit.decide('hidden', ['wall-two'])
    })

    const states = () =>
      kit.site.php<string[]>(
        `${USE} global $wpdb; return $wpdb->get_col('SELECT state FROM ' . Decisions::table() . ' ORDER BY published_at DESC');`,
      )

    /** Deletes the post at its platform. */
    const remove = (id: string) =>
      kit.site.php(
        `${USE} $row = Decisions::of_posts([Post_Version::key('mastodon', ['id' => '${id}'])])[0]; Items::delete($row['item_key']); return true;`,
      )
    /** Cleans up after so many days. */
    const cleanUp = (days: number) =>
      kit.site.php(
        `${USE} $now = time() + ${days * DAY}; Decisions::clean_up(Curation::reviewed($now), $now); return true;`,
      )

    test('a deleted post leaves the queue at once; its decision is kept for 90 days, and for ever if a person has hidden it', async () => {
      for (const id of ['wall-one', 'wall-two', 'wall-three']) await remove(id)
      assert.deepEqual(await kit.states(), { 'wall-four': 'waiting' })
      await kit.site.php(
        `${USE} return Review_Sources::set((new Reference('profile', 'mastodon', 'wall'))->key(), true)['name'];`,
      )
      await cleanUp(89)
      assert.deepEqual(await states(), ['approved', 'hidden', 'waiting', 'waiting'])
      await cleanUp(91)
      assert.deepEqual(await states(), ['hidden', 'waiting'])
      // The post returns, and is still hidden.
      await kit.storeList('wall', [postOf('wall-two')])
      assert.deepEqual(await kit.states(), { 'wall-two': 'hidden', 'wall-four': 'waiting' })
    })

    test('a post that its source no longer lists waits for 30 days, and is deleted then', async () => {
      await kit.storeList('wall', [postOf('wall-zero', {}, -1)])
      // The block and its source are still in use.
      const sweep = (days: number) =>
        kit.site.php(
          `${USE} $now = time() + ${days * DAY}; Items::mark_used([new Reference('profile', 'mastodon', 'wall')], $now, 0); Curation::save(['blocks' => array_fill_keys(array_keys(Curation::stored()['blocks']), $now)]); delete_option('central_posts_swept'); Usage_Index::clean_up($now); return true;`,
        )
      await sweep(29)
      // The hidden post is not stored any longer; its decision is.
      assert.deepEqual(Object.keys(await kit.states()), ['wall-zero', 'wall-one', 'wall-three', 'wall-four'])
      await sweep(31)
      assert.deepEqual(Object.keys(await kit.states()), ['wall-zero', 'wall-one'])
    })

    test('what waits is deleted when its source needs no approval any more; what was decided is kept', async () => {
      await cleanUp(29)
      assert.deepEqual(await states(), ['approved', 'hidden', 'waiting', 'waiting'])
      await cleanUp(31)
      assert.deepEqual(await states(), ['approved', 'hidden'])
    })
  })

  test('uninstalling deletes tables, options, transients, files, events and all traces at posts and users', async () => {
    const sources = await storePosts(kit.site, 'rye')
    await kit.site.publish('All', `[central_posts sources="${sources}" approved="yes"]`)
    await kit.open('/all/', async () => {}, {})
    await kit.site.php(
      `${USE} Review_Rules::set_words('sale', true); Refresh::schedule(); Usage_Index::clean_up(time()); update_option(Service::PROBLEM, ['code' => 'network_error']); CentralPosts\\Lock::acquire(time());
       update_user_meta(1, 'central_posts_welcome_dismissed', '1'); add_post_meta(1, Usage_Index::META_RENDERED, 'x'); set_transient('central_posts_reviewed_1', ['x'], 600); set_transient('central_posts_trouble_1', ['x'], 600); CentralPosts\\Rest::count_call('scan', 9, 60); return true;`,
      { user: 1 },
    )
    const left = () =>
      kit.site.php<readonly string[][]>(
        `global $wpdb; $like = "LIKE '%central%posts%'"; return [$wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name $like"), $wpdb->get_col("SHOW TABLES LIKE '%central%'"),
           $wpdb->get_col("SELECT DISTINCT meta_key FROM $wpdb->postmeta WHERE meta_key $like"), $wpdb->get_col("SELECT meta_key FROM $wpdb->usermeta WHERE meta_key $like"), array_keys(array_filter(['event' => wp_next_scheduled('central_posts_refresh')]))];`,
      )
    const files = join(kit.site.content, 'uploads/central-posts')
    const [options = [], ...others] = await left()
    const named = (name: string) => options.some((each) => each.includes(name))
    for (const name of [
      'settings',
      'curation',
      'problem',
      'platforms',
      'swept',
      'lock',
      'version',
      'account',
      'reviewed_1',
      'trouble_1',
      'calls_scan',
    ])
      assert.ok(named(name), `${name} in ${options}`)
    assert.deepEqual(others, [
      ['wp_central_posts_decisions', 'wp_central_posts_items'],
      ['_central_posts_item', '_central_posts_shown'],
      ['central_posts_welcome_dismissed'],
      ['event'],
    ])
    assert.equal(existsSync(files), true)
    assert.equal(await kit.site.errorLog(), '')
    assert.equal(
      await kit.site.php(
        `deactivate_plugins('${PLUGIN}'); wp_schedule_single_event(time() + 9999, 'central_posts_refresh'); return delete_plugins(['${PLUGIN}']) === true;`,
        {
          user: 1,
        },
      ),
      true,
    )
    assert.deepEqual(await left(), [[], [], [], [], []])
    assert.equal(existsSync(files), false)
  })
})
