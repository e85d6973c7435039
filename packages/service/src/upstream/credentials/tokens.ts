// Tokens that are obtained or renewed: once for all replicas, before the one before ends, by whichever process gets the turn.
// Others go on with the old token meanwhile, and wait only when there is none.

import { hash } from 'node:crypto'
import type { Store } from '../../storage/store.ts'
import type { Fields, Send } from '../contract/call.ts'
import type { Token } from '../contract/credential.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Credential, KeptToken, Pool } from './pool.ts'

export type Tokens = {
  /** What signs a call. Throws Refused (`credential_refused`, `credential_expired`), and what the exchange throws. */
  secretsOf(credential: Credential, exchange: Send): Promise<Fields>
  /** The token was refused: gets another one, unless somebody already has. Throws as `secretsOf` does. */
  replace(credential: Credential, refused: Fields, exchange: Send): Promise<Fields>
}

export type TokensOptions = {
  readonly pool: Pool
  readonly turns: Pick<Store['pages'], 'claim' | 'release'>
  /** Names this process among the others. */
  readonly owner: string
  readonly now: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onStoreError: (error: unknown) => void
  /** False in a copy of a store beside the one in use: a platform that renews a token ends the one before, which the other one
   * uses. */
  readonly renews?: boolean
}

/** A token is renewed when so much of its life is over, and at least so long before its end. */
const LIFE_SHARE = 0.8
const BEFORE_END_MS = 5 * 60_000
/** No token is used that ends while the call is under way. */
const MARGIN_MS = 15_000
/** How long one process may take, and how often the others look. */
const TURN_MS = 15_000
const LOOK_MS = 100
/** Tokens are sent in header fields (RFC 6750 section 2.1); what could not be would fail every call that it signs. */
const SENDABLE = /^[\x20-\x7e]+$/
const QUIET = 'This service is quiet (QUIET): it obtains and renews no token'
/** A renewal goes on, whoever waits for it. */
const NEVER = new AbortController().signal

/** When a token is renewed, in milliseconds since the epoch, as its life is. */
export const renewalDueAt = (renewedAt: number, expiresAt: number): number =>
  Math.max(Math.min(renewedAt + (expiresAt - renewedAt) * LIFE_SHARE, expiresAt - BEFORE_END_MS), renewedAt)

export const createTokens = (options: TokensOptions): Tokens => {
  const { pool, turns, owner, now, wait, onStoreError, renews = true } = options
  const renewals = new Map<string, Promise<Fields>>()

  const isUsable = ({ expiresAt }: KeptToken): boolean => expiresAt === null || now() < expiresAt - MARGIN_MS

  const isDue = ({ renewedAt, expiresAt }: KeptToken): boolean =>
    expiresAt !== null && now() >= renewalDueAt(renewedAt, expiresAt)

  /** What is kept; a given token that is only ever renewed is the first of them. */
  const heldOf = (credential: Credential): KeptToken | undefined => {
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

  const claim = async (credential: Credential): Promise<(() => void) | undefined> => {
    const key = hash('sha256', `credential ${credential.id}`, 'buffer')
    try {
      if (!(await turns.claim(key, { owner, now: now(), until: now() + TURN_MS }))) return undefined
      return () => void turns.release(key, owner).catch(onStoreError)
    } catch (error) {
      // A store that does not answer leaves each process to itself.
      onStoreError(error)
      return () => {}
    }
  }

  /** In turn with the other processes; `isNew` tells a token that one of them got meanwhile. */
  const renewInTurn = async (credential: Credential, exchange: Send, isNew: (token: KeptToken) => boolean) => {
    for (const giveUpAt = now() + TURN_MS; ; ) {
      await pool.reload(credential.id)
      const kept = pool.tokenOf(credential)
      if (kept && isNew(kept)) return kept.secrets
      const endTurn = await claim(credential)
      if (endTurn || now() >= giveUpAt) {
        try {
          await pool.reload(credential.id)
          const got = pool.tokenOf(credential)
          return got && isNew(got) ? got.secrets : await exchangeOnce(credential, exchange)
        } finally {
          endTurn?.()
        }
      }
      await wait(LOOK_MS, NEVER)
    }
  }

  /** All of this process wait for one. */
  const renew = (credential: Credential, exchange: Send, isNew: (token: KeptToken) => boolean): Promise<Fields> => {
    const under = renewals.get(credential.id)
    if (under) return under
    if (!renews)
      return Promise.reject(new Refused('closed', { as: 'platform_not_configured', evidence: 'none', message: QUIET }))
    const renewal = renewInTurn(credential, exchange, isNew).finally(() => renewals.delete(credential.id))
    renewals.set(credential.id, renewal)
    return renewal
  }

  const isFirstRenewalDue = (credential: Credential): boolean =>
    credential.kind.livesSeconds !== undefined && pool.tokenOf(credential) === undefined

  return {
    async secretsOf(credential, exchange) {
      const { kind, given } = credential
      if (!kind.obtain && !kind.renew) return given.secrets
      const held = heldOf(credential)
      const isFresh = (token: KeptToken) => isUsable(token) && !isDue(token)
      if (held && isUsable(held)) {
        if (renews && (isDue(held) || isFirstRenewalDue(credential))) {
          // Nobody waits for it; what goes wrong is met again, by whoever needs the token then.
          renew(credential, exchange, isFresh).catch((error: unknown) => {
            if (isRefused(error, 'credential_refused', 'credential_expired', 'credential_lacks_scope'))
              pool.tell(credential, { is: 'expired', error: error.meaning })
          })
        }
        return { ...given.secrets, ...held.secrets }
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
