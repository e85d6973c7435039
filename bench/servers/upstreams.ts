// Any number of hosts on one port, distinguished by the `Host` field. Responds immediately, compressed if the client
// accepts that, and closes the connection. Uses TLS with the `key` and the `cert` in `IDENTITY`, if it is set.

import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { EDITIONS, type MeasuredUpstream, UPSTREAMS } from '../upstreams.ts'

type Made = { readonly type: string; readonly plain: readonly Buffer[]; readonly compressed: readonly Buffer[] }

const bodies = new Map<string, Made>()
for (const { responses } of Object.values<MeasuredUpstream>(UPSTREAMS))
  for (const [path, { type, body }] of Object.entries(responses)) {
    const plain = Array.from({ length: EDITIONS }, (_, edition) => Buffer.from(body(edition)))
    bodies.set(path, { type, plain, compressed: plain.map((bytes) => gzipSync(bytes)) })
  }

const listener: RequestListener = (request, response) => {
  const { host = '' } = request.headers
  const [path = '', query = ''] = (request.url ?? '/').split('?')
  const found = (query.includes('pinned=true') && bodies.get(`${path}?pinned=true`)) || bodies.get(path)
  if (found === undefined) return response.writeHead(404, { connection: 'close' }).end()
  const edition = Number(/\d+/.exec(host)?.[0] ?? 0) % EDITIONS
  const isCompressed = request.headers['accept-encoding']?.includes('gzip') === true
  const bytes = (isCompressed ? found.compressed : found.plain)[edition]
  response.writeHead(200, {
    'content-type': found.type,
    'content-length': bytes?.length ?? 0,
    connection: 'close',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  })
  response.end(bytes)
}
const { IDENTITY } = process.env
const [scheme, server] =
  IDENTITY === undefined
    ? ['http', createPlainServer(listener)]
    : ['https', createServer(JSON.parse(IDENTITY), listener)]
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${scheme}://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
process.on('SIGINT', () => process.exit(0))
