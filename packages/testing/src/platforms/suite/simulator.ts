// The base of all simulators: a real HTTP server on loopback that counts its calls and fails on demand. A platform's
// own simulator adds the routes. For tests and benchmarks only.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SimulatedRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  /** The intended host, from the stand-in header or `Host`. */
  readonly host: string
  readonly body: string
}

export type SimulatedResponse = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

/** A failure of calls: a response in place of the real one, or a fault of the connection. */
export type SimulatedFailure = SimulatedResponse | 'reset' | 'hang' | 'garbage' | 'truncated'

export type Upstream = {
  readonly origin: string
  /** Number of calls so far, including failed ones. */
  calls(): number
  /** All requests so far, oldest first. */
  requests(): readonly SimulatedRequest[]
  /** Makes the next `times` calls fail. */
  failNext(failure: SimulatedFailure, times?: number): void
  /** Makes the n-th call from now (1 is the next) and all later ones fail, until the returned function is called. */
  failFrom(nth: number, failure: SimulatedFailure): () => void
  /** Makes matching calls fail until the returned function is called. */
  failWhere(isMeant: (request: SimulatedRequest) => boolean, failure: SimulatedFailure): () => void
  /** Adds header fields to the n-th good response from now and all later ones. */
  dressFrom(nth: number, headers: Readonly<Record<string, string>>): void
  /** Makes good responses repeat the signature of their call after every sentence. The result lists the repeated
   * signatures. */
  repeatSignatures(): () => readonly string[]
  /** Changes every good response from now on; without an argument, ends that. */
  change(edit?: (response: SimulatedResponse) => SimulatedResponse): void
  /** Delays every call until the returned function is called. */
  hold(): () => void
  /** Resolves when the n-th call (counted from the start) has arrived. */
  arrived(calls: number): Promise<void>
  close(): Promise<void>
}

/** What the platform suite needs from a simulator. */
export type Simulator = Upstream & {
  /** A canonical handle with more than two pages of posts. */
  readonly handle: string
  /** A canonical handle of no account. */
  readonly missing: string
  /** A canonical handle whose posts are not public, if the platform has that. */
  readonly hidden?: string
  /** Current post ids of the variant `posts` in the normalized form, newest first. */
  ids(): readonly string[]
  /** Publishes `count` newer posts. */
  publish(count: number): void
  /** Refuses all calls signed with this secret, in the platform's own format. */
  refuse?(secret: string): void
  /** Number of issued tokens, if the platform exchanges credentials for tokens. */
  exchanges?(): number
  /** Expires all issued tokens. */
  expireTokens?(): void
}

