// What every simulator of an upstream is made of: a real HTTP server on loopback that counts its calls and fails on
// demand. A platform's own simulator adds the routes, in the dialect of the platform. Only tests and benchmarks use it.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SimulatedRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  /** The host that was meant: of the stand-in header, else of `Host`. */
  readonly host: string
  readonly body: string
}

export type SimulatedResponse = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string goes out as it is, anything else as JSON. */
  readonly body?: unknown
}

/** How the next calls go wrong: an answer instead of the real one, or a fault of the connection. */
export type SimulatedFailure = SimulatedResponse | 'reset' | 'hang' | 'garbage' | 'truncated'

export type Upstream = {
  readonly origin: string
  /** Calls received so far, failed ones included. */
  calls(): number
  /** What was received so far, oldest first. */
  requests(): readonly SimulatedRequest[]
  /** The next `times` calls fail this way. */
  failNext(failure: SimulatedFailure, times?: number): void
  /** The n-th call from now (1 is the next) and all after it fail this way, until it is lifted. */
  failFrom(nth: number, failure: SimulatedFailure): () => void
  /** The calls that are meant fail this way from now on, until it is lifted. */
  failWhere(isMeant: (request: SimulatedRequest) => boolean, failure: SimulatedFailure): () => void
  /** The n-th good answer from now and all after it carry these header fields besides. */
  dressFrom(nth: number, headers: Readonly<Record<string, string>>): void
  /** From now on good answers repeat what their call was signed with, at the end of every sentence. Tells what was repeated. */
  repeatSignatures(): () => readonly string[]
  /** Every good answer from now on is changed on its way; absent, none is. */
  change(answer?: (answer: SimulatedResponse) => SimulatedResponse): void
  /** Holds every call back until the returned function is called. */
  hold(): () => void
  /** Resolves when the n-th call (counted from the start) has arrived. */
  arrived(calls: number): Promise<void>
  close(): Promise<void>
}

/** What the contract suite needs of a platform's simulator. */
export type Simulator = Upstream & {
  /** A canonical handle with more posts than two pages hold. */
  readonly handle: string
  /** A canonical handle that nobody has there. */
  readonly missing: string
  /** A canonical handle whose posts are not public, where the platform knows such. */
  readonly hidden?: string
  /** Ids of the posts that the variant `posts` yields now, newest first, as the platform maps them. */
  ids(): readonly string[]
  /** Publishes so many newer posts. */
  publish(count: number): void
  /** Refuses whatever is signed with this secret from now on, as the platform does. */
  refuse?(secret: string): void
  /** How many tokens were handed out so far, where the platform exchanges credentials for some. */
  exchanges?(): number
  /** Ends every token that was handed out so far. */
  expireTokens?(): void
}

/** Starts the server. `answer` is pure routing; it may be async. */
export const startUpstream = async (
  answer: (request: SimulatedRequest) => SimulatedResponse | Promise<SimulatedResponse>,
): Promise<Upstream> => {
  const failures: SimulatedFailure[] = []
  const requests: SimulatedRequest[] = []
  let calls = 0
  let lasting: { readonly from: number; readonly failure: SimulatedFailure } | undefined
  let chosen:
    | { readonly isMeant: (request: SimulatedRequest) => boolean; readonly failure: SimulatedFailure }
    | undefined
  const dresses: { readonly from: number; readonly headers: Readonly<Record<string, string>> }[] = []
  let repeated: string[] | undefined
  let changed = (answer: SimulatedResponse): SimulatedResponse => answer
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
    const answered = failure ?? changed(await answer(request))
    const worn = failure === undefined ? dresses.findLast(({ from }) => call >= from)?.headers : undefined
    const signatures = repeated && failure === undefined ? signaturesOf(request) : []
    repeated?.push(...signatures)
    const body = signatures.length > 0 ? behindSentences(answered.body, signatures.join(' ')) : answered.body
    const headers = worn ? { ...withoutLimits(answered.headers), ...worn } : answered.headers
    send(response, { ...answered, body, ...(headers && { headers }) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // A test that fails before it closes it would hold its process open for ever.
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
      dresses.push({ from: calls + nth, headers })
    },
    change(answer = (each) => each) {
      changed = answer
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

/** What an answer tells of limits itself gives way to what it is dressed in. */
const withoutLimits = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/rate-?limit/i.test(name)))

/** Names under which platforms ask for a secret. */
const SECRET = /^(?:authorization|key|api_key|x-goog-api-key|access_token)$/
/** A text in JSON that was written by hand, since its numbers are larger than JavaScript's. */
const JSON_TEXT = /"((?:[^"\\]|\\.)*)"(\s*:)?/g

/** What a request is signed with, wherever it stands. */
export const signaturesOf = ({ url, headers }: SimulatedRequest): readonly string[] =>
  [...url.searchParams, ...Object.entries(headers)]
    .filter(([name]) => SECRET.test(name))
    .flatMap(([, value]) => String(value).split(' ').slice(-1))

/** Of three words and more, and no time. */
const isSentence = (text: string): boolean => /\s\S+\s/.test(text.trim()) && !/\d:\d/.test(text)

const behindSentences = (value: unknown, signature: string): unknown => {
  const extend = (text: string) => (isSentence(text) ? `${text} ${signature}` : text)
  if (typeof value === 'string')
    return value.startsWith('{')
      ? value.replace(JSON_TEXT, (all, text: string, name) => (name ? all : `"${extend(text)}"`))
      : extend(value)
  if (Array.isArray(value)) return value.map((each) => behindSentences(each, signature))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, behindSentences(each, signature)]))
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
