// The client for Central API: caches the token, retries failed requests and iterates over pages.

import { type Answer, Call } from './call.ts'
import { CentralApiError, isCentralApiError, type TransportCode } from './central-api-error.ts'
import { type ClientEvent, ignoreErrors, type Tell } from './client-event.ts'
import { requireUrl } from './normalize-url.ts'
import { createRepeat, type RepeatOptions } from './repeat.ts'
import { createSend, type Fetch } from './send.ts'
import { createSession, type Session } from './session.ts'
import { srcsetOf } from './srcset-of.ts'
import type { TokenStore } from './token-store.ts'
import type {
  Account,
  AccountRequest,
  ChosenPosts,
  ChosenRequest,
  Connections,
  ConnectRequest,
  ConnectStart,
  FoundLink,
  FoundPost,
  LoadMoreRequest,
  NewApp,
  Page,
  Platform,
  Post,
  PreviewRequest,
  ProfileRequest,
  Recognized,
  RecognizeRequest,
  ScanRequest,
  ValidateRequest,
  WholeRequest,
  WithBody,
  WithoutBody,
} from './types.ts'

export type { AnswerMeta, Burst, Quota } from './answer-meta.ts'
export type * from './types.ts'
export type { Answer, ClientEvent, Fetch, RepeatOptions, Tell, TokenStore, TransportCode }
export { Call, CentralApiError, isCentralApiError, srcsetOf }

/** A license key, or tokens from another source: a page in a browser gets them from its own server. */
type Credentials =
  | {
      readonly licenseKey: string
      /** URL of the calling site, which counts against the plan's sites. */
      readonly siteId?: string
      /** A token cache that several processes share. Default: the memory of this process. */
      readonly store?: TokenStore
      readonly token?: never
    }
  | {
      /** A token, or a function that returns one. The function is called again if its token is rejected. */
      readonly token: string | (() => string | Promise<string>)
      readonly licenseKey?: never
      readonly siteId?: never
      readonly store?: never
    }

export type ClientOptions = Credentials & {
  /** Such as `https://api.example.com`. White space around it and a trailing `/api/v1` are ignored. */
  readonly baseUrl: string
  readonly fetch?: Fetch
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Time limit of a request, including the response body. A page that is not cached takes as long as its platform. */
  readonly timeoutMs?: number
  readonly repeat?: RepeatOptions
  /** Browsers send their own `User-Agent`. */
  readonly userAgent?: string
  /** Receives events about responses, retries and rejections, without secrets. */
  readonly onEvent?: Tell
}

export type CallOptions = {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly repeat?: Pick<RepeatOptions, 'maxTries' | 'maxWaitMs'>
}

/** Without its body, a page may have any size. */
export type Validate<Found> = {
  (request: PreviewRequest, options?: CallOptions): Call<WithoutBody<Found>>
  (request: WholeRequest, options?: CallOptions): Call<WithBody<Found>>
  (request: ValidateRequest, options?: CallOptions): Call<Found>
}

/** Iterates over every post, newest first. Stop at any time. */
export type Posts = {
  (request: ProfileRequest, options?: CallOptions): AsyncGenerator<Post, void, undefined>
  /** Reads posts by their ids or URLs. Returns the post or an error for each, in the requested order. */
  read(request: ChosenRequest, options?: CallOptions): Call<ChosenPosts>
}

