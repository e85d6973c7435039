// Validates a scan request: platform, canonical handle, variant and position.

import type { OwnAccount } from '../connect/connection.ts'
import { ApiError } from '../errors.ts'
import { pastedHandle } from '../parsing/pasted.ts'
import type { ImagesOf } from '../post/served-media.ts'
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
import { chooseOwn, isHandleOf, lastingHandle, type OwnConnections } from './own-connection.ts'
import { variantShown } from './variant-shown.ts'

export type ScanRequest = {
  readonly platform: string
  readonly handle: string
  readonly variant?: string
  readonly cursor?: string
  /** The id of a connected account. */
  readonly connection?: string
}

/** What a scan reads through: nothing of a license's own, what was found for the connection that it names, or, if it
 * names none, what the license has. */
export type Through = 'public' | ThroughConnection | OwnConnections

export type Scan = {
  readonly platform: Platform
  /** Canonical. */
  readonly handle: string
  readonly variant: string
  /** The position; undefined for the first page. */
  readonly after: string | undefined
  /** Whom its pages belong to. */
  readonly access: Access
  /** The connection that it reads through. */
  readonly connection?: Pick<OwnAccount, 'state' | 'until'>
  /** Whether it can be read without that connection, which the request did not name. */
  readonly isPublicToo?: true
  /** A cursor that was not issued for this handle: it may belong to another spelling of the same profile. */
  readonly sealed?: string
  readonly images?: ImagesOf
}

/** What stands for the connection's own account. */
const OWN_ACCOUNT = 'me'

/** Throws `platform_unknown`, `platform_not_in_plan`, `connection_unknown`, `connection_ended`, `variant_unknown`,
 * `connection_required`, `handle_malformed`, `profile_unsupported`, `invalid_cursor`. */
export const parseScan = (
  { platform: id, handle: written, variant: wanted, cursor }: ScanRequest,
  scanner: Scanner,
  registry: Registry,
  cursors: Cursors,
  identities: Pick<Identities, 'peek'>,
  through: Through,
): Scan => {
  const platform = requirePlatform(id, scanner, registry)
  const named = through !== 'public' && 'found' in through ? connectionThrough(through, platform) : undefined
  if (wanted !== undefined && !isOffered(platform, wanted))
    throw variantUnknown(platform.name, platform.variants, wanted)
  const asked =
    named && written === OWN_ACCOUNT ? lastingHandle(platform, named.connection) : knownHandle(platform, written)
  if (asked === undefined) throw noHandle(platform, written, registry.platforms)
  if (named && !isHandleOf(platform, named.connection, asked)) throw notOwnAccount(named.connection)
  const handle = named ? lastingHandle(platform, named.connection) : asked
  const kind = kindFor(platform, handle)
  const { id: kindId, variants, meaning } = kind
  const variant = wanted ?? variantShown(platform, written === handle ? handle : pastedHandle(written), handle, kind)
  if (!Object.hasOwn(variants, variant)) {
    const what = kindId === 'account' ? platform.name : `For ${meaning}, ${platform.name}`
    throw variantUnknown(what, variants, variant)
  }
  const publicly: Scan = { platform, handle, variant, after: undefined, access: PUBLIC }
  const scans = named
    ? [{ ...publicly, ...named }]
    : through === 'public' || 'found' in through
      ? [publicly]
      : throughOwn(publicly, through, registry)
  const [scan = publicly] = scans
  if (cursor === undefined) return scan
  // Who began without the connection goes on without it.
  for (const each of scans) {
    const after = openCursor(each, cursor, cursors, identities)
    if (after !== undefined) return { ...withoutPublic(each), after }
  }
  // Without account ids, no other spelling can have issued the cursor.
  if (!platform.hasAccountIds) throw new ApiError('invalid_cursor')
  return { ...scan, sealed: cursor }
}

/** The ways of a scan that names no connection, the preferred one first. */
const throughOwn = (publicly: Scan, through: OwnConnections, registry: Registry): readonly [Scan, ...Scan[]] => {
  const { platform, handle, variant } = publicly
  const { account, isPublic } = chooseOwn(through, platform, handle, variant, registry)
  if (account === undefined) return [publicly]
  const { access, connection } = connectionThrough({ user: through.user, found: account }, platform)
  const own: Scan = { ...publicly, handle: lastingHandle(platform, account), access, connection }
  return isPublic ? [{ ...own, isPublicToo: true }, publicly] : [own]
}

/** The same without the license's connection. */
export const withoutConnection = ({ connection: _, isPublicToo: __, ...scan }: Scan): Scan => ({
  ...scan,
  access: PUBLIC,
})

/** A later page can only be read the way in which the first one was. */
const withoutPublic = ({ isPublicToo: _, ...scan }: Scan): Scan => scan

const openCursor = (
  { platform: { id }, handle, variant, access: { reach } }: Scan,
  cursor: string,
  cursors: Cursors,
  identities: Pick<Identities, 'peek'>,
): string | undefined => {
  for (const name of [handle, identities.peek({ platform: id, handle, reach })]) {
    const after = name === undefined ? undefined : cursors.open({ platform: id, handle: name, variant, reach }, cursor)
    if (after !== undefined) return after
  }
  return undefined
}

/** Whether any kind of the platform has the variant. */
const isOffered = (platform: Platform, variant: string): boolean =>
  [platform, ...kindsOf(platform).values()].some(({ variants }) => Object.hasOwn(variants, variant))

const variantUnknown = (what: string, variants: Platform['variants'], variant: string): ApiError => {
  const offered = Object.keys(variants).join(', ')
  return new ApiError('variant_unknown', { message: `${what} offers ${offered}, not “${variant}”.` })
}

const notOwnAccount = ({ handle }: OwnAccount): ApiError =>
  new ApiError('handle_malformed', {
    message: `This connection reads only ${handle}. Pass that handle or “${OWN_ACCOUNT}”.`,
  })
