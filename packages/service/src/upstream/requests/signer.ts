// Who signs a call, and who pays for it: the best of a source's credentials that may be sent there, and that has something
// left. A credential never goes anywhere but to its own origins.

import { secondsLeft } from '../../parsing/seconds-left.ts'
import { ANY, type Costs, type Governor, type Payer } from '../budgets/governor.ts'
import type { Call, Fields, Send } from '../contract/call.ts'
import type { CredentialKind, Signature } from '../contract/credential.ts'
import type { Platform } from '../contract/platform.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Source } from '../contract/source.ts'
import { type Credential, type Pool, secretValuesOf } from '../credentials/pool.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { EFFECTS } from './effects.ts'
import type { Signed } from './judge.ts'

/** How one call is signed. It is paid for: one call may be made with it. */
export type Signing = {
  readonly signature: Signature
  readonly signed: Signed
  readonly payer: Payer
  readonly credential: Credential | undefined
  /** What it was signed with. */
  readonly fields: Fields
  /** Whether this token came after one that was refused. */
  readonly isRenewed: boolean
  /** Why none of the credentials signs, where there are any: what the refusal of a stranger is told as. */
  readonly unsignedFor?: Refused
  readonly maySign: (url: URL) => boolean
}

export type SignerOptions = {
  readonly pool: Pool
  readonly tokens: Tokens
  readonly governor: Governor
  readonly now: () => number
  readonly platform: Pick<Platform, 'id' | 'origins' | 'credentials' | 'refuses'>
  readonly source: Source
  /** Whose posts are asked for: some credentials serve one account alone. */
  readonly handle: string | undefined
  /** The unsigned way to a token, under the name of the application. */
  readonly exchange: (userAgent: string | undefined) => Send
  /** The one that is to sign, whatever its state. */
  readonly credentialId?: string | undefined
  /** What unsigned calls are named by, where not by the service's own name. */
  readonly userAgent?: string | undefined
}

export type Signer = {
  /** Throws Refused: `limited` until the soonest of them may be used again, or why none of them works. */
  sign(call: Call, url: URL): Promise<Signing>
  /** After a refusal: with a new token, or with a credential that was not tried yet; undefined when there is none. */
  resign(call: Call, url: URL, refused: Signing, refusal: Refused, tried: Set<string>): Promise<Signing | undefined>
  /** Pays for the same call once more. Throws Refused (`exhausted`). */
  payAgain(call: Call, signing: Signing): Promise<void>
  isCredentialsHost(host: string): boolean
}

