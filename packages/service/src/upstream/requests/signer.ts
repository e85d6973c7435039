// Chooses what signs a call and which budget pays for it: the best of a source's credentials that may be sent there and
// has units left. A credential is never sent to any other than its own origins.

import { secondsLeft } from '../../parsing/seconds-left.ts'
import { type Costs, type Governor, type Payer, UNNAMED_BUCKET } from '../budgets/governor.ts'
import type { Call, Fields, Send } from '../contract/call.ts'
import { kindIdOf } from '../contract/connects.ts'
import type { CredentialKind, Signature } from '../contract/credential.ts'
import { kindsPaidBy, type Limits } from '../contract/limits.ts'
import { notSetUp } from '../contract/not-set-up.ts'
import type { Platform } from '../contract/platform.ts'
import type { Access, ConnectedAccess } from '../contract/reach.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Source } from '../contract/source.ts'
import type { ConnectedCredentials } from '../credentials/connected.ts'
import { type Credential, type Pool, secretValuesOf } from '../credentials/pool.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { EFFECTS } from './effects.ts'
import type { Signed } from './judge.ts'

/** How one call is signed. It is paid for: it may be used for one call. */
export type Signing = {
  readonly signature: Signature
  readonly signed: Signed
  readonly payer: Payer
  readonly credential: Credential | undefined
  /** The secrets that signed it. */
  readonly fields: Fields
  /** Whether the token was renewed after a refusal. */
  readonly isRenewed: boolean
  /** Why no credential signed, if there are any: reported in place of the refusal of the unsigned call. */
  readonly unsignedFor?: Refused
  readonly maySign: (url: URL) => boolean
}

export type SignerOptions = {
  readonly pool: Pool
  readonly connected: ConnectedCredentials
  readonly tokens: Tokens
  readonly governor: Governor
  readonly now: () => number
  readonly platform: Pick<Platform, 'id' | 'name' | 'origins' | 'credentials' | 'refuses'>
  readonly source: Source
  /** The account whose posts are requested: some credentials serve one account only. */
  readonly handle: string | undefined
  /** Who shares small budgets with others. */
  readonly licenseId: string | undefined
  /** Whose credential signs. */
  readonly access: Access
  /** Sends the unsigned calls that obtain a token, with the application's user agent. */
  readonly exchange: (userAgent: string | undefined) => Send
  /** The credential that has to sign, whatever its state. */
  readonly credentialId?: string | undefined
  /** The user agent of unsigned calls; the service's own when absent. */
  readonly userAgent?: string | undefined
}

export type Signer = {
  /** Throws Refused: `limited` until the first of them may be used again, or why none works. Through a connection, also
   * `connection_unknown` and `connection_ended`. */
  sign(call: Call, url: URL): Promise<Signing>
  /** After a refusal: signs with a new token, or with a credential that was not tried yet; undefined if there is none.
   * Throws `connection_ended` if the token of a connection was refused and ends it. */
  resign(call: Call, url: URL, refused: Signing, refusal: Refused, tried: Set<string>): Promise<Signing | undefined>
  /** Pays for the same call again. Throws Refused (`exhausted`). */
  payAgain(call: Call, signing: Signing): Promise<void>
  isCredentialsHost(host: string): boolean
}

