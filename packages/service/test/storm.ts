// Many clients that send requests as fast as possible. Each has its own connection and pipelines its requests
// (RFC 9112, section 9.3.2). Only the statuses are read.

import { once } from 'node:events'
import { connect } from 'node:net'

export type StormOptions = {
  readonly origins: readonly string[]
  readonly callers: number
  readonly requestsEach: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of the n-th request of a client. */
  readonly body: (caller: number, request: number) => unknown
}

/** The maximum number of pending requests of one client. */
const MAX_PENDING = 10

/** The number of responses by status. */
export const storm = async ({ origins, callers, ...options }: StormOptions): Promise<Map<number, number>> => {
  const counts = new Map<number, number>()
  const count = (status: number) => counts.set(status, (counts.get(status) ?? 0) + 1)
  const calls = Array.from({ length: callers }, (_, caller) =>
    call(origins[caller % origins.length] ?? '', caller, options, count),
  )
  await Promise.all(calls)
  return counts
}

const call = async (
  origin: string,
  caller: number,
  { requestsEach, path, headers, body }: Omit<StormOptions, 'origins' | 'callers'>,
  count: (status: number) => void,
) => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${fields.join('')}`
  let requested = 0
  let answered = 0
  let rest = ''
  const send = (): void => {
    let batch = ''
    for (; requested < requestsEach && requested - answered < MAX_PENDING; requested += 1) {
      const text = JSON.stringify(body(caller, requested))
      batch += `${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    }
    if (batch !== '') socket.write(batch)
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1')
    for (const [, status] of text.matchAll(STATUS_LINE)) {
      count(Number(status))
      answered += 1
    }
    // A chunk can end within a status line.
    rest = text.slice(Math.max(text.lastIndexOf('HTTP/1.1 '), text.length - LONGEST_CUT)).replace(STATUS_LINE, '')
    if (answered === requestsEach) resolve()
    else if (requested - answered <= MAX_PENDING / 2) send()
  })
  socket.once('close', () => reject(new Error(`The connection closed after ${answered} of ${requestsEach} responses`)))
  send()
  await promise
  socket.destroy()
}

const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g
const LONGEST_CUT = 'HTTP/1.1 200'.length