export const createSigner = (options: SignerOptions): Signer => {
  const { pool, tokens, governor, now, platform, source, handle, exchange, userAgent, credentialId } = options
  const kindId = typeof source.credential === 'string' ? source.credential : source.credential?.optional
  const isOptional = typeof source.credential === 'object' && credentialId === undefined
  const kind = platform.credentials?.find(({ id }) => id === kindId) as CredentialKind<unknown> | undefined

  const isAmongOrigins = ({ origins }: Pick<CredentialKind<unknown>, 'origins'>, url: URL): boolean =>
    (origins ?? platform.origins ?? []).includes(url.origin)

  const maySend = ({ given, kind }: Credential, url: URL): boolean =>
    given.host === undefined ? isAmongOrigins(kind, url) : given.host === url.host

  const wishOf = (url: URL) => ({ host: url.host, account: handle })

  const isSignable = (url: URL): boolean =>
    kind !== undefined && pool.of(platform.id, kind.id, wishOf(url)).some((each) => maySend(each, url))

  /** Whether the kind is for such addresses at all. */
  const isOwn = (url: URL): boolean =>
    kind !== undefined &&
    (isAmongOrigins(kind, url) || pool.list(platform.id).some(({ given }) => given.host !== undefined))

  const candidatesFor = (url: URL, tried: ReadonlySet<string>): readonly Credential[] => {
    if (kind === undefined) return []
    const all =
      credentialId === undefined
        ? pool.candidates(platform.id, kind.id, wishOf(url))
        : pool.of(platform.id, kind.id, wishOf(url)).filter(({ id }) => id === credentialId)
    return all.filter((credential) => maySend(credential, url) && !tried.has(credential.id))
  }

  const payerOf = (who: string, url: URL): Payer => ({
    ...{ platform: platform.id, source: source.id, who, host: url.host },
    // Of strangers' hosts there is no end: what they tell is kept by the process that asked.
    isKnown: who !== url.host || platform.origins?.includes(url.origin) === true,
  })

  /** Throws Refused with the true reset where nothing is left. */
  const pay = async (payer: Payer, call: Call): Promise<void> => {
    const { bucket = ANY, cost } = call
    const resetsAt = governor.closedUntil(payer, bucket, typeof cost === 'number' ? cost : 1)
    if (resetsAt !== undefined) throw new Refused('limited', { retryAfterSeconds: secondsLeft(resetsAt, now()) })
    await governor.spend(payer, source.limits, costsOf(call))
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

  /** The first that has something left and whose token can be had; else the soonest reset, or what was wrong. */
  const first = async (candidates: readonly Credential[], call: Call, url: URL): Promise<Signing> => {
    let soonest: Refused | undefined
    let problem: Refused | undefined
    for (const credential of candidates) {
      try {
        const payer = payerOf(credential.id, url)
        await pay(payer, call)
        return signWith(credential, await tokens.secretsOf(credential, exchangeFor(credential)), payer, false)
      } catch (error) {
        if (!isRefused(error)) throw error
        if (EFFECTS[error.meaning].empties) soonest = sooner(soonest, error)
        else {
          problem = error
          // Nobody asked the platform: this service renews nothing.
          if (error.meaning !== 'closed') pool.tell(credential, { is: 'refused', error: error.meaning })
        }
      }
    }
    // Where there is no candidate, all have been refused, have ended, or are paused.
    throw soonest ?? problem ?? new Refused('credential_refused')
  }

  /** The same credential with a token that came after the refused one. */
  const renew = async (call: Call, url: URL, refused: Signing): Promise<Signing | undefined> => {
    const { credential, payer, fields } = refused
    if (credential === undefined) return undefined
    try {
      const renewed = await tokens.replace(credential, fields, exchangeFor(credential))
      await pay(payer, call)
      return signWith(credential, renewed, payerOf(credential.id, url), true)
    } catch (error) {
      if (isRefused(error)) return undefined
      throw error
    }
  }

  /** A host that the operator has no key for: whatever another source says of the profile says more. */
  const noneFor = (): Refused =>
    new Refused('closed', { as: 'platform_not_configured', ...(platform.refuses && { message: platform.refuses }) })

  return {
    async sign(call, url) {
      if (!isSignable(url)) {
        // None of the operator's credentials is for this host or account, and without one there is nothing to be had.
        if (!isOptional && isOwn(url)) throw noneFor()
        return unsigned(call, url)
      }
      try {
        return await first(candidatesFor(url, new Set()), call, url)
      } catch (error) {
        if (isOptional && isRefused(error) && EFFECTS[error.meaning].credential !== undefined)
          return unsigned(call, url, error)
        throw error
      }
    },
    async resign(call, url, refused, refusal, tried) {
      const { credential, signed, isRenewed } = refused
      const { again } = EFFECTS[refusal.meaning]
      if (credential === undefined || again === 'no' || again === 'pause') return undefined
      if (again === 'renew' && signed === 'token') {
        const renewed = isRenewed ? undefined : await renew(call, url, refused)
        if (renewed) return renewed
        pool.tell(credential, { is: 'expired', error: refusal.meaning })
      }
      tried.add(credential.id)
      try {
        const left = candidatesFor(url, tried)
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
    payAgain: (call, { payer }) => governor.spend(payer, source.limits, costsOf(call)),
    isCredentialsHost: (host) =>
      kind !== undefined &&
      pool.of(platform.id, kind.id, { host, account: handle }).some(({ given }) => given.host === host),
  }
}

const sooner = (one: Refused | undefined, other: Refused): Refused =>
  (one?.retryAfterSeconds ?? Number.POSITIVE_INFINITY) <= (other.retryAfterSeconds ?? Number.POSITIVE_INFINITY) && one
    ? one
    : other

const costsOf = ({ cost = 1 }: Call): Costs => {
  if (typeof cost === 'number') return () => cost
  return (bucket) => (typeof cost === 'function' ? 1 : Object.hasOwn(cost, bucket) ? (cost[bucket] ?? 0) : 0)
}

/** What must not come back out of an answer. */
export const secretsOf = ({ credential, fields }: Signing): readonly string[] =>
  credential ? [...secretValuesOf(credential.given.secrets), ...secretValuesOf(fields)] : []
