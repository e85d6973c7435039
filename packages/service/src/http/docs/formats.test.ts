// The documentation for programs: Markdown, llms.txt, redirects and images.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import { FORMER_PAGES } from './former-pages.ts'
import { imageSize } from './images.ts'
import { DOC_PAGES } from './pages.ts'
import { createApiReference } from './references.ts'
import { registerDocs } from './routes.ts'

const BASE_URL = 'https://api.example.com'

const app = Fastify()
registerDocs(app, { baseUrl: BASE_URL, references: [createApiReference(BASE_URL)] })

const read = (url: string) => app.inject({ method: 'GET', url })
const isServed = (url: string) => app.hasRoute({ url, method: 'GET' })

/** Without code, whose brackets are not links. */
const linksIn = (markdown: string): readonly string[] =>
  [...markdown.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)

describe('the Markdown of each page', () => {
  for (const { path, title } of [{ path: '/docs', title: 'Central API documentation' }, ...DOC_PAGES]) {
    test(`${path}.md begins with its title, and its links lead to Markdown that is served`, async () => {
      const { statusCode, headers, body } = await read(`${path}.md`)
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/markdown; charset=utf-8'])
      assert.match(body, /^# \S/)
      assert.doesNotMatch(body, /<!--/, title)
      for (const href of linksIn(body)) {
        // A proxy may serve the service below a path.
        const { origin, pathname } = new URL(href, `${BASE_URL}/central${path}.md`)
        if (origin !== BASE_URL) continue
        assert.ok(pathname.startsWith('/central/docs'), href)
        assert.match(pathname, /\.(?:md|webp|png|svg)$/, href)
        assert.ok(isServed(pathname.replace('/central', '')), href)
      }
    })

    test(`${path} names its Markdown in a header field and in the page`, async () => {
      const { headers, body } = await read(path)
      const [, target = '', type] = /^<([^>]+)>; rel="alternate"; type="([^"]+)"$/.exec(String(headers.link)) ?? []
      assert.deepEqual([new URL(target, BASE_URL + path).pathname, type], [`${path}.md`, 'text/markdown'])
      const [, href = ''] = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(body) ?? []
      assert.equal(new URL(href, BASE_URL + path).pathname, `${path}.md`)
    })
  }
})

test('llms.txt lists each page once, with the URL of its Markdown', async () => {
  const { headers, body } = await read('/llms.txt')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(body, /^# Central API\n\n> /)
  assert.deepEqual(
    linksIn(body),
    DOC_PAGES.map(({ path }) => `${BASE_URL}${path}.md`),
  )
})

test('llms-full.txt contains each page that is not a generated reference', async () => {
  const { body } = await read('/llms-full.txt')
  for (const { path, isReference } of DOC_PAGES) {
    assert.equal(body.includes(`<!-- ${BASE_URL}${path} -->`), !isReference, path)
  }
})

test('pages redirect from their former paths, also below a path of a proxy', async () => {
  for (const [former, path] of Object.entries(FORMER_PAGES)) {
    const { statusCode, headers } = await read(former)
    assert.equal(statusCode, 301, former)
    const { pathname } = new URL(String(headers.location), `https://shared.example/central${former}`)
    assert.equal(pathname, `/central${path}`)
    assert.ok(isServed(path), path)
  }
})

describe('the size of an image', () => {
  const bytesOf = (signature: string, length: number, write: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.alloc(length)
    bytes.write(signature, 'latin1')
    write(bytes)
    return bytes
  }
  const webp = (kind: string, write: (bytes: Buffer) => void) => bytesOf(`RIFF....WEBP${kind}`, 40, write)

  test('is read from PNG, from each kind of WebP, and from SVG, which is drawn at two pixels per unit', () => {
    const png = bytesOf('\x89PNG\r\n\x1a\n', 33, (bytes) => {
      bytes.writeUInt32BE(1280, 16)
      bytes.writeUInt32BE(800, 20)
    })
    const lossy = webp('VP8 ', (bytes) => {
      bytes.writeUInt16LE(1280, 26)
      bytes.writeUInt16LE(800, 28)
    })
    const lossless = webp('VP8L', (bytes) => bytes.writeUInt32LE(1279 | (799 << 14), 21))
    const extended = webp('VP8X', (bytes) => {
      bytes.writeUIntLE(1279, 24, 3)
      bytes.writeUIntLE(799, 27, 3)
    })
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400"></svg>')
    for (const bytes of [png, lossy, lossless, extended, drawing]) {
      assert.deepEqual(imageSize(bytes), { width: 1280, height: 800 })
    }
  })

  test('is refused for other formats', () => {
    assert.throws(() => imageSize(Buffer.from('GIF89a, and more bytes')), /neither PNG, WebP nor SVG/)
  })
})
