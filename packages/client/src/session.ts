// The token of the hour: asked for once, shared by all calls, renewed a minute before it ends. A key that was refused is
// remembered, too: wrong keys are limited by address, and an address may have many sites behind it.

import { CentralApiError, isCentralApiError } from './central-api-error.ts'
import type { Tell } from './client-event.ts'
import { withinLimits } from './deadline.ts'
import type { Send } from './send.ts'
import { type Held, nameOf, readHeld, type TokenStore } from './token-store.ts'
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
  /** A token with life in it. Calls that come together share one exchange, which ends when nobody waits for it any more.
   * Throws why the key was refused, without asking again, for as long as that is remembered. */
  token(signal?: AbortSignal): Promise<string>
  /** The service refused this token: the next call gets another. */
  forget(token: string): void
  /** The service refused the license, with a token that was good. */
  refuse(error: CentralApiError): Promise<void>
  /** Whoever runs the site has done something about a refusal: the next call asks again. */
  recheck(): Promise<void>
}

type Asking = { readonly answer: Promise<string>; readonly controller: AbortController; waiting: number }

const RENEW_BEFORE_END_SECONDS = 60
/** What whoever runs the site has to do something about is tried again at most once an hour. */
const REFUSED_SECONDS = 3600
/** Whatever a proxy in front of the service says: a slip of its clock is not remembered for years. */
const MOST_REFUSED_SECONDS = 86_400

/** How long an error stands for every call with the same key; undefined where it is of that one call. */
const refusalSeconds = ({ code, retryAfterSeconds }: CentralApiError): number | undefined => {
  if (code.startsWith('license_') || code === 'site_limit_reached') return REFUSED_SECONDS
  if (code !== 'rate_limited' || retryAfterSeconds === undefined) return undefined
  return Math.min(retryAfterSeconds, MOST_REFUSED_SECONDS)
}

export const createSession = (options: SessionOptions): Session => {
  const { send, baseUrl, licenseKey, siteId, store, now, timeoutMs, tell } = options
  const name = nameOf(baseUrl, licenseKey, siteId ?? '')
  let held: Held | undefined
  let spoiled: string | undefined
  let asking: Asking | undefined

  const isGood = (found: Held | undefined): found is Held =>
    found !== undefined && now() < found.until && !('token' in found && found.token === spoiled)

  const keep = async (next: Held): Promise<void> => {
    held = next
    try {
      await store?.set(name, JSON.stringify(next), Math.max(0, Math.floor((next.until - now()) / 1000)))
    } catch (error) {
      tell({ name: 'store_failed', error })
    }
  }

  /** A refusal may have been taken back by another process; a token is good wherever it was got. */
  const isSettled = (found: Held | undefined): found is Held =>
    isGood(found) && (store === undefined || 'token' in found)

  const find = async (): Promise<Held | undefined> => {
    if (isSettled(held) || store === undefined) return isGood(held) ? held : undefined
    try {
      held = readHeld(await store.get(name))
    } catch (error) {
      tell({ name: 'store_failed', error })
    }
    return isGood(held) ? held : undefined
  }

  const remember = async (error: CentralApiError): Promise<void> => {
    const seconds = refusalSeconds(error)
    if (seconds === undefined) return
    const { code, message, status } = error
    tell({ name: 'key_refused', code, seconds })
    await keep({ refused: { code, message, status }, until: now() + seconds * 1000 })
  }

  const refusalOf = (found: Extract<Held, { readonly refused: unknown }>): CentralApiError => {
    const { code, message, status = 0 } = found.refused
    const retryAfterSeconds = Math.max(1, Math.ceil((found.until - now()) / 1000))
    return new CentralApiError({
      code: code as ErrorCode,
      message,
      retryable: code === 'rate_limited',
      meta: {
        ...{ status, retryAfterSeconds, requestId: undefined, quota: undefined, burst: undefined },
        ...{ cache: undefined, ageSeconds: undefined },
      },
    })
  }

  const exchange = async (signal: AbortSignal): Promise<string> => {
    const found = await find()
    if (found) return tokenOf(found)
    const body = { licenseKey, ...(siteId !== undefined && { siteId }) }
    const askedAt = now()
    try {
      const { data } = await send({ path: '/api/v1/auth/token', body, signal, timeoutMs })
      const { token, expiresIn } = data as TokenData
      // By the seconds left, not by the time of day: the clocks of two machines differ.
      await keep({ token, until: askedAt + (expiresIn - RENEW_BEFORE_END_SECONDS) * 1000 })
      return token
    } catch (error) {
      if (isCentralApiError(error)) await remember(error)
      throw error
    }
  }

  const tokenOf = (found: Held): string => {
    if ('token' in found) return found.token
    throw refusalOf(found)
  }

  const begin = (): Asking => {
    const controller = new AbortController()
    const begun: Asking = { answer: exchange(controller.signal), controller, waiting: 0 }
    const settle = () => {
      if (asking === begun) asking = undefined
    }
    begun.answer.then(settle, settle)
    return begun
  }

  const join = async (signal: AbortSignal | undefined): Promise<string> => {
    asking ??= begin()
    const joined = asking
    joined.waiting += 1
    try {
      return await withinLimits({ signal }, () => joined.answer)
    } finally {
      joined.waiting -= 1
      if (joined.waiting === 0) {
        if (asking === joined) asking = undefined
        joined.controller.abort(new Error('Nobody waits for the token any more'))
      }
    }
  }

  return {
    token: async (signal) => (isSettled(held) ? tokenOf(held) : join(signal)),
    forget: (token) => {
      spoiled = token
    },
    refuse: remember,
    recheck: async () => {
      const found = await find()
      if (found && 'refused' in found) await keep({ ...found, until: now() })
    },
  }
}
