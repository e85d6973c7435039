// What the soak asks of a service: what clients ask every day, and what those ask who mean harm. Each kind has its share;
// an answer is read to its end and judged by nobody: what answers are right is the tests' matter. They are counted, so that it can be
// seen whether those who ask every day had theirs.

import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { HOSTILE_BODIES } from '../packages/service/test/hostile/bodies.ts'
import { PLAYS } from '../packages/service/test/hostile-plays.ts'
import { requestFor } from './hostile-asks.ts'

export type SoakTarget = {
  readonly origin: string
  /** The header of now; tokens live for an hour. */
  readonly authorization: () => string
  /** Where the feeds, the pages and the hostile plays are. */
  readonly upstreams: readonly string[]
}

const HOSTILE_PATHS = Object.keys(PLAYS)
const HANGS_UP_AFTER_MS = 20
/** In place of a status: the connection ended before. */
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
  const answers: Record<string, Counts> = {}

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
    const counts = answers[kind] ?? {}
    answers[kind] = counts
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
    'held link': [10, () => link(`${pick(upstreams)}/page`)],
    'new link': [3, () => link(`${pick(upstreams)}/page/${count}`)],
    'large page': [1, () => link(`${pick(upstreams)}/large/${count}`)],
    'costly page': [1, () => link(`${pick(upstreams)}/costly/${count}`)],
    post: [
      5,
      () => ask('/validate-post', JSON.stringify({ url: `https://sandbox.example/@demo/${1_001 + (count % 95)}` })),
    ],
    'hostile link': [4, () => link(`${pick(upstreams)}${pick(HOSTILE_PATHS)}?${count}`)],
    'body of the corpus': [
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
    'too large a body': [2, () => ask('/scan-profile', 'x'.repeat(100_000))],
    'bytes that are no request': [
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
    /** One request, of the kind whose turn it is. */
    async next(): Promise<void> {
      count += 1
      // A stride that has no divisor in common with the deck mixes the kinds.
      kind = deck[(count * 61) % deck.length] ?? ''
      countOne(requested, kind)
      await kinds[kind]?.[1]()
    },
    /** How often each kind was asked. */
    requested: (): Readonly<Counts> => requested,
    /** How often each kind was answered with each status. Who hangs up, or sends no request, is not answered. */
    answers: (): Readonly<Record<string, Readonly<Counts>>> => answers,
    close: () => agent.destroy(),
  }
}
