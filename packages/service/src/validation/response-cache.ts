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

export type ResponseCacheOptions = {
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
export type Work = (signal: AbortSignal, cacheFor: (milliseconds: number) => void) => Promise<Content>

export type ResponseCache = {
  /** The response, if it is cached. */
  peek(key: string): GotResponse | undefined
  /** The cached response, or a new one. `work` is aborted when no caller waits for it any more. */
  get(key: string, work: Work, signal?: AbortSignal): Promise<GotResponse>
  /** Resolves when no work is running. */
  idle(): Promise<void>
}

const FAILURE_SECONDS = 30
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
export const URL_FAILURE_CODES = [
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
export const URL_FAILURE_SECONDS: Partial<Record<ErrorCode, number>> = Object.fromEntries(
  URL_FAILURE_CODES.map((code) => [code, FAILURE_SECONDS]),
)

export const createResponseCache = (options: ResponseCacheOptions): ResponseCache => {
  const { failures, now, elapsed, freshMs, maxBytes, shared } = options
  const cached = new LRUCache<string, { readonly found: FoundResponse; readonly staleAt: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ found }, key) => found.content.bytes.length + 2 * key.length,
  })
  const inFlight = createSingleFlight<GotResponse>()

  const peek = (key: string): GotResponse | undefined => {
    const entry = cached.get(key)
    return entry && elapsed() < entry.staleAt ? { ...entry.found, cache: 'hit' } : undefined
  }

  const perform = async (key: string, work: Work, signal: AbortSignal): Promise<GotResponse> => {
    const failure = failures.find(key)
    if (failure) throw failure
    const lease = await shared?.acquire(key, signal).catch((error: unknown) => {
      throw isApiError(error) && !signal.aborted ? failures.remember(key, error) : error
    })
    if (lease?.response) {
      const { content, foundAt, until } = lease.response
      cached.set(key, { found: { content, foundAt }, staleAt: elapsed() + until - now() })
      return { content, foundAt, cache: 'miss' }
    }
    let lifeMs = freshMs
    const cacheFor = (milliseconds: number) => {
      lifeMs = milliseconds
    }
    try {
      const found = { content: await work(signal, cacheFor), foundAt: now() }
      cached.set(key, { found, staleAt: elapsed() + lifeMs })
      lease?.release({ ...found, until: found.foundAt + lifeMs })
      return { ...found, cache: 'miss' }
    } catch (error) {
      if (!isApiError(error) || signal.aborted) {
        lease?.release()
        throw error
      }
      const remembered = failures.remember(key, error)
      // A failure that is not caused by the URL is not shared.
      lease?.release(failures.find(key))
      throw remembered
    }
  }

  return {
    peek,
    get: async (key, work, signal) =>
      peek(key) ?? inFlight.join(key, (callSignal) => perform(key, work, callSignal), signal),
    async idle() {
      await inFlight.idle()
      await shared?.idle()
    },
  }
}
