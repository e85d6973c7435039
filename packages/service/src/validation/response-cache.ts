// Caches responses for a short time: successful ones as sent, failures as errors. Concurrent requests for the same key
// share one run of the work.

import { LRUCache } from 'lru-cache'
import { type ErrorCode, isApiError } from '../errors.ts'
import type { Content } from '../runtime/content-coding/content.ts'
import type { FailureMemory } from '../scanning/failure-memory.ts'
import { createSingleFlight } from '../scanning/single-flight.ts'
import type { SharedResponses } from './shared-responses.ts'

/** `foundAt` in milliseconds since the epoch. */
export type FoundResponse = { readonly content: Content; readonly foundAt: number }
export type GotResponse = FoundResponse & { readonly cache: 'hit' | 'miss' }

export type HeldResponsesOptions = {
  readonly failures: FailureMemory
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly freshMs: number
  readonly maxBytes: number
  /** Shares responses with other processes; when absent, every process works for itself. */
  readonly shared?: SharedResponses | undefined
}

/** `cacheFor`: sets the milliseconds to cache this response, if it differs from the default. */
export type Work = (signal: AbortSignal, holdFor: (milliseconds: number) => void) => Promise<Content>

export type ResponseCache = {
  /** The response, if it is cached. */
  peek(key: string): GotResponse | undefined
  /** The cached response, or a new one. `work` is aborted when no caller waits for it any more. */
  get(key: string, work: Work, signal?: AbortSignal): Promise<GotResponse>
  /** Resolves when no work is running. */
  idle(): Promise<void>
}

const BAD_SECONDS = 30
/** Errors of a URL that could not be read. */
export const LINK_CODES = [
  'link_malformed',
  'link_blocked',
  'link_unresolvable',
  'link_unreachable',
  'link_tls_error',
  'link_status',
  'link_redirects',
  'link_too_large',
  'link_timeout',
] as const satisfies readonly ErrorCode[]

/** Failures caused by the URL; others are caused by the service or the client. */
export const TELLING_CODES = [
  ...LINK_CODES,
  'post_not_found',
  'profile_private',
  'unsupported_post_url',
  'platform_rate_limited',
  'platform_unauthorized',
  'platform_error',
  'platform_timeout',
] as const satisfies readonly ErrorCode[]

/** How long failures are remembered, for the failure memory. */
export const BAD_ANSWER_SECONDS: Partial<Record<ErrorCode, number>> = Object.fromEntries(
  TELLING_CODES.map((code) => [code, BAD_SECONDS]),
)

export const createResponseCache = (options: HeldResponsesOptions): ResponseCache => {
  const { failures, now, elapsed, freshMs, maxBytes, shared } = options
  const answers = new LRUCache<string, { readonly found: FoundResponse; readonly staleMs: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ found }, key) => found.content.bytes.length + 2 * key.length,
  })
  const singleFlight = createSingleFlight<GotResponse>()

  const peek = (key: string): GotResponse | undefined => {
    const held = answers.get(key)
    return held && elapsed() < held.staleMs ? { ...held.found, cache: 'hit' } : undefined
  }

  const perform = async (key: string, work: Work, signal: AbortSignal): Promise<GotResponse> => {
    const failure = failures.find(key)
    if (failure) throw failure
    const turn = await shared?.take(key, signal).catch((error: unknown) => {
      throw isApiError(error) && !signal.aborted ? failures.remember(key, error) : error
    })
    if (turn?.response) {
      const { content, foundAt, until } = turn.response
      answers.set(key, { found: { content, foundAt }, staleMs: elapsed() + until - now() })
      return { content, foundAt, cache: 'miss' }
    }
    let lifeMs = freshMs
    const holdFor = (milliseconds: number) => {
      lifeMs = milliseconds
    }
    try {
      const found = { content: await work(signal, holdFor), foundAt: now() }
      answers.set(key, { found, staleMs: elapsed() + lifeMs })
      turn?.end({ ...found, until: found.foundAt + lifeMs })
      return { ...found, cache: 'miss' }
    } catch (error) {
      if (!isApiError(error) || signal.aborted) {
        turn?.end()
        throw error
      }
      const reported = failures.remember(key, error)
      // A failure that is not caused by the URL is not shared.
      turn?.end(failures.find(key))
      throw reported
    }
  }

  return {
    peek,
    get: async (key, work, signal) =>
      peek(key) ?? singleFlight.join(key, (flightSignal) => perform(key, work, flightSignal), signal),
    async idle() {
      await singleFlight.idle()
      await shared?.idle()
    },
  }
}
