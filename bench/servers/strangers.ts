// Any number of strangers' hosts on one port: which one is meant stands in the `Host` field, or in front of the path for who
// cannot send that. Answers at once, packed where the client takes that, and closes the connection as a stranger does.

import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { EDITIONS, STRANGERS, type Stranger } from '../strangers.ts'

type Made = { readonly type: string; readonly plain: readonly Buffer[]; readonly packed: readonly Buffer[] }

const made = new Map<string, Made>()
for (const { answers } of Object.values<Stranger>(STRANGERS))
  for (const [path, { type, body }] of Object.entries(answers)) {
    const plain = Array.from({ length: EDITIONS }, (_, edition) => Buffer.from(body(edition)))
    made.set(path, { type, plain, packed: plain.map((bytes) => gzipSync(bytes)) })
  }

const server = createServer((request, response) => {
  const [, host = request.headers.host ?? '', address = ''] =
    /^(?:\/at\/([^/]+))?(\/.*)$/.exec(request.url ?? '/') ?? []
  const [path = '', query = ''] = address.split('?')
  const answer = (query.includes('pinned=true') && made.get(`${path}?pinned=true`)) || made.get(path)
  if (answer === undefined) return response.writeHead(404, { connection: 'close' }).end()
  const edition = Number(/\d+/.exec(host)?.[0] ?? 0) % EDITIONS
  const isPacked = request.headers['accept-encoding']?.includes('gzip') === true
  const bytes = (isPacked ? answer.packed : answer.plain)[edition]
  response.writeHead(200, {
    'content-type': answer.type,
    'content-length': bytes?.length ?? 0,
    connection: 'close',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  })
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
process.on('SIGINT', () => process.exit(0))
