// A fake service for tests of programs that use the client. Pass its `fetch` to createClient; tokens, paging, retries and errors are
// then handled by the real client. The fake sends no requests, and accepts any key.

import { ERRORS, type ErrorCode } from '../error-table.ts'
import type { Fetch } from '../send.ts'
import type { Platform, Post } from '../types.ts'
import { type FakeData, FakeError, type FakeRequest, RESPONSES } from './fake-responses.ts'

export { makeMedia, makePost } from './make-post.ts'
export type { FakeRequest }

export type FakeOptions = {
  /** Newest first. A page has 20 posts. */
  readonly posts?: readonly Post[]
  readonly platforms?: readonly Platform[]
}

export type Failure = {
  /** The endpoint, such as `/scan-profile`. Default: any endpoint except the token request. */
  readonly path?: string
  /** Number of requests that fail. Default: 1. */
  readonly times?: number
  readonly retryAfterSeconds?: number
}

export type FakeService = {
  readonly fetch: Fetch
  /** All requests so far, including token requests, with path and body. */
  readonly requests: readonly FakeRequest[]
  /** Replaces the posts. */
  setPosts(posts: readonly Post[]): void
  /** Makes the next requests fail with this code, with the status that the service uses. */
  fail(code: ErrorCode, failure?: Failure): void
  /** Makes the next request fail without a response. */
  disconnect(): void
}

const PREFIX = '/api/v1'
const TOKEN = '/auth/token'

const SANDBOX: Platform = {
  id: 'sandbox',
  name: 'Sandbox',
  provenance: 'sandbox',
  variants: [{ id: 'posts', meaning: 'all posts' }],
  handles: ['demo'],
  kinds: [
    {
      ...{ id: 'account', meaning: 'an account', handles: ['demo'], order: 'newest', authors: 'one' },
      variants: [{ id: 'posts', meaning: 'all posts' }],
      ...{ configured: true, needs: [], refuses: null, state: 'ready', retryAt: null },
    },
  ],
  unsupported: [],
  sources: [{ id: 'sandbox', provenance: 'sandbox', variants: ['posts'], configured: true }],
  configured: true,
  refuses: null,
  keepsPictures: true,
  state: 'ready',
  retryAt: null,
}

const respondWith = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const fields = new Map(Object.entries({ 'x-request-id': 'fake-request', ...headers }))
  return {
    status,
    headers: { get: (name: string) => fields.get(name) ?? null },
    text: async () => JSON.stringify(body),
  }
}

const respondWithError = (code: ErrorCode, retryAfterSeconds?: number) => {
  const { status, retryable } = ERRORS[code]
  const error = { code, message: `Simulated error: ${code}`, retryable, docs: '' }
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return respondWith(status, { ok: false, error }, headers)
}

export const createFakeService = (options: FakeOptions = {}): FakeService => {
  const data: FakeData = { posts: options.posts ?? [], platforms: options.platforms ?? [SANDBOX] }
  const requests: FakeRequest[] = []
  const failures: { code: ErrorCode | undefined; left: number; failure: Failure }[] = []

  const failureFor = (path: string) => {
    const found =
      failures.find(({ left, failure }) => left > 0 && (failure.path ?? path) === path && path !== TOKEN) ??
      failures.find(({ left, failure }) => left > 0 && failure.path === path)
    if (found) found.left -= 1
    return found
  }

  const respond = (request: FakeRequest) => {
    const build = RESPONSES.get(request.path)
    if (!build) return respondWithError('not_found')
    try {
      return respondWith(200, { ok: true, data: build(data, request) })
    } catch (error) {
      if (error instanceof FakeError) return respondWithError(error.code)
      throw error
    }
  }

  return {
    requests,
    setPosts: (posts) => {
      data.posts = posts
    },
    fail: (code, failure = {}) => {
      failures.push({ code, left: failure.times ?? 1, failure })
    },
    disconnect: () => {
      failures.push({ code: undefined, left: 1, failure: {} })
    },
    fetch: async (url, { body, signal }) => {
      signal.throwIfAborted()
      const { pathname } = new URL(url)
      if (pathname === '/platforms') return respondWith(200, { platforms: data.platforms })
      const path = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : pathname
      const request = { path, body: JSON.parse(body ?? '{}') as FakeRequest['body'] }
      requests.push(request)
      const failure = failureFor(path)
      if (!failure) return respond(request)
      if (failure.code === undefined) throw new TypeError('Simulated network error')
      return respondWithError(failure.code, failure.failure.retryAfterSeconds)
    },
  }
}
