// The client for upstreams: signs a call, reserves its cost, sends it with retries, breaker and deadline, judges the
// response, and reports it to pool and governor. A platform receives only responses that match none of its refusals;
// the client handles the rest.

import type { Bodies } from '../../egress/body-budget.ts'
import type { Egress, EgressResponse } from '../../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import { yieldToLoop } from '../../runtime/event-loop/yield-to-loop.ts'
import { ANY, type Governor } from '../budgets/governor.ts'
import { readRetryAfter } from '../budgets/read-limits.ts'
import type { Call, Response, Send } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import { type BodyRow, isRefused, Refused } from '../contract/refusal.ts'
import type { Source } from '../contract/source.ts'
import { TOO_LARGE } from '../contract/too-large.ts'
import type { Pool } from '../credentials/pool.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { addressOf, identityOf } from './address-of.ts'
import type { Breaker, Judge } from './breaker.ts'
import { EFFECTS } from './effects.ts'
import { goOut, type Way } from './go-out.ts'
import { isPriced } from './is-priced.ts'
import {
  findRow,
  isOfForm,
  looksInside,
  type Requested,
  rowsFor,
  type Signed,
  type Verdict,
  verdictBy,
} from './judge.ts'
import { receiveResponse } from './receive-response.ts'
import type { ResponseCache } from './response-cache.ts'
import type { RetryBudget } from './retry-budget.ts'
import { createSigner, type Signing, secretsOf } from './signer.ts'
import { isHeavy, weightOf } from './weight-of.ts'

export type ClientOptions = {
  readonly egress: Egress
  readonly breaker: Breaker
  readonly retries: RetryBudget
  readonly pool: Pool
  readonly tokens: Tokens
  readonly governor: Governor
  readonly held: ResponseCache
  /** As `findRow` of judge.ts, on a thread, for large responses. Runs on the event loop when absent. */
  readonly findRowThere?:
    | ((rows: readonly BodyRow[], response: Response, signal: AbortSignal) => Promise<number>)
    | undefined
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Requests a minute to a host that the platform declares as shared by many profiles. */
  readonly sharedHostPerMinute: number
  /** Called for every call: how long it took, and its outcome (`ok`, a meaning, or a code when there was no response). */
  readonly onCall?: (call: UpstreamCall) => void
}

export type UpstreamCall = {
  readonly platform: string
  readonly source: string
  readonly milliseconds: number
  readonly outcome: string
}

/** One fetch: all calls for one page, or for one post. */
export type Fetch = {
  readonly platform: Pick<Platform, 'id' | 'origins' | 'sharedHosts' | 'credentials' | 'refuses'>
  readonly source: Source
  readonly baseUrl: string | undefined
  /** The account whose posts are requested, by its canonical handle: some credentials serve one account only. undefined
   * for a post that no particular account is needed for. */
  readonly handle: string | undefined
  /** Whether the client chose the host, so that its faults are reported to the client. */
  readonly isCallers: (url: URL) => boolean
  /** Whether a fresh cached response suffices, such as one from the previous page, or from another post of the account. */
  readonly isLater: boolean
  readonly licenseId: string | undefined
  /** The body budget that the responses count toward until the fetch is done; each response on its own when absent. */
  readonly bodies?: Bodies | undefined
  /** Whether large responses are read on a thread only. */
  readonly isReadThere?: boolean | undefined
  readonly signal: AbortSignal
  /** By the clock of `elapsed`. */
  readonly deadline: number
  /** Signs with this credential only, whatever its state, to test it. Any that works when absent. */
  readonly credentialId?: string | undefined
  /** The user agent for unsigned calls, such as the exchange for a token. */
  readonly userAgent?: string | undefined
}

export type Client = (fetch: Fetch) => Send

const MAX_RETRIES = 2
const BACKOFF_MS = [150, 450] as const
/** A call with less time than this is not worth making. */
const LEAST_CALL_MS = 250
const NOT_MODIFIED = 304
/** The largest response whose price is read: it is parsed on the event loop, in at most 10 ms. */
const MOST_PRICED_BYTES = 512 * 1024
/** A response of at most this size is judged without yielding to the event loop. */
const TINY_BYTES = 2 * 1024

/** Transport errors that may pass. Errors of a certificate, a size, a redirect or a time-out recur immediately. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['link_unreachable', 'link_unresolvable'])
/** What an error shows about the host. */
const TELLING: ReadonlyMap<ErrorCode, 'up' | 'down'> = new Map([
  ['link_unreachable', 'down'],
  ['link_unresolvable', 'down'],
  ['link_tls_error', 'down'],
  ['link_timeout', 'down'],
  ['platform_timeout', 'down'],
  ['link_too_large', 'up'],
  ['link_redirects', 'up'],
])

/** A call with its URL and its key in caches. */
type Question = { readonly call: Call; readonly url: URL; readonly key: string }

type Outcome = { readonly response: Response; readonly verdict: Verdict | undefined; readonly isUnchanged: boolean }

