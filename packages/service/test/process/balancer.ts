// A load balancer: round robin over the instances whose /readyz returns 200, which it polls. It never retries.

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAgent, isReady } from './load.ts'

const LOOK_INTERVAL_MS = 50

export const startBalancer = async () => {
  const agent = createAgent()
  const instances = new Map<string, { ready: boolean }>()
  let turn = 0

  const look = async (origin: string) => {
    const ready = await isReady(agent, origin)
    const instance = instances.get(origin)
    if (instance) instance.ready = ready
  }
  const looking = setInterval(() => {
    for (const origin of instances.keys()) look(origin)
  }, LOOK_INTERVAL_MS)

  const server = createServer((message, response) => {
    const ready = [...instances].filter(([, instance]) => instance.ready)
    turn += 1
    const [origin] = ready[turn % ready.length] ?? []
    if (origin === undefined) return response.writeHead(503).end('Nobody is ready')
    const { method, headers, url = '/' } = message
    const passing = request(new URL(url, origin), { agent, method, headers }, (reply) => {
      const { connection, ...kept } = reply.headers
      response.writeHead(reply.statusCode ?? 502, kept)
      reply.pipe(response)
    })
    passing.once('error', (error) => response.writeHead(502).end(error.message))
    message.pipe(passing)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(origin: string) {
      instances.set(origin, { ready: false })
      await look(origin)
    },
    remove: (origin: string) => instances.delete(origin),
    close() {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
