// Sends a signal to its receiver by OTLP/HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp) as JSON. Retries
// when the receiver is unreachable or overloaded, a limited number of times. Logs the first failure and the recovery.

import type { OperatorPost, OperatorPostRequest } from '../egress/operator-post.ts'
import type { Log } from '../observability/create-log.ts'

/** The receiver of a signal; header names in lower case. */
export type OtlpTarget = Pick<OperatorPostRequest, 'url' | 'headers' | 'timeoutMs'>

export type OtlpClientOptions = OtlpTarget & {
  readonly signal: 'traces' | 'metrics'
  /** How often a body is sent at most. */
  readonly tries: number
  readonly post: OperatorPost['post']
  /** In [0, 1). */
  readonly random: () => number
  /** Rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Resolves to whether the body was accepted; never rejects. */
export type OtlpClient = (body: object, signal: AbortSignal) => Promise<boolean>

/** The status codes that the specification allows to retry. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504])
const FIRST_PAUSE_MS = 1_000
/** With a longer `Retry-After` the body is dropped, and the next one is sent as usual. */
const MAX_PAUSE_MS = 30_000

export const createOtlpClient = (options: OtlpClientOptions): OtlpClient => {
  const { signal: name, url, timeoutMs, tries, post, random, wait, log } = options
  const headers = { ...options.headers, 'content-type': 'application/json' }
  let isFailing = false

  const logChange = (why: object | undefined): boolean => {
    const hasChanged = isFailing !== (why !== undefined)
    isFailing = why !== undefined
    if (hasChanged && why) log.warn({ signal: name, ...why }, 'The OTLP receiver does not accept the data')
    else if (hasChanged) log.info({ signal: name }, 'The OTLP receiver accepts data again')
    return !isFailing
  }

  /** Undefined when a retry is not worthwhile. */
  const pauseAfter = (attempt: number, retryAfter: string | undefined): number | undefined => {
    const requested = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0
    const pause = Math.max(requested, FIRST_PAUSE_MS * 2 ** attempt * (0.5 + random()))
    return attempt + 1 < tries && pause <= MAX_PAUSE_MS ? pause : undefined
  }

  return async (content, signal) => {
    const body = JSON.stringify(content)
    for (let attempt = 0; ; attempt += 1) {
      let pause: number | undefined
      let why: object
      try {
        const { status, retryAfter } = await post({ url, headers, body, timeoutMs, signal })
        if (status >= 200 && status < 300) return logChange(undefined)
        why = { status }
        pause = PASSING.has(status) ? pauseAfter(attempt, retryAfter) : undefined
      } catch (err) {
        // An abort means that the service stops, not that the receiver fails.
        if (signal.aborted) return false
        why = { err }
        pause = pauseAfter(attempt, undefined)
      }
      logChange(why)
      if (pause === undefined) return false
      try {
        await wait(pause, signal)
      } catch {
        return false
      }
    }
  }
}
