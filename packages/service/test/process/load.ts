// Clients under way: each keeps its connection and asks again and again. Says what became of every request.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_LIMITS } from '../../src/http/limits.ts'

const COME_AGAIN_MS = 50

export type Outcome =
  | { readonly status: number; readonly text: string; readonly retryAfter: string | undefined }
  | { readonly failure: string }

/** One POST on a connection of the agent. Never rejects. */
export const ask = (
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
    const asking = request(
      new URL(path, origin),
      { agent, method: 'POST', headers: { ...type, ...headers } },
      (answer) => {
        let received = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          received += chunk
        })
        answer.once('error', fail)
        const retryAfter = answer.headers['retry-after']
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: received, retryAfter }))
      },
    )
    asking.once('error', fail)
    asking.end(text)
  })

/** Whether it says what a service says whose store is away. */
export const isUnavailable = (outcome: Outcome): boolean =>
  'status' in outcome &&
  outcome.status === 503 &&
  JSON.parse(outcome.text).error.code === 'unavailable' &&
  Number(outcome.retryAfter) > 0

/** Refused because the replica had no processor for too long, which on a machine that others work on may happen to anyone. */
export const isShed = (outcome: Outcome): boolean =>
  isUnavailable(outcome) && 'status' in outcome && outcome.retryAfter === `${SERVER_LIMITS.overloadRetryAfterSeconds}`

/** The same, come again for as long as the replica has no processor: what it answers once it has one. */
export const askPatiently = async (...asking: Parameters<typeof ask>): Promise<Outcome> => {
  for (;;) {
    const outcome = await ask(...asking)
    if (!isShed(outcome)) return outcome
    await sleep(COME_AGAIN_MS)
  }
}

export const createAgent = () => new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** The header that goes with the requests of this key. */
export const authorize = async (agent: Agent, origin: string, licenseKey: string) => {
  const outcome = await askPatiently(agent, origin, '/api/v1/auth/token', { licenseKey })
  if ('failure' in outcome) throw new Error(outcome.failure)
  const { data } = JSON.parse(outcome.text) as { data: { token: string } }
  return { authorization: `Bearer ${data.token}` }
}

export const SCAN_PATH = '/api/v1/scan-profile'
export const scanOf = (handle: string) => ({ platform: 'sandbox', handle })

/** Whether `/readyz` says yes; no, too, where nobody listens. */
export const isReady = (agent: Agent, origin: string): Promise<boolean> => saysYes(agent, new URL('/readyz', origin))

/** Whether `/healthz` does. */
export const isAlive = (agent: Agent, origin: string): Promise<boolean> => saysYes(agent, new URL('/healthz', origin))

const saysYes = (agent: Agent, url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    request(url, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200))
    })
      .once('error', () => resolve(false))
      .end()
  })
