// A real service in a separate process that can reach one site, and a client with a license and a token.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { validateLink } from '../../src/http/validate-link/route.ts'
import type { validatePost } from '../../src/http/validate-post/route.ts'
import type { Post, Profile } from '../../src/post/post.ts'
import { type Environment, prepareStore, startProcess } from '../process/start-process.ts'
import type { Scan } from './check-wordpress.ts'

type Envelope = {
  readonly ok: boolean
  readonly data?: unknown
  readonly error?: { readonly code: string; readonly message: string }
}
type Response = { readonly status: number; readonly headers: Headers; readonly body: Envelope }
type PageData = {
  readonly body: {
    readonly platform: string
    readonly variant: string
    readonly profile: Profile
    readonly posts: readonly Post[]
  }
  readonly nextCursor: string | null
}

export type SiteClient = Awaited<ReturnType<typeof startSiteClient>>

const MAX_TRIES = 20

/** Next to WordPress on a busy machine, a new service can be overloaded and returns Retry-After. */
const afterOverload = async (send: () => Promise<Response>): Promise<Response> => {
  for (let tries = 1; ; tries += 1) {
    const response = await send()
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || tries === MAX_TRIES) return response
    await setTimeout(seconds * 1_000)
  }
}

/** `settings` as in the environment. The egress sends 60 requests per minute to an unknown host, so each test has its own service. */
export const startSiteClient = async (context: TestContext, siteOrigin: string, settings: Environment = {}) => {
  const { key, environment, used } = await prepareStore(context)
  const service = await startProcess(context, {
    ...environment,
    EGRESS_ALLOW: new URL(siteOrigin).host,
    ...settings,
  })

  const post = async (path: string, body: unknown, headers = {}): Promise<Response> => {
    const response = await fetch(`${service.origin}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope }
  }
  const { status, headers, body } = await afterOverload(() => post('auth/token', { licenseKey: key }))
  assert.equal(status, 200, `${JSON.stringify(body.error)}, ${headers.get('retry-after')}`)
  const authorization = `Bearer ${(body.data as { token: string }).token}`
  const send = (path: string, body: unknown) => post(path, body, { authorization })

  const found = async <Data>(path: string, url: string): Promise<Data> => {
    const { status, body } = await send(path, { url })
    assert.equal(status, 200, `${url}: ${JSON.stringify(body.error)}`)
    return body.data as Data
  }

  const scan: Scan = async (platform, handle, cursor) => {
    const path = cursor === undefined ? 'scan-profile' : 'load-more-posts'
    const { status, body } = await send(path, { platform, handle, ...(cursor !== undefined && { cursor }) })
    assert.equal(status, 200, `${handle}: ${JSON.stringify(body.error)}`)
    const { body: page, nextCursor } = body.data as PageData
    assert.deepEqual([page.platform, page.variant], [platform, 'posts'])
    return { profile: page.profile, posts: page.posts, nextCursor }
  }

  return {
    scan,
    send,
    /** The charged scans of the license. */
    used,
    validLink: (url: string) => found<Static<typeof validateLink.data>>('validate-link', url),
    validPost: (url: string) => found<Static<typeof validatePost.data>>('validate-post', url),
    /** The error code for the URL of a post. */
    refusal: async (url: string) => (await send('validate-post', { url })).body.error?.code,
  }
}
