// Audits a page with <central-feed> and 20 posts with Lighthouse, as a slow phone sees it. The performance depends on the machine that
// measures it, and is only printed.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { imageAt, pageOf } from '../fixtures/pages.ts'
import { POSTS } from '../fixtures/posts.ts'
import { startLighthouse } from './lighthouse.ts'
import { bundleFiles } from './open-page.ts'

const IMAGES = 'https://img.example/'
const TYPES = { css: 'text/css', js: 'text/javascript' } as const

const pageOfShop = (extra = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="A shop"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/central-posts.css"><script type="module" src="/assets/central-posts.js"></script></head>
<body><main><h1>Shop</h1>${extra}<central-feed src="/posts"></central-feed></main></body></html>`

/** A site that serves images from its own server, without the one that does not exist. */
const startShop = async () => {
  const files = await bundleFiles()
  const names = POSTS.map(({ name }) => name).filter((name) => name !== 'uncopied')
  const posts = JSON.stringify(pageOf([...names, 'photo'])).replaceAll(IMAGES, '/images/')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.example')
    const send = (type: string, body: string) => {
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'max-age=31536000' })
      response.end(gzipSync(body))
    }
    const name = pathname.slice(pathname.lastIndexOf('/') + 1)
    const file = files.get(name)
    const image = imageAt(IMAGES + name)
    if (pathname === '/') send('text/html', pageOfShop())
    else if (pathname === '/faulty')
      send('text/html', pageOfShop('<img src="/images/loaves-100x100"><button></button>'))
    else if (pathname === '/posts') send('application/json', posts)
    else if (file !== undefined) send(TYPES[name.endsWith('.js') ? 'js' : 'css'], file)
    else if (image !== undefined) send('image/svg+xml', image)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

test('Lighthouse finds nothing in a page with the element, and finds planted faults', async (context) => {
  const [shop, lighthouse] = [await startShop(), await startLighthouse()]
  context.after(() => Promise.all([shop.stop(), lighthouse.stop()]))
  const { scores, faults, times } = await lighthouse.audit(`${shop.origin}/`)
  context.diagnostic(`performance ${scores.performance}: ${times}`)
  assert.deepEqual(faults, [])
  assert.deepEqual([scores.accessibility, scores['best-practices']], [100, 100])
  const faulty = await lighthouse.audit(`${shop.origin}/faulty`)
  assert.match(faulty.faults.join('\n'), /image-alt/)
  assert.match(faulty.faults.join('\n'), /button-name/)
})
