// Stores what a consent brought: a connection for each account, and the consent itself where it covers several.

import { createHmac } from 'node:crypto'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Store } from '../storage/store.ts'
import type { ConnectionSeal } from './connection-seal.ts'
import type { Connections } from './connections.ts'
import type { Connectable } from './flows/flow.ts'
import type { GrantedAccounts, SaveAccounts } from './granted-accounts.ts'
import { ConnectFault } from './oauth/connect-fault.ts'
import type { ConnectedAccount } from './save-account.ts'

export type SaveAccountsOptions = {
  readonly connections: Pick<Connections, 'save'>
  readonly store: Pick<Store['connections'], 'find'>
  readonly grants: Pick<Store['connectGrants'], 'put' | 'removeUnused'>
  readonly seal: ConnectionSeal
  /** How many connections the license may have; null for no limit. */
  readonly mostOf: (licenseId: string) => Promise<number | null>
  /** The canonical form of a platform's handle. */
  readonly canonicalize: (platform: string, handle: string) => string
  readonly hashSubject: (platform: string, appId: string, subject: string) => string
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

export const createSubjectHash =
  (key: Buffer) =>
  (platform: string, appId: string, subject: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([platform, appId, subject]))
      .digest('hex')

export const createSaveAccounts = (options: SaveAccountsOptions): SaveAccounts => {
  const { connections, store, grants, seal, mostOf, canonicalize, hashSubject, now, randomBytes } = options

  const subjectOf = ({ request, appId, token: { subject } }: GrantedAccounts): string | null =>
    subject === undefined ? null : hashSubject(request.platform, appId, subject)

  /** The consent of one person for several accounts. */
  const saveGrant = async (granted: GrantedAccounts): Promise<string> => {
    const { licenseId, request, appId, token, grantedAt } = granted
    const id = `cg_${randomBytes(16).toString('base64url')}`
    await grants.put({
      ...{ id, licenseId, platform: request.platform, appId, createdAt: now(), version: 0 },
      subjectHash: subjectOf(granted),
      sealedToken: seal.seal({ id, licenseId }, { token: token.accessToken }),
      expiresAt: endOf(grantedAt, token.expiresInSeconds),
    })
    return id
  }

  const saveOne = async (
    granted: GrantedAccounts,
    account: Connectable,
    { site, grantId }: Pick<ConnectedAccount, 'site' | 'grantId'>,
  ): Promise<string> => {
    const { licenseId, request, appId, grantedAt, scopes, missing, flow } = granted
    const { platform, label, include, askedBySite } = request
    // An account that moves is the same account.
    const host = flow.federated?.movable ? null : request.host
    const { accessToken, refreshToken, expiresInSeconds, refreshExpiresInSeconds, fields } =
      account.token ?? granted.token
    const connected: ConnectedAccount = {
      ...{ licenseId, platform, host, appId, grantId, label, include, scopes, missingScopes: missing },
      ...{ accountId: account.id, handle: canonicalize(platform, account.handle), displayName: account.displayName },
      ...{ url: account.url, avatarUrl: account.avatarUrl, subjectHash: subjectOf(granted) },
      ...{ site, connectedBySite: askedBySite },
      expiresAt: endOf(grantedAt, expiresInSeconds),
      refreshExpiresAt: endOf(grantedAt, refreshExpiresInSeconds),
      secrets: {
        ...{ ...fields, ...account.fields, token: accessToken },
        ...(refreshToken !== undefined && { refreshToken }),
      },
    }
    const saved = await connections.save(connected, await mostOf(licenseId))
    if (saved === 'limit') throw new ConnectFault('connection_limit_reached')
    return saved.id
  }

  /** The account of the connection to renew, which keeps its site. */
  const onlyThat = async (id: string, { licenseId, accounts }: GrantedAccounts) => {
    const connection = await store.find(id, licenseId)
    if (connection === undefined) throw new ConnectFault('connection_unknown')
    const same = accounts.filter((account) => account.id === connection.accountId)
    if (same.length === 0) throw new ConnectFault('connection_other_account')
    return { wanted: same, site: connection.site }
  }

  return async (granted) => {
    const { request, accounts } = granted
    const { reconnect } = request
    const { wanted, site } =
      reconnect === null ? { wanted: accounts, site: request.site } : await onlyThat(reconnect, granted)
    const grantId = wanted.some(({ token }) => token !== undefined) ? await saveGrant(granted) : null
    const ids: string[] = []
    const leftOut: Connectable[] = []
    let fault: ConnectFault | undefined
    for (const account of wanted) {
      try {
        ids.push(await saveOne(granted, account, { site, grantId }))
      } catch (error) {
        if (!(error instanceof ConnectFault)) throw error
        // Those that can be connected are.
        leftOut.push(account)
        fault ??= error
      }
    }
    if (ids.length > 0 || fault === undefined) return { connections: ids, leftOut }
    if (grantId !== null) await grants.removeUnused(grantId)
    throw fault
  }
}

const endOf = (from: number, seconds: number | undefined): number | null =>
  seconds === undefined ? null : from + seconds * 1000
