// Stores an account that its owner has just connected. A license has one connection of an account: connecting it again
// replaces the token and the consent, and keeps its id and label. What one site connected for itself stays as it is when
// another one connects the same account.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { ApiError } from '../errors.ts'
import type { Store } from '../storage/store.ts'
import type { Connection } from './connection.ts'
import type { ConnectionEvents } from './connection-events.ts'
import type { ConnectionSeal, SecretFields } from './connection-seal.ts'
import type { ConnectFlow } from './flows/flow.ts'
import { ConnectFault } from './oauth/connect-fault.ts'
import { renewalOf } from './renewal/renewal-of.ts'
import { dueAtOf, endingOf, stepOf } from './renewal/schedule.ts'

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
  readonly grants: Pick<Store['connectGrants'], 'removeUnused'>
  readonly seal: ConnectionSeal
  readonly flows: Readonly<Record<string, ConnectFlow>>
  readonly events: Pick<ConnectionEvents, 'connected' | 'changed'>
  /** A new token has taken the place of that of the connection, which nothing uses any more. */
  readonly onReplaced?: (before: Connection, secrets: SecretFields) => void
  readonly now: () => number
  readonly random: () => number
  readonly randomBytes: RandomBytes
}

const ID_BYTES = 16
/** Others may connect or renew the same account, and with each of them one try is lost: as many as a license may start in
 * two hours. */
const MAX_TRIES = 120

/** The account is connected for one site, and this consent was asked for by another one. */
const isOfAnotherSite = (
  before: Pick<Connection, 'site'>,
  { site, connectedBySite }: Pick<ConnectedAccount, 'site' | 'connectedBySite'>,
): boolean => before.site !== null && (site ?? connectedBySite ?? before.site) !== before.site

/** What the license calls it, and what it shows. What every site shows is neither named nor widened by a consent for one
 * of them. */
const shownOf = (
  before: Pick<Connection, 'site' | 'label' | 'include'>,
  { site, label, include }: Pick<ConnectedAccount, 'site' | 'label' | 'include'>,
): Pick<Connection, 'label' | 'include'> =>
  before.site === null && site !== null
    ? { label: before.label, include: before.include.filter((each) => include.includes(each)) }
    : { label: label ?? before.label, include }

export const createSaveAccount = (options: SaveAccountOptions) => {
  const { store, grants, seal, flows, events, now, random, randomBytes } = options

  const withDueTime = (connection: Connection, secrets: SecretFields): Connection => ({
    ...connection,
    dueAt: dueAtOf(connection, renewalOf(flows, connection.platform, secrets), now(), random()),
  })

  /** An account whose permission ends soon, and for good, says so from its first moment. */
  const announceEnd = async (connection: Connection): Promise<Connection> => {
    const secrets = seal.open(connection, connection.sealedToken) ?? {}
    const renewal = renewalOf(flows, connection.platform, secrets)
    if (stepOf(connection, renewal, now()) !== 'ending') return connection
    const ending = endingOf(connection, renewal, now(), random())
    const isStored = await store.put(ending, { event: await events.changed(connection, ending) })
    // Otherwise another process has changed the record, and the next look at what is due says it.
    return isStored ? { ...ending, version: ending.version + 1 } : connection
  }

  const create = async ({ secrets, ...account }: ConnectedAccount, most: number | null) => {
    const id = `cn_${randomBytes(ID_BYTES).toString('base64url')}`
    const at = now()
    const made: Connection = {
      ...account,
      id,
      sealedToken: seal.seal({ id, licenseId: account.licenseId }, secrets),
      ...{ state: 'connected', since: at, until: null, reason: null },
      ...{ consentedAt: at, renewedAt: at, dueAt: null, createdAt: at, lastReadAt: null, version: 0 },
    }
    const connection = withDueTime(made, secrets)
    const result = await store.create(connection, most, { event: await events.connected(connection) })
    return result === 'created' ? { ...connection, version: 1 } : result
  }

  const replace = async (before: Connection, { secrets, ...account }: ConnectedAccount) => {
    const at = now()
    const former = seal.open(before, before.sealedToken) ?? {}
    const { refreshToken } = former
    // A platform that sends a refresh token once sends none the second time.
    const isKept = refreshToken !== undefined && secrets.refreshToken === undefined && account.appId === before.appId
    const kept = isKept ? { ...secrets, refreshToken } : secrets
    const made: Connection = {
      ...before,
      ...account,
      ...shownOf(before, account),
      // Connected for every site, it stays so.
      site: before.site === account.site ? account.site : null,
      connectedBySite: before.connectedBySite,
      sealedToken: seal.seal(before, kept),
      refreshExpiresAt: isKept ? before.refreshExpiresAt : account.refreshExpiresAt,
      ...{ state: 'connected', since: at, until: null, reason: null, consentedAt: at, renewedAt: at },
    }
    const connection = withDueTime(made, kept)
    const event = await events.connected(connection)
    if (!(await store.put(connection, { event }))) return undefined
    if (before.grantId !== null && before.grantId !== account.grantId) await grants.removeUnused(before.grantId)
    // Some platforms give the same token again, or end the refresh token with it.
    if (!isKept && former.token !== secrets.token) options.onReplaced?.(before, former)
    return { ...connection, version: before.version + 1 }
  }

  /** Throws ConnectFault: `connection_other_site`. */
  return async (account: ConnectedAccount, most: number | null): Promise<Connection | 'limit'> => {
    const { licenseId, platform, host, accountId } = account
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await store.findAccount(licenseId, platform, host, accountId)
      if (before && isOfAnotherSite(before, account)) throw new ConnectFault('connection_other_site')
      const saved = before ? await replace(before, account) : await create(account, most)
      if (saved === 'limit') return saved
      if (saved !== undefined && saved !== 'exists') return announceEnd(saved)
    }
    throw new ApiError('unavailable')
  }
}
