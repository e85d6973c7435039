// One request and its answer: the data of a good one, or a CentralApiError. Knows nothing of tokens or repeats.

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

/** What the client needs of `fetch`, so that any transport will do. */
export type Fetch = (
  url: string,
  init: FetchInit,
) => Promise<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}>

export type SendOptions = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly userAgent: string | undefined
  readonly now: () => number
  readonly tell: Tell
}

export type Request = {
  /** From the base address on. */
  readonly path: string
  /** Absent: a GET. */
  readonly body?: unknown
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** All that the request may take, its body included. */
  readonly timeoutMs: number
}

export type Send = (request: Request) => Promise<Answer<unknown>>

type ErrorBody = {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: ErrorDetails
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

const errorOf = (value: unknown): ErrorBody | undefined => {
  if (!isObject(value) || value.ok !== false || !isObject(value.error)) return undefined
  const { code, message } = value.error
  return typeof code === 'string' && typeof message === 'string' ? (value.error as ErrorBody) : undefined
}

/** What an answer that is none of the service's says: something in front of it failed, or the base address is wrong. */
const strangeAnswer = (meta: AnswerMeta): CentralApiError =>
  new CentralApiError({
    code: 'unexpected_answer',
    message: `Something that is not the service answered with status ${meta.status}.`,
    retryable: meta.status >= 500,
    meta,
  })

const refusal = (meta: AnswerMeta, { code, message, details, retryable }: ErrorBody): CentralApiError =>
  new CentralApiError({ code, message, details, meta, retryable: retryable ?? meta.status >= 500 })

/** Of the endpoints, all answer in the envelope; what is read with GET comes bare. */
const unwrap = ({ meta, value }: Raw, isBare: boolean): Answer<unknown> => {
  const error = errorOf(value)
  if (error) throw refusal(meta, error)
  if (isBare && meta.status === 200 && isObject(value)) return { data: value, meta }
  if (!isBare && isObject(value) && value.ok === true && 'data' in value) return { data: value.data, meta }
  throw strangeAnswer(meta)
}

export const createSend = ({ baseUrl, fetch, userAgent, now, tell }: SendOptions): Send => {
  const exchange = ({ path, body, token, signal, timeoutMs }: Request): Promise<Raw> =>
    withinLimits({ signal, timeoutMs }, async (limit) => {
      const answer = await fetch(baseUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(userAgent !== undefined && { 'user-agent': userAgent }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would turn POST into GET; the base address must be the final one.
        redirect: 'manual',
        signal: limit,
      })
      const meta = readMeta(answer.status, (name) => answer.headers.get(name), now)
      return { meta, value: readJson(await answer.text()) }
    })

  const ask = async (request: Request): Promise<Answer<unknown>> => {
    const raw = await exchange(request).catch((cause: unknown) => {
      request.signal?.throwIfAborted()
      throw new CentralApiError({
        code: 'network_error',
        message: 'The service could not be reached, or did not answer in time.',
        retryable: true,
        cause,
      })
    })
    return unwrap(raw, request.body === undefined)
  }

  return async (request) => {
    const startedAt = now()
    const told = (status?: number, requestId?: string, code?: string) =>
      tell({ name: 'answer', path: request.path, status, code, requestId, milliseconds: now() - startedAt })
    try {
      const answer = await ask(request)
      told(answer.meta.status, answer.meta.requestId)
      return answer
    } catch (error) {
      if (isCentralApiError(error)) told(error.status, error.requestId, error.code)
      throw error
    }
  }
}
