// A service for the tests of whoever uses the client: hand its `fetch` to createClient, and tokens, paging, repeats and
// errors are the client's own. Asks nobody, and is in no way the real one: it takes any key.

import { ERRORS, type ErrorCode } from '../error-table.ts'
import type { Fetch } from '../send.ts'
import type { Platform, Post } from '../types.ts'
import { ANSWERS, type FakeData, FakeRefusal, type FakeRequest } from './fake-answers.ts'

export { makeMedia, makePost } from './make-post.ts'
export type { FakeRequest }

export type FakeOptions = {
  /** Newest first; 20 to a page. */
  readonly posts?: readonly Post[]
  readonly platforms?: readonly Platform[]
}

export type Failure = {
  /** Such as `/scan-profile`; any endpoint but the exchange of keys if nothing else is said. */
  readonly path?: string
  /** How often; once if nothing else is said. */
  readonly times?: number
  readonly retryAfterSeconds?: number
}

export type FakeService = {
  readonly fetch: Fetch
  /** What was asked so far, the exchange of the key included, as path and body. */
  readonly requests: readonly FakeRequest[]
  /** Other posts from now on. */
  setPosts(posts: readonly Post[]): void
  /** The next requests end in this code, as the service's own table has it. */
  fail(code: ErrorCode, failure?: Failure): void
  /** The next request gets no answer. */
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
  sources: [{ id: 'sandbox', provenance: 'sandbox', variants: ['posts'], configured: true }],
  configured: true,
  refuses: null,
  keepsPictures: true,
  state: 'ready',
  retryAt: null,
}

const answerWith = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const fields = new Map(Object.entries({ 'x-request-id': 'fake-request', ...headers }))
  return {
    status,
    headers: { get: (name: string) => fields.get(name) ?? null },
    text: async () => JSON.stringify(body),
  }
}

const refuse = (code: ErrorCode, retryAfterSeconds?: number) => {
  const { status, retryable } = ERRORS[code]
  const error = { code, message: `The fake was told to fail with ${code}`, retryable, docs: '' }
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return answerWith(status, { ok: false, error }, headers)
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

  const answer = (request: FakeRequest) => {
    const respond = ANSWERS.get(request.path)
    if (!respond) return refuse('not_found')
    try {
      return answerWith(200, { ok: true, data: respond(data, request) })
    } catch (error) {
      if (error instanceof FakeRefusal) return refuse(error.code)
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
      if (pathname === '/platforms') return answerWith(200, { platforms: data.platforms })
      const path = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : pathname
      const request = { path, body: JSON.parse(body ?? '{}') as FakeRequest['body'] }
      requests.push(request)
      const failure = failureFor(path)
      if (!failure) return answer(request)
      if (failure.code === undefined) throw new TypeError('The fake was told to disconnect')
      return refuse(failure.code, failure.failure.retryAfterSeconds)
    },
  }
}
