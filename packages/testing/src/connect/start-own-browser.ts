// A person who connects an account of a simulated platform, whose posts are then read with the token of the connection.
// Reads go to the platform's own simulator, in the name of an application of it.

import type { TestContext } from 'node:test'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import type { Upstream } from '../platforms/suite/simulator.ts'
import { pageOf } from '../start-client.ts'
import { startBrowser } from './connect-by-browser.ts'
import type { Answer, Provider, SimulatedPlatform } from './simulated-providers.ts'

type Headers = NonNullable<EgressRequest['headers']>

export type SimulatedSignature = {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

export type OwnBrowserOptions = {
  readonly id: SimulatedPlatform
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly simulator: Upstream
  /** What an application sends to the simulator in place of the connection's token. */
  readonly signature: SimulatedSignature
  /** The platform's answer to a token that does not work. */
  readonly refused: Answer
  /** What only the owner sees: answered in place of the simulator. */
  readonly change?: (url: URL, body: unknown) => unknown
}

export type Reads = {
  /** The token of each read. */
  readonly tokens: string[]
  readonly requests: { readonly url: URL; readonly headers: Headers }[]
  /** Answers every read from now on. */
  fault: Answer | undefined
}

export const startOwnBrowser = async (context: TestContext, options: OwnBrowserOptions) => {
  const { simulator, signature, refused, change = (_url, body) => body } = options
  context.after(() => simulator.close())
  const reads: Reads = { tokens: [], requests: [], fault: undefined }

  /** The operator's own credentials stay as they are. */
  const signatureOf = (isOwn: boolean, { authorization }: Headers) =>
    isOwn ? (signature.headers ?? {}) : { ...(authorization !== undefined && { authorization }) }

  const read = async (url: URL, provider: Provider, request: EgressRequest) => {
    const { headers = {}, method = 'GET', accept = '' } = request
    if (provider.answers(method, url)) return undefined
    const token = provider.tokenOf?.(request) ?? String(headers.authorization).replace(/^Bearer /i, '')
    reads.tokens.push(token)
    reads.requests.push({ url, headers })
    if (reads.fault) return reads.fault
    const isOwn = provider.secrets.includes(token)
    if (isOwn && !provider.isLive(token)) return refused
    const target = new URL(simulator.origin + url.pathname + url.search)
    if (isOwn) for (const [name, value] of Object.entries(signature.query ?? {})) target.searchParams.set(name, value)
    const response = await fetch(target, {
      redirect: 'manual',
      // A kept connection could be that of an earlier simulator at the same port.
      headers: {
        connection: 'close',
        'x-forwarded-host': url.host,
        accept,
        ...signatureOf(isOwn, headers),
      },
    })
    const body: unknown = await response.json()
    const link = response.headers.get('link')
    return { status: response.status, body: change(url, body), ...(link !== null && { headers: { link } }) }
  }
  const browser = await startBrowser(context, { ...options, read })
  const { ask } = browser

  /** All pages of a connection's own account. */
  const walk = async (connection: string, more: object = {}): Promise<readonly string[]> => {
    const scan = { platform: options.platform.id, handle: 'me', connection, ...more }
    const ids: string[] = []
    let cursor: unknown
    for (let pages = 0; pages === 0 || (typeof cursor === 'string' && pages < 20); pages += 1) {
      const page = await (cursor === undefined
        ? ask('/scan-profile', scan)
        : ask('/load-more-posts', { ...scan, cursor: String(cursor) }))
      if (page.status !== 200) throw new Error(page.text)
      const { body, nextCursor } = pageOf(page)
      ids.push(...body.posts.map(({ id }) => id))
      cursor = nextCursor
    }
    return ids
  }
  return { ...browser, reads, walk }
}
