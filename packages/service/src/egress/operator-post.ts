// The one way out beside the guard: posts what the service says of itself to an address that the operator's settings name.
// Nothing that comes from outside can choose that address or what is sent there, and of the answer the status alone is read.

import { Agent } from 'undici'

/** Connections of one process to one receiver. */
const CONNECTIONS = 2
/** What an answer may hold; one that holds more loses its connection. */
const MOST_ANSWER_BYTES = 64 * 1024

export type OperatorPostRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** All in all. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type OperatorPost = {
  /** Follows no redirect. Rejects with what undici says, or with the signal's reason. */
  post(request: OperatorPostRequest): Promise<{
    readonly status: number
    /** The header field. */
    readonly retryAfter: string | undefined
  }>
  close(): Promise<void>
}

export const createOperatorPost = (): OperatorPost => {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
  return {
    async post({ url, headers, body: sent, timeoutMs, signal }) {
      const { origin, pathname: path } = new URL(url)
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const requested = { origin, path, method: 'POST', headers, body: sent, signal: until } as const
      const { statusCode: status, headers: got, body } = await agent.request(requested)
      await body.dump({ limit: MOST_ANSWER_BYTES, signal: until })
      const after = got['retry-after']
      return { status, retryAfter: typeof after === 'string' ? after : undefined }
    },
    close: () => agent.destroy(),
  }
}
