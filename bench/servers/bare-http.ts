// The least that Node can do: reads the body, parses it, and sends the same response.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const bytes = await readFile(process.argv[2] ?? '')
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const isValid = typeof body === 'object' && body !== null
    response.writeHead(isValid ? 200 : 400, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
    })
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
process.on('SIGINT', () => process.exit(0))
