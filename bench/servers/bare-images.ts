// The baseline for images: fetches the images of a page and renders each with sharp, one after the other, and nothing
// else. No egress guard, no limits, no process of its own, no cache.

import { createServer } from 'node:http'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)

const render = async (url: string, width: number): Promise<number> => {
  const original = Buffer.from(await (await fetch(url)).arrayBuffer())
  const image = sharp(original).autoOrient().resize({ width, withoutEnlargement: true })
  return (await image.webp({ quality: 75, effort: 2 }).toBuffer()).length
}

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const { urls, width } = JSON.parse(text) as { urls: readonly string[]; width: number }
  let bytes = 0
  for (const url of urls) bytes += await render(url, width)
  response.end(JSON.stringify({ bytes }))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
process.on('SIGINT', () => process.exit(0))