export const createSigner = (options: SignerOptions): Signer => {
  const { pool, connected, tokens, governor, now, platform, source, handle, access } = options
  const { exchange, userAgent, credentialId } = options
  const kindId = kindIdOf(source)
  const isOptional = typeof source.credential === 'object' && credentialId === undefined
  const kind = platform.credentials?.find(({ id }) => id === kindId) as CredentialKind<unknown> | undefined

  const isAmongOrigins = ({ origins }: Pick<CredentialKind<unknown>, 'origins'>, url: URL): boolean =>
    (origins ?? platform.origins ?? []).includes(url.origin)

  const maySend = ({ given, kind }: Credential, url: URL): boolean =>
    given.host === undefined ? isAmongOrigins(kind, url) : given.host === url.host

  const targetOf = (url: URL) => ({ host: url.host, account: handle })

  const isSignable = (url: URL): boolean =>
    kind !== undefined && pool.of(platform.id, kind.id, targetOf(url)).some((each) => maySend(each, url))

  /** Whether credentials of this kind can be for this URL at all. */
  const isOwn = (url: URL): boolean =>
    kind !== undefined &&
    (isAmongOrigins(kind, url) || pool.list(platform.id).some(({ given }) => given.host !== undefined))

  const candidatesFor = (url: URL, { as }: Call, tried: ReadonlySet<string>): readonly Credential[] => {
    if (kind === undefined) return []
    const all =
      credentialId === undefined
        ? pool.candidates(platform.id, kind.id, targetOf(url))
        : pool.of(platform.id, kind.id, targetOf(url)).filter(({ id }) => id === credentialId)
    return all.filter(
      (credential) =>
        maySend(credential, url) && !tried.has(credential.id) && (as === undefined || credential.given.own === as),
    )
  }

  const payerOf = (who: string, url: URL, own?: string): Payer => ({
    ...{ platform: platform.id, source: source.id, who, own, host: url.host },
    licenseId: access.reach === 'public' ? options.licenseId : access.licenseId,
    // The number of other hosts is unlimited: their limits stay in this process.
    isShared: who !== url.host || platform.origins?.includes(url.origin) === true,
  })

  const spend = (payer: Payer, call: Call): Promise<void> =>
    governor.spend(payer, source.limits, costsOf(call, source.limits), call.distinct)

  /** Throws Refused with the real reset time if nothing is left. */
  const pay = async (payer: Payer, call: Call): Promise<void> => {
    const { bucket = UNNAMED_BUCKET, cost } = call
    const resetsAt = governor.closedUntil(payer, bucket, typeof cost === 'number' ? cost : 1, source.limits)
    if (resetsAt !== undefined) throw new Refused('limited', { retryAfterSeconds: secondsLeft(resetsAt, now()) })
    await spend(payer, call)
  }

  const unsigned = async (call: Call, url: URL, unsignedFor?: Refused): Promise<Signing> => {
    const payer = payerOf(url.host, url)
    await pay(payer, call)
    return {
      signature: userAgent === undefined ? {} : { userAgent },
      signed: 'no',
      payer,
      credential: undefined,
      fields: {},
      isRenewed: false,
      ...(unsignedFor && { unsignedFor }),
      maySign: () => true,
    }
  }

  const signWith = (credential: Credential, fields: Fields, payer: Payer, isRenewed: boolean): Signing => {
    const { obtain, renew, sign } = credential.kind
    return {
      signature: sign(fields),
      signed: obtain || renew ? 'token' : 'given',
      ...{ payer, credential, fields, isRenewed },
      maySign: (url) => maySend(credential, url),
    }
  }

  const exchangeFor = ({ kind, given }: Credential): Send => exchange(kind.sign(given.secrets).userAgent)

  /** In this order, but first those that have used the value of the call before. */
  const payersFor = async (candidates: readonly Credential[], { distinct }: Call, url: URL) => {
    const all = candidates.map((credential) => ({
      credential,
      payer: payerOf(credential.id, url, credential.given.own),
    }))
    if (distinct === undefined || all.length < 2) return all
    const knowing = await governor.knowing(
      all.map(({ payer }) => payer),
      source.limits,
      distinct,
    )
    return all.toSorted((one, other) => Number(knowing.has(other.payer)) - Number(knowing.has(one.payer)))
  }

  /** Signs with the first one that has units left and whose token can be obtained. Otherwise throws the earliest reset,
   * or the problem. */
  const first = async (candidates: readonly Credential[], call: Call, url: URL): Promise<Signing> => {
    let soonest: Refused | undefined
    let problem: Refused | undefined
    for (const { credential, payer } of await payersFor(candidates, call, url)) {
      try {
        await pay(payer, call)
        return signWith(credential, await tokens.secretsOf(credential, exchangeFor(credential)), payer, false)
      } catch (error) {
        if (!isRefused(error)) throw error
        if (EFFECTS[error.meaning].empties) soonest = sooner(soonest, error)
        else {
          problem = error
          // `closed`: renewing is turned off here, so that the platform has refused nothing.
          if (error.meaning !== 'closed') pool.report(credential, { is: 'refused', error: error.meaning })
        }
      }
    }
    // Without a candidate, every credential is refused, expired or paused.
    throw soonest ?? problem ?? new Refused('credential_refused')
  }

  /** Signs with the same credential and a token that is newer than the refused one. */
  const renew = async (call: Call, refused: Signing): Promise<Signing | undefined> => {
    const { credential, payer, fields } = refused
    if (credential === undefined) return undefined
    try {
      const renewed = await tokens.replace(credential, fields, exchangeFor(credential))
      await pay(payer, call)
      return signWith(credential, renewed, payer, true)
    } catch (error) {
      if (isRefused(error)) return undefined
      throw error
    }
  }

  /** The operator has no credential for this host: what another source reports of the profile takes precedence. */
  const notConfigured = (): Refused =>
    new Refused('closed', { as: 'platform_not_configured', message: notSetUp(platform, 'profile') })

  /** Who pays for all connections, if the platform counts by application. */
  const sharedPayer = (): string | undefined => {
    const shared = source.limits?.connectedShare
    return shared === undefined ? undefined : (pool.of(platform.id, shared)[0]?.id ?? platform.id)
  }

  /** Signs with the connection's own token, which is sent to the platform's origins or its own host only. */
  const signConnected = async (call: Call, url: URL, reader: ConnectedAccess): Promise<Signing> => {
    if (kind === undefined) throw notConfigured()
    const credential = await connected.take(reader, platform.id, kind)
    if (!maySend(credential, url)) return unsigned(call, url)
    const payer = payerOf(sharedPayer() ?? credential.id, url)
    await pay(payer, call)
    return { ...signWith(credential, credential.given.secrets, payer, false), signed: 'given' }
  }

  return {
    async sign(call, url) {
      if (access.reach !== 'public') return signConnected(call, url, access)
      if (!isSignable(url)) {
        // No credential is for this host or account, and the source requires one.
        if (!isOptional && isOwn(url)) throw notConfigured()
        return unsigned(call, url)
      }
      try {
        return await first(candidatesFor(url, call, new Set()), call, url)
      } catch (error) {
        if (isOptional && isRefused(error) && EFFECTS[error.meaning].credential !== undefined)
          return unsigned(call, url, error)
        throw error
      }
    },
    async resign(call, url, refused, refusal, tried) {
      const { credential, signed, isRenewed } = refused
      const { remedy, empties } = EFFECTS[refusal.meaning]
      if (credential && access.reach !== 'public') {
        if (empties || remedy === 'no' || remedy === 'pause') return undefined
        if (!isRenewed && mayRenew(refusal)) {
          const renewed = await connected.replace(access, platform.id, credential.kind, refused.fields, refusal)
          if (renewed) {
            await pay(refused.payer, call)
            return { ...signWith(renewed, renewed.given.secrets, refused.payer, true), signed: 'given' }
          }
        }
        if (refusal.ends === 'nothing') return undefined
        throw connected.refuse(access, refusal, refused.fields)
      }
      if (credential === undefined || remedy === 'no' || remedy === 'pause') return undefined
      if (remedy === 'renew' && signed === 'token') {
        const renewed = isRenewed ? undefined : await renew(call, refused)
        if (renewed) return renewed
        pool.report(credential, { is: 'expired', error: refusal.meaning })
      }
      tried.add(credential.id)
      try {
        const left = candidatesFor(url, call, tried)
        return left.length > 0
          ? await first(left, call, url)
          : isOptional
            ? await unsigned(call, url, refusal)
            : undefined
      } catch (error) {
        if (isRefused(error)) return undefined
        throw error
      }
    },
    payAgain: (call, { payer }) => spend(payer, call),
    // The host of a connection was checked like that of any handle.
    isCredentialsHost: (host) =>
      kind !== undefined &&
      access.reach === 'public' &&
      pool.of(platform.id, kind.id, { host, account: handle }).some(({ given }) => given.host === host),
  }
}

/** Whether another token of the connection may work. Many platforms say of an expired token only that it is invalid. */
const mayRenew = ({ meaning, ends }: Refused): boolean =>
  EFFECTS[meaning].remedy === 'renew' || (meaning === 'credential_refused' && ends === undefined)

const sooner = (one: Refused | undefined, other: Refused): Refused =>
  (one?.retryAfterSeconds ?? Number.POSITIVE_INFINITY) <= (other.retryAfterSeconds ?? Number.POSITIVE_INFINITY) && one
    ? one
    : other

const costsOf = ({ cost = 1, bucket: named }: Call, limits: Limits | undefined): Costs => {
  if (typeof cost === 'object') return (bucket) => (Object.hasOwn(cost, bucket) ? (cost[bucket] ?? 0) : 0)
  const each = typeof cost === 'number' ? cost : 1
  return (bucket) => (bucket !== named && kindsPaidBy(limits, bucket) !== undefined ? 0 : each)
}

/** The secrets that must not appear in a response. */
export const secretsOf = ({ credential, fields }: Signing): readonly string[] =>
  credential ? [...secretValuesOf(credential.given.secrets), ...secretValuesOf(fields)] : []
