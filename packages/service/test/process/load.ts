// Clients with persistent connections that send requests repeatedly. Returns the result of every request.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const BETWEEN_REQUESTS_MS = 5
/** The maximum number of requests in flight. A slower machine gets fewer requests. */
const MAX_UNDER_WAY = 64

export type Outcome =
  | { readonly status: number; readonly text: string; readonly retryAfter: string | undefined }
  | { readonly failure: string }

/** Sends one POST on a connection of the agent. Never rejects. */
export const send = (
  agent: Agent,
  origin: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const text = JSON.stringify(body)
    const fail = (error: Error) => resolve({ failure: `${'code' in error ? error.code : ''} ${error.message}` })
    const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const client = request(
      new URL(path, origin),
      { agent, method: 'POST', headers: { ...type, ...headers } },
      (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          received += chunk
        })
        response.once('error', fail)
        const retryAfter = response.headers['retry-after']
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text: received, retryAfter }))
      },
    )
    client.once('error', fail)
    client.end(text)
  })

export const createAgent = () => new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** The header for requests of this key. */
export const authorize = async (agent: Agent, origin: string, licenseKey: string) => {
  const outcome = await send(agent, origin, '/api/v1/auth/token', { licenseKey })
  if ('failure' in outcome) throw new Error(outcome.failure)
  const { data } = JSON.parse(outcome.text) as { data: { token: string } }
  return { authorization: `Bearer ${data.token}` }
}

export const SCAN_PATH = '/api/v1/scan-profile'
export const scanOf = (handle: string) => ({ platform: 'sandbox', handle })

/** Whether `/readyz` returns 200; false if no process listens. */
export const isReady = (agent: Agent, origin: string): Promise<boolean> => saysYes(agent, new URL('/readyz', origin))

/** Whether `/healthz` returns 200. */
export const isAlive = (agent: Agent, origin: string): Promise<boolean> => saysYes(agent, new URL('/healthz', origin))

const saysYes = (agent: Agent, url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    request(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
      .once('error', () => resolve(false))
      .end()
  })

/** Sends about two hundred requests per second, or fewer on a slow machine, until stopped. `askOne` receives their numbers. */
export const startLoad = <T>(requestOne: (at: number) => Promise<T>, mostUnderWay = MAX_UNDER_WAY) => {
  const outcomes: Promise<T>[] = []
  let loading = true
  let underWay = 0
  const client = (async () => {
    for (; loading; await sleep(BETWEEN_REQUESTS_MS)) {
      if (underWay >= mostUnderWay) continue
      underWay += 1
      const outcome = requestOne(outcomes.length)
      outcomes.push(outcome)
      outcome.finally(() => {
        underWay -= 1
      })
    }
  })()
  return {
    begun: () => outcomes.length,
    /** Resolves when this many more have started. */
    async goOn(count: number) {
      for (const end = outcomes.length + count; outcomes.length < end; ) await sleep(BETWEEN_REQUESTS_MS)
    },
    /** All results. */
    async end() {
      loading = false
      await client
      return Promise.all(outcomes)
    },
  }
}
