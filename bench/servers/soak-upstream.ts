// The upstream of the soak test: a feed of sixty posts and a page at most paths, the hostile plays at theirs, and
// bodies that are designed to block an event loop. It uses several ports, because each host has a limit of requests;
// prints all origins in one line.

import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createHostileResponses } from '../../packages/service/test/hostile/hostile-site.ts'
import { PLAYS } from '../../packages/service/test/hostile-plays.ts'

const PORTS = 10

const items = Array.from({ length: 60 }, (_, n) => ({
  id: `post-${n}`,
  url: `https://blog.example.com/${n}`,
  content_html: `<p>${'Some words to read. '.repeat(20)}</p>`,
  date_published: new Date(Date.UTC(2026, 0, 30, -n)).toISOString(),
}))
const FEED = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'A feed', items })
const PAGE = `<!doctype html><title>A page</title><meta property="og:title" content="A page"><p>${'Words. '.repeat(2_000)}`
/** Large enough for its preview to be read on a thread. */
const LARGE_PAGE = `${PAGE}${'<p>Some more words.'.repeat(40_000)}`
const MEGABYTE = 1_000_000
const PIECE = '<p title="a &amp; b">“Żółw”<br>\n'
/** A megabyte of the content that costs most to walk, to keep and to serialize. */
const COSTLY_PAGE = PIECE.repeat(MEGABYTE / Buffer.byteLength(PIECE))
const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  page: ['text/html', PAGE],
  large: ['text/html', LARGE_PAGE],
  costly: ['text/html', COSTLY_PAGE],
}

const responseHostile = createHostileResponses()
/** A play writes to the socket directly, while the server still waits for its own response to end: later requests on
 * the connection would never be served. */
const played = new WeakSet<Socket>()

const start = () => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://upstream')
    if (played.has(request.socket)) return request.socket.destroy()
    const play = PLAYS[pathname]
    if (play) {
      played.add(request.socket)
      return play(request.socket, { path: request.url ?? '/', origin: `http://${request.headers.host}` })
    }
    if (responseHostile(request, response)) return
    const [type, body] = BODIES[pathname.split('/')[1] ?? ''] ?? ['application/feed+json', FEED]
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  server.on('connection', (socket) => socket.on('error', () => {}))
  const { promise, resolve } = Promise.withResolvers<string>()
  server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  return promise
}

const origins = await Promise.all(Array.from({ length: PORTS }, start))
process.stdout.write(`${origins.join(' ')}\n`)
process.on('SIGINT', () => process.exit(0))
