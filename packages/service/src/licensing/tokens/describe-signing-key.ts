// A signing key as the operator reads it: what it still does, and until when. Never its private part.

import type { SigningKeyRecord } from '../../storage/store.ts'
import { RETIRED_KEY_LIFE_MS } from './token-form.ts'

/** It signs, it only verifies what it signed, or it is over and is cleared away soon. */
export type SigningKeyState = 'signs' | 'verifies' | 'over'

type Retirement = Pick<SigningKeyRecord, 'retiredAt'>

/** When its last token has expired; null while it signs. */
export const verifiesUntil = ({ retiredAt }: Retirement): number | null =>
  retiredAt === null ? null : retiredAt + RETIRED_KEY_LIFE_MS

export const signingKeyState = (key: Retirement, now: number): SigningKeyState => {
  const until = verifiesUntil(key)
  if (until === null) return 'signs'
  return now < until ? 'verifies' : 'over'
}

export const describeSigningKey = (key: SigningKeyRecord, now: number) => {
  const until = verifiesUntil(key)
  return {
    kid: key.kid,
    state: signingKeyState(key, now),
    createdAt: new Date(key.createdAt).toISOString(),
    retiredAt: key.retiredAt === null ? null : new Date(key.retiredAt).toISOString(),
    verifiesUntil: until === null ? null : new Date(until).toISOString(),
  }
}
