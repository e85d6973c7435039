// A person who connects accounts of a simulated provider over the service's own pages.

import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { startClient } from '../start-client.ts'
import { startStubNetwork } from '../stub-network.ts'
import { onwardOf } from './onward-of.ts'
import { type Answer, type Provider, type SimulatedPlatform, simulateProvider } from './simulated-providers.ts'

export type ListedConnection = {
  readonly id: string
  readonly platform: string
  readonly account: { readonly id: string; readonly handle: string }
  readonly state: string
  readonly reason: string | null
  readonly missing: readonly string[]
}

/** What a browser and the service find at a provider. */
type Visited = {
  authorize(url: URL): URLSearchParams | Promise<URLSearchParams>
  respond(request: EgressRequest): Promise<Answer>
}

export type BrowserOptions = {
  readonly id: SimulatedPlatform
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  /** Answers what the provider does not: reads of an account. */
  readonly read?: (
    url: URL,
    provider: Provider,
    request: EgressRequest,
  ) => Answer | undefined | Promise<Answer | undefined>
}

export const startBrowser = async (context: TestContext, { id, platform, environment, read }: BrowserOptions) => {
  const provider = simulateProvider(id)
  const visited: Visited = {
    authorize: (url) => provider.authorize(url),
    respond: async (request) =>
      (await read?.(new URL(request.url), provider, request)) ?? (await provider.respond(request)),
  }
  return { ...(await visitProvider(context, { platform, environment }, visited)), provider }
}

export const visitProvider = async (
  context: TestContext,
  {
    platform,
    environment,
    at,
  }: {
    readonly platform: Platform
    readonly environment: Readonly<Record<string, string>>
    /** The time of day at the start. */
    readonly at?: number
  },
  provider: Visited,
) => {
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', `https://${request.headers.host}`)
    return provider.respond({
      ...{ url: url.href, method: request.method, headers: request.headers, accept: request.headers.accept ?? '' },
      ...{ maxBytes: 1, requestedFor: { platform: platform.id, source: 'connect' } },
      body: { bytes: Buffer.concat(chunks), type: '' },
    } as EgressRequest)
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body, headers = {} } = await answerTo(request)
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const network = await startStubNetwork({ respond: (request, response) => void respond(request, response) })
  context.after(() => network.close())
  const client = await startClient(context, { platforms: [platform], network, environment, ...(at && { at }) })
  const { post, app, authorize, key, license } = client

  // The client's token ends with each hour.
  const ask = async (path: string, body: object) => post(path, body, await authorize(key))
  const { key: otherKey } = await license({ name: 'Other' })
  /** With a license that has no connections. */
  const askAsOther = async (path: string, body: object) => post(path, body, await authorize(otherKey))
  const list = async () =>
    ((await ask('/connections', {})).body.data?.connections ?? []) as unknown as readonly ListedConnection[]

  const submit = (url: URL, form: readonly (readonly [string, string])[], cookie: string) =>
    app.inject({
      ...{
        method: 'POST',
        url: url.pathname,
        payload: new URLSearchParams(form.map((field) => [...field])).toString(),
      },
      headers: {
        ...{ host: url.host, cookie, 'sec-fetch-site': 'same-origin' },
        'content-type': 'application/x-www-form-urlencoded',
      },
    })

  /** From the client's request to the page at the end. `choose`: the accounts to tick where there are several; `first`
   * where it does not matter. `askAs`: of the license that requests it. */
  const connect = async (choose: readonly string[] | 'first' = [], more: object = {}, askAs = ask) => {
    const { body } = await askAs('/connect', { platform: platform.id, ...more })
    assert.ok(body.data, JSON.stringify(body))
    const start = new URL(String(body.data.url))
    const opened = await app.inject({ url: start.pathname + start.search, headers: { host: start.host } })
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const pressed = await submit(start, [['t', start.searchParams.get('t') ?? '']], cookie)
    const follow = async (from: URL, response: typeof opened) => {
      const { location } = response.headers
      if (location === undefined) return response
      const { pathname, search } = new URL(String(location), from)
      return app.inject({ url: pathname + search, headers: { host: start.host, cookie } })
    }
    const onward = new URL(onwardOf((await follow(start, pressed)).body))
    const callback = await provider.authorize(onward)
    const redirectUri = onward.searchParams.get('redirect_uri')
    const path = redirectUri === null ? `/connect/${platform.id}/callback` : new URL(redirectUri).pathname
    const url = `${path}?${callback}`
    const back = await app.inject({ url, headers: { host: start.host, cookie } })
    if (choose.length === 0 || (choose === 'first' && !String(back.headers.location).includes('choose')))
      return { page: await follow(new URL(url, start), back), picker: undefined }
    const at = new URL(String(back.headers.location))
    const picker = await app.inject({ url: at.pathname + at.search, headers: { host: start.host, cookie } })
    const [, first = ''] = /name="account" value="([^"]+)"/.exec(picker.body) ?? []
    const form = [
      ['ticket', at.searchParams.get('ticket') ?? ''] as const,
      ...(choose === 'first' ? [first] : choose).map((id) => ['account', id] as const),
    ]
    return { page: await follow(at, await submit(at, form, cookie)), picker }
  }

  return { ...client, network, ask, askAsOther, list, connect }
}
