import assert from 'node:assert/strict'
import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import type { Images } from '../../media/images.ts'
import { registerMedia } from './routes.ts'
import { sendImage } from './send-image.ts'
import { createSendingImages } from './sending-images.ts'

const MIB = 1024 * 1024

const responseTo = (): ServerResponse => new ServerResponse({ method: 'GET' } as never)
const close = async (response: ServerResponse): Promise<void> => {
  const closed = once(response, 'close')
  response.destroy()
  await closed
}

const start = (maxBytes = 100) => {
  const clock = { now: 0 }
  const sending = createSendingImages({ maxBytes, elapsed: () => clock.now })
  return { sending, clock }
}

test('bytes count until the response is over, and equal buffers once', async () => {
  const { sending } = start()
  const [one, other, third] = [responseTo(), responseTo(), responseTo()]
  const bytes = Buffer.alloc(60)
  assert.ok(sending.hold(bytes, one) && sending.hold(bytes, other))
  assert.deepEqual([sending.heldBytes, sending.hold(Buffer.alloc(41), third)], [60, false])
  assert.ok(sending.hold(Buffer.alloc(40), third) && sending.isFull())
  await close(third)
  await close(one)
  assert.deepEqual([sending.heldBytes, sending.isFull()], [60, false])
  await close(other)
  assert.equal(sending.heldBytes, 0)
})

test('an image that is larger than all of the room is sent when nothing else is', () => {
  const { sending } = start()
  assert.ok(sending.hold(Buffer.alloc(1_000), responseTo()))
  assert.ok(sending.isFull())
  assert.equal(sending.hold(Buffer.alloc(1), responseTo()), false)
})

test('a response that is over already does not count forever', async () => {
  const { sending } = start()
  const response = responseTo()
  await close(response)
  assert.ok(sending.hold(Buffer.alloc(60), response))
  assert.equal(sending.heldBytes, 0)
})

test('clients that take too long are cut off when there is no room, and only then', async () => {
  const { sending, clock } = start()
  const [slow, late] = [responseTo(), responseTo()]
  sending.hold(Buffer.alloc(60), slow)
  clock.now = 10_001
  sending.hold(Buffer.alloc(40), late)
  await setImmediate()
  assert.equal(sending.heldBytes, 60 + 40)
  clock.now = 10_002
  assert.equal(sending.hold(Buffer.alloc(10), responseTo()), false)
  await once(slow, 'close')
  assert.deepEqual([sending.heldBytes, late.destroyed], [40, false])
  assert.ok(sending.hold(Buffer.alloc(10), responseTo()))
})

/** Serves a new buffer to every request, like a disk does. */
const startServer = async (context: TestContext, maxBytes: number) => {
  let reads = 0
  const images = {
    async get() {
      reads += 1
      return { type: 'image/jpeg', extension: 'jpg', bytes: Buffer.alloc(16 * MIB, 7), etag: `"${reads}"` }
    },
  } as unknown as Images
  const app = Fastify()
  registerMedia(app, { images, media: undefined, imageSendingBytes: maxBytes, elapsed: () => 0 })
  context.after(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { port, reads: () => reads }
}

/** Sends a request, reads the head of the response and nothing else. */
const askSlowly = async (context: TestContext, port: number): Promise<readonly [Socket, string]> => {
  const socket = connect(port, '127.0.0.1')
  context.after(() => socket.destroy())
  socket.on('error', () => {})
  socket.write('GET /media/x HTTP/1.1\r\nHost: x\r\n\r\n')
  const [start] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return [socket, start.toString('latin1').split('\r\n\r\n', 1)[0] ?? '']
}

test('a crowd of slow clients holds a bounded amount of memory, and is told to come again', async (context) => {
  const { port, reads } = await startServer(context, 64 * MIB)
  const clients: (readonly [Socket, string])[] = []
  for (let count = 0; count < 20; count += 1) clients.push(await askSlowly(context, port))
  const heads = clients.map(([, head]) => head)
  const sent = heads.filter((head) => head.startsWith('HTTP/1.1 200'))
  const refused = heads.filter((head) => head.startsWith('HTTP/1.1 503'))
  assert.deepEqual([sent.length, refused.length], [4, 16])
  assert.ok(
    refused.every((head) => /\r\nretry-after: 2\r\n/i.test(head) && /\r\ncache-control: no-store\r\n/i.test(head)),
  )
  // What does not fit is not even read.
  assert.equal(reads(), 4)
  for (const [socket] of clients) socket.destroy()
  for (;;) {
    const [, head] = await askSlowly(context, port)
    if (head.startsWith('HTTP/1.1 200')) break
  }
})

test('whoever has the image, or wants its header alone, needs no room', async () => {
  const image = { type: 'image/jpeg', extension: 'jpg', bytes: Buffer.alloc(9), etag: '"a"' } as const
  const app = Fastify()
  app.get('/media/*', (request, reply) => sendImage(request, reply, image, { hold: () => assert.fail('held') }))
  const url = '/media/x'
  assert.equal((await app.inject({ url, headers: { 'if-none-match': '"a"' } })).statusCode, 304)
  assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200)
})
