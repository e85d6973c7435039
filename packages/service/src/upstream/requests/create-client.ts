// Asks an upstream: sign → reserve → go out, with retries, breaker and deadline → judge → tell. What a platform gets is an
// answer that none of its refusals names; everything else is acted on here.

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
  /** As `findRow` of judge.ts, on a thread, for answers that are heavy. Here when absent. */
  readonly findRowThere?:
    | ((rows: readonly BodyRow[], response: Response, signal: AbortSignal) => Promise<number>)
    | undefined
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Requests a minute to a host that a platform says many profiles share. */
  readonly sharedHostPerMinute: number
  /** Told of every call: how long it took, and what it meant (`ok`, a meaning, or a code where there was no answer). */
  readonly onCall?: (call: UpstreamCall) => void
}

export type UpstreamCall = {
  readonly platform: string
  readonly source: string
  readonly milliseconds: number
  readonly outcome: string
}

/** One fetch: all that is asked for one page, or one post. */
export type Fetch = {
  readonly platform: Pick<Platform, 'id' | 'origins' | 'sharedHosts' | 'credentials' | 'refuses'>
  readonly source: Source
  readonly baseUrl: string | undefined
  /** Whose posts are asked for, by the canonical handle: some credentials serve one account alone. undefined of a post that
   * anybody may be asked for. */
  readonly handle: string | undefined
  /** Whether a host is the caller's own choice, so that what is wrong with it is the caller's to know. */
  readonly isCallers: (url: URL) => boolean
  /** Whether what the page before, or a post of the same account, has read will do. */
  readonly isLater: boolean
  readonly licenseId: string | undefined
  /** What its answers count as until it is done; each by itself when absent. */
  readonly bodies?: Bodies | undefined
  /** Whether what is heavy of it is read on a thread, and nowhere else. */
  readonly isReadThere?: boolean | undefined
  readonly signal: AbortSignal
  /** By the clock of `elapsed`. */
  readonly deadline: number
  /** The one credential that is to sign, whatever its state: it is being tried. Any that works when absent. */
  readonly credentialId?: string | undefined
  /** Of the operator's application, for calls that are not signed: the exchange for a token is one. */
  readonly userAgent?: string | undefined
}

export type Client = (fetch: Fetch) => Send

const MAX_RETRIES = 2
const BACKOFF_MS = [150, 450] as const
/** A call that could not take at least this long is not worth making. */
const LEAST_CALL_MS = 250
const NOT_MODIFIED = 304
/** What tells its own price is read here, and takes 10 ms at most. */
const MOST_PRICED_BYTES = 512 * 1024
/** What is no larger is judged at once. */
const TINY_BYTES = 2 * 1024

/** What may pass of what is no answer. A certificate, a size, a redirect, a time-out are the same the next moment. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['link_unreachable', 'link_unresolvable'])
/** What tells of the host: whether it is there. */
const STATUSES_WITH_BODY: ReadonlyMap<ErrorCode, 'up' | 'down'> = new Map([
  ['link_unreachable', 'down'],
  ['link_unresolvable', 'down'],
  ['link_tls_error', 'down'],
  ['link_timeout', 'down'],
  ['platform_timeout', 'down'],
  ['link_too_large', 'up'],
  ['link_redirects', 'up'],
])

/** A call with its address, and what it is held and shared under. */
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

    // One account's credential may be told of itself, at an address that names nobody.
    const whose = source.credential === undefined ? '' : (handle ?? '')
    const keyOf = (call: Call, url: URL) => identityOf(call, url, `${platform.id} ${source.id} ${whose}`)

    const tellHost: Judge<Outcome> = (result) => {
      if ('value' in result) return EFFECTS[result.value.verdict?.meaning ?? 'broken'].host
      return signal.aborted ? undefined : STATUSES_WITH_BODY.get(reasonOf(result.error))
    }

    /** One call as it goes over the wire, judged. */
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
      // No refusal of a platform is as large as that.
      const isOwn = () => !isHeavy(weightOf(response)) && isOfForm(source, response)
      return verdictBy(rows[row], response, call, requested, isOwn)
    }

    const settle = async (call: Call, response: Response, { payer, credential }: Signing): Promise<Response> => {
      governor.learn(payer, call.bucket ?? ANY, response, source.limits)
      if (credential) pool.tell(credential, { is: 'working' })
      if (typeof call.cost === 'function') await governor.settle(payer, source.limits, call.cost(response) - 1)
      return response
    }

    /** Tells the pool and the governor what an answer meant. */
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
      // Whether a new token helps is told by the call that it signs.
      const isRenewable = again === 'renew' && signed === 'token'
      if (credential && effect && !isRenewable)
        pool.tell(credential, {
          is: effect === 'expired' ? 'expired' : 'refused',
          // Which setting is to be mended, where that is known.
          error: says === undefined ? meaning : `${meaning}: ${says}`,
        })
      return new Refused(meaning, reported)
    }

    /** How long to wait before the next try; undefined when there should be none. */
    const pauseMs = (attempt: number, retryAfterSeconds: number | undefined): number | undefined => {
      const backoff = BACKOFF_MS[attempt]
      if (backoff === undefined || attempt >= MAX_RETRIES || signal.aborted) return undefined
      // Never before the platform asked for, and not all in the same moment.
      const pause =
        retryAfterSeconds === undefined ? backoff * (0.5 + random()) : retryAfterSeconds * 1_000 + backoff * random()
      return pause + LEAST_CALL_MS < remainingMs() && retries.spend() ? pause : undefined
    }

    const pauseAfter = ({ meaning }: Verdict, { headers }: Response, attempt: number): number | undefined => {
      const requests = readRetryAfter(headers, now())
      if (meaning === 'passing') return pauseMs(attempt, requests)
      // A platform that limits and does not say for how long is not asked again to find out.
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
          // Closed to strangers is what made the operator give a credential: what is wrong with that is to be told.
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

  /** The unsigned way to a token, within the time of whoever needs it. What refuses an exchange refuses the credential. */
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

/** What the egress called it, where a platform's code stands for several of its own. */
const reasonOf = (error: unknown): ErrorCode => {
  if (!isApiError(error)) return 'internal_error'
  return isApiError(error.cause) ? error.cause.code : error.code
}
