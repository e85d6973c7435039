// The messages between the service and its parsing threads: plain data that can be cloned. A method is pure except for
// its calls, so a thread runs it from the beginning with all known responses, and returns what else it needs.

import { ApiError, type ApiErrorOptions, type ErrorCode, isApiError } from '../../errors.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Call } from '../contract/call.ts'
import type { OwnAccount } from '../contract/reach.ts'
import { type BodyRow, type Evidence, isRefused, type Meaning, Refused } from '../contract/refusal.ts'
import type { Account, PostMatch } from '../contract/source.ts'
import type { ResponseSource } from '../requests/receive-response.ts'

export type Method = 'account' | 'posts' | 'post' | 'findPost'

/** A method of a source with the data of its request. The page of `findPost` is one of the responses. */
export type Invocation = {
  readonly method: Method
  readonly handle?: string
  readonly limit?: number
  readonly variant?: string
  readonly after?: string | undefined
  readonly url?: string
  readonly match?: PostMatch
  readonly accounts?: readonly string[]
}

/** An error as data. A bug in a platform's code has no code. */
export type SerializedError = Pick<ApiError, 'message'> &
  Partial<Pick<ApiError, 'details' | 'retryAfterSeconds' | 'retryable'>> & {
    readonly code?: ErrorCode
    readonly meaning?: Meaning
    readonly evidence?: Evidence
    readonly stack?: string | undefined
  }

export type Result<T> = { readonly value: T } | { readonly error: SerializedError }

/** The known results, by the identity of the call. */
export type KnownResponses = ReadonlyMap<string, Result<ResponseSource>>

/** The calls that got a response. */
export const responsesIn = (known: KnownResponses): readonly ResponseSource[] =>
  [...known.values()].flatMap((result) => ('value' in result ? [result.value] : []))

/** The key of the page of `findPost` among the responses. */
export const PAGE = 'page'

/** A method to run, with what is known so far. */
export type Task = {
  readonly invocation: Invocation
  readonly account: Result<Account> | undefined
  /** How many waits have ended. */
  readonly waits: number
}

/** Methods of one source within one fetch. */
export type ReadJob = {
  readonly is: 'read'
  readonly platform: string
  readonly source: string
  readonly settings: unknown
  readonly own?: OwnAccount | undefined
  /** Milliseconds since the epoch: fixed for the whole job. */
  readonly now: number
  readonly responses: KnownResponses
  readonly tasks: readonly Task[]
}

/** The job with copies of its bodies, which can be transferred. Cloning would copy each body twice, into a growing
 * buffer, and with all memory that it shares with others. */
export const withOwnResponses = (job: ReadJob): { readonly job: ReadJob; readonly moves: readonly ArrayBuffer[] } => {
  const moves: ArrayBuffer[] = []
  const responses = new Map(job.responses)
  for (const [key, result] of responses) {
    if ('error' in result) continue
    const { received, ...rest } = result.value
    const body = copyBytes(received.body)
    moves.push(body.buffer)
    responses.set(key, { value: { ...rest, received: { ...received, body } } })
  }
  return { job: { ...job, responses }, moves }
}

export type FindRowJob = {
  readonly is: 'find row'
  readonly response: ResponseSource
  readonly rows: readonly BodyRow[]
}

export type Need =
  | { readonly is: 'call'; readonly key: string; readonly call: Call }
  | { readonly is: 'account' }
  | { readonly is: 'wait'; readonly milliseconds: number }

export type ReadOutcome =
  /** `response`: the key of the response that a post was read from. */
  | { readonly is: 'done'; readonly value: unknown; readonly response?: string | undefined }
  | { readonly is: 'failed'; readonly error: SerializedError }
  | { readonly is: 'needs'; readonly needs: readonly Need[] }

export const serializeError = (error: unknown): SerializedError => {
  if (!isApiError(error)) {
    return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) }
  }
  const { code, message, details, retryAfterSeconds, retryable } = error
  return {
    ...{ code, message, retryable },
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(isRefused(error) && { meaning: error.meaning, evidence: error.evidence }),
  }
}

/** Makes the error again. Its cause is lost. */
export const deserializeError = (serialized: SerializedError): Error => {
  const { code, meaning, evidence, message, stack, details, retryAfterSeconds, retryable } = serialized
  const options: ApiErrorOptions = {
    ...{ message, retryable },
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
  if (meaning !== undefined) return new Refused(meaning, { ...options, evidence, ...(code && { as: code }) })
  if (code !== undefined) return new ApiError(code, options)
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}

/** The result of a promise, as data. */
export const resultOf = <T>(promise: Promise<T>): Promise<Result<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: serializeError(error) }),
  )
