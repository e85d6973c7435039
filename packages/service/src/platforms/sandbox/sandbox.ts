// A platform that is made up, for building and testing a client without any other. It answers the same at any time, fails
// and dawdles on demand, and calls nobody.

import { Type } from 'typebox'
import { ApiError } from '../../errors.ts'
import type { PlatformPost } from '../../post/post.ts'
import { type PlatformPage, platform } from '../platform.ts'
import { findFleetingPost, makeUpFleetingPosts } from './fleeting-posts.ts'
import { MADE_UP_POSTS } from './made-up-posts.ts'
import { makeUpProfile } from './made-up-profile.ts'
import { canonicalizeHandle, readHandle, type Wish } from './read-handle.ts'
import { scanError } from './scan-errors.ts'
import { sandboxBase, settleAddresses } from './site/addresses.ts'
import { oembedAddress } from './site/pages.ts'

/** What an address of a post ends in besides what a scan can end in, as `@error.<code>/1`. */
const POST_CODES = ['post_not_found', 'unsupported_post_url'] as const

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
    'fleeting',
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
  settings: Type.Object({
    BASE_URL: Type.String({ default: '', description: 'Where the service is reached; the sandbox loads from there.' }),
  }),
  canonicalize: canonicalizeHandle,

  async page({ handle, variant, after, limit, wait, settings, now }): Promise<PlatformPage> {
    const wish = readHandle(handle)
    if (wish === undefined) throw new ApiError('handle_malformed')
    if (wish.is === 'error') throw scanError(wish.code)
    if (wish.is === 'slow') await wait(wish.milliseconds)
    const all = postsOf(wish, now)
    const behind = all.filter(WANTED[variant] ?? (() => true)).filter(({ id }) => after === undefined || id < after)
    const posts = behind.slice(0, limit)
    const next = behind.length > posts.length ? posts.at(-1)?.id : undefined
    const base = sandboxBase(settings.BASE_URL)
    return settleAddresses({ profile: makeUpProfile(handle, all.length), posts, next }, base)
  },

  postUrls: [/^https?:\/\/sandbox\.example\/@(?<handle>[a-z0-9._]{1,64})\/(?<id>\d{1,10})\/?(?:[?#].*)?$/],

  async post({ url, match: { handle = '', id = '' }, settings, now }) {
    const wish = readHandle(handle)
    if (wish?.is === 'error') throw scanError(wish.code)
    const failure = POST_CODES.find((code) => handle === `error.${code}`)
    if (failure) throw new ApiError(failure)
    const found = wish?.is === 'fleeting' ? findFleetingPost(id, now()) : undefined
    const made = found ?? (wish?.is === 'demo' ? MADE_UP_POSTS.find((each) => each.id === id) : undefined)
    if (made === undefined) throw new ApiError('post_not_found')
    const post = settleAddresses(made, sandboxBase(settings.BASE_URL))
    return { post, answer: answerWith(post, url) }
  },

  oembed: ({ href }) => new URL(oembedAddress(href)),
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
