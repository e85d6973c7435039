// The platforms of the replicas: they rotate tokens as their documentation says, stop where a connection's id says, and keep a
// record of every exchange.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Answer,
  type Provider,
  type SimulatedPlatform,
  simulateProvider,
} from '@central-api/testing/connect/simulated-providers.ts'
import { instantOf, type Side } from './instants.ts'

type Request = Parameters<Provider['respond']>[0]

/** An exchange of a token, as it arrived. */
export type Exchange = { readonly id: string; readonly sent: string; readonly isGranted: boolean }

const HOSTS: Readonly<Record<string, SimulatedPlatform>> = {
  'github.com': 'github',
  'graph.instagram.com': 'instagram',
  'www.linkedin.com': 'linkedin',
  'api.pinterest.com': 'pinterest',
  'graph.threads.com': 'threads',
  'open.tiktokapis.com': 'tiktok',
  'api.tumblr.com': 'tumblr',
  'id.twitch.tv': 'twitch',
  'api.x.com': 'x',
  'oauth2.googleapis.com': 'youtube',
}
/** Those that are played here. */
export const RENEWED: readonly SimulatedPlatform[] = Object.values(HOSTS)

const OK = { code: 'ok', message: '', log_id: '2026' }
const USER = { data: { user: { open_id: 'open-1', display_name: 'Garden', username: 'garden' } }, error: OK }
const LIST = { data: { videos: [], has_more: false, cursor: 0 }, error: OK }
const REFUSED: Answer = {
  status: 401,
  body: { data: {}, error: { code: 'access_token_invalid', message: '', log_id: '2026' } },
}

export type Platforms = Awaited<ReturnType<typeof startPlatforms>>

export const startPlatforms = async () => {
  const providers = new Map(RENEWED.map((platform) => [platform, simulateProvider(platform)]))
  /** Token or refresh token → the connection that it was given to. */
  const owners = new Map<string, string>()
  /** The tokens that were given to a connection last. */
  const newest = new Map<string, readonly string[]>()
  const refused = new Set<string>()
  const exchanges: Exchange[] = []
  const stopped = new Set<string>()
  let isAhead = false
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const give = (id: string, tokens: readonly string[]): void => {
    if (tokens.length === 0) return
    for (const token of tokens) owners.set(token, id)
    newest.set(id, tokens)
  }

  const given = (body: unknown): readonly string[] =>
    Object.entries(body as object)
      .filter(([name]) => name === 'access_token' || name === 'refresh_token')
      .map(([, value]) => String(value))

  const answerTo = async (
    { url, headers }: { readonly url: URL; readonly headers: IncomingMessage['headers'] },
    request: Request,
    stop: (id: string, side: Side) => Promise<void>,
  ): Promise<{ readonly answer: Answer; readonly owner?: string }> => {
    const platform = HOSTS[url.host]
    const provider = platform && providers.get(platform)
    if (!provider) return { answer: { status: 404, body: {} } }
    if (url.pathname === '/v2/video/list/' || url.pathname === '/v2/user/info/') {
      const token = String(headers.authorization).replace('Bearer ', '')
      const isNewest = newest.get(owners.get(token) ?? '')?.includes(token) === true
      if (!isNewest || refused.has(token)) return { answer: REFUSED }
      return { answer: { status: 200, body: url.pathname === '/v2/video/list/' ? LIST : USER } }
    }
    const form = new URLSearchParams(request.body?.bytes.toString() ?? '')
    const sent = form.get('refresh_token') ?? url.searchParams.get('access_token') ?? ''
    const owner = owners.get(sent) ?? ''
    await stop(owner, 'received')
    const answer = await provider.respond(request)
    const tokens = given(answer.body)
    give(owner, tokens)
    exchanges.push({ id: owner, sent, isGranted: tokens.length > 0 })
    await stop(owner, 'rotated')
    return { answer, owner }
  }

  const respond = async (isStopping: boolean, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', `https://${request.headers.host}`)
    if (url.pathname === '/stopped' || url.pathname === '/ahead') {
      if (url.pathname === '/ahead') isAhead = true
      else stopped.add(url.searchParams.get('connection') ?? '')
      response.end()
      return changed()
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isAt = (id: string, side: Side) => {
      const instant = instantOf(id)
      return isStopping && instant?.place === 'platform' && instant.side === side
    }
    const stop = async (id: string, side: Side) => {
      if (!isAt(id, side)) return
      stopped.add(id)
      changed()
      await new Promise<never>(() => {})
    }
    const asked = {
      ...{ url: url.href, method: request.method, headers: request.headers, accept: request.headers.accept ?? '' },
      ...{ userAgent: request.headers['user-agent'], maxBytes: 1 },
      requestedFor: { platform: 'any', source: 'connect' },
      body: { bytes: Buffer.concat(chunks), type: '' },
    } as Request
    const { answer, owner = '' } = await answerTo({ url, headers: request.headers }, asked, stop)
    const body = Buffer.from(JSON.stringify(answer.body))
    response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': body.length })
    if (!isAt(owner, 'half')) return void response.end(body)
    response.write(body.subarray(0, body.length / 2))
    await stop(owner, 'half')
  }

  const servers = await Promise.all(
    [true, false].map(async (isStopping) => {
      const server = createServer((request, response) => void respond(isStopping, request, response))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return { server, port: (server.address() as AddressInfo).port }
    }),
  )
  const [stopping, others] = servers

  return {
    /** Of the replica that is killed, and of the others. */
    ports: { stopping: stopping?.port ?? 0, others: others?.port ?? 0 },
    exchanges,
    stopped,
    isAhead: () => isAhead,
    /** Gives a connection its first tokens. `isRefused`: the access token does not work any more. */
    connect(platform: SimulatedPlatform, id: string, isRefused: boolean) {
      const provider = providers.get(platform)
      const [token, refreshToken] = [provider?.give('access') ?? '', provider?.give('refresh') ?? '']
      give(id, [token, refreshToken])
      if (isRefused) refused.add(token)
      return { token, refreshToken }
    },
    /** Whether the platform gave the connection these tokens last. */
    isNewest: (id: string, tokens: readonly string[]) => tokens.every((token) => newest.get(id)?.includes(token)),
    /** Resolves when it is so. */
    until: (isSo: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          if (!isSo()) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    async close() {
      for (const { server } of servers) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}
