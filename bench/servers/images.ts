// An upstream of images: feeds of twenty posts with an image each, all different, and images that were made to harm. A
// path of a feed is new to a cache each time.

import { createServer } from 'node:http'
import sharp from 'sharp'
import { flatPng, gifOf, profileSegments, withSegments } from '../../packages/testing/src/media/hostile-images.ts'

const POSTS = 20
const [WIDTH, HEIGHT] = [1_440, 1_800]

/** Like a photograph: smooth, with edges and texture, other ones in each image. */
const photograph = async (seed: number): Promise<Buffer> => {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)]
    const edge = (x + seed * 40) % 360 < 180 ? 30 : 0
    const texture = Math.imul((x >> 3) * 7_919 + (y >> 3) * 104_729 + seed, 2_654_435_761) >>> 28
    pixels[at] = 110 + 60 * Math.sin((x + seed) / 90) + 40 * Math.cos(y / (70 + seed)) + edge + 2 * texture
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

const PHOTOGRAPHS = await Promise.all(Array.from({ length: POSTS }, (_, seed) => photograph(seed)))
const [FIRST = Buffer.alloc(0)] = PHOTOGRAPHS
const SQUARE = { width: 6_000, height: 6_000, channels: 3, background: '#48f' } as const

const HOSTILE: Readonly<Record<string, Buffer>> = {
  'a PNG of 900 megapixels': flatPng(30_000, 30_000),
  'a PNG of 50 megapixels': flatPng(10_000, 5_000),
  'an AVIF of 36 megapixels': await sharp({ create: SQUARE }).avif({ effort: 0 }).toBuffer(),
  'a GIF of 10,000 frames': gifOf(10_000),
  'a GIF of 200,000 frames': gifOf(200_000, { width: 148, height: 148 }),
  'a JPEG with a profile of 14 MB': withSegments(FIRST, 0xe2, profileSegments(Buffer.alloc(14_000_000, 1))),
  'half a JPEG': FIRST.subarray(0, FIRST.length / 2),
  'a progressive JPEG of 36 megapixels': await sharp({ create: SQUARE }).jpeg({ progressive: true }).toBuffer(),
}

const feedOf = (origin: string, images: readonly string[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Images',
    home_page_url: origin,
    items: images.map((url, at) => ({ id: url, url: `${origin}/posts/${at}`, title: `Image ${at}`, image: url })),
  })

const server = createServer(({ url = '', headers }, response) => {
  const { pathname } = new URL(url, `http://${headers.host}`)
  const origin = `http://${headers.host}`
  const [, kind, name = '', file = ''] = decodeURIComponent(pathname).split('/')
  const images = kind === 'hostile' ? Object.values(HOSTILE) : PHOTOGRAPHS
  if (file === '') {
    const urls = images.map((_, at) => `${origin}/${kind}/${name}/${at}.jpg`)
    response.writeHead(200, { 'content-type': 'application/feed+json' }).end(feedOf(origin, urls))
    return
  }
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(images[Number.parseInt(file, 10)])
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.stdout.write(`http://127.0.0.1:${port} ${JSON.stringify(Object.keys(HOSTILE))}\n`)
})
process.on('SIGINT', () => process.exit(0))
