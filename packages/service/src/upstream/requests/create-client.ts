// The client for upstreams: signs a call, reserves its cost, sends it with retries, breaker and deadline, judges the
// response, and reports it to pool and governor. A platform receives only responses that match none of its refusals;
// the client handles the rest.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Bodies } from '../../egress/body-budget.ts'
import type { Egress, EgressResponse } from '../../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import { yieldToLoop } from '../../runtime/event-loop/yield-to-loop.ts'
import { type Governor, UNNAMED_BUCKET } from '../budgets/governor.ts'
import { readRetryAfter } from '../budgets/read-limits.ts'
import type { Call, Response, Send } from '../contract/call.ts'
import { kindsPaidBy } from '../contract/limits.ts'
import type { Platform } from '../contract/platform.ts'
import { type Access, keyWithin } from '../contract/reach.ts'
import { type BodyRow, isRefused, Refused } from '../contract/refusal.ts'
import type { Source } from '../contract/source.ts'
import { TOO_LARGE } from '../contract/too-large.ts'
import type { ConnectedCredentials } from '../credentials/connected.ts'
import type { Credential, Pool } from '../credentials/pool.ts'
import type { Reported } from '../credentials/states.ts'
import type { Tokens } from '../credentials/tokens.ts'
import type { Breaker, Judge } from './breaker.ts'
import { EFFECTS } from './effects.ts'
import { isPriced } from './is-priced.ts'
import {
  type CallTraits,
  findRow,
  hasOwnForm,
  readsBody,
  rowsFor,
  type Signed,
  type Verdict,
  verdictBy,
} from './judge.ts'
import { createProofs } from './proofs.ts'
import { receiveResponse } from './receive-response.ts'
import type { ResponseCache } from './response-cache.ts'
import type { RetryBudget } from './retry-budget.ts'
import { type EgressContext, sendCall, throughServer } from './send-call.ts'
import { createSigner, type Signing, secretsOf } from './signer.ts'
import { identityOf, urlOf } from './url-of.ts'
import { isHeavy, weightOf } from './weight-of.ts'