export const createClient = (options: ClientOptions): Client => {
  const { egress, breaker, retries, governor, pool, held, now, elapsed, random, wait, onCall } = options

  const client: Client = (fetch) => {
    const { platform, source, baseUrl, signal, deadline, handle } = fetch
    const signer = createSigner({
      ...options,
      platform,
      source,
      handle,
      exchange: (userAgent) => exchangeOf(fetch, userAgent),
      userAgent: fetch.userAgent,
      credentialId: fetch.credentialId,
    })
    const requested = new Map<string, Promise<Response>>()
    const remainingMs = () => deadline - elapsed()

    const way: Way = {
      egress,
      requestedFor: { platform: platform.id, source: source.id },
      baseUrl,
      isTrusted: (url) => platform.origins?.includes(url.origin) === true || signer.isCredentialsHost(url.host),
      isCallers: fetch.isCallers,
      hostPerMinute: (host) => (platform.sharedHosts?.includes(host) ? options.sharedHostPerMinute : undefined),
      licenseId: fetch.licenseId,
      bodies: fetch.bodies,
      isReadThere: fetch.isReadThere === true,
      signal,
      remainingMs,
    }

    // The response to one account's credential may describe that account, at a URL that does not name it.
    const whose = source.credential === undefined ? '' : (handle ?? '')
    const keyOf = (call: Call, url: URL) => identityOf(call, url, `${platform.id} ${source.id} ${whose}`)

    const tellHost: Judge<Outcome> = (result) => {
      if ('value' in result) return EFFECTS[result.value.verdict?.meaning ?? 'broken'].host
      return signal.aborted ? undefined : TELLING.get(reasonOf(result.error))
    }

    /** Sends one call and judges its response. */
    const callOnce = async (question: Question, signing: Signing, attempt: number): Promise<Outcome> => {
      const { call, url, key } = question
      if (remainingMs() <= 0) throw new ApiError('platform_timeout')
      const startedAt = elapsed()
      const tell = (outcome: string) =>
        onCall?.({ platform: platform.id, source: source.id, milliseconds: elapsed() - startedAt, outcome })
      const { signature, maySign } = signing
      const conditions = call.revalidate ? held.conditions(key) : {}
      const go = async () => {
        if (attempt === 0) retries.countCall()
        return read(question, await goOut(way, { call, url, signature, maySign, conditions }), signing)
      }
      try {
        const { host } = baseUrl === undefined ? url : new URL(baseUrl)
        const outcome = await breaker.run(`${platform.id} ${host}`, go, tellHost)
        tell(outcome.verdict?.meaning ?? (outcome.isUnchanged ? 'unchanged' : 'ok'))
        return outcome
      } catch (error) {
        if (!signal.aborted) tell(isApiError(error) ? error.code : 'internal_error')
        throw error
      }
    }

    const unsigned: Signed = source.credential === undefined ? 'never' : 'own'
    const requestedAt = ({ origin }: URL, { signed }: Signing): Requested => {
      const isAtHome = platform.origins?.includes(origin) === true
      return {
        signed: signed === 'no' && isAtHome ? unsigned : signed,
        isAtApi: isAtHome && source.provenance === 'official_api',
      }
    }

    const read = async ({ call, url, key }: Question, came: EgressResponse, signing: Signing): Promise<Outcome> => {
      const { compressed: packed, ...received } = came
      const again = received.status === NOT_MODIFIED && call.revalidate ? await held.again(key, fetch) : undefined
      if (again) return { response: again, verdict: undefined, isUnchanged: true }
      const response = receiveResponse(received, secretsOf(signing))
      const isRedirect = call.redirect === 'answer' && response.status >= 300 && response.status < 400
      const verdict = isRedirect ? undefined : await judge(response, call, requestedAt(url, signing))
      if (call.revalidate && verdict === undefined && response.status === 200) held.hold(key, response, packed)
      return { response, verdict, isUnchanged: false }
    }

    const judge = async (response: Response, call: Call, requested: Requested): Promise<Verdict | undefined> => {
      if (isPriced(call) && weightOf(response).bytes > MOST_PRICED_BYTES)
        return { meaning: 'broken', says: TOO_LARGE, retryable: false }
      const rows = rowsFor(response, call, source.refusals ?? [], requested.signed)
      const isThere = options.findRowThere !== undefined && isHeavy(weightOf(response)) && rows.some(looksInside)
      if (!isThere && weightOf(response).bytes > TINY_BYTES) await yieldToLoop()
      const row = isThere ? await options.findRowThere(rows, response, signal) : findRow(rows, response)
      // A refusal of a platform is never this large.
      const isOwn = () => !isHeavy(weightOf(response)) && isOfForm(source, response)
      return verdictBy(rows[row], response, call, requested, isOwn)
    }

    const settle = async (call: Call, response: Response, { payer, credential }: Signing): Promise<Response> => {
      governor.learn(payer, call.bucket ?? ANY, response, source.limits)
      if (credential) pool.tell(credential, { is: 'working' })
      if (typeof call.cost === 'function') await governor.settle(payer, source.limits, call.cost(response) - 1)
      return response
    }

    /** Reports to the pool and the governor what a response means. */
    const refuse = (
      call: Call,
      response: Response,
      verdict: Verdict,
      { payer, credential, signed }: Signing,
    ): Refused => {
      const { meaning, kind, says, retryable, until: declared, evidence } = verdict
      const { credential: effect, again, empties } = EFFECTS[meaning]
      const reported = {
        ...{ about: call.about, evidence, retryable },
        ...(says !== undefined && { message: says }),
        ...(kind !== undefined && { details: { kind } }),
      }
      if (empties) {
        const until = governor.close(payer, call.bucket ?? ANY, response, {
          until: declared,
          isForLong: meaning === 'exhausted',
          limits: source.limits,
        })
        if (credential) pool.tell(credential, { is: 'limited', until })
        return new Refused(meaning, { ...reported, retryAfterSeconds: secondsLeft(until, now()) })
      }
      // The call that the new token signs shows whether it works.
      const isRenewable = again === 'renew' && signed === 'token'
      if (credential && effect && !isRenewable)
        pool.tell(credential, {
          is: effect === 'expired' ? 'expired' : 'refused',
          // Names the setting to correct, if the row does.
          error: says === undefined ? meaning : `${meaning}: ${says}`,
        })
      return new Refused(meaning, reported)
    }

    /** Milliseconds until the next try; undefined if there should be none. */
    const pauseMs = (attempt: number, retryAfterSeconds: number | undefined): number | undefined => {
      const backoff = BACKOFF_MS[attempt]
      if (backoff === undefined || attempt >= MAX_RETRIES || signal.aborted) return undefined
      // Never earlier than the platform requested, and with jitter.
      const pause =
        retryAfterSeconds === undefined ? backoff * (0.5 + random()) : retryAfterSeconds * 1_000 + backoff * random()
      return pause + LEAST_CALL_MS < remainingMs() && retries.spend() ? pause : undefined
    }

    const pauseAfter = ({ meaning }: Verdict, { headers }: Response, attempt: number): number | undefined => {
      const requests = readRetryAfter(headers, now())
      if (meaning === 'passing') return pauseMs(attempt, requests)
      // A platform that limits without saying for how long is not called again to find out.
      return meaning === 'limited' && requests !== undefined ? pauseMs(attempt, requests) : undefined
    }

    const run = async (question: Question): Promise<Response> => {
      const { call, url } = question
      const tried = new Set<string>()
      let signing = await signer.sign(call, url)
      for (let attempt = 0; ; ) {
        let pause: number | undefined
        try {
          const { response: answer, verdict } = await callOnce(question, signing, attempt)
          if (verdict === undefined) return await settle(call, answer, signing)
          const refusal = refuse(call, answer, verdict, signing)
          const other = await signer.resign(call, url, signing, refusal, tried)
          if (other) {
            signing = other
            continue
          }
          pause = pauseAfter(verdict, answer, attempt)
          // The operator provided a credential because unsigned calls are refused: so the credential's problem is the
          // one to report.
          if (pause === undefined)
            throw isRefused(refusal, 'closed', 'hidden', 'credential_refused')
              ? (signing.unsignedFor ?? refusal)
              : refusal
        } catch (error) {
          if (pause === undefined && !isRefused(error) && PASSING.has(reasonOf(error)))
            pause = pauseMs(attempt, undefined)
          if (pause === undefined) throw error
        }
        await wait(pause, signal)
        attempt += 1
        await signer.payAgain(call, signing)
      }
    }

    return (call) => {
      const url = addressOf(call)
      const key = keyOf(call, url)
      const shared = requested.get(key)
      if (shared) return shared
      const kept = call.revalidate && fetch.isLater ? held.fresh(key, fetch) : undefined
      const response = kept ?? run({ call, url, key })
      requested.set(key, response)
      return response
    }
  }

  /** Sends the unsigned calls that obtain a token, within the time of the fetch that needs it. A refused exchange means
   * a refused credential. */
  const exchangeOf = (
    { source: { id, provenance, account, posts }, ...rest }: Fetch,
    userAgent: string | undefined,
  ): Send => {
    const send = client({ ...rest, userAgent, source: { id, provenance, account, posts } })
    return async (call) => {
      try {
        const response = await send(call)
        if (isHeavy(weightOf(response))) throw new Refused('broken', { message: 'No token is as large as that.' })
        return response
      } catch (error) {
        if (isRefused(error, 'broken', 'hidden', 'absent')) throw new Refused('credential_refused', { cause: error })
        throw error
      }
    }
  }

  return client
}

/** The egress's own code, where the platform's code covers several of them. */
const reasonOf = (error: unknown): ErrorCode => {
  if (!isApiError(error)) return 'internal_error'
  return isApiError(error.cause) ? error.cause.code : error.code
}
