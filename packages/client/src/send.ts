// One request and its answer: the data of a good one, or a CentralApiError. Knows nothing of tokens or repeats.

import { CentralApiError } from './central-api-error.ts'
import type { ErrorCode, ErrorDetails } from './types.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type SendOptions = {
  readonly baseUrl: string
  readonly fetch: Fetch
  /** All that one request may take. */
  readonly timeoutMs: number
}

export type Send = (path: string, body: unknown, token?: string, signal?: AbortSignal) => Promise<unknown>

type Envelope =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false
      readonly error: {
        readonly code: ErrorCode
        readonly message: string
        readonly details?: ErrorDetails
        readonly retryable: boolean
      }
    }

export const createSend = ({ baseUrl, fetch, timeoutMs }: SendOptions): Send => {
  const exchange = async (path: string, body: unknown, token: string | undefined, signal: AbortSignal | undefined) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      // A redirect would turn POST into GET; the base address must be the final one.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return { response, text: await response.text() }
  }

  return async (path, body, token, signal) => {
    const { response, text } = await exchange(path, body, token, signal).catch((cause: unknown) => {
      signal?.throwIfAborted()
      throw new CentralApiError({
        code: 'network_error',
        message: 'The service could not be reached, or did not answer in time.',
        retryable: true,
        cause,
      })
    })
    const envelope = readEnvelope(text)
    if (envelope?.ok === true) return envelope.data
    throw asError(response, envelope)
  }
}

const asError = (
  { status, headers }: Response,
  envelope: Extract<Envelope, { readonly ok: false }> | undefined,
): CentralApiError => {
  const about = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readSeconds(headers.get('retry-after')),
  }
  if (envelope) return new CentralApiError({ ...about, ...envelope.error })
  const message = `Something that is not the service answered with status ${status}.`
  return new CentralApiError({ ...about, code: 'unexpected_answer', message, retryable: status >= 500 })
}

const readSeconds = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined

const readEnvelope = (text: string): Envelope | undefined => {
  try {
    const value = JSON.parse(text) as Partial<Extract<Envelope, { readonly ok: false }>> | { readonly ok: true } | null
    if (value?.ok === true) return value as Envelope
    return value?.ok === false && typeof value.error?.code === 'string' ? (value as Envelope) : undefined
  } catch {
    return undefined
  }
}
