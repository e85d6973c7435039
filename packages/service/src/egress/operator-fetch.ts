// Outside the guard: requests to a storage whose URL is in the operator's settings, which may be a private address.
// Nothing from outside may choose the URL. Follows no redirect, and a response is whole or an error.

import { Agent } from 'undici'

/** Of one process. */
const CONNECTIONS = 16

export type OperatorFetchOptions = {
  /** Of a request, until the last byte of its response. */
  readonly timeoutMs: number
  /** A longer response is an error. */
  readonly maxBytes: number
}

export type OperatorFetch = {
  /** Of the body, takes bytes and text. */
  readonly fetch: typeof fetch
  close(): Promise<void>
}

/** Of statuses whose response has no body (https://fetch.spec.whatwg.org/#null-body-status). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

const readBytes = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer<ArrayBuffer>> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export const createOperatorFetch = ({ timeoutMs, maxBytes }: OperatorFetchOptions): OperatorFetch => {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
  return {
    async fetch(input, { method = 'GET', headers, body } = {}) {
      const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
      const response = await agent.request({
        ...{ origin, path: `${pathname}${search}`, method, signal: AbortSignal.timeout(timeoutMs) },
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' || body instanceof Uint8Array ? body : null,
      })
      const bytes = await readBytes(response.body, maxBytes)
      const { statusCode: status } = response
      const fields = Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
      )
      return new Response(BODILESS.has(status) ? null : bytes, { status, headers: fields })
    },
    close: () => agent.destroy(),
  }
}
