// Any number of strangers' hosts on one port: which one is meant stands in the `Host` field. Answers at once, packed where the
// client takes that, and closes the connection as a stranger does. Speaks TLS with the `key` and the `cert` in `IDENTITY`, none
// where there is no such thing.

import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { EDITIONS, STRANGERS, type Stranger } from '../strangers.ts'

type Made = { readonly type: string; readonly plain: readonly Buffer[]; readonly compressed: readonly Buffer[] }

const made = new Map<string, Made>()
for (const { answers } of Object.values<Stranger>(STRANGERS))
  for (const [path, { type, body }] of Object.entries(answers)) {
    const plain = Array.from({ length: EDITIONS }, (_, edition) => Buffer.from(body(edition)))
    made.set(path, { type, plain, compressed: plain.map((bytes) => gzipSync(bytes)) })
  }

const listener: RequestListener = (request, response) => {
  const { host = '' } = request.headers
  const [path = '', query = ''] = (request.url ?? '/').split('?')
  const answer = (query.includes('pinned=true') && made.get(`${path}?pinned=true`)) || made.get(path)
  if (answer === undefined) return response.writeHead(404, { connection: 'close' }).end()
  const edition = Number(/\d+/.exec(host)?.[0] ?? 0) % EDITIONS
  const isCompressed = request.headers['accept-encoding']?.includes('gzip') === true
  const bytes = (isCompressed ? answer.compressed : answer.plain)[edition]
  response.writeHead(200, {
    'content-type': answer.type,
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
