// What threads are asked to do with answers of platforms, and what they say to it: plain data, which can be sent. A reading is
// pure but for what it asks for, so a thread runs it from the beginning with all that is known, and says what else it needs.

import { ApiError, type ApiErrorOptions, type ErrorCode, isApiError } from '../../errors.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Call } from '../contract/call.ts'
import { type BodyRow, type Evidence, isRefused, type Meaning, Refused } from '../contract/refusal.ts'
import type { Account, PostMatch } from '../contract/source.ts'
import type { ResponseSource } from '../requests/receive-response.ts'

export type Method = 'account' | 'posts' | 'post' | 'findPost'

/** What a method is asked for, as far as it is data. `page` stands among the answers. */
export type Question = {
  readonly method: Method
  readonly handle?: string
  readonly limit?: number
  readonly variant?: string
  readonly after?: string | undefined
  readonly url?: string
  readonly match?: PostMatch
  readonly accounts?: readonly string[]
}

/** An error as data. A fault of a platform's own code has no code. */
export type ReportedError = Pick<ApiError, 'message'> &
  Partial<Pick<ApiError, 'details' | 'retryAfterSeconds' | 'retryable'>> & {
    readonly code?: ErrorCode
    readonly meaning?: Meaning
    readonly evidence?: Evidence
    readonly stack?: string | undefined
  }

export type Reported<T> = { readonly value: T } | { readonly error: ReportedError }

/** What is known, by the identity of the call: what came, or why nothing did. */
export type KnownResponses = ReadonlyMap<string, Reported<ResponseSource>>

/** Those that are there. */
export const responsesIn = (known: KnownResponses): readonly ResponseSource[] =>
  [...known.values()].flatMap((reported) => ('value' in reported ? [reported.value] : []))

/** The page of `findPost`, among the answers. */
export const PAGE = 'page'

/** A question, with what was given to it so far. */
export type Requested = {
  readonly question: Question
  readonly account: Reported<Account> | undefined
  /** How often it waited. */
  readonly waits: number
}

/** Questions to one source within one fetch. */
export type ReadJob = {
  readonly is: 'read'
  readonly platform: string
  readonly source: string
  readonly settings: unknown
  /** Milliseconds since the epoch: what the clock says all the while. */
  readonly now: number
  readonly answers: KnownResponses
  readonly requested: readonly Requested[]
}

/** The job with copies of its bodies, which can change hands. A body that is copied by being sent is copied twice, into room
 * that grows by and by, and with all of the memory that it shares with others. */
export const withOwnResponses = (job: ReadJob): { readonly job: ReadJob; readonly moves: readonly ArrayBuffer[] } => {
  const moves: ArrayBuffer[] = []
  const answers = new Map(job.answers)
  for (const [key, reported] of answers) {
    if ('error' in reported) continue
    const { received, ...rest } = reported.value
    const body = copyBytes(received.body)
    moves.push(body.buffer)
    answers.set(key, { value: { ...rest, received: { ...received, body } } })
  }
  return { job: { ...job, answers }, moves }
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
  /** `answer`: which of the answers a post was read from. */
  | { readonly is: 'done'; readonly value: unknown; readonly response?: string | undefined }
  | { readonly is: 'failed'; readonly error: ReportedError }
  | { readonly is: 'needs'; readonly needs: readonly Need[] }

export const tellError = (error: unknown): ReportedError => {
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

/** The error again. What caused it stays where it was thrown. */
export const errorOf = (reported: ReportedError): Error => {
  const { code, meaning, evidence, message, stack, details, retryAfterSeconds, retryable } = reported
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

/** What came of something, as data. */
export const tell = <T>(promise: Promise<T>): Promise<Reported<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: tellError(error) }),
  )
