// What a scan reads through that names no connection: the license's own connection of the account where there is one,
// else the public way.

import { type ConnectionUser, type OwnAccount, useOf } from '../connect/connection.ts'
import { ApiError } from '../errors.ts'
import { readsConnected } from '../upstream/contract/connects.ts'
import { kindFor } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import type { Source } from '../upstream/contract/source.ts'
import type { Registry } from '../upstream/registry.ts'

/** What the license has of the account, those of its other sites included. */
export type OwnConnections = {
  readonly user: ConnectionUser
  readonly own: readonly OwnAccount[]
  /** Whether people can connect accounts of the platform. */
  readonly isConnectable: boolean
}

export type Chosen = {
  /** undefined: the public way. */
  readonly account: OwnAccount | undefined
  /** Whether there is a public way, too. */
  readonly isPublic: boolean
}

type Named = Pick<OwnAccount, 'handle' | 'accountId'>

/** The name of the account may belong to another account by now, its id may not. */
export const lastingHandle = (platform: Pick<Platform, 'handleOfId'>, { handle, accountId }: Named): string =>
  platform.handleOfId?.(accountId) ?? handle

/** The id in a handle that lasts, by which connections are found, too; undefined for any other handle. */
export const idInHandle = ({ handleOfId }: Pick<Platform, 'handleOfId'>, handle: string): string | undefined => {
  const id = handle.slice(handleOfId?.('').length)
  return id !== '' && handleOfId?.(id) === handle ? id : undefined
}

/** Whether the handle is that of the connected account: in its canonical form, or by the account's id. */
export const isHandleOf = (
  platform: Pick<Platform, 'canonicalize' | 'hasAccountIds' | 'handleOfId'>,
  account: Named,
  wanted: string,
): boolean => {
  if (wanted === account.handle || wanted === lastingHandle(platform, account)) return true
  // Where ids have a form of their own, a bare one may be another account's name.
  if (platform.handleOfId !== undefined || platform.hasAccountIds !== true) return false
  return wanted === platform.canonicalize(account.accountId)
}

/** `handle`: canonical. Throws `connection_required` where only connected accounts can be read and the license has none. */
export const chooseOwn = (
  { user, own, isConnectable }: OwnConnections,
  platform: Platform,
  handle: string,
  variant: string,
  registry: Pick<Registry, 'isUsable'>,
): Chosen => {
  const serves = ({ variants }: Source): boolean => variants === undefined || variants.includes(variant)
  const serving = kindFor(platform, handle).sources.filter(serves)
  const isPublic = serving.some((source) => registry.isUsable(platform, source))
  if (!serving.some((source) => readsConnected(platform, source))) return { account: undefined, isPublic }
  let ended: OwnAccount | undefined
  for (const account of own) {
    if (account.platform !== platform.id || !isHandleOf(platform, account, handle)) continue
    const use = useOf(account, user)
    if (use === 'all') return { account, isPublic }
    if (use !== 'unknown') ended ??= account
  }
  if (isPublic || (ended === undefined && !isConnectable)) return { account: undefined, isPublic }
  if (ended === undefined) throw new ApiError('connection_required')
  return { account: ended, isPublic }
}
