// The made-up posts as a source: it fails and dawdles on demand, and calls nobody.

import type { Static } from 'typebox'
import { ApiError } from '../../errors.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { Type } from '../../parsing/type.ts'
import type { PlatformPost } from '../../post/post.ts'
import { source } from '../contract/platform.ts'
import { Refused } from '../contract/refusal.ts'
import { findFleetingPost, makeUpFleetingPosts } from './fleeting-posts.ts'
import { MADE_UP_POSTS } from './made-up-posts.ts'
import { makeUpProfile } from './made-up-profile.ts'
import { readHandle, type Wish } from './read-handle.ts'
import { scanError } from './scan-errors.ts'
import { sandboxBase, settleAddresses } from './site/addresses.ts'

export const SandboxSettings = Type.Object({
  BASE_URL: Type.String({ default: '', description: 'Where the service is reached; the sandbox loads from there.' }),
})
type SandboxSettings = Static<typeof SandboxSettings>

/** What an address of a post ends in besides what a scan can end in, as `@error.<code>/1`. */
const POST_CODES = ['post_not_found', 'unsupported_post_url'] as const

const WANTED: Readonly<Record<string, (post: PlatformPost) => boolean>> = {
  posts: () => true,
  media: ({ media }) => media.length > 0,
  videos: ({ media }) => media.some(({ type }) => type === 'video'),
  replies: ({ replyTo }) => replyTo !== null,
}

export const madeUp = source<SandboxSettings, readonly PlatformPost[]>({
  id: 'sandbox',
  provenance: 'sandbox',
  // So that a slow profile is slow, and a failing one fails, with each page.
  accountFreshSeconds: 0,

  async account({ handle, wait, now, settings }) {
    const wish = readHandle(handle)
    if (wish === undefined) throw new ApiError('handle_malformed')
    if (wish.is === 'error') throw scanError(wish.code)
    if (wish.is === 'slow') await wait(wish.milliseconds)
    const posts = postsOf(wish, now)
    const profile = settleAddresses(makeUpProfile(handle, posts.length), sandboxBase(settings.BASE_URL))
    return { id: handle, profile, keep: posts }
  },

  async posts({ variant, after, limit, account, settings }) {
    const { keep } = await account()
    const wanted = lookUp(WANTED, variant)
    const behind = keep.filter(wanted ?? (() => true)).filter(({ id }) => after === undefined || id < after)
    const posts = behind.slice(0, limit)
    const next = behind.length > posts.length ? posts.at(-1)?.id : undefined
    return { posts: settleAddresses(posts, sandboxBase(settings.BASE_URL)), next }
  },

  async post({ url, match: { handle = '', id = '' }, settings, now }) {
    const wish = readHandle(handle)
    if (wish?.is === 'error') throw scanError(wish.code)
    const failure = POST_CODES.find((code) => handle === `error.${code}`)
    if (failure) throw new ApiError(failure)
    const found = wish?.is === 'fleeting' ? findFleetingPost(id, now()) : undefined
    const made = found ?? (wish?.is === 'demo' ? MADE_UP_POSTS.find((each) => each.id === id) : undefined)
    if (made === undefined) throw new Refused('absent', { about: 'post' })
    const post = settleAddresses(made, sandboxBase(settings.BASE_URL))
    return { post, answer: answerWith(post, url) }
  },
})

const postsOf = ({ is }: Wish, now: () => number): readonly PlatformPost[] => {
  if (is === 'fleeting') return makeUpFleetingPosts(now())
  return is === 'empty' ? [] : MADE_UP_POSTS
}

const answerWith = (post: PlatformPost, url: URL) => ({
  status: 200,
  url: url.href,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: () => JSON.stringify(post),
  json: () => structuredClone(post),
})
