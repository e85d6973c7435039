// Sends a single request. Returns the data of its response, or throws a CentralApiError. Does not handle tokens or retries.

import { type AnswerMeta, readMeta } from './answer-meta.ts'
import type { Answer } from './call.ts'
import { CentralApiError, isCentralApiError } from './central-api-error.ts'
import type { Tell } from './client-event.ts'
import { withinLimits } from './deadline.ts'
import type { ErrorCode, ErrorDetails } from './types.ts'

export type FetchInit = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly redirect: 'manual'
  readonly signal: AbortSignal
}

/** The part of `fetch` that the client needs. Any transport with this signature works. */
export type Fetch = (
  url: string,
  init: FetchInit,
) => Promise<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}>

export type SendOptions = {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly userAgent: string | undefined
  readonly now: () => number
  readonly tell: Tell
}

export type Request = {
  /** Path after the base URL. */
  readonly path: string
  /** Without a body, the request is a GET. */
  readonly body?: unknown
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Time limit of the request, including the response body. */
  readonly timeoutMs: number
}

export type Send = (request: Request) => Promise<Answer<unknown>>

type ErrorBody = {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: ErrorDetails
  readonly docs?: string
  readonly retryable?: boolean
}

type Raw = { readonly meta: AnswerMeta; readonly value: unknown }

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const errorBodyOf = (value: unknown): ErrorBody | undefined => {
  if (!isObject(value) || value.ok !== false || !isObject(value.error)) return undefined
  const { code, message } = value.error
  return typeof code === 'string' && typeof message === 'string' ? (value.error as ErrorBody) : undefined
}

/** The response is not from the service: a proxy failed, or the base URL is wrong. */
const unexpectedResponse = (meta: AnswerMeta): CentralApiError =>
  new CentralApiError({
    code: 'unexpected_answer',
    message: `The response with status ${meta.status} is not from the service. Check the base URL, and whether a proxy intercepts the request.`,
    retryable: meta.status >= 500,
    meta,
  })

const errorFrom = (meta: AnswerMeta, { code, message, details, docs, retryable }: ErrorBody): CentralApiError =>
  new CentralApiError({ code, message, details, docs, meta, retryable: retryable ?? meta.status >= 500 })

/** Unwraps the envelope of an endpoint. Responses to GET have none. */
const unwrap = ({ meta, value }: Raw, isBare: boolean): Answer<unknown> => {
  const error = errorBodyOf(value)
  if (error) throw errorFrom(meta, error)
  if (isBare && meta.status === 200 && isObject(value)) return { data: value, meta }
  if (!isBare && isObject(value) && value.ok === true && 'data' in value) return { data: value.data, meta }
  throw unexpectedResponse(meta)
}

/** The user and the password of a URL, which no message contains. */
const USER = /\/\/[^/?#]*@/

export const createSend = ({ baseUrl, fetch, userAgent, now, tell }: SendOptions): Send => {
  const exchange = ({ path, body, token, signal, timeoutMs }: Request): Promise<Raw> =>
    withinLimits({ signal, timeoutMs }, async (limit) => {
      const response = await fetch(baseUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(userAgent !== undefined && { 'user-agent': userAgent }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would turn POST into GET. The base URL must be the final one.
        redirect: 'manual',
        signal: limit,
      })
      const meta = readMeta(response.status, (name) => response.headers.get(name), now)
      return { meta, value: readJson(await response.text()) }
    })

  const shownUrl = baseUrl.replace(USER, '//')

  const sendOnce = async (request: Request): Promise<Answer<unknown>> => {
    const raw = await exchange(request).catch((cause: unknown) => {
      request.signal?.throwIfAborted()
      throw new CentralApiError({
        code: 'network_error',
        message: `The service at ${shownUrl} could not be reached or did not respond in time.`,
        retryable: true,
        cause,
      })
    })
    return unwrap(raw, request.body === undefined)
  }

  return async (request) => {
    const startedAt = now()
    const report = (status?: number, requestId?: string, code?: string) =>
      tell({ name: 'answer', path: request.path, status, code, requestId, milliseconds: now() - startedAt })
    try {
      const response = await sendOnce(request)
      report(response.meta.status, response.meta.requestId)
      return response
    } catch (error) {
      if (isCentralApiError(error)) report(error.status, error.requestId, error.code)
      throw error
    }
  }
}
