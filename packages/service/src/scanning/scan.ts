// Validates a scan request: platform, canonical handle, variant and position.

import type { Connection } from '../connect/connection.ts'
import { ApiError } from '../errors.ts'
import { pastedHandle } from '../parsing/pasted.ts'
import { kindFor, kindsOf } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { type Access, PUBLIC } from '../upstream/contract/reach.ts'
import type { Registry } from '../upstream/registry.ts'
import { connectionThrough, type ThroughConnection } from './access-through.ts'
import type { Cursors } from './cursor.ts'
import type { Identities } from './identities.ts'
import { knownHandle } from './known-handles.ts'
import { requirePlatform, type Scanner } from './may-scan.ts'
import { noHandle } from './no-handle.ts'
import { variantShown } from './variant-shown.ts'

export type ScanRequest = {
  readonly platform: string
  readonly handle: string
  readonly variant?: string
  readonly cursor?: string
  /** The id of a connected account. */
  readonly connection?: string
}

/** What a scan reads through: nothing of a license's own, or what was found for the connection that it names. */
export type Through = 'public' | ThroughConnection

export type Scan = {
  readonly platform: Platform
  /** Canonical. */
  readonly handle: string
  readonly variant: string
  /** The position; undefined for the first page. */
  readonly after: string | undefined
  /** Whom its pages belong to. */
  readonly access: Access
  /** The connection that the scan names. */
  readonly connection?: Pick<Connection, 'state'>
  /** A cursor that was not issued for this handle: it may belong to another spelling of the same profile. */
  readonly sealed?: string
}

/** What stands for the connection's own account. */
const OWN_ACCOUNT = 'me'

/** Throws `platform_unknown`, `platform_not_in_plan`, `connection_unknown`, `connection_ended`, `variant_unknown`,
 * `handle_malformed`, `profile_unsupported`, `invalid_cursor`. */
export const parseScan = (
  { platform: id, handle: written, variant: wanted, cursor }: ScanRequest,
  scanner: Scanner,
  registry: Registry,
  cursors: Cursors,
  identities: Pick<Identities, 'peek'>,
  through: Through,
): Scan => {
  const platform = requirePlatform(id, scanner, registry)
  const { connection, access }: { readonly connection?: Connection; readonly access: Access } =
    through === 'public' ? { access: PUBLIC } : connectionThrough(through, platform)
  if (wanted !== undefined && !isOffered(platform, wanted))
    throw variantUnknown(platform.name, platform.variants, wanted)
  const handle = connection ? ownHandle(platform, connection, written) : knownHandle(platform, written)
  if (handle === undefined) throw noHandle(platform, written, registry.platforms)
  const kind = kindFor(platform, handle)
  const { id: kindId, variants, meaning } = kind
  const variant = wanted ?? variantShown(platform, written === handle ? handle : pastedHandle(written), handle, kind)
  if (!Object.hasOwn(variants, variant)) {
    const what = kindId === 'account' ? platform.name : `For ${meaning}, ${platform.name}`
    throw variantUnknown(what, variants, variant)
  }
  const scan = { platform, handle, variant, after: undefined, access, ...(connection && { connection }) }
  if (cursor === undefined) return scan
  const { reach } = access
  const names = [handle, identities.peek({ platform: id, handle, reach })]
  for (const name of names) {
    const after = name === undefined ? undefined : cursors.open({ platform: id, handle: name, variant, reach }, cursor)
    if (after !== undefined) return { ...scan, after }
  }
  // Without account ids, no other spelling can have issued the cursor.
  if (!platform.hasAccountIds) throw new ApiError('invalid_cursor')
  return { ...scan, sealed: cursor }
}

/** The handle that lasts, whichever form was written, its id included: the account's name may belong to another account
 * by now. Throws `handle_malformed` for any other account. */
const ownHandle = (platform: Platform, connection: Connection, written: string): string | undefined => {
  const { accountId, handle } = connection
  const ofId = platform.handleOfId?.(accountId)
  const lasting = ofId ?? handle
  if (written === OWN_ACCOUNT) return lasting
  const named = knownHandle(platform, written)
  // Where an id has no form of its own, it is a handle as it is.
  if (named !== undefined && named !== handle && named !== (ofId ?? accountId)) throw notOwnAccount(connection)
  return named && lasting
}

/** Whether any kind of the platform has the variant. */
const isOffered = (platform: Platform, variant: string): boolean =>
  [platform, ...kindsOf(platform).values()].some(({ variants }) => Object.hasOwn(variants, variant))

const variantUnknown = (what: string, variants: Platform['variants'], variant: string): ApiError => {
  const offered = Object.keys(variants).join(', ')
  return new ApiError('variant_unknown', { message: `${what} offers ${offered}, not “${variant}”.` })
}

const notOwnAccount = ({ handle }: Connection): ApiError =>
  new ApiError('handle_malformed', {
    message: `This connection reads only ${handle}. Pass that handle or “${OWN_ACCOUNT}”.`,
  })
