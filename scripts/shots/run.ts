// npm run shots: takes the screenshots of README and docs from a running service with simulated platforms.
// `npm run shots -- console` takes only those whose names begin so.

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { imageOf, SCENES, SCHEMES } from './scenes.ts'
import { openStage } from './stage.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const QUALITY = 88

/** Playwright takes no WebP, which is a third of a PNG; the browser does. */
const takeWebp = async (page: Page, part: string | undefined): Promise<Buffer> => {
  const box = part === undefined ? null : await page.locator(part).first().boundingBox()
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(box && { clip: { ...box, scale: 1 } }),
  })
  return Buffer.from(data, 'base64')
}

const [prefix = ''] = process.argv.slice(2)
const wanted = SCENES.filter(({ name }) => name.startsWith(prefix))
if (wanted.length === 0) {
  process.stderr.write(
    `No screenshot begins with “${prefix}”. There are: ${SCENES.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(1)
}
const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`)
const stage = await openStage((done, all) => progress(`Making a day of traffic: ${done} of ${all} steps`))
mkdirSync(`${ROOT}docs/images`, { recursive: true })
try {
  for (const scene of wanted) {
    for (const scheme of SCHEMES) {
      const page = await stage.open(scene, scheme)
      const file = imageOf(scene.name, scheme)
      const bytes = await takeWebp(page, scene.part)
      writeFileSync(`${ROOT}${file}`, bytes)
      await page.context().close()
      progress('')
      process.stdout.write(`${file}  ${Math.round(bytes.length / 1024)} KB\n`)
    }
  }
} finally {
  await stage.stop()
}