export type Client = {
  /** Returns the platforms and handles that a pasted URL or name can mean. Free of charge; services of version 1.0.0 respond `not_found`. */
  recognize(request: RecognizeRequest, options?: CallOptions): Call<Recognized>
  /** Returns the profile and its first page, or the page after `cursor`. */
  scan(request: ScanRequest, options?: CallOptions): Call<Page>
  loadMore(request: LoadMoreRequest, options?: CallOptions): Call<Page>
  /** Iterates over every page, from first to last. Stop at any time. */
  pages(request: ProfileRequest, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  readonly posts: Posts
  readonly validateLink: Validate<FoundLink>
  readonly validatePost: Validate<FoundPost>
  /** Returns the license, its limits and sites, even if the plan has no room for this site. `release` releases a site. */
  account(request?: AccountRequest, options?: CallOptions): Call<Account>
  /** Returns a URL at which the owner of an account allows the service to read it, for the owner's browser. Works once. */
  connect(request: ConnectRequest, options?: CallOptions): Call<ConnectStart>
  /** Returns the connected accounts, and the platforms on which accounts can be connected. `ticket`, from `connect`: also what became of that consent. */
  connections(request?: { readonly ticket?: string }, options?: CallOptions): Call<Connections>
  /** Names a connected account, or removes its name, and returns all of them. */
  nameConnection(id: string, label: string | null, options?: CallOptions): Call<Connections>
  /** Adds an application of the license's own, or changes its secret, where the operator accepts one. For a server: never send the secret to a browser. */
  addApp(app: NewApp, options?: CallOptions): Call<Connections>
  /** Removes an application, and ends the connections that were made with it. */
  removeApp(id: string, options?: CallOptions): Call<Connections>
  /** Disconnects an account for all sites of the license, deletes what was read through it, and returns the others. */
  disconnect(id: string, options?: CallOptions): Call<Connections>
  /** Returns the platforms of this service. Needs no license. */
  platforms(options?: CallOptions): Call<readonly Platform[]>
  /** Lets the next call send a rejected key again, for a “Check again” button. */
  recheck(): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Errors that a new token may fix. */
const TOKEN_CODES = ['token_expired', 'token_invalid', 'token_malformed']
const SITE_LIMIT = 'site_limit_reached'

const isLicenseError = (error: unknown): error is CentralApiError =>
  isCentralApiError(error) && (error.code.startsWith('license_') || error.code === SITE_LIMIT)

/** Whether the site limit applies to another site that the call names, and not to the client's own site. */
const concernsOtherSite = ({ code }: CentralApiError, body: unknown): boolean =>
  code === SITE_LIMIT && (body as { readonly siteId?: string }).siteId !== undefined

/** A session with tokens from another source. */
const createExternalSession = (token: string | (() => string | Promise<string>)): Session => ({
  token: async () => (typeof token === 'function' ? token() : token),
  invalidate: () => {},
  reject: async () => {},
  recheck: async () => {},
})

/** The URL of the web page; undefined in other runtimes. */
const pageUrl = (): string | undefined =>
  (globalThis as { readonly location?: { readonly href: string } }).location?.href

/** Throws a TypeError if `baseUrl` is missing or is not a URL. */
export const createClient = (options: ClientOptions): Client => {
  const { now = Date.now, timeoutMs = DEFAULT_TIMEOUT_MS, userAgent, onEvent } = options
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const baseUrl = requireUrl(options.baseUrl, pageUrl())
  const tell = ignoreErrors(onEvent)
  const send = createSend({ baseUrl, fetch, userAgent, now, tell })
  const repeat = createRepeat(options.repeat ?? {}, tell)

  const createSessionFor = (siteId: string | undefined): Session => {
    const { licenseKey, store, token } = options
    if (licenseKey === undefined) return createExternalSession(token)
    return createSession({ send, baseUrl, licenseKey, siteId, store, now, timeoutMs, tell })
  }
  const session = createSessionFor(options.siteId)
  /** A token without a site does not count against the plan's sites. */
  const siteless = options.siteId === undefined ? session : createSessionFor(undefined)

  /** Sends a request with the cached token. If the service rejects the token, sends it once more with a new one. */
  const sendWithToken = async (
    tokens: Session,
    path: string,
    body: unknown,
    call: CallOptions,
  ): Promise<Answer<unknown>> => {
    const { signal } = call
    const request = { path: `/api/v1${path}`, body, signal, timeoutMs: call.timeoutMs ?? timeoutMs }
    const token = await tokens.token(signal)
    try {
      return await send({ ...request, token })
    } catch (error) {
      if (isLicenseError(error) && !concernsOtherSite(error, body)) await tokens.reject(error)
      if (!isCentralApiError(error, ...TOKEN_CODES) || typeof options.token === 'string') throw error
      tokens.invalidate(token)
      return send({ ...request, token: await tokens.token(signal) })
    }
  }

  const start = <T>(work: () => Promise<Answer<unknown>>, call: CallOptions): Call<T> => {
    const { signal, repeat: overrides } = call
    const run = async () => {
      signal?.throwIfAborted()
      return (await repeat(work, { ...overrides, signal })) as Answer<T>
    }
    return new Call(run())
  }

  const request = <T>(path: string, body: unknown, call: CallOptions = {}): Call<T> =>
    start(() => sendWithToken(session, path, body, call), call)

  const validate =
    <Found>(path: string) =>
    (body: ValidateRequest, call?: CallOptions) =>
      request<Found>(path, body, call)

  const fetchAccount = async (request: AccountRequest, call: CallOptions): Promise<Answer<unknown>> => {
    try {
      return await sendWithToken(session, '/account', request, call)
    } catch (error) {
      if (session === siteless || !isCentralApiError(error, SITE_LIMIT)) throw error
      return sendWithToken(siteless, '/account', request, call)
    }
  }

  async function* pages(request: ProfileRequest, call?: CallOptions): AsyncGenerator<Page, void, undefined> {
    let page = await client.scan(request, call)
    yield page
    while (page.nextCursor !== null) {
      page = await client.loadMore({ ...request, cursor: page.nextCursor }, call)
      yield page
    }
  }

  async function* posts(request: ProfileRequest, call?: CallOptions): AsyncGenerator<Post, void, undefined> {
    for await (const page of pages(request, call)) yield* page.body.posts
  }

  const client: Client = {
    recognize: (body, call) => request('/recognize', body, call),
    scan: (body, call) => request('/scan-profile', body, call),
    loadMore: (body, call) => request('/load-more-posts', body, call),
    pages,
    posts: Object.assign(posts, {
      read: (body: ChosenRequest, call?: CallOptions) => request<ChosenPosts>('/posts', body, call),
    }),
    validateLink: validate('/validate-link') as Validate<FoundLink>,
    validatePost: validate('/validate-post') as Validate<FoundPost>,
    account: (request = {}, call = {}) =>
      start(async () => {
        const response = await fetchAccount(request, call)
        // The plan may have room for this site now.
        if (request.release !== undefined) await session.recheck()
        return response
      }, call),
    connect: (body, call) => request('/connect', body, call),
    connections: (body = {}, call = {}) => request('/connections', body, call),
    nameConnection: (id, label, call) => request('/connections', { id, label }, call),
    addApp: (app, call) => request('/connections', { app }, call),
    removeApp: (id, call) => request('/connections', { app: { id, remove: true } }, call),
    disconnect: (id, call) => request('/connections', { id, disconnect: true }, call),
    platforms: (call = {}) =>
      start(async () => {
        const { signal } = call
        const { data, meta } = await send({ path: '/platforms', signal, timeoutMs: call.timeoutMs ?? timeoutMs })
        return { data: (data as { readonly platforms: readonly Platform[] }).platforms, meta }
      }, call),
    recheck: async () => {
      await session.recheck()
      if (siteless !== session) await siteless.recheck()
    },
  }
  return client
}
