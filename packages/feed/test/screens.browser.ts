// Every layout with every kind of post, on a phone, a tablet and a desktop, light and dark, looks as it did when a person looked at it.
// UPDATE_SCREENS=1 writes the screens to compare with, and SCREENSHOTS=folder keeps the screenshots to look at.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { pageOf } from '../fixtures/pages.ts'
import { LAYOUTS } from '../src/render-feed.ts'
import { bundleFiles, openPage } from './open-page.ts'
import { differenceOf, pack, shrink, type Thumbnail, unpack } from './thumbnail.ts'

const FILE = fileURLToPath(new URL('../fixtures/screens.json', import.meta.url))
const WIDTHS = [390, 768, 1280] as const
const SCHEMES = {
  light: 'body { background: #fff; color: #1b1d21 }',
  dark: 'body { background: #14161a; color: #eceef0 }',
} as const
/** Of 255. Letters that are smoothed differently change the mean of a square by less. */
const TOLERANCE = 10

const FAULTS = [
  ['a play mark is missing', '.central-posts-playmark { visibility: hidden !important }'],
  ['counts have the color of the card', '.central-posts-counts { opacity: 0.15 !important }'],
  ['cards stand 8 pixels lower', '.central-posts-items { margin-block-start: 8px !important }'],
  ['corners of media are round', '.central-posts-media { border-radius: 32px !important }'],
] as const

const isUpdate = process.env.UPDATE_SCREENS !== undefined
const expected: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'))

describe('screens', () => {
  let browser: Browser
  let files: ReadonlyMap<string, string>

  before(async () => {
    browser = await launchChromium()
    files = await bundleFiles()
  })
  after(async () => {
    await browser?.close()
    if (isUpdate) writeFileSync(FILE, `${JSON.stringify(expected, null, 2)}\n`)
  })

  const take = async (layout: string, width: number, scheme: keyof typeof SCHEMES, fault = ''): Promise<Thumbnail> => {
    const style = `body { font: 16px/1.5 "DejaVu Sans", sans-serif } * { caret-color: transparent } ${SCHEMES[scheme]} ${fault}`
    const html = `<central-feed src="/posts" layout="${layout}"></central-feed>`
    const respond = () => ({ body: JSON.stringify(pageOf()) })
    const { page, close } = await openPage(browser, files, { html, respond, style, viewport: { width, height: 900 } })
    try {
      await page.waitForFunction("document.querySelectorAll('.central-posts-item').length === 20")
      await page.evaluate(
        "for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' })",
      )
      await page.waitForFunction(
        "document.fonts.status === 'loaded' && [...document.images].every(({ complete, naturalWidth, src }) => complete && (naturalWidth > 0 || src.includes('missing')))",
      )
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
      const png = await page.screenshot({ fullPage: true, animations: 'disabled' })
      const folder = process.env.SCREENSHOTS
      if (folder !== undefined && fault === '') {
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, `feed-${layout}-${width}-${scheme}.png`), png)
      }
      return await shrink(page, png)
    } finally {
      await close()
    }
  }

  for (const layout of LAYOUTS) {
    test(`${layout} looks as before`, async () => {
      for (const width of WIDTHS) {
        for (const scheme of ['light', 'dark'] as const) {
          const name = `${layout} ${width} ${scheme}`
          const shown = await take(layout, width, scheme)
          if (isUpdate) expected[name] = pack(shown)
          assert.equal(differenceOf(unpack(expected[name] ?? ''), shown, TOLERANCE), undefined, name)
        }
      }
    })
  }

  test('the comparison finds planted faults, and none twice on one machine', async () => {
    const before = unpack(expected['grid 1280 light'] ?? '')
    for (const [fault, style] of FAULTS) {
      assert.ok(differenceOf(before, await take('grid', 1280, 'light', style), TOLERANCE), fault)
    }
    assert.equal(differenceOf(before, await take('grid', 1280, 'light'), 2), undefined)
  })
})
