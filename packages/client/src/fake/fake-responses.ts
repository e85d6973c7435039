// Responses of the fake service for each endpoint.

import { ERRORS, type ErrorCode } from '../error-table.ts'
import type {
  Account,
  ChosenPosts,
  Connections,
  ConnectStart,
  Page,
  Platform,
  Post,
  Recognized,
  TokenData,
} from '../types.ts'

export type FakeData = { posts: readonly Post[]; platforms: readonly Platform[] }

export type FakeRequest = { readonly path: string; readonly body: Readonly<Record<string, unknown>> }

const NOW = '2030-01-15T12:00:00.000Z'
const PAGE_SIZE = 20
const CURSOR = 'after-'

const license = { id: 'lic_fake', plan: 'pro', status: 'active', mode: 'test', expiresAt: null } as const

/** Makes a fake request fail with a code of the service. */
export class FakeError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

const pageFrom = ({ posts }: FakeData, { body }: FakeRequest, from: number): Page => {
  const handle = String(body.handle)
  const end = from + PAGE_SIZE
  return {
    body: {
      platform: String(body.platform),
      handle,
      variant: String(body.variant ?? 'posts'),
      profile: {
        ...{
          id: null,
          handle,
          displayName: handle,
          url: null,
          kind: 'account',
          owner: null,
          movedTo: null,
          avatarUrl: null,
          bannerUrl: null,
        },
        ...{ bio: { text: null, html: null }, verified: null, createdAt: null },
        counts: { followers: null, following: null, posts: posts.length },
        source: { kind: 'sandbox', connection: null, retrievedAt: NOW },
      },
      posts: posts.slice(from, end),
    },
    nextCursor: end < posts.length ? `${CURSOR}${end}` : null,
    fetchedAt: NOW,
  }
}

const validatedPage = (url: unknown, withBody: unknown) => ({
  valid: true,
  ...(withBody !== false && { body: '<title>Fake</title>', bodyEncoding: 'text' }),
  ...{ url: String(url), status: 200, contentType: 'text/html', bytes: 19 },
  preview: {
    ...{ title: 'Fake', description: null, imageUrl: null, siteName: null, author: null },
    ...{ publishedAt: null, canonicalUrl: null, oembedUrl: null },
  },
})

const postOf = ({ posts }: FakeData, reference: unknown): Post => {
  const post = posts.find(({ id, url }) => id === reference || (url !== null && url === reference))
  if (!post) throw new FakeError('post_not_found')
  return post
}

const readPosts = (data: FakeData, { body }: FakeRequest): ChosenPosts => ({
  body: {
    platform: String(body.platform),
    posts: (body.posts as readonly string[]).map((reference) => {
      try {
        return { ok: true, post: postOf(data, reference) } as const
      } catch {
        const { retryable } = ERRORS.post_not_found
        return { ok: false, error: { code: 'post_not_found', message: 'Post not found', retryable } } as const
      }
    }),
  },
})

const unusedQuota = (limit: number) => ({ limit, used: 0, until: '2030-02-01T00:00:00.000Z' })

type Build = (data: FakeData, request: FakeRequest) => unknown

/** Path → a function that returns the `data` of the response, or throws a FakeError. */
export const RESPONSES: ReadonlyMap<string, Build> = new Map<string, Build>([
  [
    '/auth/token',
    (): TokenData => ({
      token: 'fake-token',
      tokenType: 'Bearer',
      expiresIn: 3600,
      expiresAt: '2030-01-15T13:00:00.000Z',
      license,
    }),
  ],
  [
    '/recognize',
    ({ platforms }, { body }): Recognized => ({
      matches: platforms.map(({ id, name, variants }) => ({
        ...{ platform: id, name, handle: String(body.text), kind: 'account', meaning: 'an account', variants },
        ...{ variant: 'posts', order: 'newest', authors: 'one', state: 'ready' },
      })),
      unsupported: [],
    }),
  ],
  ['/scan-profile', (data, request) => pageFrom(data, request, readCursor(request))],
  ['/load-more-posts', (data, request) => pageFrom(data, request, readCursor(request))],
  ['/posts', readPosts],
  ['/validate-link', (_, { body }) => validatedPage(body.url, body.withBody)],
  [
    '/validate-post',
    (data, { body }) => {
      const post = postOf(data, body.url)
      return { ...validatedPage(body.url, body.withBody), platform: 'sandbox', post, embed: null }
    },
  ],
  [
    '/connect',
    (_, { body }): ConnectStart => ({
      url: `https://fake.example/connect/${body.platform}/start?t=fake`,
      expiresAt: '2030-01-15T12:10:00.000Z',
      ticket: 'fake-ticket',
    }),
  ],
  ['/connections', (): Connections => ({ apps: [], connectable: [], connections: [] })],
  [
    '/account',
    ({ platforms }): Account => ({
      license: { ...license, name: 'A fake' },
      usage: {
        scans: unusedQuota(10_000),
        validations: unusedQuota(10_000),
        burst: unusedQuota(120),
        sites: { limit: 5, used: 1 },
        connections: { limit: 15, used: 0 },
        media: { mode: 'none', limit: null, used: 0, until: unusedQuota(0).until },
      },
      connections: [],
      sites: [{ site: 'blog.example', firstSeenAt: NOW }],
      platforms,
    }),
  ],
])

const readCursor = ({ path, body }: FakeRequest): number => {
  if (body.cursor === undefined && path === '/load-more-posts') throw new FakeError('cursor_required')
  if (body.cursor === undefined) return 0
  const offset = Number(String(body.cursor).slice(CURSOR.length))
  if (!Number.isSafeInteger(offset) || !String(body.cursor).startsWith(CURSOR)) throw new FakeError('invalid_cursor')
  return offset
}
