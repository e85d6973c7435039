// Stores an account that its owner has just connected. A license has one connection of an account: connecting it again
// replaces the token, and keeps its id and label.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { ApiError } from '../errors.ts'
import type { Store } from '../storage/store.ts'
import type { Connection } from './connection.ts'
import type { ConnectionSeal, SecretFields } from './connection-seal.ts'

type Known =
  | 'licenseId'
  | 'site'
  | 'platform'
  | 'host'
  | 'accountId'
  | 'handle'
  | 'displayName'
  | 'url'
  | 'avatarUrl'
  | 'label'
  | 'appId'
  | 'grantId'
  | 'scopes'
  | 'missingScopes'
  | 'include'
  | 'expiresAt'
  | 'refreshExpiresAt'
  | 'subjectHash'
  | 'connectedBySite'

export type ConnectedAccount = Pick<Connection, Known> & {
  /** The fields that sign, and those that renew: `token`, `refreshToken`. */
  readonly secrets: SecretFields
}

export type SaveAccountOptions = {
  readonly store: Pick<Store['connections'], 'findAccount' | 'create' | 'put'>
  readonly seal: ConnectionSeal
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

const ID_BYTES = 16
/** Another process may connect or renew the same account. */
const MAX_TRIES = 5

export const createSaveAccount = ({ store, seal, now, randomBytes }: SaveAccountOptions) => {
  const create = async ({ secrets, ...account }: ConnectedAccount, most: number | null) => {
    const id = `cn_${randomBytes(ID_BYTES).toString('base64url')}`
    const at = now()
    const connection: Connection = {
      ...account,
      id,
      sealedToken: seal.seal({ id, licenseId: account.licenseId }, secrets),
      ...{ state: 'connected', since: at, until: null, reason: null },
      ...{ renewedAt: at, createdAt: at, lastReadAt: null, version: 0 },
    }
    const result = await store.create(connection, most)
    return result === 'created' ? { ...connection, version: 1 } : result
  }

  const replace = async (before: Connection, { secrets, ...account }: ConnectedAccount) => {
    const at = now()
    const { refreshToken } = seal.open(before, before.sealedToken) ?? {}
    // A platform that sends a refresh token once sends none the second time.
    const isKept = refreshToken !== undefined && secrets.refreshToken === undefined && account.appId === before.appId
    const connection: Connection = {
      ...before,
      ...account,
      label: account.label ?? before.label,
      sealedToken: seal.seal(before, isKept ? { ...secrets, refreshToken } : secrets),
      refreshExpiresAt: isKept ? before.refreshExpiresAt : account.refreshExpiresAt,
      ...{ state: 'connected', since: at, until: null, reason: null, renewedAt: at },
    }
    return (await store.put(connection)) ? { ...connection, version: before.version + 1 } : undefined
  }

  return async (account: ConnectedAccount, most: number | null): Promise<Connection | 'limit'> => {
    const { licenseId, platform, host, accountId } = account
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await store.findAccount(licenseId, platform, host, accountId)
      const saved = before ? await replace(before, account) : await create(account, most)
      if (saved !== undefined && saved !== 'exists') return saved
    }
    throw new ApiError('unavailable')
  }
}
