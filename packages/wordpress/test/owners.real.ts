// Accounts of Instagram, TikTok and Facebook in a real WordPress and a real browser: from the kit's button over the pages of
// simulated providers back to the settings page, and to the block's posts; declined, ended and connected again; and blank in a
// frame of another site. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ALL_PLATFORMS } from '@central-api/service/platforms/all.ts'
import { startConsents } from '@central-api/testing/connect/consents/start-consents.ts'
import { withLocalMedia } from '@central-api/testing/platforms/suite/local-media.ts'
import { type Simulation, startSimulation } from '@central-api/testing/platforms/suite/simulated-platforms.ts'
import type { Page } from 'playwright-core'
import { findPort } from '../../service/test/real/real-nginx.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe, insert, openNewPost } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

const SETTINGS = '/wp-admin/options-general.php?page=central-posts'
const USE = 'use CentralPosts\\{Connected_Accounts, Items, Reference, Refresh, Service};'
const MINUTE_MS = 60_000
const SCREENS = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const

type Account = { readonly id: string; readonly state: string; readonly reason: string; readonly handle: string }
type Owner = {
  readonly name: string
  readonly title: string
  readonly handle: string
  /** What a block stores; the handle by default. */
  readonly lasting?: string
  /** Of several accounts, the one to choose on the service's page. */
  readonly chosen?: string
  /** How the kit reads the end. */
  readonly reason: string
}

const OWNERS: Readonly<Record<string, Owner>> = {
  instagram: { name: 'Instagram', title: 'Garden shop', handle: 'garden.shop', reason: 'removed_by_owner' },
  tiktok: { name: 'TikTok', title: 'Acme', handle: 'acme', reason: 'expired' },
  facebook: {
    ...{ name: 'Facebook', title: 'First page', handle: 'first.page', lasting: '1000000101' },
    ...{ chosen: 'First page', reason: 'removed_by_owner' },
  },
}

