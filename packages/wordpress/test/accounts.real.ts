// Connected accounts in a real WordPress and a real browser: the whole way from the settings page to the sandbox's provider and back,
// to the block's posts; what happens when permission is declined, ends and is taken back. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe, insert, openNewPost } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const SETTINGS = '/wp-admin/options-general.php?page=central-posts'
const SAMPLE = fileURLToPath(new URL('../../../docs/samples/connect-account.php', import.meta.url))
const USE = 'use CentralPosts\\{Connected_Accounts, Connected_Accounts_Notice, Items, Reference, Refresh, Service};'

type Account = { readonly id: string; readonly state: string; readonly handle: string; readonly label: string | null }

describe('connected accounts in the kit', () => {
  let bench: Bench
  let site: Site
  let licenseId: string

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'accounts' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    // A test license may return to a local site.
    const { license, key } = await bench.service.license({ mode: 'test' })
    licenseId = license.id
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${key}']); CentralPosts\\Service::account(true); return true;`,
    )
  })
  after(() => bench?.stop())

  const open = async (path: string, see: (page: Page) => Promise<void>, hasScript = true) => {
    const opened = await bench.open(site, path, { isSignedIn: true, hasScript })
    await see(opened.page)
    assert.deepEqual(opened.pageErrors, [])
    await opened.close()
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const result = (page: Page) => page.locator('.central-posts-account-result').innerText()
  const accounts = () =>
    site.php<Account[]>(`${USE} Connected_Accounts::refresh(0); return Connected_Accounts::all();`, { user: 1 })
  const consent = async (page: Page, choice: string) => {
    await press(page, 'Continue to Sandbox')
    await page.getByRole('link', { name: choice, exact: true }).click()
    await page.locator('#central-posts-accounts').waitFor()
  }
  const disconnectAll = async () => {
    for (const { id } of await bench.service.parts.connections.list({ licenseId, site: undefined }))
      await bench.service.parts.connections.disconnect(id, { licenseId, site: undefined })
    await accounts()
  }

  test('an owner connects, names and disconnects an account without a script', async () => {
    await open(
      SETTINGS,
      async (page) => {
        await press(page, 'Connect Sandbox')
        assert.ok(page.url().startsWith(`${bench.service.origin}/connect/sandbox/start?t=`), page.url())
        await consent(page, 'Allow')
        assert.match(page.url(), /page=central-posts(?:#central-posts-accounts)?$/)
        assert.equal(await result(page), 'Connected: Demo account. Choose the account in the block “Social feed”.')
        await page.reload()
        assert.equal(await page.locator('.central-posts-account-result').count(), 0)
        await page.locator('summary', { hasText: 'Rename' }).click()
        await page.getByLabel('Your name for this account').fill('Our garden')
        await bench.screenshot(page, 'accounts-name')
        await press(page, 'Save name')
        assert.equal(await page.locator('.central-posts-account strong').innerText(), 'Our garden')
        await bench.screenshot(page, 'accounts')
        await page.locator('summary', { hasText: 'Disconnect' }).click()
        await bench.screenshot(page, 'accounts-disconnect')
        await press(page, 'Disconnect this account')
        assert.equal(await result(page), 'Our garden is disconnected. Its posts are deleted from this site.')
        assert.equal(await page.locator('.central-posts-account').count(), 0)
      },
      false,
    )
    assert.deepEqual(await accounts(), [])
  })

  test('each way in which a consent fails is explained in a sentence', async () => {
    const ways = [
      ['Deny', /permission was declined/],
      ['Allow a part: the profile only', /needs more permissions/],
      ['Allow, without any account', /does not let others read/],
      ['Refuse the code with invalid_client', /refused your provider’s application/],
      ['Refuse the code with server_error', /returned an error/],
    ] as const
    for (const [choice, sentence] of ways)
      await open(SETTINGS, async (page) => {
        await press(page, 'Connect Sandbox')
        await consent(page, choice)
        assert.match(await result(page), sentence)
      })
    assert.deepEqual(await accounts(), [])
  })

  test('a return counts once, for the user who started it, and an id in it gives nothing', async () => {
    await open(`${SETTINGS}&central_posts_state=made-up&connection=cn_made-up`, async (page) => {
      assert.match(await result(page), /not valid any more/)
    })
    await open(SETTINGS, async (page) => {
      const returned: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('central_posts_state')) returned.push(request.url())
      })
      await press(page, 'Connect Sandbox')
      await consent(page, 'Allow')
      await page.goto(returned[0] ?? '')
      assert.match(await result(page), /not valid any more/)
      assert.match(returned[0] ?? '', /[?&]connection=cn_[\w-]+$/)
    })
    await disconnectAll()
  })

  // https://github.com/google/site-kit-wp/issues/2935
  test('an owner whose session at the site ended meanwhile signs in, and the return counts', async () => {
    await open(SETTINGS, async (page) => {
      await press(page, 'Connect Sandbox')
      await press(page, 'Continue to Sandbox')
      const allow = page.getByRole('link', { name: 'Allow', exact: true })
      await allow.waitFor()
      await page.context().clearCookies({ name: /^wordpress/ })
      await allow.click()
      await page.getByLabel('Username or Email Address').fill('editor')
      await page.locator('#user_pass').fill('password')
      await press(page, 'Log In')
      assert.match(await result(page), /^Connected: Demo account\./)
    })
    await disconnectAll()
  })

  // https://github.com/Automattic/jetpack/issues/16664, https://github.com/google/site-kit-wp/issues/4972
  test('whoever comes back without the return, or with a garbled one, sees what is connected', async () => {
    for (const garbled of ['', '&amp;central_posts_state=x&amp;connection=cn_x']) {
      await open(SETTINGS, async (page) => {
        await press(page, 'Connect Sandbox')
        await press(page, 'Continue to Sandbox')
        // The consent ends, and the browser is lost on its way back.
        await page.route(`${site.origin}/**`, (route) => route.abort())
        const returns = page.waitForRequest((request) => request.url().includes('connection=cn_'))
        await page.getByRole('link', { name: 'Allow', exact: true }).click({ noWaitAfter: true })
        await returns
        await page.unroute(`${site.origin}/**`)
        await page.goto(`${site.origin}${SETTINGS}${garbled}`)
        assert.equal(await page.locator('.central-posts-account strong').innerText(), 'Demo account')
      })
      await disconnectAll()
    }
  })

  test('a block shows a connected account, until its owner takes the permission back', async () => {
    await open(SETTINGS, async (page) => {
      await press(page, 'Connect Sandbox')
      await consent(page, 'Allow')
    })
    const [account] = await accounts()
    await open('/wp-admin/post-new.php?post_type=page', async (page) => {
      const canvas = await openNewPost(page, 'Connected')
      await insert(page, 'Social feed')
      const choice = canvas.getByRole('button', { name: 'Demo account (Sandbox)' })
      await choice.waitFor()
      await bench.screenshot(page, 'accounts-choice')
      await choice.click()
      await canvas.locator('.central-posts-item').first().waitFor()
      assert.deepEqual(await page.evaluate(`wp.data.select('core/block-editor').getBlocks()[0].attributes.sources`), [
        'sandbox:demo',
      ])
      await bench.screenshot(page, 'accounts-block')
    })
    const read = await bench.service.parts.store.connections.find(account?.id ?? '')
    assert.ok(read?.lastReadAt, 'the posts were not read through the connection')
    const url = await site.publish('Feed', '<!-- wp:central-posts/posts {"sources":["sandbox:demo"]} /-->')
    const shown = async () => {
      const { page, close } = await bench.open(site, url)
      const count = await page.locator('.central-posts-item').count()
      await close()
      return count
    }
    assert.equal(await shown(), 6)
    await bench.service.parts.store.connections.put({ ...read, state: 'ended', reason: 'removed_by_owner' })
    await bench.service.parts.connections.forget(read.id)
    assert.deepEqual(
      (await accounts()).map(({ state }) => state),
      ['ended'],
    )
    assert.equal(await shown(), 0)
    assert.equal(
      await site.php<number>(
        `${USE} global $wpdb; return (int) $wpdb->get_var('SELECT COUNT(*) FROM ' . Items::table() . " WHERE platform = 'sandbox' AND data IS NOT NULL");`,
      ),
      0,
    )
  })

  test('an account that ended is told with one link to those who can reconnect it, which mends it', async () => {
    await open('/wp-admin/', async (page) => {
      const notice = page.locator('.notice', { hasText: 'The permission for Demo account (Sandbox) has ended' })
      await notice.waitFor()
      assert.deepEqual(await axe(page, '.notice.notice-warning'), [])
      await bench.screenshot(page, 'accounts-notice')
      await notice.getByRole('link', { name: 'Reconnect Demo account' }).click()
      await consent(page, 'Allow')
      assert.match(await result(page), /^Connected: Demo account\./)
      await page.goto(`${site.origin}/wp-admin/`)
      assert.equal(await notice.count(), 0)
    })
    assert.deepEqual(
      (await accounts()).map(({ state }) => state),
      ['connected'],
    )
    await site.runCron()
    assert.ok(
      await site.php<number>(
        `${USE} $key = (new Reference('profile', 'sandbox', 'demo'))->key(); return count(Items::find([$key])[$key]['data']['posts'] ?? []);`,
      ),
    )
  })

  test('another account cannot take the place of the one to reconnect', async () => {
    await open(SETTINGS, async (page) => {
      await press(page, 'Reconnect Demo account')
      await consent(page, 'Allow, with another account')
      assert.match(await result(page), /another account than the one to reconnect/)
    })
    assert.deepEqual(
      (await accounts()).map(({ handle }) => handle),
      ['demo'],
    )
  })

  test('an editor sees no notice and cannot connect, and nothing of the page has faults', async () => {
    const [account] = await accounts()
    const before = await bench.service.parts.store.connections.find(account?.id ?? '')
    assert.ok(before)
    await bench.service.parts.store.connections.put({ ...before, state: 'ended', reason: 'expired' })
    await accounts()
    assert.deepEqual(
      await site.php<boolean[]>(
        `${USE} require_once ABSPATH . 'wp-admin/includes/admin.php'; $see = function ($role) { $user = wp_insert_user(['user_login' => "sees-$role", 'user_pass' => 'x', 'role' => $role]); wp_set_current_user($user);
           set_current_screen('dashboard'); ob_start(); Connected_Accounts_Notice::render(); return ob_get_clean() !== ''; }; return [$see('administrator'), $see('editor')];`,
      ),
      [true, false],
    )
    await open(SETTINGS, async (page) => {
      assert.deepEqual(await axe(page, '#central-posts-accounts'), [])
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await bench.screenshot(page, `accounts-${width}`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, `${width}`)
      }
    })
  })

  test('a field asks for the server or the handle where the platform needs or accepts it', async () => {
    const offered = [
      { platform: 'bluesky', name: 'Bluesky', needsHost: false, acceptsHandle: true },
      { platform: 'mastodon', name: 'Mastodon', needsHost: true, acceptsHandle: false },
      { platform: 'misskey', name: 'Misskey', needsHost: true, acceptsHandle: false },
      { platform: 'sandbox', name: 'Sandbox', needsHost: false, acceptsHandle: false },
    ]
    await site.php(
      `${USE} $stored = get_option(Connected_Accounts::OPTION); $stored['connectable'] = json_decode('${JSON.stringify(offered)}', true); $stored['at'] = time(); update_option(Connected_Accounts::OPTION, $stored); return true;`,
      { user: 1 },
    )
    await open(SETTINGS, async (page) => {
      const section = page.locator('#central-posts-accounts')
      const names = await section.getByRole('button', { name: /^Connect / }).allInnerTexts()
      assert.deepEqual(names, ['Connect Sandbox', 'Connect Bluesky', 'Connect Mastodon', 'Connect Misskey'])
      assert.equal(await section.getByLabel('Your Mastodon server').getAttribute('required'), '')
      assert.equal(await section.getByLabel('Your Misskey server').getAttribute('placeholder'), 'misskey.io')
      const handle = section.getByLabel('Your Bluesky handle (optional)')
      assert.deepEqual([await handle.getAttribute('required'), await handle.getAttribute('dir')], [null, 'ltr'])
      assert.deepEqual(await axe(page, '#central-posts-accounts'), [])
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await bench.screenshot(page, `accounts-fields-${width}`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, `${width}`)
      }
    })
    const typed = [
      ['bluesky', ''],
      ['bluesky', ' Garden.example '],
      ['bluesky', '@garden.bsky.social'],
      ['bluesky', 'https://bsky.app/profile/garden.example'],
      ['bluesky', 'https://pds.example/'],
      ['bluesky', 'HTTP://pds.example'],
      ['mastodon', 'social.example/'],
      // https://github.com/corbindavenport/share-to-mastodon/issues/6
      ['mastodon', 'social.example/home'],
      ['mastodon', 'https://social.example/home'],
      ['mastodon', '@garden@social.example'],
      ['mastodon', 'https://social.example/@garden'],
    ] as const
    const sent = await site.php<readonly object[]>(
      `${USE} $request = new ReflectionMethod('CentralPosts\\Connected_Accounts_Tasks', 'request'); $request->setAccessible(true);
       return array_map(function ($typed) use ($request) { return $request->invoke(null, ['platform' => $typed[0], 'host' => sanitize_text_field($typed[1])]); }, json_decode('${JSON.stringify(typed)}', true));`,
      { user: 1 },
    )
    assert.deepEqual(sent, [
      { platform: 'bluesky' },
      { platform: 'bluesky', handle: 'Garden.example' },
      { platform: 'bluesky', handle: '@garden.bsky.social' },
      { platform: 'bluesky', handle: 'https://bsky.app/profile/garden.example' },
      { platform: 'bluesky', host: 'pds.example' },
      { platform: 'bluesky', host: 'pds.example' },
      { platform: 'mastodon', host: 'social.example' },
      { platform: 'mastodon', host: 'social.example' },
      { platform: 'mastodon', handle: 'https://social.example/home' },
      { platform: 'mastodon', handle: '@garden@social.example' },
      { platform: 'mastodon', handle: 'https://social.example/@garden' },
    ])
    await accounts()
  })

  test('accounts that a race left without a place are counted beside those that are connected', async () => {
    const [account] = await accounts()
    const state = 'A'.repeat(32)
    await site.php(`set_transient('central_posts_connecting_1', ['${state}' => time()], 600); return true;`, {
      user: 1,
    })
    await open(
      `${SETTINGS}&central_posts_state=${state}&connection=${account?.id}&connect_left_out=2`,
      async (page) => {
        assert.equal(
          await result(page),
          'Connected: Demo account. Choose the account in the block “Social feed”. 2 more accounts were not connected, because your plan has no place left.',
        )
      },
    )
  })

  test('the documented code starts a consent, and takes the browser back once', async () => {
    const [account] = await accounts()
    const said = await site.php<readonly string[]>(
      `class_alias('CentralPosts\\Api\\Client', 'CentralApi\\Client'); class_alias('CentralPosts\\Api\\ApiException', 'CentralApi\\ApiException'); require '${SAMPLE}';
       add_filter('wp_redirect', function ($url) { throw new RuntimeException($url); }); $client = CentralPosts\\Service::client();
       try { acme_connect($client, 'sandbox'); } catch (RuntimeException $redirect) { $said = [$redirect->getMessage()]; }
       $state = get_transient(ACME_STATES . 1); $return = function ($query) use ($client) { $_GET = $query; return acme_take_back($client); };
       $said[] = $return(['acme_state' => 'made-up', 'connection' => '${account?.id}']); set_transient(ACME_STATES . 1, $state, 60);
       $said[] = $return(['acme_state' => $state, 'connection' => '${account?.id}']); $said[] = $return(['acme_state' => $state, 'connection' => '${account?.id}']);
       set_transient(ACME_STATES . 1, $state, 60); $said[] = $return(['acme_state' => $state, 'connect_error' => 'connection_denied']); $said[] = $return([]); return $said;`,
      { user: 1 },
    )
    const [url = '', ...rest] = said
    assert.ok(url.startsWith(`${bench.service.origin}/connect/sandbox/start?t=`), url)
    assert.deepEqual(rest, [
      'This link is not valid any more.',
      'Connected: demo',
      'This link is not valid any more.',
      'No account was connected: connection_denied',
      '',
    ])
  })

  test('nothing of a token is stored in this site', async () => {
    const options = await site.php<string>(
      `global $wpdb; return serialize($wpdb->get_col("SELECT option_value FROM $wpdb->options"));`,
    )
    assert.ok(options.includes('cn_'))
    assert.doesNotMatch(options, /sandbox-(?:token|code)\.|accessToken|access_token/)
    assert.equal(await site.errorLog(), '')
  })
})
