// The record of a connection with its next token. Pure.

import type { Connection } from '../connection.ts'
import type { SecretFields } from '../connection-seal.ts'
import type { Renewal } from '../flows/flow.ts'
import type { GrantedToken } from '../oauth/oauth-client.ts'

/** What a renewal changes. */
export type NewToken = {
  readonly secrets: SecretFields
  readonly renewedAt: number
  readonly expiresAt: number | null
  readonly refreshExpiresAt: number | null
}

const earlierOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** `at`: before the platform was asked, in milliseconds since the epoch. */
export const newTokenOf = (
  before: Pick<Connection, 'createdAt' | 'renewedAt' | 'expiresAt' | 'refreshExpiresAt'>,
  secrets: SecretFields,
  { accessToken, refreshToken, expiresInSeconds, refreshExpiresInSeconds, fields }: GrantedToken,
  at: number,
  renewal?: Renewal,
): NewToken => {
  const from = before.renewedAt ?? before.createdAt
  // A platform that does not repeat the lifetime has not changed it.
  const end = (seconds: number | undefined, known: number | null): number | null =>
    seconds === undefined ? known && at + known - from : at + seconds * 1000
  // Using it does not lengthen its life, whatever the response repeats.
  const isFixed = renewal?.by === 'refresh_token' && !renewal.rotates
  const isRotated = refreshToken !== undefined && refreshToken !== secrets.refreshToken
  // A refresh token that stays keeps its end.
  const refreshEnd =
    refreshExpiresInSeconds === undefined && !isRotated
      ? before.refreshExpiresAt
      : end(refreshExpiresInSeconds, before.refreshExpiresAt)
  return {
    secrets: { ...secrets, ...fields, token: accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    renewedAt: at,
    expiresAt: end(expiresInSeconds, before.expiresAt),
    refreshExpiresAt: isFixed ? earlierOf(before.refreshExpiresAt, refreshEnd) : refreshEnd,
  }
}
