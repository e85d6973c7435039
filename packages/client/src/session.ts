// Manages the token: requested once, shared by all calls, renewed a minute before it expires. A rejected key is cached too, because
// the service limits wrong keys per IP address, which many sites may share.

import { CentralApiError, isCentralApiError } from './central-api-error.ts'
import type { Tell } from './client-event.ts'
import { withinLimits } from './deadline.ts'
import type { Send } from './send.ts'
import { type CachedSession, cacheKeyOf, parseCached, type TokenStore } from './token-store.ts'
import type { ErrorCode, TokenData } from './types.ts'

export type SessionOptions = {
  readonly send: Send
  readonly baseUrl: string
  readonly licenseKey: string
  readonly siteId?: string | undefined
  readonly store?: TokenStore | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly timeoutMs: number
  readonly tell: Tell
}

export type Session = {
  /** Returns a valid token. Concurrent calls share one request (single-flight), which is aborted when the last caller has aborted.
   * Throws a cached rejection of the key without a request. */
  token(signal?: AbortSignal): Promise<string>
  /** Drops a token that the service has rejected. */
  invalidate(token: string): void
  /** Caches that the service has rejected the license, although the token was valid. */
  reject(error: CentralApiError): Promise<void>
  /** Lets the next call send a rejected key again. */
  recheck(): Promise<void>
}

type InFlight = { readonly token: Promise<string>; readonly controller: AbortController; waiting: number }

const RENEW_BEFORE_END_SECONDS = 60
/** A rejected key is retried at most once per hour, because the site owner has to act first. */
const REJECTED_SECONDS = 3600
/** Upper limit, so that a proxy with a wrong clock does not block the key for years. */
const MAX_REJECTED_SECONDS = 86_400

/** How long an error applies to every call with the same key; undefined if it concerns a single call. */
const rejectionSeconds = ({ code, retryAfterSeconds }: CentralApiError): number | undefined => {
  if (code.startsWith('license_') || code === 'site_limit_reached') return REJECTED_SECONDS
  if (code !== 'rate_limited' || retryAfterSeconds === undefined) return undefined
  return Math.min(retryAfterSeconds, MAX_REJECTED_SECONDS)
}

export const createSession = (options: SessionOptions): Session => {
  const { send, baseUrl, licenseKey, siteId, store, now, timeoutMs, tell } = options
  const cacheKey = cacheKeyOf(baseUrl, licenseKey, siteId ?? '')
  let cached: CachedSession | undefined
  let rejectedToken: string | undefined
  let inFlight: InFlight | undefined

  const isValid = (found: CachedSession | undefined): found is CachedSession =>
    found !== undefined && now() < found.until && !('token' in found && found.token === rejectedToken)

  const cache = async (next: CachedSession): Promise<void> => {
    cached = next
    try {
      await store?.set(cacheKey, JSON.stringify(next), Math.max(0, Math.floor((next.until - now()) / 1000)))
    } catch (error) {
      tell({ name: 'store_failed', error })
    }
  }

  /** Whether the store need not be asked: another process may have cleared a rejection, but a token stays valid. */
  const isFinal = (found: CachedSession | undefined): found is CachedSession =>
    isValid(found) && (store === undefined || 'token' in found)

  const findCached = async (): Promise<CachedSession | undefined> => {
    if (isFinal(cached) || store === undefined) return isValid(cached) ? cached : undefined
    try {
      cached = parseCached(await store.get(cacheKey))
    } catch (error) {
      tell({ name: 'store_failed', error })
    }
    return isValid(cached) ? cached : undefined
  }

  const cacheRejection = async (error: CentralApiError): Promise<void> => {
    const seconds = rejectionSeconds(error)
    if (seconds === undefined) return
    const { code, message, status, docs } = error
    tell({ name: 'key_refused', code, seconds })
    await cache({ refused: { code, message, status, docs }, until: now() + seconds * 1000 })
  }

  const rejectionErrorOf = (found: Extract<CachedSession, { readonly refused: unknown }>): CentralApiError => {
    const { code, message, status = 0, docs } = found.refused
    const retryAfterSeconds = Math.max(1, Math.ceil((found.until - now()) / 1000))
    return new CentralApiError({
      code: code as ErrorCode,
      message,
      docs,
      retryable: code === 'rate_limited',
      meta: {
        ...{ status, retryAfterSeconds, requestId: undefined, quota: undefined, burst: undefined },
        ...{ cache: undefined, ageSeconds: undefined },
      },
    })
  }

  const exchange = async (signal: AbortSignal): Promise<string> => {
    const found = await findCached()
    if (found) return tokenOf(found)
    const body = { licenseKey, ...(siteId !== undefined && { siteId }) }
    const requestedAt = now()
    try {
      const { data } = await send({ path: '/api/v1/auth/token', body, signal, timeoutMs })
      const { token, expiresIn } = data as TokenData
      // Uses `expiresIn`, not `expiresAt`: the clocks of two machines may differ.
      await cache({ token, until: requestedAt + (expiresIn - RENEW_BEFORE_END_SECONDS) * 1000 })
      return token
    } catch (error) {
      if (isCentralApiError(error)) await cacheRejection(error)
      throw error
    }
  }

  const tokenOf = (found: CachedSession): string => {
    if ('token' in found) return found.token
    throw rejectionErrorOf(found)
  }

  const start = (): InFlight => {
    const controller = new AbortController()
    const started: InFlight = { token: exchange(controller.signal), controller, waiting: 0 }
    const clear = () => {
      if (inFlight === started) inFlight = undefined
    }
    started.token.then(clear, clear)
    return started
  }

  const join = async (signal: AbortSignal | undefined): Promise<string> => {
    inFlight ??= start()
    const joined = inFlight
    joined.waiting += 1
    try {
      return await withinLimits({ signal }, () => joined.token)
    } finally {
      joined.waiting -= 1
      if (joined.waiting === 0) {
        if (inFlight === joined) inFlight = undefined
        joined.controller.abort(new Error('All callers have aborted their requests for the token'))
      }
    }
  }

  return {
    token: async (signal) => (isFinal(cached) ? tokenOf(cached) : join(signal)),
    invalidate: (token) => {
      rejectedToken = token
    },
    reject: cacheRejection,
    recheck: async () => {
      const found = await findCached()
      if (found && 'refused' in found) await cache({ ...found, until: now() })
    },
  }
}
