// A web for a test: hosts and their responses on one machine, with a service that calls them and a client of it.

import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { startClient } from './start-client.ts'
import type { TestResponse } from './start-service.ts'
import { startStubNetwork } from './stub-network.ts'

export type StubPage = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** `METHOD host/path` or `host/path` → the response; a function may delay it. */
export type StubPages = Record<string, StubPage | ((response: ServerResponse) => void)>

export type StubWebOptions = {
  readonly pages?: StubPages
  readonly platforms?: readonly Platform[]
  readonly environment?: Readonly<Record<string, string>>
}

const MADE_UP_HOSTS = ['news', 'blog', 'social', 'pixels', 'other', 'slow'].flatMap((name) => [
  `${name}.example:443`,
  `${name}.example:80`,
])

export const html = (body: string, headers: Readonly<Record<string, string>> = {}): StubPage => ({
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): StubPage => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

export const redirect = (location: string, status = 302): StubPage => ({ status, headers: { location } })

export const startStubWeb = async (
  context: TestContext,
  { pages = {}, platforms, environment = {} }: StubWebOptions = {},
) => {
  const network = await startStubNetwork({
    respond(request, response) {
      const hostAndPath = `${request.headers.host}${request.url}`
      const bare = hostAndPath.split('?')[0] ?? ''
      const page = pages[`${request.method} ${hostAndPath}`] ?? pages[hostAndPath] ?? pages[bare] ?? { status: 404 }
      if (typeof page === 'function') return page(response)
      response.writeHead(page.status ?? 200, page.headers)
      response.end(request.method === 'HEAD' ? undefined : page.body)
    },
  })
  context.after(() => network.close())
  const { resolver, connect } = network
  const client = await startClient(context, {
    network: { resolver, connect },
    environment: { EGRESS_ALLOW: MADE_UP_HOSTS.join(','), ...environment },
    ...(platforms && { platforms }),
  })
  const { post, headers } = client
  return {
    ...client,
    network,
    pages,
    /** The requests, as `host/path`. */
    requested: (): readonly string[] => network.requests.map(({ host, path }) => `${host}${path}`),
    validateLink: (url: unknown, more: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
      post('/validate-link', { url }, { ...headers, ...more }),
    validatePost: (url: unknown, more: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
      post('/validate-post', { url }, { ...headers, ...more }),
  }
}
