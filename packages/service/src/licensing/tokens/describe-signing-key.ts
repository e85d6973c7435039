// A signing key as shown to the operator: its state, and until when it verifies. Never its private part.

import type { SigningKeyRecord } from '../../storage/store.ts'
import { RETIRED_KEY_LIFE_MS } from './token-form.ts'

/** It signs; it only verifies; or it is expired and will be swept. */
export type SigningKeyState = 'signs' | 'verifies' | 'over'

type Retirement = Pick<SigningKeyRecord, 'retiredAt'>

/** When its last token expires; null while it signs. */
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
