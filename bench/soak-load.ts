// The requests of the soak test: those of normal clients, and those of attackers. Each kind has its share. Responses
// are read to their end and counted, so that normal clients' success is visible; whether they are correct is a matter
// of the tests.

import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { HOSTILE_BODIES } from '../packages/service/test/hostile/bodies.ts'
import { PLAYS } from '../packages/service/test/hostile-plays.ts'
import { requestFor } from './hostile-requests.ts'

export type SoakTarget = {
  readonly origin: string
  /** The current authorization header; tokens live for an hour. */
  readonly authorization: () => string
  /** The origins of the feeds, the pages and the hostile plays. */
  readonly upstreams: readonly string[]
}

const HOSTILE_PATHS = Object.keys(PLAYS)
const HANGS_UP_AFTER_MS = 20
/** Counted in place of a status when the connection ended before. */
const NO_ANSWER = 'none'

type Counts = Record<string, number>

const countOne = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

export const createSoakLoad = ({ origin, authorization, upstreams }: SoakTarget) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const cursors: string[] = []
  let count = 0
  let kind = ''
  const responses: Record<string, Counts> = {}

  const pick = <T>(items: readonly T[]): T => items[count % items.length] as T

  const send = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
    const fields = {
      authorization: authorization(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return request(`${origin}/api/v1${path}`, { agent, method: 'POST', headers: { ...fields, ...headers } })
  }

  const ask = (path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const counts = responses[kind] ?? {}
    responses[kind] = counts
    const sent = send(path, body, headers)
    sent.once('response', async (response) => {
      countOne(counts, String(response.statusCode))
      resolve((await response.toArray().catch(() => [])).join(''))
    })
    sent.once('error', () => {
      countOne(counts, NO_ANSWER)
      resolve('')
    })
    sent.end(body)
    return promise
  }

  const scan = (body: Readonly<Record<string, unknown>>) => ask('/scan-profile', JSON.stringify(body))
  const feed = (path: string) => ({ platform: 'rss', handle: `https://${path}` })
  const link = (url: string) => ask('/validate-link', JSON.stringify({ url }))

  /** Name → share of all requests, and one request. */
  const kinds: Readonly<Record<string, readonly [share: number, work: () => Promise<unknown>]>> = {
    'warm scan': [100, () => scan({ platform: 'sandbox', handle: 'demo' })],
    'scan of one of many': [20, () => scan(feed(`blog-${count % 500}.example.com/feed.json`))],
    'cold scan': [
      8,
      async () => {
        const profile = feed(`new-${count}.example.com/feed.json`)
        const [, cursor] = /"nextCursor":"([^"]+)"/.exec(await scan(profile)) ?? []
        if (cursor) cursors.push(JSON.stringify({ ...profile, cursor }))
      },
    ],
    'next page': [
      8,
      async () => {
        const next = cursors.shift()
        if (next) await ask('/load-more-posts', next)
      },
    ],
    'cached link': [10, () => link(`${pick(upstreams)}/page`)],
    'new link': [3, () => link(`${pick(upstreams)}/page/${count}`)],
    'large page': [1, () => link(`${pick(upstreams)}/large/${count}`)],
    'costly page': [1, () => link(`${pick(upstreams)}/costly/${count}`)],
    post: [
      5,
      () => ask('/validate-post', JSON.stringify({ url: `https://sandbox.example/@demo/${1_001 + (count % 95)}` })),
    ],
    'hostile link': [4, () => link(`${pick(upstreams)}${pick(HOSTILE_PATHS)}?${count}`)],
    'hostile body': [
      1,
      () => {
        const [path, body] = requestFor(pick(HOSTILE_BODIES), pick(upstreams), `x${count}x`)
        return ask(path, JSON.stringify(body))
      },
    ],
    'hostile feed': [2, () => scan(feed(`evil-${count}.example.com${pick(HOSTILE_PATHS)}`))],
    'bad token': [
      10,
      () => ask('/scan-profile', '{}', { authorization: `Bearer ${authorization().slice(20)}${count}` }),
    ],
    'wrong key': [
      2,
      () => {
        const from = `2001:db8:${(count % 65_536).toString(16)}::1`
        return ask('/auth/token', JSON.stringify({ licenseKey: `ck_live_${count}` }), { 'x-forwarded-for': from })
      },
    ],
    'garbage body': [5, () => ask('/scan-profile', '{"a":'.repeat(1 + (count % 3_000)))],
    'too large body': [2, () => ask('/scan-profile', 'x'.repeat(100_000))],
    'bytes that are not HTTP': [
      2,
      () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
          socket.write('\u0016\u0003\u0001'.repeat(50)),
        )
        socket
          .on('error', () => {})
          .resume()
          .once('close', () => resolve())
        return promise
      },
    ],
    'a client that hangs up': [
      4,
      () => {
        const body = JSON.stringify(feed(`gone-${count}.example.com/drip`))
        const sent = send('/scan-profile', body).on('error', () => {})
        sent.end(body)
        const { promise, resolve } = Promise.withResolvers<void>()
        setTimeout(() => {
          sent.destroy()
          resolve()
        }, HANGS_UP_AFTER_MS)
        return promise
      },
    ],
  }
  const deck = Object.entries(kinds).flatMap(([name, [share]]) => Array.from({ length: share }, () => name))
  const requested: Counts = {}

  return {
    /** Sends one request of the next kind. */
    async next(): Promise<void> {
      count += 1
      // A stride coprime to the size of the deck mixes the kinds.
      kind = deck[(count * 61) % deck.length] ?? ''
      countOne(requested, kind)
      await kinds[kind]?.[1]()
    },
    /** How many requests of each kind were sent. */
    requested: (): Readonly<Counts> => requested,
    /** How often each kind received each status. Requests that hang up, or are not HTTP, receive none. */
    answers: (): Readonly<Record<string, Readonly<Counts>>> => responses,
    close: () => agent.destroy(),
  }
}
