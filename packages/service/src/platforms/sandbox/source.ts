// The made-up posts as a source: it fails and dawdles on demand, and calls nobody.

import { ApiError } from '../../errors.ts'
import type { PlatformPost } from '../../post/post.ts'
import { source } from '../contract/platform.ts'
import { Refused } from '../contract/refusal.ts'
import { MADE_UP_POSTS } from './made-up-posts.ts'
import { makeUpProfile } from './made-up-profile.ts'
import { readHandle } from './read-handle.ts'
import { scanError } from './scan-errors.ts'

const WANTED: Readonly<Record<string, (post: PlatformPost) => boolean>> = {
  posts: () => true,
  media: ({ media }) => media.length > 0,
  videos: ({ media }) => media.some(({ type }) => type === 'video'),
  replies: ({ replyTo }) => replyTo !== null,
}

export const madeUp = source<unknown, readonly PlatformPost[]>({
  id: 'sandbox',
  provenance: 'sandbox',
  // So that a slow profile is slow, and a failing one fails, with each page.
  accountFreshSeconds: 0,

  async account({ handle, wait }) {
    const wish = readHandle(handle)
    if (wish === undefined) throw new ApiError('handle_malformed')
    if (wish.is === 'error') throw scanError(wish.code)
    if (wish.is === 'slow') await wait(wish.milliseconds)
    const posts = wish.is === 'empty' ? [] : MADE_UP_POSTS
    return { id: handle, profile: makeUpProfile(handle, posts.length), keep: posts }
  },

  async posts({ variant, after, limit, account }) {
    const { keep } = await account()
    const wanted = Object.hasOwn(WANTED, variant) ? WANTED[variant] : undefined
    const behind = keep.filter(wanted ?? (() => true)).filter(({ id }) => after === undefined || id < after)
    const posts = behind.slice(0, limit)
    return { posts, next: behind.length > posts.length ? posts.at(-1)?.id : undefined }
  },

  async post({ url, match: { handle = '', id } }) {
    const wish = readHandle(handle)
    if (wish?.is === 'error') throw scanError(wish.code)
    const post = wish?.is === 'demo' ? MADE_UP_POSTS.find((each) => each.id === id) : undefined
    if (post === undefined) throw new Refused('absent', { about: 'post' })
    return { post, answer: answerWith(post, url) }
  },
})

const answerWith = (post: PlatformPost, url: URL) => ({
  status: 200,
  url: url.href,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: () => JSON.stringify(post),
  json: () => structuredClone(post),
})
