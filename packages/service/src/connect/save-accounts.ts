// Stores what a consent brought: a connection for each account, and the consent itself where it covers several. A token
// is sealed for its record before it is written.

import { createHmac } from 'node:crypto'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { ConnectionRecord } from '../storage/connection-records.ts'
import type { Store } from '../storage/store.ts'
import type { ConnectionSeal } from './connection-seal.ts'
import type { Connectable } from './flows/flow.ts'
import type { GrantedAccounts, SaveAccounts } from './granted-accounts.ts'
import { ConnectFault } from './oauth/connect-fault.ts'

export type SaveAccountsOptions = {
  readonly connections: Pick<Store['connections'], 'find' | 'findAccount' | 'create' | 'put'>
  readonly grants: Pick<Store['connectGrants'], 'put' | 'removeUnused'>
  readonly seal: ConnectionSeal
  /** How many connections the license may have; null: any number. */
  readonly mostOf: (licenseId: string) => Promise<number | null>
  /** The canonical form of a platform's handle. */
  readonly canonicalize: (platform: string, handle: string) => string
  readonly hashSubject: (platform: string, appId: string, subject: string) => string
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

/** Two replicas, or two tabs, that store the same account at once. */
const ATTEMPTS = 5

export const createSubjectHash =
  (key: Buffer) =>
  (platform: string, appId: string, subject: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([platform, appId, subject]))
      .digest('hex')

export const createSaveAccounts = (options: SaveAccountsOptions): SaveAccounts => {
  const { connections, grants, seal, mostOf, canonicalize, hashSubject, now, randomBytes } = options
  const newId = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`

  /** The consent of one person for several accounts. */
  const saveGrant = async ({ licenseId, request, appId, token, grantedAt }: GrantedAccounts): Promise<string> => {
    const id = newId('cg')
    const { subject, accessToken } = token
    const record = {
      ...{ id, licenseId, platform: request.platform, appId, createdAt: now(), version: 0 },
      subjectHash: subject === undefined ? null : hashSubject(request.platform, appId, subject),
      sealedToken: seal.seal({ id, licenseId }, { token: accessToken }),
      expiresAt: endOf(grantedAt, token.expiresInSeconds),
    }
    await grants.put(record)
    return id
  }

  const toRecord = (
    granted: GrantedAccounts,
    account: Connectable,
    grantId: string | null,
    before: ConnectionRecord | undefined,
  ): ConnectionRecord => {
    const { licenseId, request, appId, grantedAt, scopes, missing } = granted
    const token = account.token ?? granted.token
    const id = before?.id ?? newId('cn')
    // A platform that sends no refresh token again means the one that it sent before.
    const kept = before?.appId === appId ? seal.open({ id, licenseId }, before.sealedToken)?.refreshToken : undefined
    const refreshToken = token.refreshToken ?? kept
    const subject = granted.token.subject
    return {
      ...{ id, licenseId, platform: request.platform, host: request.host, accountId: account.id, appId, grantId },
      handle: canonicalize(request.platform, account.handle),
      displayName: account.displayName,
      url: before?.url ?? null,
      avatarUrl: account.avatarUrl,
      label: request.label ?? before?.label ?? null,
      // Connected from two sites, it serves the license.
      site: before === undefined || before.site === request.site ? request.site : null,
      scopes,
      missingScopes: missing,
      include: request.include,
      state: 'connected',
      since: now(),
      until: null,
      reason: null,
      sealedToken: seal.seal({ id, licenseId }, { token: token.accessToken, ...(refreshToken && { refreshToken }) }),
      expiresAt: endOf(grantedAt, token.expiresInSeconds),
      refreshExpiresAt:
        token.refreshToken === undefined && kept !== undefined
          ? (before?.refreshExpiresAt ?? null)
          : endOf(grantedAt, token.refreshExpiresInSeconds),
      renewedAt: grantedAt,
      subjectHash: subject === undefined ? null : hashSubject(request.platform, appId, subject),
      connectedBySite: before === undefined ? request.askedBySite : before.connectedBySite,
      createdAt: before?.createdAt ?? now(),
      lastReadAt: before?.lastReadAt ?? null,
      version: before?.version ?? 0,
    }
  }

  const saveOne = async (granted: GrantedAccounts, account: Connectable, grantId: string | null): Promise<string> => {
    const { licenseId, request } = granted
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await connections.findAccount(licenseId, request.platform, request.host, account.id)
      const record = toRecord(granted, account, grantId, before)
      if (before) {
        if (!(await connections.put(record))) continue
        if (before.grantId !== null && before.grantId !== grantId) await grants.removeUnused(before.grantId)
        return record.id
      }
      const outcome = await connections.create(record, await mostOf(licenseId))
      if (outcome === 'created') return record.id
      if (outcome === 'limit') throw new ConnectFault('connection_limit_reached')
    }
    throw new ConnectFault('platform_error', { reason: 'concurrent_changes' })
  }

  const onlyThat = async (id: string, licenseId: string, accounts: readonly Connectable[]) => {
    const connection = await connections.find(id, licenseId)
    const same = accounts.filter((account) => account.id === connection?.accountId)
    if (same.length === 0) throw new ConnectFault('connection_other_account')
    return same
  }

  return async (granted) => {
    const { licenseId, request, accounts } = granted
    const wanted = request.reconnect === null ? accounts : await onlyThat(request.reconnect, licenseId, accounts)
    const grantId = wanted.some(({ token }) => token !== undefined) ? await saveGrant(granted) : null
    const ids: string[] = []
    for (const account of wanted) {
      try {
        ids.push(await saveOne(granted, account, grantId))
      } catch (error) {
        // Those that fit are connected.
        if (ids.length === 0 || !(error instanceof ConnectFault)) throw error
        break
      }
    }
    return ids
  }
}

const endOf = (from: number, seconds: number | undefined): number | null =>
  seconds === undefined ? null : from + seconds * 1000
