// A successful fetch must create no error: each costs its stack, and a busy service would create thousands a second.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'

/** The stack of each error, of any class that derives from Error from here on. */
const created: string[] = []
globalThis.Error = new Proxy(Error, {
  construct(target, args, derived) {
    const error = Reflect.construct(target, args, derived)
    created.push(String(error.stack))
    return error
  },
})

// Loaded after the line above, so that their errors are counted, too.
const { createEgress } = await import('./create-egress.ts')
const { parseAllowList } = await import('./allow-list.ts')

test('a successful fetch creates no error, with a new connection and with a kept one', async (t) => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/moved' ? 302 : 200, { 'content-type': 'text/plain', location: '/here' })
    response.end('hello')
  })
  const { promise: listens, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listens
  const { port } = server.address() as AddressInfo
  const closed: Promise<unknown>[] = []
  const endedWith: unknown[] = []
  const egress = createEgress({
    allow: parseAllowList(''),
    resolver: async () => ['93.184.215.14'],
    connect: ({ address }) => {
      const { promise, resolve: give } = Promise.withResolvers<ReturnType<typeof connect>>()
      const socket = connect({ host: '127.0.0.1', port })
      closed.push(new Promise((done) => socket.once('close', done)))
      socket.on('error', (error) => endedWith.push(error))
      socket.once('connect', () => give(Object.defineProperty(socket, 'remoteAddress', { value: address })))
      return promise
    },
  })
  t.after(async () => {
    await egress.close()
    server.close()
  })
  for (const request of [{}, { trustedOrigin: true }]) {
    created.length = 0
    const reply = await egress.fetch({ url: 'http://site.example.com/moved', ...request })
    assert.equal(reply.body.toString(), 'hello')
    if (!('trustedOrigin' in request)) await Promise.all(closed)
    // undici itself ends a connection that is not kept this way.
    const ours = created.filter((stack) => !/^Error: reset\n.*undici\/lib\/dispatcher\/client-h1/s.test(stack))
    assert.deepEqual(ours, [])
  }
  // undici ended each with an error of its own. None of these may reach the stream, which would format its stack.
  assert.equal(endedWith.length, 2)
  assert.equal(new Set(endedWith).size, 1)
})
