// Stands before a platform's simulator: shows the pages of its provider to browsers, answers the provider's endpoints,
// and passes every read on to the simulator, those of a connection in the name of an application of it.

import { AssertionError } from 'node:assert'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import type { Answer } from '../simulated-providers.ts'
import type { SimulatedSignature } from '../start-own-browser.ts'
import { consentPage, grantsPage, refusalPage } from './consent-pages.ts'
import { type Decision, SIMULATED_OWNERS, type SimulatedOwner } from './simulated-owners.ts'

export type Consents = {
  readonly origin: string
  /** Hosts whose calls it answers. */
  readonly hosts: readonly string[]
  /** Settings of the operator's application. */
  readonly environment: Readonly<Record<string, string>>
  /** The URL of its page in place of the provider's; undefined for any other URL. */
  pageAt(url: string): string | undefined
  /** The owner takes the consent back. */
  remove(): void
  close(): Promise<void>
}

/** undefined for a platform whose accounts cannot be connected. `simulator`: its origin. */
export const startConsents = async (id: string, simulator: string): Promise<Consents | undefined> => {
  const owner = SIMULATED_OWNERS[id]
  return owner === undefined ? undefined : start(owner, simulator)
}

const WAYS = [
  { name: 'allow', label: 'Allow' },
  { name: 'deny', label: 'Deny' },
] as const

const start = async (owner: SimulatedOwner, simulator: string): Promise<Consents> => {
  const { name: platform, refused, ways = [], accounts = [], denied = { error: 'access_denied' } } = owner
  const provider = owner.provider(simulator)
  const page = new URL(provider.page)
  const readOwn = owner.own?.(provider.works)
  const signature: SimulatedSignature = (await owner.signature?.(simulator)) ?? {}
  let decision: Decision = { way: 'allow', accounts: [] }
  let isAllowed = false

  const remove = (): void => {
    provider.remove()
    isAllowed = false
  }

  /** What the browser sees. */
  const browse = async ({ method = 'GET', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams: query } = new URL(url, page)
    const send = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(text)
    if (pathname === '/') {
      if (method === 'POST') remove()
      return void send(200, grantsPage(platform, isAllowed))
    }
    const [way, chosen] = [query.get('decision'), query.getAll('account')]
    for (const field of ['decision', 'account']) query.delete(field)
    const asked = new URL(page)
    asked.search = query.toString()
    const fields = provider.pushed?.(asked) ?? query
    if (way === null) {
      const scope = fields.get('scope')
      const offered = [...WAYS, ...ways]
      return void send(200, consentPage({ platform, host: page.host, query, scope, ways: offered, accounts }))
    }
    const state = { state: fields.get('state') ?? '' }
    const back = new URL(fields.get('redirect_uri') ?? '')
    try {
      const allowed = await provider.authorize(asked)
      const answer = way === 'deny' ? { ...namesItself(allowed), ...denied, ...state } : Object.fromEntries(allowed)
      for (const [field, value] of Object.entries(answer)) back.searchParams.set(field, value)
      decision = { way, accounts: chosen }
      isAllowed ||= way !== 'deny'
      response.writeHead(302, { location: back.href, 'cache-control': 'no-store' }).end()
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error
      send(400, refusalPage(platform, error.message))
    }
  }

  const toEgress = ({ method = 'GET', headers }: IncomingMessage, url: URL, bytes: Buffer): EgressRequest =>
    ({
      ...{ url: url.href, method, headers, accept: headers.accept ?? '', maxBytes: 1 },
      requestedFor: { platform, source: 'connect' },
      body: { bytes, type: '' },
    }) as EgressRequest

  const passOn = (incoming: IncomingMessage, url: URL, bytes: Buffer, response: ServerResponse, isOwn: boolean) => {
    const target = new URL(simulator + url.pathname + url.search)
    const { connection: _, host: __, ...headers } = incoming.headers
    if (isOwn) {
      delete headers.authorization
      for (const [field, value] of Object.entries(signature.query ?? {})) target.searchParams.set(field, value)
    }
    // A kept connection could be that of an earlier simulator at the same port.
    const fields = { ...headers, ...(isOwn && signature.headers), connection: 'close', 'x-forwarded-host': url.host }
    httpRequest(target, { method: incoming.method, headers: fields }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
      .on('error', () => response.destroy())
      .end(bytes)
  }

  const tokenOf = (incoming: IncomingMessage, url: URL, bytes: Buffer): string => {
    const { authorization } = incoming.headers
    return provider.tokenOf !== undefined && authorization !== undefined
      ? provider.tokenOf(toEgress(incoming, url, bytes))
      : (url.searchParams.get('access_token') ?? (authorization ?? '').replace(/^\w+ /, ''))
  }

  /** undefined: the simulator answers. `isRead`: it is no call of a consent. */
  const answerTo = async (
    incoming: IncomingMessage,
    url: URL,
    bytes: Buffer,
    isRead: boolean,
    token: string,
  ): Promise<Answer | undefined> => {
    const { method = 'GET', headers } = incoming
    if (isRead && !provider.secrets.includes(token)) return undefined
    if (isRead && !provider.works(token)) return refused
    const read = isRead ? readOwn?.(url, headers) : undefined
    if (read !== undefined) return read
    if (!provider.answers(method, url) || owner.reads?.test(url.href)) return undefined
    const answer = await provider.respond(toEgress(incoming, url, bytes))
    return owner.decided?.(url.pathname, answer, decision, provider) ?? answer
  }

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host = '', 'x-forwarded-host': intended } = incoming.headers
    if (intended === undefined && host === new URL(origin).host) return browse(incoming, response)
    // Reads come by `<ID>_BASE_URL`, and name the host. The calls of a consent come to the host itself.
    const bytes = Buffer.concat(await incoming.toArray())
    const url = new URL(incoming.url ?? '', `https://${intended ?? host}`)
    const isRead = intended !== undefined
    // The provider checks the signature of its own calls, once.
    const token = isRead || provider.tokenOf === undefined ? tokenOf(incoming, url, bytes) : ''
    const answer = await answerTo(incoming, url, bytes, isRead, token)
    if (answer === undefined) return passOn(incoming, url, bytes, response, provider.secrets.includes(token))
    const { status, body, headers } = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      process.stderr.write(`${platform}, simulated: ${error}\n`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    ...{ origin, environment: owner.environment, remove },
    hosts: [...new Set(provider.hosts)],
    pageAt(url) {
      const { origin: itsOrigin, pathname, search } = new URL(url)
      return itsOrigin === page.origin && pathname === page.pathname ? origin + pathname + search : undefined
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** RFC 9207: each response of a server that names itself does. */
const namesItself = (response: URLSearchParams): Readonly<Record<string, string>> => {
  const issuer = response.get('iss')
  return issuer === null ? {} : { iss: issuer }
}
