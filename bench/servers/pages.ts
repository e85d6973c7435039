// A site with a web page of a mebibyte at every path.

import { createServer } from 'node:http'
import { page } from '../page.ts'

const bytes = Buffer.from(page(1024 * 1024))
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length }).end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
process.on('SIGINT', () => process.exit(0))
