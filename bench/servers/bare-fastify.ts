// The baseline for the service: a Fastify route with the same schema and the same response, without token, quota and
// further headers.

import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { API_PREFIX, ENDPOINTS } from '../../packages/service/src/http/endpoints.ts'

const [file = '', path = ''] = process.argv.slice(2)
const bytes = await readFile(file)
const endpoint = ENDPOINTS.find((candidate) => candidate.path === path)
if (!endpoint) throw new RangeError(`There is no endpoint ${path}`)
const app = Fastify({ logger: false })
app.post(`${API_PREFIX}${path}`, { schema: { body: endpoint.body } }, async (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8')
  return bytes
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`)
process.on('SIGINT', () => app.close().then(() => process.exit(0)))
