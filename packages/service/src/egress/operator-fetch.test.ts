import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createOperatorFetch } from './operator-fetch.ts'

const start = async (context: TestContext, reply: RequestListener, timeoutMs = 10_000) => {
  const server = createServer(reply).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { fetch, close } = createOperatorFetch({ timeoutMs, maxBytes: 1_000 })
  context.after(async () => {
    await close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

test('sends what it was given, also to the loopback, and returns the whole response', async (context) => {
  const requested: unknown[] = []
  const send = await start(context, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    requested.push([request.method, request.url, request.headers['x-amz-date'], body])
    response.writeHead(201, { etag: '"1"' }).end('stored')
  })
  const response = await send('/a%20b?c=d', { method: 'PUT', headers: { 'x-amz-date': '1' }, body: Buffer.from('one') })
  assert.deepEqual([response.status, response.headers.get('etag'), await response.text()], [201, '"1"', 'stored'])
  assert.deepEqual(requested, [['PUT', '/a%20b?c=d', '1', 'one']])
})

test('returns a response without a body, and a redirect, which it does not follow', async (context) => {
  const requested: unknown[] = []
  const send = await start(context, ({ url }, response) => {
    requested.push(url)
    response.writeHead(url === '/gone' ? 204 : 307, { location: '/elsewhere' }).end()
  })
  assert.equal((await send('/gone', { method: 'DELETE' })).status, 204)
  assert.equal((await send('/moved')).status, 307)
  assert.deepEqual(requested, ['/gone', '/moved'])
})

test('a response that does not begin or end within the time, is cut, or is too long rejects', async (context) => {
  const send = await start(
    context,
    ({ url }, response) => {
      if (url === '/hangs') return
      response.writeHead(200, url === '/cut' ? { 'content-length': 100 } : {})
      if (url === '/cut') response.write('half', () => response.destroy())
      else response.write(url === '/long' ? 'x'.repeat(1_001) : 'half')
    },
    300,
  )
  await assert.rejects(send('/hangs'), { name: 'TimeoutError' })
  await assert.rejects(send('/slow'), { name: 'TimeoutError' })
  await assert.rejects(send('/cut'), /closed|terminated/)
  await assert.rejects(send('/long'), /longer than 1000 bytes/)
})