/** Starts the server. `respond` routes the requests. */
export const startUpstream = async (
  respond: (request: SimulatedRequest) => SimulatedResponse | Promise<SimulatedResponse>,
): Promise<Upstream> => {
  const failures: SimulatedFailure[] = []
  const requests: SimulatedRequest[] = []
  let calls = 0
  let lasting: { readonly from: number; readonly failure: SimulatedFailure } | undefined
  let chosen:
    | { readonly isMeant: (request: SimulatedRequest) => boolean; readonly failure: SimulatedFailure }
    | undefined
  const additions: { readonly from: number; readonly headers: Readonly<Record<string, string>> }[] = []
  let repeated: string[] | undefined
  let edited = (response: SimulatedResponse): SimulatedResponse => response
  let gate = Promise.resolve()
  const waiting = new Map<number, () => void>()

  const server = createServer(async (message, response) => {
    calls += 1
    const call = calls
    waiting.get(call)?.()
    const due = failures.shift() ?? (lasting && call >= lasting.from ? lasting.failure : undefined)
    const request = await readRequest(message)
    const failure = due ?? (chosen?.isMeant(request) ? chosen.failure : undefined)
    requests.push(request)
    await gate
    if (typeof failure === 'string') return FAULTS[failure](response)
    const result = failure ?? edited(await respond(request))
    const added = failure === undefined ? additions.findLast(({ from }) => call >= from)?.headers : undefined
    const signatures = repeated && failure === undefined ? signaturesOf(request) : []
    repeated?.push(...signatures)
    const body = signatures.length > 0 ? afterSentences(result.body, signatures.join(' ')) : result.body
    const headers = added ? { ...withoutLimits(result.headers), ...added } : result.headers
    send(response, { ...result, body, ...(headers && { headers }) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // Otherwise a test that fails before `close` would keep its process running.
  server.unref()

  return {
    origin: `http://127.0.0.1:${port}`,
    calls: () => calls,
    requests: () => requests,
    failFrom(nth, failure) {
      lasting = { from: calls + nth, failure }
      return () => {
        lasting = undefined
      }
    },
    failWhere(isMeant, failure) {
      chosen = { isMeant, failure }
      return () => {
        chosen = undefined
      }
    },
    dressFrom(nth, headers) {
      additions.push({ from: calls + nth, headers })
    },
    change(edit = (each) => each) {
      edited = edit
    },
    failNext: (failure, times = 1) => failures.push(...Array<SimulatedFailure>(times).fill(failure)),
    repeatSignatures() {
      const all: string[] = []
      repeated = all
      return () => all
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    arrived: (count) => (calls >= count ? Promise.resolve() : new Promise((resolve) => waiting.set(count, resolve))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Added header fields replace the rate limits of the response. */
const withoutLimits = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/rate-?limit/i.test(name)))

/** Header and query fields that contain secrets. */
const SECRET = /^(?:authorization|key|api_key|x-goog-api-key|access_token)$/
/** A string in JSON text. Some simulators write JSON by hand, because its numbers exceed JavaScript's precision. */
const JSON_TEXT = /"((?:[^"\\]|\\.)*)"(\s*:)?/g

/** The secrets in a request's header and query fields. */
export const signaturesOf = ({ url, headers }: SimulatedRequest): readonly string[] =>
  [...url.searchParams, ...Object.entries(headers)]
    .filter(([name]) => SECRET.test(name))
    .flatMap(([, value]) => String(value).split(' ').slice(-1))

/** At least three words, and not a time. */
const isSentence = (text: string): boolean => /\s\S+\s/.test(text.trim()) && !/\d:\d/.test(text)

const afterSentences = (value: unknown, signature: string): unknown => {
  const extend = (text: string) => (isSentence(text) ? `${text} ${signature}` : text)
  if (typeof value === 'string')
    return value.startsWith('{')
      ? value.replace(JSON_TEXT, (all, text: string, name) => (name ? all : `"${extend(text)}"`))
      : extend(value)
  if (Array.isArray(value)) return value.map((each) => afterSentences(each, signature))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, afterSentences(each, signature)]))
}

const readRequest = async (message: IncomingMessage): Promise<SimulatedRequest> => {
  const host = String(message.headers['x-forwarded-host'] ?? message.headers.host ?? '')
  return {
    method: message.method ?? 'GET',
    url: new URL(message.url ?? '/', `http://${host}`),
    headers: message.headers,
    host,
    body: (await message.toArray()).join(''),
  }
}

const send = (response: ServerResponse, { status = 200, headers = {}, body = '' }: SimulatedResponse) => {
  const json = typeof body !== 'string' && !Buffer.isBuffer(body)
  response.writeHead(status, {
    'content-type': json ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    ...headers,
  })
  response.end(json ? JSON.stringify(body) : body)
}

const FAULTS: Readonly<Record<Extract<SimulatedFailure, string>, (response: ServerResponse) => void>> = {
  reset: (response) => response.socket?.resetAndDestroy(),
  hang: () => {},
  garbage: (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('<!doctype html><p>Please hold on'),
  truncated: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' })
    response.write('{"data":[', () => response.destroy())
  },
}
