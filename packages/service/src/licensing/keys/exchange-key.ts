// Finds the license of a key. An unknown key and one whose overlap is over give the same error. The store never sees
// the key, only its hash.

import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import type { KeyRecord, LicenseRecord, Store } from '../../storage/store.ts'
import { requireUsable } from '../licenses/license.ts'
import { readSentKey } from './foreign-key.ts'
import { hashKey, type Pepper, type Peppers } from './pepper.ts'

export type ExchangeKeyOptions = {
  readonly store: Pick<Store, 'keys' | 'licenses'>
  readonly peppers: Peppers
  readonly now: () => number
}

type Match = { readonly record: KeyRecord; readonly pepper: Pepper }

const isSame = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

export const createExchangeKey = ({ store, peppers, now }: ExchangeKeyOptions) => {
  /** Tries every pepper, also after a match, so that the time reveals nothing. The current one is last: a key that
   * another exchange rehashes meanwhile is found under one of the two. */
  const match = async (key: string): Promise<Match | undefined> => {
    let found: Match | undefined
    for (const pepper of peppers.all.toReversed()) {
      const hash = hashKey(key, pepper)
      const record = await store.keys.findByHash(hash)
      if (record && isSame(record.hash, hash)) found = { record, pepper }
    }
    return found
  }

  const moveToCurrentPepper = async (key: string, { record, pepper }: Match): Promise<void> => {
    if (pepper.version === peppers.current.version) return
    await store.keys.rehash(record.hash, hashKey(key, peppers.current), peppers.current.version)
  }

  /** The usable license of the key. Throws `license_malformed`, `license_unknown`, or the reason why the license may
   * not be used. `onFound`: called with the license of the key also if it may not be used. */
  return async (keyText: string, onFound?: (licenseId: string) => void): Promise<LicenseRecord> => {
    const key = readSentKey(keyText)
    const found = await match(key)
    const isOver = found !== undefined && found.record.expiresAt !== null && found.record.expiresAt <= now()
    if (found === undefined || isOver) throw new ApiError('license_unknown')
    const license = await store.licenses.find(found.record.licenseId)
    if (license === undefined) throw new ApiError('license_unknown')
    onFound?.(license.id)
    requireUsable(license, now())
    await moveToCurrentPepper(key, found)
    return license
  }
}
