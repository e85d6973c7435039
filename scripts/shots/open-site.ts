// A WordPress site with the kit and a profile whose posts are of every kind. Needs root on Debian; installs the rest itself.

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { identityOf } from '../../packages/wordpress/scripts/identity.ts'
import { makePlugin } from '../../packages/wordpress/scripts/make-plugin.ts'
import { prepareSqlite } from '../../packages/wordpress/test/site/databases.ts'
import { startBench } from '../../packages/wordpress/test/site/start-bench.ts'
import { storePage } from '../../packages/wordpress/test/site/store-posts.ts'
import { GARDEN, GARDEN_POSTS } from './demo/garden.ts'
import { FEED, type Scheme } from './scenes.ts'

/** The theme has no dark scheme of its own. */
const DARK = `:root { --wp--preset--color--contrast: #eceef0; --wp--preset--color--base: #0f1214 }
  body { background: #0f1214 !important; color: #eceef0 !important }`
/** The feed alone, as wide as the window. */
const ALONE = `body { margin: 0 !important } body * { max-width: none !important }
  .central-posts-stream { position: absolute !important; inset: 0 0 auto !important; z-index: 9; margin: 0 !important; padding: 32px !important;
    background: var(--wp--preset--color--base) }`

/** Starts the site. `open` shows the feed in a window of its own. */
export const openSite = async () => {
  const bench = await startBench('sid', prepareSqlite)
  try {
    const site = await bench.startSite({ name: 'shots' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
    const source = await storePage(site, GARDEN.handle, { profile: GARDEN, posts: GARDEN_POSTS, platform: 'instagram' })
    const url = await site.publish('Feed', `[central_posts sources="${source}" ${FEED.shortcode}]`)
    return {
      /** Folder of the theme's photos. */
      photos: join(site.content, 'themes/twentytwentyfive/assets/images'),
      async open(scheme: Scheme): Promise<Page> {
        const { page } = await bench.open(site, url)
        await page.setViewportSize({ width: FEED.width, height: FEED.height })
        await page.addStyleTag({ content: scheme === 'dark' ? `${ALONE}${DARK}` : ALONE })
        await page.locator('.central-posts-item').last().waitFor()
        await page.waitForLoadState('networkidle')
        return page
      },
      stop: () => bench.stop(),
    }
  } catch (error) {
    await bench.stop()
    throw error
  }
}
