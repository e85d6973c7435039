// The credentials of connected accounts: taken for one call, from the license's own connection, if the license may
// still use it. The operator's credentials never sign in their place.

import {
  type Connection,
  type ConnectionReason,
  type ConnectionUser,
  connectionEnded,
  mayUse,
  requireConnection,
} from '../../connect/connection.ts'
import type { ApiError } from '../../errors.ts'
import type { Fields } from '../contract/call.ts'
import type { CredentialKind } from '../contract/credential.ts'
import type { ConnectedAccess } from '../contract/reach.ts'
import type { Meaning, Refused } from '../contract/refusal.ts'
import type { Credential } from './pool.ts'

/** What a response showed of a connection. */
export type ConnectionReport =
  | { readonly is: 'working' }
  | { readonly is: 'limited'; readonly until: number }
  /** `token`: the one that was refused. It may have been replaced while the response was on its way. */
  | { readonly is: 'ended'; readonly reason: ConnectionReason; readonly token?: string | undefined }

/** How a response refused the token. */
type Refusal = Pick<Refused, 'meaning' | 'ends'>

export type ConnectedCredentials = {
  /** The credential of a connection on this platform. Throws `connection_unknown`, `connection_ended`. */
  take(access: ConnectedAccess, platform: string, kind: CredentialKind<unknown>): Promise<Credential>
  /** After the platform refused the token: the credential with another one; undefined if there is none. Throws as
   * `take` does. */
  replace(
    access: ConnectedAccess,
    platform: string,
    kind: CredentialKind<unknown>,
    refused: Fields,
    refusal: Refusal,
  ): Promise<Credential | undefined>
  /** Records in the background what a response showed. */
  report(access: ConnectedAccess, report: ConnectionReport): void
  /** The same after the platform refused the token, as the error for the client. */
  refuse(access: ConnectedAccess, refusal: Refusal, refused: Fields): ApiError
}

export type ConnectedCredentialsOptions = {
  readonly find: (id: string, licenseId: string) => Promise<Connection | undefined>
  /** undefined if the token was sealed for another record. */
  readonly open: (connection: Connection) => Promise<Fields | undefined>
  readonly report: (access: ConnectedAccess, report: ConnectionReport) => void
  /** The connection with a token that works for the next call. Throws ApiError (`platform_*`). */
  readonly fresh?: (connection: Connection) => Promise<Connection>
  /** After the platform refused its token: the connection with another one, or ended; undefined if it cannot be
   * renewed. Throws ApiError (`platform_*`). */
  readonly replace?: (refused: Connection, reason: ConnectionReason) => Promise<Connection | undefined>
  /** Replaceable for tests only: that the scan was parsed for this user is checked elsewhere. */
  readonly mayUse?: typeof mayUse
}

const REASONS: Readonly<Partial<Record<Meaning, ConnectionReason>>> = { credential_lacks_scope: 'scope_missing' }

const reasonOf = ({ meaning, ends }: Refusal): ConnectionReason =>
  (ends === 'nothing' ? undefined : ends) ?? REASONS[meaning] ?? 'expired'

export const createConnectedCredentials = (options: ConnectedCredentialsOptions): ConnectedCredentials => {
  const { find, open, report } = options
  const isAllowed = options.mayUse ?? mayUse

  /** Throws `connection_unknown`, `connection_ended`. */
  const requireUsable = (connection: Connection | undefined, user: ConnectionUser): Connection => {
    if (connection !== undefined && isAllowed(connection, user)) return connection
    throw connectionEnded(requireConnection(connection, user))
  }

  const toCredential = async (
    connection: Connection,
    access: ConnectedAccess,
    platform: string,
    kind: CredentialKind<unknown>,
  ): Promise<Credential> => {
    const { id, host, handle, accountId } = connection
    // Only reachable with a wrong record: what was read for one platform is never sent to another.
    if (connection.platform !== platform) throw connectionEnded({ reason: 'expired' })
    const secrets = await open(connection)
    if (secrets === undefined) {
      report(access, { is: 'ended', reason: 'expired' })
      throw connectionEnded({ reason: 'expired' })
    }
    const { server } = secrets
    const where = { ...(host !== null && { host }), ...(server !== undefined && { through: server }) }
    const given = { secrets, account: handle, own: accountId, ...where }
    return { id, platform, kind, given }
  }

  return {
    async take(access, platform, kind) {
      const connection = requireUsable(await find(access.reach, access.licenseId), access)
      // It may have ended while it was renewed.
      const fresh = options.fresh ? requireUsable(await options.fresh(connection), access) : connection
      return toCredential(fresh, access, platform, kind)
    },
    async replace(access, platform, kind, refused, refusal) {
      const connection = requireUsable(await find(access.reach, access.licenseId), access)
      const isOther = ({ given }: Credential) => given.secrets.token !== refused.token
      const known = await toCredential(connection, access, platform, kind)
      // Another call has replaced it meanwhile.
      if (isOther(known)) return known
      const replaced = await options.replace?.(connection, reasonOf(refusal))
      if (replaced === undefined) return undefined
      const next = await toCredential(requireUsable(replaced, access), access, platform, kind)
      return isOther(next) ? next : undefined
    },
    report,
    refuse(access, refusal, { token }) {
      const reason = reasonOf(refusal)
      report(access, { is: 'ended', reason, token })
      return connectionEnded({ reason })
    },
  }
}
