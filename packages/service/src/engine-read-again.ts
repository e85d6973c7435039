// Reads a post or a profile again, for the URLs that its images have now: in the way in which clients read them, and
// through a connected account whatever was read through it.

import { ApiError } from './errors.ts'
import type { Found } from './media/media-proxy.ts'
import type { MediaOwner } from './media/media-renewals.ts'
import { connectionThrough } from './scanning/access-through.ts'
import { knownHandle } from './scanning/known-handles.ts'
import { isHandleOf, lastingHandle } from './scanning/own-connection.ts'
import type { PageReader } from './scanning/read-page.ts'
import type { Store } from './storage/store.ts'
import type { Platform } from './upstream/contract/platform.ts'
import { type Access, type ConnectionReach, PUBLIC } from './upstream/contract/reach.ts'
import type { Registry } from './upstream/registry.ts'
import type { ChosenPosts } from './validation/chosen/chosen-posts.ts'

export type ReadAgainOptions = {
  readonly findPlatform: Registry['find']
  readonly connections: Pick<Store['connections'], 'find'>
  readonly chosen: Pick<ChosenPosts, 'choose' | 'readNow'>
  readonly reader: Pick<PageReader, 'account'>
}

/** What every platform has. */
const VARIANT = 'posts'

export const createReadAgain = ({ findPlatform, connections, chosen, reader }: ReadAgainOptions) => {
  /** Throws `connection_unknown`, `connection_ended`. */
  const through = async (platform: Platform, reach: ConnectionReach) => {
    const found = await connections.find(reach)
    const user = { licenseId: found?.licenseId ?? '', site: found?.site ?? undefined }
    return connectionThrough({ user, found }, platform)
  }

  const readProfile = async (platform: Platform, handle: string | undefined, access: Access, signal: AbortSignal) => {
    if (handle === undefined) throw new ApiError('handle_malformed')
    const { profile } = await reader.account({ platform, handle, variant: VARIANT, after: undefined, access }, signal)
    return { profile }
  }

  /** Throws ApiError. */
  return async ({ platform: id, reach, is, url }: MediaOwner, signal: AbortSignal): Promise<Found> => {
    const platform = findPlatform(id)
    if (platform === undefined) throw new ApiError('platform_unknown')
    const own = reach === 'public' ? undefined : await through(platform, reach)
    const access = own?.access ?? PUBLIC
    if (is === 'post') return { post: await chosen.readNow(chosen.choose(platform, url), access, signal) }
    const handle = knownHandle(platform, url)
    if (own === undefined) return readProfile(platform, handle, access, signal)
    // A connection reads its own account, and no other one whose avatar was in its posts.
    const isOwn = handle !== undefined && isHandleOf(platform, own.connection, handle)
    return readProfile(platform, isOwn ? lastingHandle(platform, own.connection) : undefined, access, signal)
  }
}
