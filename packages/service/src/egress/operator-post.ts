// Outside the guard: posts the service's own telemetry and its purges to a URL in the operator's settings.
// Nothing from outside may choose the URL or the content. Of the response, only the status and Retry-After are read.

import { Agent } from 'undici'

/** Of one process to one receiver. */
const CONNECTIONS = 2
/** A larger response loses its connection. */
const MAX_RESPONSE_BYTES = 64 * 1024

export type OperatorPostRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** In total. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type OperatorPost = {
  /** Follows no redirect. Rejects with undici's error, or with the signal's reason. */
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
      const { origin, pathname, search } = new URL(url)
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const path = `${pathname}${search}`
      const request = { origin, path, method: 'POST', headers, body: sent, signal: until } as const
      const { statusCode: status, headers: got, body } = await agent.request(request)
      await body.dump({ limit: MAX_RESPONSE_BYTES, signal: until })
      const after = got['retry-after']
      return { status, retryAfter: typeof after === 'string' ? after : undefined }
    },
    close: () => agent.destroy(),
  }
}
