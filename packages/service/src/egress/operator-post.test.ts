import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createOperatorPost } from './operator-post.ts'

const start = async (context: TestContext, reply: RequestListener) => {
  const server = createServer(reply).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { post, close } = createOperatorPost()
  context.after(async () => {
    await close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const request = { url: `http://127.0.0.1:${port}/v1/traces`, headers: { 'api-key': 'k' }, body: '{}' }
  const calling = new AbortController()
  return {
    calling,
    post: (timeoutMs = 10_000) => post({ ...request, timeoutMs, signal: calling.signal }),
  }
}

test('posts to the operator’s URL, also on the loopback, and returns the status and Retry-After', async (context) => {
  const requested: unknown[] = []
  const { post } = await start(context, async (request, response) => {
    const body = await Array.fromAsync(request)
    requested.push([request.method, request.url, request.headers['api-key'], Buffer.concat(body).toString()])
    response.writeHead(503, { 'retry-after': '7' }).end('busy')
  })
  assert.deepEqual(await post(), { status: 503, retryAfter: '7' })
  assert.deepEqual(requested, [['POST', '/v1/traces', 'k', '{}']])
})

test('returns a redirect as the response and does not follow it', async (context) => {
  const requested: unknown[] = []
  const { post } = await start(context, (request, response) => {
    requested.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  assert.deepEqual(await post(), { status: 307, retryAfter: undefined })
  assert.deepEqual(requested, ['/v1/traces'])
})

test('stops waiting at the timeout for a receiver that never responds or never ends its response', async (context) => {
  const { post } = await start(context, () => {})
  await assert.rejects(post(50), { name: 'TimeoutError' })
  const slow = await start(context, (_, response) => {
    response.writeHead(200).write('…')
  })
  await assert.rejects(slow.post(50), { name: 'TimeoutError' })
})

test('rejects immediately with the reason of the signal', async (context) => {
  const { post, calling } = await start(context, () => calling.abort(new Error('enough')))
  await assert.rejects(post(), { message: 'enough' })
})

test('reads only a bounded part of an endless response', async (context) => {
  let written = 0
  const { post } = await start(context, (_, response) => {
    response.writeHead(200)
    const write = () => {
      written += 65_536
      response.write(Buffer.alloc(65_536), (error) => {
        if (!error && written < 64 * 1024 * 1024) write()
      })
    }
    write()
  })
  assert.equal((await post()).status, 200)
  assert.ok(written < 32 * 1024 * 1024, `${written} bytes`)
})
