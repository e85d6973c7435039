// Obtains and renews tokens before they expire, once for all replicas: the process that gets the lease does it. The
// others use the old token meanwhile, and wait only if there is none.

import { hash } from 'node:crypto'
import type { Store } from '../../storage/store.ts'
import type { Fields, Send } from '../contract/call.ts'
import type { Token } from '../contract/credential.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Credential, KeptToken, Pool } from './pool.ts'

export type Tokens = {
  /** The secrets that sign a call. Throws Refused (`credential_refused`, `credential_expired`), and what the exchange
   * throws. */
  secretsOf(credential: Credential, exchange: Send): Promise<Fields>
  /** After a refusal: gets another token, unless another process already has. Throws as `secretsOf` does. */
  replace(credential: Credential, refused: Fields, exchange: Send): Promise<Fields>
}

export type TokensOptions = {
  readonly pool: Pool
  readonly leases: Pick<Store['pages'], 'claim' | 'release'>
  /** Identifies this process. */
  readonly owner: string
  readonly now: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onStoreError: (error: unknown) => void
  /** False for a copy of a store that is in use: renewing a token there would end the one that the original uses. */
  readonly renews?: boolean
}

/** A token is renewed after this share of its life, and at least this long before it expires. */
const LIFE_SHARE = 0.8
const BEFORE_END_MS = 5 * 60_000
/** A token is not used if it could expire during the call. */
const MARGIN_MS = 15_000
/** How long one process may take, and how often the others check. */
const LEASE_MS = 15_000
const POLL_MS = 100
/** Tokens are sent in header fields (RFC 6750 section 2.1); any other token would make each call fail. */
const SENDABLE = /^[\x20-\x7e]+$/
const QUIET = 'Token renewal is off (QUIET): this service neither obtains nor renews tokens'
/** A renewal goes on, even if no caller waits for it any more. */
const NEVER = new AbortController().signal

/** When a token is renewed; all times in milliseconds since the epoch. */
export const renewalDueAt = (renewedAt: number, expiresAt: number): number =>
  Math.max(Math.min(renewedAt + (expiresAt - renewedAt) * LIFE_SHARE, expiresAt - BEFORE_END_MS), renewedAt)

export const createTokens = (options: TokensOptions): Tokens => {
  const { pool, leases, owner, now, wait, onStoreError, renews = true } = options
  const renewals = new Map<string, Promise<Fields>>()

  const isUsable = ({ expiresAt }: KeptToken): boolean => expiresAt === null || now() < expiresAt - MARGIN_MS

  const isDue = ({ renewedAt, expiresAt }: KeptToken): boolean =>
    expiresAt !== null && now() >= renewalDueAt(renewedAt, expiresAt)

  /** The stored token. If none is stored and the kind can be renewed, the configured token is the first. */
  const currentToken = (credential: Credential): KeptToken | undefined => {
    const kept = pool.tokenOf(credential)
    if (kept || !credential.kind.renew) return kept
    return { secrets: credential.given.secrets, renewedAt: 0, expiresAt: null }
  }

  const exchangeOnce = async (credential: Credential, exchange: Send): Promise<Fields> => {
    const { kind, given } = credential
    const kept = pool.tokenOf(credential)
    const token: Token =
      kind.renew && (kept || !kind.obtain)
        ? await kind.renew({ ...given.secrets, ...kept?.secrets }, exchange)
        : await obtain(credential, exchange)
    if (!Object.values(token.secrets).every((secret) => SENDABLE.test(secret))) throw new Refused('broken')
    const { secrets } = await pool.keepToken(credential, token.secrets, token.expiresInSeconds)
    return secrets
  }

  const obtain = ({ kind, given }: Credential, exchange: Send): Promise<Token> => {
    if (!kind.obtain) throw new Refused('credential_expired')
    return kind.obtain(given.secrets, exchange)
  }

  const acquireLease = async (credential: Credential): Promise<(() => void) | undefined> => {
    const key = hash('sha256', `credential ${credential.id}`, 'buffer')
    try {
      if (!(await leases.claim(key, { owner, now: now(), until: now() + LEASE_MS }))) return undefined
      return () => void leases.release(key, owner).catch(onStoreError)
    } catch (error) {
      // If the store does not respond, each process renews for itself.
      onStoreError(error)
      return () => {}
    }
  }

  /** Holds the lease while renewing; `isNew` recognizes a token that another process got in the meantime. */
  const renewWithLease = async (credential: Credential, exchange: Send, isNew: (token: KeptToken) => boolean) => {
    for (const giveUpAt = now() + LEASE_MS; ; ) {
      await pool.reload(credential.id)
      const kept = pool.tokenOf(credential)
      if (kept && isNew(kept)) return kept.secrets
      const release = await acquireLease(credential)
      if (release || now() >= giveUpAt) {
        try {
          await pool.reload(credential.id)
          const got = pool.tokenOf(credential)
          return got && isNew(got) ? got.secrets : await exchangeOnce(credential, exchange)
        } finally {
          release?.()
        }
      }
      await wait(POLL_MS, NEVER)
    }
  }

  /** All callers in this process share one renewal. */
  const renew = (credential: Credential, exchange: Send, isNew: (token: KeptToken) => boolean): Promise<Fields> => {
    const pending = renewals.get(credential.id)
    if (pending) return pending
    if (!renews)
      return Promise.reject(new Refused('closed', { as: 'platform_not_configured', evidence: 'none', message: QUIET }))
    const renewal = renewWithLease(credential, exchange, isNew).finally(() => renewals.delete(credential.id))
    renewals.set(credential.id, renewal)
    return renewal
  }

  const isFirstRenewalDue = (credential: Credential): boolean =>
    credential.kind.livesSeconds !== undefined && pool.tokenOf(credential) === undefined

  return {
    async secretsOf(credential, exchange) {
      const { kind, given } = credential
      if (!kind.obtain && !kind.renew) return given.secrets
      const current = currentToken(credential)
      const isFresh = (token: KeptToken) => isUsable(token) && !isDue(token)
      if (current && isUsable(current)) {
        if (renews && (isDue(current) || isFirstRenewalDue(credential))) {
          // Runs in the background: a failure recurs for the next call that needs the token.
          renew(credential, exchange, isFresh).catch((error: unknown) => {
            if (isRefused(error, 'credential_refused', 'credential_expired', 'credential_lacks_scope'))
              pool.report(credential, { is: 'expired', error: error.meaning })
          })
        }
        return { ...given.secrets, ...current.secrets }
      }
      return { ...given.secrets, ...(await renew(credential, exchange, isUsable)) }
    },
    async replace(credential, refused, exchange) {
      const { given } = credential
      const isNew = (token: KeptToken) =>
        isUsable(token) && Object.entries(token.secrets).some(([name, value]) => refused[name] !== value)
      return { ...given.secrets, ...(await renew(credential, exchange, isNew)) }
    },
  }
}
