// Example requests and responses. Requests to the sandbox work as they are, with any license.

import { ERRORS } from '../../errors.ts'
import { MADE_UP_POSTS } from '../../platforms/sandbox/made-up-posts.ts'
import { makeProfile } from '../../platforms/sandbox/made-up-profile.ts'
import type { PlatformPost, Post } from '../../post/post.ts'
import { withServedMedia } from '../../post/served-media.ts'
import { previewOfPost } from '../../validation/preview-of-post.ts'
import type { Example } from './document.ts'

const FETCHED_AT = '2030-01-15T12:00:00.000Z'

const MADE_UP = MADE_UP_POSTS.find(({ kind, metrics }) => kind === 'image' && metrics.likes !== null) as PlatformPost
const SOURCE: Post['source'] = { kind: 'sandbox', connection: null, retrievedAt: FETCHED_AT }
/** A post of the sandbox, as in a page. */
const POST: Post = { ...withServedMedia(MADE_UP), source: SOURCE }
const POST_JSON = JSON.stringify(MADE_UP)

/** The response for a settings page. */
const ACCOUNT = {
  license: { id: 'lic_4mXk9Tz', name: 'A blog', plan: 'pro', mode: 'live', status: 'active', expiresAt: null },
  usage: {
    scans: { limit: 10_000, used: 13, until: '2030-02-01T00:00:00.000Z' },
    validations: { limit: 10_000, used: 2, until: '2030-02-01T00:00:00.000Z' },
    burst: { limit: 120, used: 1, until: '2030-01-15T12:01:00.000Z' },
    sites: { limit: 5, used: 1 },
    connections: { limit: 15, used: 1 },
    media: { mode: 'proxy', limit: 5_000_000_000, used: 12_400_000, until: '2030-02-01T00:00:00.000Z' },
  },
  sites: [{ site: 'blog.example', firstSeenAt: '2030-01-02T08:15:00.000Z' }],
  connections: [{ id: 'cn_w1x7Pq2mK9sLd0', platform: 'sandbox', handle: 'demo', state: 'connected', endsAt: null }],
  platforms: [
    {
      id: 'sandbox',
      name: 'Sandbox',
      provenance: 'sandbox',
      variants: [{ id: 'posts', meaning: 'all 95 made-up posts' }],
      handles: ['demo', '@demo'],
      kinds: [
        {
          id: 'hashtag',
          meaning: 'a made-up hashtag',
          handles: ['#demo'],
          variants: [{ id: 'posts', meaning: 'all its posts' }],
          order: 'newest',
          authors: 'many',
          configured: true,
          needs: [],
          refuses: null,
        },
      ],
      unsupported: [],
      sources: [{ id: 'sandbox', provenance: 'sandbox', variants: ['posts'], configured: true }],
      configured: true,
      refuses: null,
      keepsPictures: true,
    },
  ],
}

/** A page of the sandbox with one post. */
const PAGE = {
  body: {
    platform: 'sandbox',
    handle: 'demo',
    variant: 'posts',
    profile: { ...makeProfile('demo', MADE_UP_POSTS.length), kind: 'account', source: SOURCE },
    posts: [POST],
  },
  fetchedAt: FETCHED_AT,
  nextCursor: 'mFv0Wd3bq8yKc1…',
}

const PREVIEW = {
  title: 'A day at the harbor',
  description: 'Boats, gulls and a little rain.',
  imageUrl: 'https://blog.example/media/harbor.jpg',
  siteName: 'A blog',
  author: null,
  publishedAt: '2030-01-14T09:30:00.000Z',
  canonicalUrl: 'https://blog.example/harbor',
  oembedUrl: null,
}

const CONNECTION = {
  id: 'cn_w1x7Pq2mK9sLd0',
  platform: 'sandbox',
  account: {
    id: 'sandbox-1',
    handle: 'demo',
    displayName: 'Sandbox demo',
    url: 'https://central.example/sandbox/@demo',
    avatarUrl: null,
  },
  label: 'Main account',
  siteId: null,
  state: 'connected',
  endsAt: null,
  reason: null,
  scopes: ['profile.read', 'posts.read'],
  missing: [],
  lastReadAt: '2030-01-15T12:00:00.000Z',
}

const SANDBOX = { platform: 'sandbox', handle: 'demo' }

