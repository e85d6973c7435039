// Images that end, and images that their host shows on no other site, in a real browser: a page of another origin, four
// days after its posts were scanned.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startClient } from '@central-api/testing/start-client.ts'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import type { Post } from '../src/post/post.ts'

const PORT = '18655'
const BASE = `http://127.0.0.1:${PORT}`
const FOUR_DAYS_MS = 4 * 86_400_000

describe('images on a page of another origin, four days later', () => {
  let browser: Browser
  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser.close())

  /** Which images of the page load, by whether the service passes them on. */
  const show = async (media: 'off' | 'proxy'): Promise<readonly boolean[]> => {
    const folder = await mkdtemp(join(tmpdir(), 'media-'))
    const environment = { PORT, HOST: '127.0.0.1', BASE_URL: BASE, MEDIA: media, MEDIA_DIR: folder }
    const stops: (() => unknown)[] = []
    const { scan, send, clock } = await startClient(
      { after: (stop) => stops.push(stop as () => unknown) },
      { listens: true, environment },
    )
    const page = await browser.newPage()
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    try {
      const { body } = (await scan({ platform: 'sandbox', handle: 'fleeting' })).body.data as {
        body: { posts: Post[] }
      }
      const urls = body.posts.flatMap(({ media: files }) => files.flatMap(({ url }) => url ?? []))
      assert.equal(urls.length, 2)
      // Somebody looks at once.
      if (media === 'proxy')
        for (const url of urls) assert.equal((await send({ method: 'GET', path: new URL(url).pathname })).status, 200)
      clock.put(FOUR_DAYS_MS)
      await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
      return await page.evaluate(`Promise.all(${JSON.stringify(urls)}.map((src) =>
        Object.assign(new Image(), { src }).decode().then(() => true, () => false)))`)
    } finally {
      await page.close()
      site.close()
      for (const stop of stops) await stop()
      await rm(folder, { recursive: true })
    }
  }

  test('load with the proxy', async () => {
    assert.deepEqual(await show('proxy'), [true, true])
  })

  test('do not load without it', async () => {
    assert.deepEqual(await show('off'), [false, false])
  })
})
