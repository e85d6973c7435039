// A client of Central API. Keeps the token, repeats what may be repeated, walks from page to page.

import { CentralApiError, type TransportCode } from './central-api-error.ts'
import { createRepeat, type RepeatOptions } from './repeat.ts'
import { createSend, type Fetch } from './send.ts'
import { createSession } from './session.ts'
import type { LoadMoreRequest, Page, ScanRequest, ValidateRequest, ValidLink, ValidPost } from './types.ts'

export type * from './types.ts'
export type { Fetch, RepeatOptions, TransportCode }
export { CentralApiError }

export type ClientOptions = {
  /** Such as `https://api.example.com`, without `/api/v1`. */
  readonly baseUrl: string
  readonly licenseKey: string
  /** The site that calls; it counts against the plan's sites. */
  readonly siteId?: string
  readonly fetch?: Fetch
  /** Milliseconds; only differences count. */
  readonly now?: () => number
  /** All that one request may take; a page that nobody has asked for takes as long as its platform. */
  readonly timeoutMs?: number
  readonly repeat?: RepeatOptions
}

export type CallOptions = { readonly signal?: AbortSignal }

export type Client = {
  /** The profile and the first page, or the page behind `cursor`. */
  scan(request: ScanRequest, options?: CallOptions): Promise<Page>
  loadMore(request: LoadMoreRequest, options?: CallOptions): Promise<Page>
  /** Every page from the first to the last; stop whenever enough has come. */
  pages(request: ScanRequest, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  validateLink(request: ValidateRequest, options?: CallOptions): Promise<ValidLink>
  validatePost(request: ValidateRequest, options?: CallOptions): Promise<ValidPost>
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Codes that another token may help against. */
const TOKEN_CODES: readonly string[] = ['token_expired', 'token_invalid', 'token_malformed']

const isAboutToken = (error: unknown): boolean => error instanceof CentralApiError && TOKEN_CODES.includes(error.code)

export const createClient = (options: ClientOptions): Client => {
  const { licenseKey, siteId, fetch = globalThis.fetch, now = Date.now, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const send = createSend({ baseUrl: options.baseUrl.replace(/\/+$/, ''), fetch, timeoutMs })
  const session = createSession({ send, licenseKey, siteId, now })
  const repeat = createRepeat(options.repeat)

  /** With the token that is held; where the service refuses it, once more with a new one. */
  const sendWithToken = async (path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> => {
    const token = await session.token()
    try {
      return await send(path, body, token, signal)
    } catch (error) {
      if (!isAboutToken(error)) throw error
      session.forget(token)
      return send(path, body, await session.token(), signal)
    }
  }

  const call = async <T>(path: string, body: unknown, { signal }: CallOptions = {}): Promise<T> => {
    signal?.throwIfAborted()
    return (await repeat(() => sendWithToken(path, body, signal), signal)) as T
  }

  const client: Client = {
    scan: (request, callOptions) => call('/scan-profile', request, callOptions),
    loadMore: (request, callOptions) => call('/load-more-posts', request, callOptions),
    async *pages(request, callOptions) {
      let page = await client.scan(request, callOptions)
      yield page
      while (page.nextCursor !== null) {
        page = await client.loadMore({ ...request, cursor: page.nextCursor }, callOptions)
        yield page
      }
    },
    validateLink: (request, callOptions) => call('/validate-link', request, callOptions),
    validatePost: (request, callOptions) => call('/validate-post', request, callOptions),
  }
  return client
}
