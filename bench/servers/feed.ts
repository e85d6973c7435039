// An upstream that responds immediately: a JSON feed of twenty posts at every path.

import { createServer } from 'node:http'

const items = Array.from({ length: 20 }, (_, n) => ({
  id: `post-${n}`,
  url: `https://blog.example.com/${n}`,
  title: `Post ${n}`,
  content_html: `<p>${'Some words to read. '.repeat(20)}</p>`,
  date_published: new Date(Date.UTC(2026, 0, 30 - n)).toISOString(),
}))
const feed = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'A feed',
  home_page_url: 'https://blog.example.com/',
  items,
})
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/feed+json' }).end(feed)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
process.on('SIGINT', () => process.exit(0))
