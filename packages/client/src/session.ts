// The token of the hour: asked for once, shared by all calls, renewed a minute before it ends.

import type { authToken } from 'central-api/http/auth-token/route.ts'
import type { Static } from 'typebox'
import type { Send } from './send.ts'

type TokenData = Static<(typeof authToken)['data']>

export type SessionOptions = {
  readonly send: Send
  readonly licenseKey: string
  readonly siteId?: string | undefined
  /** Milliseconds; only differences count. */
  readonly now: () => number
}

export type Session = {
  /** A token with life in it. Calls that come together share one exchange. */
  token(): Promise<string>
  /** The service refused this token: the next call asks for another. */
  forget(token: string): void
}

const RENEW_BEFORE_END_SECONDS = 60

export const createSession = ({ send, licenseKey, siteId, now }: SessionOptions): Session => {
  let held: { readonly token: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined

  const exchange = async (): Promise<string> => {
    const body = { licenseKey, ...(siteId !== undefined && { siteId }) }
    const askedAt = now()
    const { token, expiresIn } = (await send('/auth/token', body)) as TokenData
    // By the seconds left, not by the time of day: the clocks of two machines differ.
    held = { token, until: askedAt + (expiresIn - RENEW_BEFORE_END_SECONDS) * 1000 }
    return token
  }

  return {
    async token() {
      if (held && now() < held.until) return held.token
      asking ??= exchange().finally(() => {
        asking = undefined
      })
      return asking
    },
    forget(token) {
      if (held?.token === token) held = undefined
    },
  }
}
