// Reads the fictional profile and its posts. Fails and delays on request; sends no network request.

import { ApiError } from '../../errors.ts'
import { lookUp } from '../../parsing/look-up.ts'
import type { PlatformPost, ProfileKind } from '../../post/post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byOffset } from '../../upstream/paging/batches.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { findFleetingPost, makeFleetingPosts } from './fleeting-posts.ts'
import { kindOf } from './kinds.ts'
import { type Item, itemsOf, makeKindProfile } from './made-up-kinds.ts'
import { MADE_UP_POSTS } from './made-up-posts.ts'
import { makeProfile } from './made-up-profile.ts'
import { type Behavior, readHandle } from './read-handle.ts'
import { scanError } from './scan-errors.ts'
import type { SandboxSettings } from './settings.ts'
import { sandboxBase, withBaseUrl } from './site/urls.ts'

type Keep = readonly Item[]

/** Errors of `@error.<code>/1` that only a request for a post can have. */
const POST_CODES = ['post_not_found', 'unsupported_post_url'] as const

const WANTED: Readonly<Record<string, (post: PlatformPost) => boolean>> = {
  posts: () => true,
  media: ({ media }) => media.length > 0,
  videos: ({ media }) => media.some(({ type }) => type === 'video'),
  replies: ({ replyTo }) => replyTo !== null,
}

export const readAccount = async ({
  handle,
  wait,
  now,
  settings,
}: AccountRequest<SandboxSettings>): Promise<Account<Keep>> => {
  const behavior = readHandle(handle)
  if (behavior === undefined) throw new ApiError('handle_malformed')
  if (behavior.is === 'error') throw scanError(behavior.code)
  if (behavior.is === 'slow') await wait(behavior.milliseconds)
  const base = sandboxBase(settings.BASE_URL)
  if (behavior.is === 'kind')
    return { id: handle, profile: withBaseUrl(makeKindProfile(handle, behavior), base), keep: itemsOf(behavior) }
  const posts = postsOf(behavior, now)
  return { id: handle, profile: withBaseUrl(makeProfile(handle, posts.length), base), keep: posts }
}

export const readPosts = async (request: PostsRequest<SandboxSettings, Keep>): Promise<Posts> => {
  const { handle, variant, after, limit, settings } = request
  const { keep } = await request.account()
  const wanted = lookUp(WANTED, variant) ?? (() => true)
  if (UNSORTED.has(kindOf(handle))) return readItems(request, keep)
  const behind = keep.flatMap((item) =>
    item !== null && wanted(item) && (after === undefined || item.id < after) ? [item] : [],
  )
  const posts = behind.slice(0, limit)
  const next = behind.length > posts.length ? posts.at(-1)?.id : undefined
  return { posts: withBaseUrl(posts, sandboxBase(settings.BASE_URL)), next }
}

/** Kinds whose posts are not sorted by time. */
const UNSORTED: ReadonlySet<ProfileKind> = new Set<ProfileKind>(['collection', 'feed'])

/** Counts items, as platforms do whose lists are in the owner's order, or ranked. */
const readItems = async (
  { after, limit, settings }: PostsRequest<SandboxSettings, Keep>,
  items: readonly Item[],
): Promise<Posts> =>
  walkUnsorted<{ readonly item: Item; readonly at: number }>({
    after,
    limit,
    read: byOffset(async (at) => items.slice(at, at + limit).map((item, n) => ({ item, at: at + n })), limit),
    keyOf: ({ item, at }) => item?.id ?? `gone ${at}`,
    map: ({ item }) => item && withBaseUrl(item, sandboxBase(settings.BASE_URL)),
  })

export const readPost = async ({
  url,
  match: { handle = '', id = '' },
  settings,
  now,
}: PostRequest<SandboxSettings>): Promise<PostResponse> => {
  const behavior = readHandle(handle)
  if (behavior?.is === 'error') throw scanError(behavior.code)
  const failure = POST_CODES.find((code) => handle === `error.${code}`)
  if (failure) throw new ApiError(failure)
  const found = behavior?.is === 'fleeting' ? findFleetingPost(id, now()) : undefined
  const made = found ?? (behavior?.is === 'demo' ? MADE_UP_POSTS.find((each) => each.id === id) : undefined)
  if (made === undefined) throw new Refused('absent', { about: 'post' })
  const post = withBaseUrl(made, sandboxBase(settings.BASE_URL))
  return { post, answer: respondWith(post, url) }
}

const postsOf = ({ is }: Behavior, now: () => number): readonly PlatformPost[] => {
  if (is === 'fleeting') return makeFleetingPosts(now())
  return is === 'empty' ? [] : MADE_UP_POSTS
}

const respondWith = (post: PlatformPost, url: URL) => ({
  status: 200,
  url: url.href,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: () => JSON.stringify(post),
  json: () => structuredClone(post),
})