/** By the endpoint's path. Without an entry, the endpoint's own example is shown. */
export const REQUESTS: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  '/auth/token': {
    plain: {
      summary: 'A key and the site that uses it',
      value: { licenseKey: 'ck_test_…', siteId: 'https://blog.example' },
    },
  },
  '/recognize': {
    plain: { summary: 'A hashtag of the sandbox', value: { text: '#demo' } },
    url: {
      summary: 'The URL of a playlist',
      value: { text: 'https://www.youtube.com/playlist?list=PL0123456789abcdef' },
    },
  },
  '/scan-profile': {
    plain: { summary: 'The first page, from the sandbox', value: SANDBOX },
    variant: {
      summary: 'Only posts with media',
      value: { platform: 'mastodon', handle: '@user@social.example', variant: 'media' },
    },
    feed: { summary: 'A feed', value: { platform: 'rss', handle: 'https://blog.example/feed.xml' } },
  },
  '/load-more-posts': {
    plain: { summary: 'The page at a cursor', value: { ...SANDBOX, cursor: PAGE.nextCursor } },
  },
  '/posts': {
    plain: {
      summary: 'By id and by URL, from the sandbox',
      value: { platform: 'sandbox', posts: [POST.id, 'https://sandbox.example/@demo/1'] },
    },
  },
  '/validate-link': {
    plain: { summary: 'Any public URL', value: { url: 'https://blog.example/harbor?utm_source=mail' } },
    preview: { summary: 'Only its preview', value: { url: 'https://blog.example/harbor', withBody: false } },
  },
  '/validate-post': {
    plain: { summary: 'A post of the sandbox', value: { url: POST.url } },
    video: { summary: 'A video', value: { url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' } },
  },
  '/account': {
    plain: { summary: 'Data for a settings page', value: {} },
    release: { summary: 'A site that is uninstalled', value: { release: 'https://blog.example' } },
  },
  '/connections': {
    plain: { summary: 'The connected accounts of the license', value: {} },
    label: { summary: 'Names one', value: { id: CONNECTION.id, label: 'Main account' } },
    disconnect: { summary: 'Ends one', value: { id: CONNECTION.id, disconnect: true } },
  },
  '/connect': {
    plain: { summary: 'A made-up account of the sandbox', value: { platform: 'sandbox' } },
    site: {
      summary: 'For one site, with a way back',
      value: {
        platform: 'mastodon',
        handle: '@user@social.example',
        siteId: 'https://blog.example',
        returnTo: 'https://blog.example/wp-admin/options-general.php?page=feed',
      },
    },
  },
}

/** The example `data` of each endpoint. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  '/auth/token': {
    token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9…',
    tokenType: 'Bearer',
    expiresIn: 3600,
    expiresAt: '2030-01-15T13:00:00.000Z',
    license: { id: 'lic_4mXk9Tz', plan: 'pro', status: 'active', mode: 'test', expiresAt: null },
  },
  '/recognize': {
    matches: [
      {
        platform: 'sandbox',
        name: 'Sandbox',
        handle: '#demo',
        kind: 'hashtag',
        meaning: 'a made-up hashtag',
        variants: [{ id: 'posts', meaning: 'all its posts' }],
        variant: 'posts',
        order: 'newest',
        authors: 'many',
        state: 'ready',
      },
    ],
    unsupported: [{ platform: 'tiktok', name: 'TikTok', kind: 'hashtag', says: 'This is a hashtag. …' }],
  },
  '/scan-profile': PAGE,
  '/load-more-posts': { ...PAGE, nextCursor: null },
  '/posts': {
    body: {
      platform: 'sandbox',
      posts: [
        { ok: true, post: POST },
        { ok: false, error: { code: 'post_not_found', message: ERRORS.post_not_found.title, retryable: false } },
      ],
    },
  },
  '/validate-link': {
    valid: true,
    body: '<!doctype html><title>A day at the harbor</title>…',
    bodyEncoding: 'text',
    url: 'https://blog.example/harbor',
    status: 200,
    contentType: 'text/html; charset=utf-8',
    bytes: 48_112,
    preview: PREVIEW,
  },
  '/validate-post': {
    valid: true,
    body: POST_JSON,
    bodyEncoding: 'text',
    url: POST.url,
    status: 200,
    contentType: 'application/json; charset=utf-8',
    bytes: Buffer.byteLength(POST_JSON),
    preview: previewOfPost(POST, 'Sandbox', undefined),
    platform: 'sandbox',
    post: POST,
    embed: null,
  },
  '/account': ACCOUNT,
  '/connections': {
    apps: [],
    connectable: [{ platform: 'mastodon', name: 'Mastodon', needsHost: true, acceptsHandle: false }],
    connections: [CONNECTION],
  },
  '/connect': {
    url: 'https://api.example.com/connect/sandbox/start?t=…',
    expiresAt: '2030-01-15T12:10:00.000Z',
    ticket: '4mXk9TzQ…',
  },
}
