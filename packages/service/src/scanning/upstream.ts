// The network as a platform gets it: the egress, with retries, a breaker and a deadline around every call.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Egress } from '../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { secondsUntil } from '../parsing/seconds-until.ts'
import type { HttpAnswer, HttpRequest, PlatformHttp } from '../platforms/platform.ts'
import { createPlatformHttp } from '../platforms/platform-http.ts'
import type { Breaker, Judge } from './breaker.ts'
import type { RetryBudget } from './retry-budget.ts'

const MAX_RETRIES = 2
const BACKOFF_MS = [150, 450] as const
/** What a gateway says of a moment; a 500 is more likely to be said again. */
const PASSING = new Set([502, 503, 504])
/** What may pass as well. A certificate, a size, a redirect, a time-out are the same the next moment. */
const PASSING_CODES: ReadonlySet<ErrorCode | undefined> = new Set(['link_unreachable', 'link_unresolvable'] as const)
/** Failures of the host. One that answers too much, or sends elsewhere without end, is there. */
const DOWN: ReadonlySet<ErrorCode | undefined> = new Set([
  'link_unreachable',
  'link_unresolvable',
  'link_tls_error',
  'link_timeout',
  'platform_timeout',
] as const)
const UP: ReadonlySet<ErrorCode | undefined> = new Set(['link_too_large', 'link_redirects'] as const)
/** A call that could not take at least this long is not worth making. */
const LEAST_CALL_MS = 250

export type UpstreamOptions = {
  readonly egress: Egress
  readonly breaker: Breaker
  readonly budget: RetryBudget
  readonly now: () => number
  readonly random: () => number
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Called with every call's host, time and outcome. */
  readonly onCall?: (call: {
    readonly platform: string
    readonly milliseconds: number
    readonly outcome: string
  }) => void
}

export type UpstreamTarget = {
  readonly platform: string
  readonly origins?: readonly string[] | undefined
  readonly baseUrl?: string | undefined
  readonly licenseId?: string | undefined
  readonly signal: AbortSignal
  /** Milliseconds since the epoch by which everything must be done. */
  readonly deadline: number
  /** Told the size of every answer's body. */
  readonly onBytes?: (bytes: number) => void
}

/** Lets time pass, or rejects when the signal says that nobody waits. */
export const waitFor = async (milliseconds: number, signal: AbortSignal) => {
  await sleep(milliseconds, undefined, { signal })
}

export const createUpstream = (options: UpstreamOptions) => {
  const { egress, breaker, budget, now, random, wait = waitFor, onCall } = options

  /** The client for one page of one platform. */
  return (target: UpstreamTarget): PlatformHttp => {
    const { platform, signal, deadline } = target
    const remainingMs = () => deadline - now()
    const http = createPlatformHttp({ ...target, egress, remainingMs })

    const judge: Judge<HttpAnswer> = (outcome) => {
      if ('value' in outcome) return outcome.value.status >= 500 ? 'down' : 'up'
      if (signal.aborted) return undefined
      const reason = reasonOf(outcome.error)
      if (DOWN.has(reason)) return 'down'
      return UP.has(reason) ? 'up' : undefined
    }

    const call = async (attempt: number, url: string | URL, request?: HttpRequest): Promise<HttpAnswer> => {
      if (remainingMs() <= 0) throw new ApiError('platform_timeout')
      const host = new URL(target.baseUrl ?? url).host
      const startedAt = now()
      const tell = (outcome: string) => onCall?.({ platform, milliseconds: now() - startedAt, outcome })
      const goOut = () => {
        if (attempt === 0) budget.countCall()
        return http.get(url, request)
      }
      try {
        const answer = await breaker.run(`${platform} ${host}`, goOut, judge)
        tell(String(answer.status))
        return answer
      } catch (error) {
        if (!signal.aborted) tell(isApiError(error) ? error.code : 'internal_error')
        throw error
      }
    }

    /** How long to wait before the next try; undefined when there should be none. */
    const pauseMs = (attempt: number, retryAfterSeconds: number | undefined): number | undefined => {
      const backoff = BACKOFF_MS[attempt]
      if (backoff === undefined || attempt >= MAX_RETRIES || signal.aborted) return undefined
      // Never before the platform asked for, and not all in the same moment.
      const pause =
        retryAfterSeconds === undefined ? backoff * (0.5 + random()) : retryAfterSeconds * 1000 + backoff * random()
      return pause + LEAST_CALL_MS < remainingMs() && budget.spend() ? pause : undefined
    }

    const get: PlatformHttp['get'] = async (url, request) => {
      for (let attempt = 0; ; attempt += 1) {
        let pause: number | undefined
        try {
          const answer = await call(attempt, url, request)
          const waits = PASSING.has(answer.status) || answer.status === 429
          const retryAfter = secondsUntil(answer.headers['retry-after'], now())
          // A platform that limits and does not say for how long is not asked again to find out.
          if (!waits || (answer.status === 429 && retryAfter === undefined)) return answer
          pause = pauseMs(attempt, retryAfter)
          if (pause === undefined) return answer
        } catch (error) {
          pause = PASSING_CODES.has(reasonOf(error)) ? pauseMs(attempt, undefined) : undefined
          if (pause === undefined) throw error
        }
        await wait(pause, signal)
      }
    }
    return { get }
  }
}

export type Upstream = ReturnType<typeof createUpstream>

/** What the egress called it, where a platform's code stands for several of its own. */
const reasonOf = (error: unknown): ErrorCode | undefined => {
  if (!isApiError(error)) return undefined
  return isApiError(error.cause) ? error.cause.code : error.code
}
