// Reads the made-up profile and its posts: it fails and dawdles on demand, and calls nobody.

import { ApiError } from '../../errors.ts'
import { lookUp } from '../../parsing/look-up.ts'
import type { PlatformPost } from '../../post/post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { findFleetingPost, makeUpFleetingPosts } from './fleeting-posts.ts'
import { MADE_UP_POSTS } from './made-up-posts.ts'
import { makeUpProfile } from './made-up-profile.ts'
import { readHandle, type Wish } from './read-handle.ts'
import { scanError } from './scan-errors.ts'
import type { SandboxSettings } from './settings.ts'
import { sandboxBase, settleAddresses } from './site/addresses.ts'

type Keep = readonly PlatformPost[]

/** What an address of a post ends in besides what a scan can end in, as `@error.<code>/1`. */
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
  const wish = readHandle(handle)
  if (wish === undefined) throw new ApiError('handle_malformed')
  if (wish.is === 'error') throw scanError(wish.code)
  if (wish.is === 'slow') await wait(wish.milliseconds)
  const posts = postsOf(wish, now)
  const profile = settleAddresses(makeUpProfile(handle, posts.length), sandboxBase(settings.BASE_URL))
  return { id: handle, profile, keep: posts }
}

export const readPosts = async ({
  variant,
  after,
  limit,
  account,
  settings,
}: PostsRequest<SandboxSettings, Keep>): Promise<Posts> => {
  const { keep } = await account()
  const wanted = lookUp(WANTED, variant)
  const behind = keep.filter(wanted ?? (() => true)).filter(({ id }) => after === undefined || id < after)
  const posts = behind.slice(0, limit)
  const next = behind.length > posts.length ? posts.at(-1)?.id : undefined
  return { posts: settleAddresses(posts, sandboxBase(settings.BASE_URL)), next }
}

export const readPost = async ({
  url,
  match: { handle = '', id = '' },
  settings,
  now,
}: PostRequest<SandboxSettings>): Promise<PostResponse> => {
  const wish = readHandle(handle)
  if (wish?.is === 'error') throw scanError(wish.code)
  const failure = POST_CODES.find((code) => handle === `error.${code}`)
  if (failure) throw new ApiError(failure)
  const found = wish?.is === 'fleeting' ? findFleetingPost(id, now()) : undefined
  const made = found ?? (wish?.is === 'demo' ? MADE_UP_POSTS.find((each) => each.id === id) : undefined)
  if (made === undefined) throw new Refused('absent', { about: 'post' })
  const post = settleAddresses(made, sandboxBase(settings.BASE_URL))
  return { post, answer: respondWith(post, url) }
}

const postsOf = ({ is }: Wish, now: () => number): readonly PlatformPost[] => {
  if (is === 'fleeting') return makeUpFleetingPosts(now())
  return is === 'empty' ? [] : MADE_UP_POSTS
}

const respondWith = (post: PlatformPost, url: URL) => ({
  status: 200,
  url: url.href,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: () => JSON.stringify(post),
  json: () => structuredClone(post),
})
