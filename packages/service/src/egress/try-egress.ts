// A request through the whole egress to this machine: checks that requests are sent, and with which User-Agent.

import { once } from 'node:events'
import { createServer, validateHeaderValue } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAllowList } from './allow-list.ts'
import { createEgress } from './create-egress.ts'

const TIMEOUT_MS = 3_000

/** Resolves to the `User-Agent` as received. Rejects if no request can be sent. */
export const tryEgress = async (userAgent: string): Promise<string> => {
  // The egress would only report that the host is unreachable.
  validateHeaderValue('user-agent', userAgent)
  const server = createServer(({ headers }, response) => response.end(headers['user-agent']))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const egress = createEgress({ allow: parseAllowList(host), userAgent })
  try {
    const { body } = await egress.fetch({ url: `http://${host}/`, timeoutMs: TIMEOUT_MS })
    return body.toString('latin1')
  } finally {
    await egress.close()
    server.close()
  }
}
