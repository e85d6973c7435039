// npm run shots: takes the screenshots of README and docs from a running service with simulated platforms.
// `npm run shots -- console` takes only those whose names begin so.

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../packages/console/test/launch-chromium.ts'
import { openSheet } from './contact-sheet.ts'
import { openSite } from './open-site.ts'
import { FEED, imageOf, SCENES, SCHEMES, type Scene, type Scheme, SHEET } from './scenes.ts'
import { openStage } from './stage.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const QUALITY = 88
/** Of photos, in which nobody sees the difference. */
const PHOTO_QUALITY = 80

/** Playwright takes no WebP, which is a third of a PNG; the browser does. */
const takeWebp = async (page: Page, quality: number): Promise<Buffer> => {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}

const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`)

const save = async (name: string, scheme: Scheme, page: Page, quality = QUALITY): Promise<void> => {
  const file = imageOf(name, scheme)
  const bytes = await takeWebp(page, quality)
  writeFileSync(`${ROOT}${file}`, bytes)
  await page.context().close()
  progress('')
  process.stdout.write(`${file}  ${Math.round(bytes.length / 1024)} KB\n`)
}

const takePages = async (scenes: readonly Scene[]): Promise<void> => {
  const stage = await openStage((done, all) => progress(`Making a year of traffic: ${done} of ${all} steps`))
  try {
    for (const scene of scenes)
      for (const scheme of SCHEMES) await save(scene.name, scheme, await stage.open(scene, scheme))
  } finally {
    await stage.stop()
  }
}

const takeFeed = async (): Promise<void> => {
  progress('Installing WordPress')
  const site = await openSite()
  try {
    for (const scheme of SCHEMES) await save(FEED.name, scheme, await site.open(scheme), PHOTO_QUALITY)
    const browser = await launchChromium()
    try {
      for (const scheme of SCHEMES)
        await save(SHEET.name, scheme, await openSheet(browser, site.photos, scheme), PHOTO_QUALITY)
    } finally {
      await browser.close()
    }
  } finally {
    await site.stop()
  }
}

const [prefix = ''] = process.argv.slice(2)
const scenes = SCENES.filter(({ name }) => name.startsWith(prefix))
const hasFeed = [FEED, SHEET].some(({ name }) => name.startsWith(prefix))
if (scenes.length === 0 && !hasFeed) {
  const names = [FEED, SHEET, ...SCENES].map(({ name }) => name).join(', ')
  process.stderr.write(`No screenshot begins with “${prefix}”. There are: ${names}\n`)
  process.exit(1)
}
mkdirSync(`${ROOT}docs/images`, { recursive: true })
if (scenes.length > 0) await takePages(scenes)
if (hasFeed) await takeFeed()