export type ClientOptions = {
  readonly egress: Egress
  readonly breaker: Breaker
  readonly retries: RetryBudget
  readonly pool: Pool
  readonly connected: ConnectedCredentials
  readonly tokens: Tokens
  readonly governor: Governor
  readonly cache: ResponseCache
  /** As `findRow` of judge.ts, on a thread, for large responses. Runs on the event loop when absent. */
  readonly findRowOnThread?:
    | ((rows: readonly BodyRow[], response: Response, signal: AbortSignal) => Promise<number>)
    | undefined
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly random: () => number
  readonly randomBytes: RandomBytes
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
  readonly platform: Pick<Platform, 'id' | 'name' | 'origins' | 'sharedHosts' | 'signsAs' | 'credentials' | 'refuses'>
  readonly source: Source
  readonly baseUrl: string | undefined
  /** The account account posts are requested, by its canonical handle: some credentials serve one account only. undefined
   * for a post that no particular account is needed for. */
  readonly handle: string | undefined
  /** Whose credential signs: the operator's, or that of a connected account. */
  readonly access: Access
  /** Whether the client chose the host, so that its faults are reported to the client. */
  readonly isClientHost: (url: URL) => boolean
  /** Whether a fresh cached response suffices, such as one from the previous page, or from another post of the account. */
  readonly isLater: boolean
  readonly licenseId: string | undefined
  /** The body budget that the responses count toward until the fetch is done; each response on its own when absent. */
  readonly bodies?: Bodies | undefined
  /** Whether large responses are read on a thread only. */
  readonly isReadOnThread?: boolean | undefined
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
/** The largest response account price is read: it is parsed on the event loop, in at most 10 ms. */
const MAX_PRICED_BYTES = 512 * 1024
/** A response of at most this size is judged without yielding to the event loop. */
const TINY_BYTES = 2 * 1024

/** Transport errors that may pass. Errors of a certificate, a size, a redirect or a time-out recur immediately. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['link_unreachable', 'link_unresolvable'])
/** What an error shows about the host. */
const HOST_VERDICTS: ReadonlyMap<ErrorCode, 'up' | 'down'> = new Map([
  ['link_unreachable', 'down'],
  ['link_unresolvable', 'down'],
  ['link_tls_error', 'down'],
  ['link_timeout', 'down'],
  ['platform_timeout', 'down'],
  ['link_too_large', 'up'],
  ['link_redirects', 'up'],
])

/** A call with its URL and its key in caches. */
type KeyedCall = { readonly call: Call; readonly url: URL; readonly key: string }

type Outcome = { readonly response: Response; readonly verdict: Verdict | undefined; readonly isUnchanged: boolean }

export const createClient = (options: ClientOptions): Client => {
  const { egress, breaker, retries, governor, pool, connected, cache, now, elapsed, random, wait, onCall } = options

  const proofs = createProofs(options)

  const client: Client = (fetch) => {
    const { platform, source, baseUrl, signal, deadline, handle } = fetch
    const signer = createSigner({
      ...options,
      platform,
      source,
      handle: handle === undefined ? handle : (platform.signsAs?.(handle) ?? handle),
      access: fetch.access,
      licenseId: fetch.licenseId,
      exchange: (userAgent) => exchangeOf(fetch, userAgent),
      userAgent: fetch.userAgent,
      credentialId: fetch.credentialId,
    })
    const sent = new Map<string, Promise<Response>>()

    const report = (credential: Credential, reported: Reported): void => {
      if (fetch.access.reach === 'public') pool.report(credential, reported)
      // The signer reports a refused token, with the reason.
      else if (reported.is === 'working' || reported.is === 'limited') connected.report(fetch.access, reported)
    }
    const remainingMs = () => deadline - elapsed()

    const egressContext: EgressContext = {
      egress,
      requestedFor: { platform: platform.id, source: source.id },
      baseUrl,
      isTrusted: (url) => platform.origins?.includes(url.origin) === true || signer.isCredentialsHost(url.host),
      isClientHost: fetch.isClientHost,
      hostPerMinute: (host) => (platform.sharedHosts?.includes(host) ? options.sharedHostPerMinute : undefined),
      licenseId: fetch.licenseId,
      bodies: fetch.bodies,
      isReadOnThread: fetch.isReadOnThread === true,
      signal,
      remainingMs,
    }

    // The response to one account's credential may describe that account, at a URL that does not name it.
    const account = source.credential === undefined ? '' : (handle ?? '')
    const scope = keyWithin(fetch.access.reach, `${platform.id} ${source.id} ${account}`)
    const keyOf = (call: Call, url: URL) => identityOf(call, url, scope)

    const judgeHost: Judge<Outcome> = (result) => {
      if ('value' in result) return EFFECTS[result.value.verdict?.meaning ?? 'broken'].host
      return signal.aborted ? undefined : HOST_VERDICTS.get(reasonOf(result.error))
    }

    /** Sends one call and judges its response. */
    const callOnce = async (keyed: KeyedCall, signing: Signing, attempt: number): Promise<Outcome> => {
      const { call, key } = keyed
      if (remainingMs() <= 0) throw new ApiError('platform_timeout')
      const startedAt = elapsed()
      const count = (outcome: string) =>
        onCall?.({ platform: platform.id, source: source.id, milliseconds: elapsed() - startedAt, outcome })
      const { signature, maySign, credential } = signing
      const own = credential?.given.own
      const url = throughServer(keyed.url, credential?.given.through)
      const conditions = call.revalidate ? cache.conditions(key) : {}
      const sendAndRead = async () => {
        if (attempt === 0) retries.countCall()
        const outgoing = { call, url, signature, own, maySign, conditions }
        return read(keyed, await proofs.send(outgoing, signing, (each) => sendCall(egressContext, each)), signing)
      }
      try {
        const { host } = baseUrl === undefined ? url : new URL(baseUrl)
        const outcome = await breaker.run(`${platform.id} ${host}`, sendAndRead, judgeHost)
        count(outcome.verdict?.meaning ?? (outcome.isUnchanged ? 'unchanged' : 'ok'))
        return outcome
      } catch (error) {
        if (!signal.aborted) count(isApiError(error) ? error.code : 'internal_error')
        throw error
      }
    }

    const unsigned: Signed = source.credential === undefined ? 'never' : 'own'
    const traitsOf = ({ origin }: URL, { signed }: Signing): CallTraits => {
      const isOwnOrigin = platform.origins?.includes(origin) === true
      return {
        signed: signed === 'no' && isOwnOrigin ? unsigned : signed,
        isAtApi: isOwnOrigin && source.provenance === 'official_api',
      }
    }

    const read = async (
      { call, url, key }: KeyedCall,
      egressResponse: EgressResponse,
      signing: Signing,
    ): Promise<Outcome> => {
      const { compressed, ...received } = egressResponse
      const unchanged =
        received.status === NOT_MODIFIED && call.revalidate ? await cache.revalidated(key, fetch) : undefined
      if (unchanged) return { response: unchanged, verdict: undefined, isUnchanged: true }
      const response = receiveResponse(received, secretsOf(signing))
      const isRedirect = call.redirect === 'answer' && response.status >= 300 && response.status < 400
      const verdict = isRedirect ? undefined : await judge(response, call, traitsOf(url, signing))
      if (call.revalidate && verdict === undefined && response.status === 200) cache.store(key, response, compressed)
      return { response, verdict, isUnchanged: false }
    }

    const judge = async (response: Response, call: Call, traits: CallTraits): Promise<Verdict | undefined> => {
      if (isPriced(call) && weightOf(response).bytes > MAX_PRICED_BYTES)
        return { meaning: 'broken', says: TOO_LARGE, retryable: false }
      const rows = rowsFor(response, call, source.refusals ?? [], traits.signed)
      const isOnThread = options.findRowOnThread !== undefined && isHeavy(weightOf(response)) && rows.some(readsBody)
      if (!isOnThread && weightOf(response).bytes > TINY_BYTES) await yieldToLoop()
      const row = isOnThread ? await options.findRowOnThread(rows, response, signal) : findRow(rows, response)
      // A refusal of a platform is never this large.
      const isOwn = () => !isHeavy(weightOf(response)) && hasOwnForm(source, response)
      return verdictBy(rows[row], response, call, traits, isOwn)
    }

    const complete = async (call: Call, response: Response, { payer, credential }: Signing): Promise<Response> => {
      governor.learn(payer, call.bucket ?? UNNAMED_BUCKET, response, source.limits)
      if (credential) report(credential, { is: 'working' })
      if (typeof call.cost === 'function') await governor.chargeExtra(payer, source.limits, call.cost(response) - 1)
      return response
    }

    /** Reports to the pool and the governor what a response means. */
    const refuse = (
      call: Call,
      response: Response,
      verdict: Verdict,
      { payer, credential, signed }: Signing,
    ): Refused => {
      const { meaning, kind, says, retryable, until: declared, evidence, ends } = verdict
      const { credential: effect, remedy, empties } = EFFECTS[meaning]
      const details = {
        ...{ about: call.about, evidence, retryable, ends },
        ...messageOf(verdict, platform, source),
        ...(kind !== undefined && { details: { kind } }),
      }
      if (empties) {
        const { bucket = UNNAMED_BUCKET } = call
        const until = governor.close(payer, bucket, response, {
          until: declared,
          isForLong: meaning === 'exhausted',
          limits: source.limits,
        })
        // Without its searches, a credential still reads accounts.
        if (credential && kindsPaidBy(source.limits, bucket) === undefined) report(credential, { is: 'limited', until })
        return new Refused(meaning, { ...details, retryAfterSeconds: secondsLeft(until, now()) })
      }
      // The call that the new token signs shows whether it works.
      const isRenewable = remedy === 'renew' && signed === 'token'
      if (credential && effect && !isRenewable)
        report(credential, {
          is: effect === 'expired' ? 'expired' : 'refused',
          // Names the setting to correct, if the row does.
          error: says === undefined ? meaning : `${meaning}: ${says}`,
        })
      return new Refused(meaning, details)
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
      const retryAfterSeconds = readRetryAfter(headers, now())
      if (meaning === 'passing') return pauseMs(attempt, retryAfterSeconds)
      // A platform that limits without saying for how long is not called again to find out.
      return meaning === 'limited' && retryAfterSeconds !== undefined ? pauseMs(attempt, retryAfterSeconds) : undefined
    }

    const run = async (keyed: KeyedCall): Promise<Response> => {
      const { call, url } = keyed
      const tried = new Set<string>()
      let signing = await signer.sign(call, url)
      for (let attempt = 0; ; ) {
        let pause: number | undefined
        try {
          const { response, verdict } = await callOnce(keyed, signing, attempt)
          if (verdict === undefined) return await complete(call, response, signing)
          const refusal = refuse(call, response, verdict, signing)
          const other = await signer.resign(call, url, signing, refusal, tried)
          if (other) {
            signing = other
            continue
          }
          pause = pauseAfter(verdict, response, attempt)
          // The operator provided a credential because unsigned calls are refused: so the credential's problem is the
          // one to report.
          if (pause === undefined)
            throw isRefused(refusal, 'closed', 'signed_only', 'hidden', 'credential_refused')
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
      const url = urlOf(call)
      const key = keyOf(call, url)
      const shared = sent.get(key)
      if (shared) return shared
      const fresh = call.revalidate && fetch.isLater ? cache.fresh(key, fetch) : undefined
      const response = fresh ?? run({ call, url, key })
      sent.set(key, response)
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
        if (isHeavy(weightOf(response)))
          throw new Refused('broken', { message: 'The response is too large for a token.' })
        return response
      } catch (error) {
        if (isRefused(error, 'broken', 'hidden', 'absent')) throw new Refused('credential_refused', { cause: error })
        throw error
      }
    }
  }

  return client
}

/** A source that needs a credential names the settings of one. */
const messageOf = (
  { meaning, says }: Verdict,
  { credentials = [] }: Pick<Platform, 'credentials'>,
  { credential }: Source,
) => {
  const id = typeof credential === 'object' ? credential.optional : credential
  const settings = credentials.find((kind) => kind.id === id)?.settings ?? []
  if (says !== undefined) return { message: says }
  return meaning === 'signed_only' && settings.length > 0 ? { message: `Set ${settings.join(' and ')}.` } : {}
}

/** The egress's own code, where the platform's code covers several of them. */
const reasonOf = (error: unknown): ErrorCode => {
  if (!isApiError(error)) return 'internal_error'
  return isApiError(error.cause) ? error.cause.code : error.code
}
