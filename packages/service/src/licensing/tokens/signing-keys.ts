// The signing keys, cached. One signs; retired keys verify until their last token has expired, so that a rotation logs
// out no client. An unknown kid is looked up in the store at most once per second.

import { randomBytes as systemRandomBytes } from 'node:crypto'
import { actsBy, SERVICE } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, SigningKeyRecord, Store } from '../../storage/store.ts'
import type { Peppers } from '../keys/pepper.ts'
import { OperatorError } from '../licenses/operator-error.ts'
import { makeSigningKey, openSigningKey, type PublicJwk, type SigningKey } from './signing-key.ts'
import { KID, RETIRED_KEY_LIFE_MS } from './token-form.ts'

export type SigningKeysOptions = {
  readonly store: Pick<Store, 'signingKeys'>
  readonly peppers: Peppers
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed: () => number
  readonly randomBytes?: RandomBytes
}

/** The key that signs new tokens. */
export type CurrentKey = SigningKey & { readonly privateKey: NonNullable<SigningKey['privateKey']> }

export type SigningKeys = {
  /** Reads the keys from the store and creates the first one. Call it before anything else, and whenever keys change.
   */
  load(): Promise<void>
  current(): CurrentKey
  /** From memory; undefined for a kid that is malformed, unknown or expired. */
  find(kid: string): SigningKey | undefined
  /** Like find(), but reads the store for an unknown kid, at most once per second. */
  findFresh(kid: string): Promise<SigningKey | undefined>
  /** The public keys for other verifiers (RFC 7517, section 5). */
  jwks(): { readonly keys: readonly PublicJwk[] }
  /** Creates the key that signs from now on. */
  rotate(actor: Actor): Promise<SigningKey>
  /** Removes keys that no valid token needs. */
  sweep(): Promise<number>
}

const RELOAD_INTERVAL_MS = 1_000

const canSign = (key: SigningKey): key is CurrentKey => key.privateKey !== undefined

export const createSigningKeys = (options: SigningKeysOptions): SigningKeys => {
  const { store, peppers, now, elapsed, randomBytes = systemRandomBytes } = options
  const act = actsBy(now, randomBytes)
  let keys: ReadonlyMap<string, SigningKey> = new Map()
  let signer: CurrentKey | undefined
  let loads: Promise<void> = Promise.resolve()
  let reloadedMs = Number.NEGATIVE_INFINITY
  let reloading: Promise<void> | undefined

  const isLive = ({ retiredAt }: SigningKey): boolean => retiredAt === null || now() < retiredAt + RETIRED_KEY_LIFE_MS

  const find = (kid: string): SigningKey | undefined => {
    const key = KID.test(kid) ? keys.get(kid) : undefined
    return key && isLive(key) ? key : undefined
  }

  /** A cached key is not opened again. */
  const ready = (record: SigningKeyRecord): SigningKey => {
    const cached = keys.get(record.kid)
    return cached ? { ...cached, retiredAt: record.retiredAt } : openSigningKey(record, peppers)
  }

  const read = async (): Promise<SigningKey | undefined> => {
    const listed = (await store.signingKeys.list()).map(ready)
    const unretired = listed.filter(({ retiredAt }) => retiredAt === null).sort((a, b) => b.createdAt - a.createdAt)
    keys = new Map(listed.map((key) => [key.kid, key]))
    signer = unretired.find(canSign)
    return unretired[0]
  }

  const loadNow = async (): Promise<void> => {
    if ((await read()) === undefined) {
      const first = makeSigningKey(peppers.current, now(), randomBytes)
      await store.signingKeys.add(first, now(), act('signing_key.rotate', SERVICE), true)
      await read()
    }
    if (signer !== undefined) return
    throw new OperatorError(
      'conflict',
      'The signing key is encrypted with a version of LICENSE_PEPPER that is not set. Set that version again, or rotate the signing keys',
    )
  }

  /** Loads run in sequence, so that an older result never replaces a newer one. */
  const load = (): Promise<void> => {
    const loading = loads.then(loadNow)
    loads = loading.catch(() => undefined)
    return loading
  }

  const reload = (): Promise<void> => {
    if (elapsed() - reloadedMs < RELOAD_INTERVAL_MS) return reloading ?? Promise.resolve()
    reloadedMs = elapsed()
    reloading = load().finally(() => {
      reloading = undefined
    })
    return reloading
  }

  return {
    load,
    current: () => {
      if (signer === undefined) throw new Error('The signing keys were not loaded')
      return signer
    },
    find,
    findFresh: async (kid) => {
      const cached = find(kid)
      if (cached || !KID.test(kid)) return cached
      await reload()
      return find(kid)
    },
    jwks: () => ({ keys: [...keys.values()].filter(isLive).map(({ publicJwk }) => publicJwk) }),
    rotate: async (actor) => {
      const record = makeSigningKey(peppers.current, now(), randomBytes)
      await store.signingKeys.add(record, now(), act('signing_key.rotate', actor))
      await load()
      return openSigningKey(record, peppers)
    },
    sweep: () => store.signingKeys.remove(now() - RETIRED_KEY_LIFE_MS),
  }
}
