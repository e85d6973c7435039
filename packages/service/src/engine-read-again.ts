// Reads a post or a profile again, for the URLs that its images have now: in the way in which clients read them, and
// through a connected account whatever was read through it.

import { ApiError, isApiError } from './errors.ts'
import { lastingName } from './media/lasting-name.ts'
import type { Found } from './media/media-proxy.ts'
import type { MediaOwner } from './media/media-renewals.ts'
import type { Post } from './post/post.ts'
import { createLru } from './runtime/collections/create-lru.ts'
import { connectionThrough } from './scanning/access-through.ts'
import { knownHandle } from './scanning/known-handles.ts'
import { isHandleOf, lastingHandle } from './scanning/own-connection.ts'
import type { PageReader } from './scanning/read-page.ts'
import type { Store } from './storage/store.ts'
import type { Platform } from './upstream/contract/platform.ts'
import { type Access, type ConnectionReach, PUBLIC } from './upstream/contract/reach.ts'
import { piecesOf } from './upstream/parsing-jobs/serialized-posts.ts'
import type { Registry } from './upstream/registry.ts'
import type { ChosenPosts } from './validation/chosen/chosen-posts.ts'

export type ReadAgainOptions = {
  readonly findPlatform: Registry['find']
  readonly connections: Pick<Store['connections'], 'find'>
  readonly chosen: Pick<ChosenPosts, 'choose' | 'readNow'>
  readonly reader: Pick<PageReader, 'account' | 'read'>
  /** Whether what is read for the handle may say something about the URL. */
  readonly isOwnUrl: (platform: Platform, handle: string, url: string) => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type ReadPosts = { readonly posts: readonly Post[]; readonly until: number }

/** What every platform has. */
const VARIANT = 'posts'

/** Pages that were read a moment ago: often all of their images end at the same time. */
const MAX_PAGES = 16
const PAGE_MS = 60_000

const isSame = (one: string | null, other: string): boolean => one !== null && lastingName(one) === lastingName(other)

export const createReadAgain = (options: ReadAgainOptions) => {
  const { findPlatform, connections, chosen, reader, isOwnUrl, now } = options
  const pages = createLru<Promise<ReadPosts>>(MAX_PAGES)

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

  const readPosts = async (platform: Platform, handle: string, signal: AbortSignal): Promise<ReadPosts> => {
    const request = { platform, handle, variant: VARIANT, after: undefined, access: PUBLIC }
    const { posts, source } = await reader.read(request, signal)
    const time = now()
    const from = { kind: source.provenance, connection: null, retrievedAt: new Date(time).toISOString() }
    const json = piecesOf(posts, `"source":${JSON.stringify(from)}`)
    return { posts: JSON.parse(`[${Buffer.concat(json)}]`) as Post[], until: time + PAGE_MS }
  }

  /** Posts of the first page of an account. */
  const postsOf = async (platform: Platform, handle: string, signal: AbortSignal): Promise<readonly Post[]> => {
    const name = `${platform.id} ${handle}`
    const known = await pages.get(name)
    if (known && now() < known.until) return known.posts
    const reading = readPosts(platform, handle, signal)
    pages.set(name, reading)
    reading.catch(() => pages.delete(name))
    return (await reading).posts
  }

  /** In the first page of its account, which may say nothing about posts of others. */
  const findInPage = async (
    platform: Platform,
    { url, account }: MediaOwner,
    signal: AbortSignal,
  ): Promise<Post | undefined> => {
    const handle = account === null ? undefined : knownHandle(platform, account)
    if (handle === undefined || !isOwnUrl(platform, handle, url)) return undefined
    try {
      const posts = await postsOf(platform, handle, signal)
      return posts.find((post) => isSame(post.url, url))
    } catch (error) {
      // What is said about the account says nothing about the post.
      if (isApiError(error) && !error.retryable) return undefined
      throw error
    }
  }

  const readPost = async (platform: Platform, owner: MediaOwner, access: Access, signal: AbortSignal) => {
    const choice = chosen.choose(platform, owner.url)
    // Where the platform cannot be asked for a single post, its account's page may still have it.
    const inPage = choice.is === 'post' || owner.reach !== 'public' ? undefined : findInPage(platform, owner, signal)
    return { post: (await inPage) ?? (await chosen.readNow(choice, access, signal)) }
  }

  /** Throws ApiError. */
  return async (owner: MediaOwner, signal: AbortSignal): Promise<Found> => {
    const { platform: id, reach, is, url } = owner
    const platform = findPlatform(id)
    if (platform === undefined) throw new ApiError('platform_unknown')
    const own = reach === 'public' ? undefined : await through(platform, reach)
    const access = own?.access ?? PUBLIC
    if (is === 'post') return readPost(platform, owner, access, signal)
    const handle = knownHandle(platform, url)
    if (own === undefined) return readProfile(platform, handle, access, signal)
    // A connection reads its own account, and no other one whose avatar was in its posts.
    const isOwn = handle !== undefined && isHandleOf(platform, own.connection, handle)
    return readProfile(platform, isOwn ? lastingHandle(platform, own.connection) : undefined, access, signal)
  }
}
