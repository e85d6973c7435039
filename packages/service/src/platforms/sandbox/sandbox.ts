// A platform that is made up, for building and testing a client without any other. It answers the same at any time, fails
// and dawdles on demand, and calls nobody.

import { Type } from 'typebox'
import { ApiError } from '../../errors.ts'
import type { PlatformPost } from '../../post/post.ts'
import { type PlatformPage, platform } from '../platform.ts'
import { POSTS } from './addresses.ts'
import { MADE_UP_POSTS } from './made-up-posts.ts'
import { makeUpProfile } from './made-up-profile.ts'
import { canonicalizeHandle, readHandle } from './read-handle.ts'
import { scanError } from './scan-errors.ts'

const WANTED: Readonly<Record<string, (post: PlatformPost) => boolean>> = {
  posts: () => true,
  media: ({ media }) => media.length > 0,
  videos: ({ media }) => media.some(({ type }) => type === 'video'),
  replies: ({ replyTo }) => replyTo !== null,
}

export const sandbox = platform({
  id: 'sandbox',
  name: 'Sandbox',
  provenance: 'sandbox',
  handles: [
    'demo',
    'empty',
    'error.profile_not_found',
    'slow.2000',
    '@demo',
    '@demo@sandbox.example',
    'https://sandbox.example/@demo',
  ],
  variants: {
    posts: 'all 95 made-up posts',
    media: 'those with pictures, films or recordings',
    videos: 'those with films',
    replies: 'those that answer another post',
  },
  settings: Type.Object({}),
  canonicalize: canonicalizeHandle,

  async page({ handle, variant, after, limit, wait }): Promise<PlatformPage> {
    const wish = readHandle(handle)
    if (wish === undefined) throw new ApiError('handle_malformed')
    if (wish.is === 'error') throw scanError(wish.code)
    if (wish.is === 'slow') await wait(wish.milliseconds)
    const all = wish.is === 'empty' ? [] : MADE_UP_POSTS
    const behind = all.filter(WANTED[variant] ?? (() => true)).filter(({ id }) => after === undefined || id < after)
    const posts = behind.slice(0, limit)
    const next = behind.length > posts.length ? posts.at(-1)?.id : undefined
    return { profile: makeUpProfile(handle, all.length), posts, next }
  },

  posts: POSTS,

  async post({ url, match: { handle = '', id } }) {
    const wish = readHandle(handle)
    if (wish?.is === 'error') throw scanError(wish.code)
    const post = wish?.is === 'demo' ? MADE_UP_POSTS.find((each) => each.id === id) : undefined
    if (post === undefined) throw new ApiError('post_not_found')
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