describe('accounts of simulated platforms in the kit', () => {
  let simulation: Simulation
  let bench: Bench
  let site: Site
  /** The provider's page where the owner takes the permission back, by platform. */
  const grants = new Map<string, string>()

  before(async () => {
    simulation = await startSimulation(startConsents)
    const port = await findPort()
    bench = await startBench('sid', prepareSqlite, {
      environment: { ...simulation.environment, CONNECT_RETURN_ORIGINS: `http://127.0.0.1:${port}` },
      network: simulation.network,
      pageAt: simulation.pageAt,
      platforms: ALL_PLATFORMS.map((platform) =>
        withLocalMedia(platform, simulation.handles.get(platform.id), simulation.files),
      ),
      at: Date.now(),
    })
    site = await bench.startSite({ name: 'owners', port })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
  })
  after(async () => {
    await bench?.stop()
    await simulation?.close()
  })

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
  const accountOf = async (id: string) => (await accounts()).find(({ handle }) => handle === OWNERS[id]?.handle)

  /** From the service's page to the provider's. */
  const toProvider = async (page: Page, id: string) => {
    await press(page, `Continue to ${OWNERS[id]?.name}`)
    await page.getByRole('heading', { name: `${OWNERS[id]?.name}, simulated` }).waitFor()
    grants.set(id, new URL('/', page.url()).href)
  }
  /** From the service's page over the provider's back to the settings page. */
  const consent = async (page: Page, id: string, button = 'Allow') => {
    await toProvider(page, id)
    await press(page, button)
    const chosen = button === 'Allow' ? OWNERS[id]?.chosen : undefined
    if (chosen !== undefined && (await page.getByRole('heading', { name: /Choose/ }).count()) > 0) {
      await page.getByLabel(chosen).check()
      await press(page, 'Connect')
    }
    await page.locator('#central-posts-accounts').waitFor()
  }
  /** The service reads what the site asks for, and has nothing in its cache. */
  const readAgain = async (account: Account | undefined) => {
    bench.service.clock.put(30 * MINUTE_MS)
    await site.php(
      `${USE} Connected_Accounts::read_soon(Connected_Accounts::find('${account?.id}')); delete_transient('central_posts_problem'); return true;`,
      { user: 1 },
    )
    await site.runCron()
  }

  const publish = (id: string) => {
    const { handle = '', lasting = handle } = OWNERS[id] ?? {}
    const block = `<!-- wp:central-posts/posts {"sources":["${id}:${lasting}"]} /-->`
    return site.publish(`Feed of ${id}`, block)
  }

  for (const id of Object.keys(OWNERS)) {
    const { name, title, handle, lasting = handle, chosen, reason } = OWNERS[id] as Owner

    test(`${name}: declined, then connected without a script, chosen in the block, and its posts are shown`, async () => {
      await open(
        SETTINGS,
        async (page) => {
          await press(page, `Connect ${name}`)
          await consent(page, id, 'Deny')
          assert.match(await result(page), /permission was declined/)
          await press(page, `Connect ${name}`)
          await consent(page, id)
          assert.equal(await result(page), `Connected: ${title}. Choose the account in the block “Social feed”.`)
          await bench.screenshot(page, `owners-${id}-connected`)
        },
        false,
      )
      assert.equal((await accountOf(id))?.state, 'connected')
      await open('/wp-admin/post-new.php?post_type=page', async (page) => {
        const canvas = await openNewPost(page, `Connected ${id}`)
        await insert(page, 'Social feed')
        await canvas.getByRole('button', { name: `${title} (${name})` }).click()
        await canvas.locator('.central-posts-item').first().waitFor()
        assert.deepEqual(await page.evaluate(`wp.data.select('core/block-editor').getBlocks()[0].attributes.sources`), [
          `${id}:${lasting}`,
        ])
        await bench.screenshot(page, `owners-${id}-block`)
      })
      const { page, close } = await bench.open(site, await publish(id))
      assert.equal(await page.locator('.central-posts-item').count(), 6)
      await bench.screenshot(page, `owners-${id}-posts`)
      await close()
    })

    test(`${name}: a permission that its owner takes back is told and connected again`, async () => {
      const account = await accountOf(id)
      await open(grants.get(id) ?? '', async (page) => {
        await press(page, 'Remove Central API')
        await page.getByText('You allow no application').waitFor()
      })
      await readAgain(account)
      const ended = await accountOf(id)
      assert.deepEqual([ended?.id, ended?.state, ended?.reason], [account?.id, 'ended', reason])
      const { page, close } = await bench.open(site, await publish(id))
      // Without the owner's permission nothing is shown; if it ran out, what was read stays.
      assert.equal(await page.locator('.central-posts-item').count(), reason === 'removed_by_owner' ? 0 : 6)
      await close()
      await open(SETTINGS, async (page) => {
        await bench.screenshot(page, `owners-${id}-ended`)
        await press(page, `Reconnect ${title}`)
        await consent(page, id)
        assert.match(await result(page), new RegExp(`^Connected: ${title}\\.`))
      })
      await readAgain(account)
      const again = await accountOf(id)
      assert.deepEqual([again?.id, again?.state], [account?.id, 'connected'])
      const shown = await bench.open(site, await publish(id))
      assert.equal(await shown.page.locator('.central-posts-item').count(), 6)
      await shown.close()
    })

    if (chosen !== undefined)
      test(`${name}: of three accounts one is chosen on a page that fits every screen`, async () => {
        await open(SETTINGS, async (page) => {
          await press(page, `Connect ${name}`)
          for (const viewport of SCREENS)
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.setViewportSize(viewport)
              await page.emulateMedia({ colorScheme })
              await bench.screenshot(page, `owners-start-${viewport.width}-${colorScheme}`)
            }
          await toProvider(page, id)
          await press(page, 'Allow')
          const boxes = page.getByRole('checkbox')
          assert.deepEqual([await boxes.count(), await page.getByRole('checkbox', { checked: true }).count()], [3, 0])
          for (const viewport of SCREENS)
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.setViewportSize(viewport)
              await page.emulateMedia({ colorScheme })
              await bench.screenshot(page, `owners-choose-${viewport.width}-${colorScheme}`)
              assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
            }
          await press(page, 'Cancel')
          await page.locator('#central-posts-accounts').waitFor()
          assert.match(await result(page), /permission was declined/)
          for (const { width, height } of SCREENS) {
            await page.setViewportSize({ width, height })
            await bench.screenshot(page, `owners-settings-${width}`)
            assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, `${width}`)
          }
          assert.deepEqual(await axe(page, '#central-posts-accounts'), [])
        })
      })
  }

  test('Mastodon: the owner names the server, and a misspelled one is said to be none', async () => {
    await open(SETTINGS, async (page) => {
      await page.getByLabel('Your Mastodon server').fill('socail.example')
      await press(page, 'Connect Mastodon')
      await press(page, 'Continue to socail.example')
      await page.locator('#central-posts-accounts').waitFor()
      assert.match(await result(page), /^No server of the platform was found at this name\. Check the spelling/)
      await page.getByLabel('Your Mastodon server').fill('https://social.example/')
      await press(page, 'Connect Mastodon')
      await press(page, 'Continue to social.example')
      await page.getByRole('heading', { name: 'Mastodon, simulated' }).waitFor()
      await press(page, 'Allow')
      await page.locator('#central-posts-accounts').waitFor()
      assert.match(await result(page), /^Connected: Garden/)
      await bench.screenshot(page, 'owners-all')
    })
  })

  test('framed by another site, the pages of a consent are blank', async () => {
    let framed = ''
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Other site</title><iframe src="${framed}" width="800" height="800"></iframe>`)
    }).listen(0, 'localhost')
    await new Promise((done) => other.once('listening', done))
    const { port } = other.address() as AddressInfo
    try {
      await open(SETTINGS, async (page) => {
        await press(page, 'Connect Instagram')
        await page.getByRole('button', { name: 'Continue to Instagram' }).waitFor()
        const start = page.url()
        await page.getByRole('button', { name: 'Continue to Instagram' }).click()
        await page.getByRole('heading', { name: 'Instagram, simulated' }).waitFor()
        // The page before, of the same browser, and the one where accounts are chosen.
        for (const url of [start, start.replace(/start\?.*/, 'choose?ticket=x')]) {
          framed = url
          await page.goto(`http://localhost:${port}/`)
          const [, frame] = page.frames()
          assert.ok(frame)
          // In its place Chromium shows a page of its own.
          await frame.waitForURL('chrome-error://chromewebdata/')
          assert.equal(await frame.getByRole('heading', { name: /Instagram|link/ }).count(), 0, url)
        }
      })
    } finally {
      other.close()
      other.closeAllConnections()
    }
  })

  test('nothing of a token or a code is stored in the site, and nothing failed', async () => {
    const options = await site.php<string>(
      `global $wpdb; return serialize($wpdb->get_col("SELECT option_value FROM $wpdb->options"));`,
    )
    assert.ok(options.includes('cn_'))
    assert.doesNotMatch(options, /(?:code|short|long|page|act|rft)-\d+-[0-9a-f]{64}|accessToken|access_token/)
    assert.equal(await site.errorLog(), '')
  })
})
