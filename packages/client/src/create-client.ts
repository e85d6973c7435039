// A client of Central API. Keeps the token, repeats what may be repeated, walks from page to page.

import { type Answer, Call } from './call.ts'
import { CentralApiError, isCentralApiError, type TransportCode } from './central-api-error.ts'
import { type ClientEvent, safely, type Tell } from './client-event.ts'
import { plainUrl } from './plain-url.ts'
import { createRepeat, type RepeatOptions } from './repeat.ts'
import { createSend, type Fetch } from './send.ts'
import { createSession, type Session } from './session.ts'
import type { TokenStore } from './token-store.ts'
import type {
  Account,
  AccountRequest,
  ChosenPosts,
  ChosenRequest,
  FoundLink,
  FoundPost,
  LoadMoreRequest,
  Page,
  Platform,
  Post,
  PreviewRequest,
  ProfileRequest,
  ScanRequest,
  ValidateRequest,
  WholeRequest,
  WithBody,
  WithoutBody,
} from './types.ts'

export type { AnswerMeta, Burst, Quota } from './answer-meta.ts'
export type * from './types.ts'
export type { Answer, ClientEvent, Fetch, RepeatOptions, Tell, TokenStore, TransportCode }
export { Call, CentralApiError, isCentralApiError }

/** With a key, or with tokens that somebody else gets: a page in a browser asks its own server for one. */
type Credentials =
  | {
      readonly licenseKey: string
      /** The site that calls; it counts against the plan's sites. */
      readonly siteId?: string
      /** Where several processes find the token; this process alone if nothing else is said. */
      readonly store?: TokenStore
      readonly token?: never
    }
  | {
      /** A function is asked once more when its token is refused. */
      readonly token: string | (() => string | Promise<string>)
      readonly licenseKey?: never
      readonly siteId?: never
      readonly store?: never
    }

export type ClientOptions = Credentials & {
  /** Such as `https://api.example.com`; white space around it and `/api/v1` behind it are left out. */
  readonly baseUrl: string
  readonly fetch?: Fetch
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** All that one request may take, its body included; a page that nobody has asked for takes as long as its platform. */
  readonly timeoutMs?: number
  readonly repeat?: RepeatOptions
  /** Left out where it is not given: browsers send their own. */
  readonly userAgent?: string
  /** Is told of answers, waits and refusals, without anything secret. */
  readonly onEvent?: Tell
}

export type CallOptions = {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly repeat?: Pick<RepeatOptions, 'maxTries' | 'maxWaitMs'>
}

/** What is validated without its body may be of any size. */
export type Validate<Found> = {
  (request: PreviewRequest, options?: CallOptions): Call<WithoutBody<Found>>
  (request: WholeRequest, options?: CallOptions): Call<WithBody<Found>>
  (request: ValidateRequest, options?: CallOptions): Call<Found>
}

/** Every post from the newest to the oldest; stop whenever enough have come. */
export type Posts = {
  (request: ProfileRequest, options?: CallOptions): AsyncGenerator<Post, void, undefined>
  /** The chosen posts read again, in the order asked: of each the post, or why it cannot be had. */
  read(request: ChosenRequest, options?: CallOptions): Call<ChosenPosts>
}

export type Client = {
  /** The profile and the first page, or the page behind `cursor`. */
  scan(request: ScanRequest, options?: CallOptions): Call<Page>
  loadMore(request: LoadMoreRequest, options?: CallOptions): Call<Page>
  /** Every page from the first to the last; stop whenever enough has come. */
  pages(request: ProfileRequest, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  readonly posts: Posts
  readonly validateLink: Validate<FoundLink>
  readonly validatePost: Validate<FoundPost>
  /** The license, its limits and sites, also where the site itself has no place; `release` frees a site's. */
  account(request?: AccountRequest, options?: CallOptions): Call<Account>
  /** What can be scanned at this service, whoever asks. */
  platforms(options?: CallOptions): Call<readonly Platform[]>
  /** For a button that says “Check again”: a key that was refused is sent again with the next call. */
  recheck(): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Codes that another token may help against. */
const TOKEN_CODES = ['token_expired', 'token_invalid', 'token_malformed']
const SITE_LIMIT = 'site_limit_reached'

const isOfLicense = (error: unknown): error is CentralApiError =>
  isCentralApiError(error) && (error.code.startsWith('license_') || error.code === SITE_LIMIT)

/** A call may name another site than the client's; that there is no place for it says nothing of the others. */
const isOfOtherSite = ({ code }: CentralApiError, body: unknown): boolean =>
  code === SITE_LIMIT && (body as { readonly siteId?: string }).siteId !== undefined

/** Tokens that somebody else gets. */
const borrowed = (token: string | (() => string | Promise<string>)): Session => ({
  token: async () => (typeof token === 'function' ? token() : token),
  forget: () => {},
  refuse: async () => {},
  recheck: async () => {},
})

export const createClient = (options: ClientOptions): Client => {
  const { now = Date.now, timeoutMs = DEFAULT_TIMEOUT_MS, userAgent, onEvent } = options
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const baseUrl = plainUrl(options.baseUrl)
  const tell = safely(onEvent)
  const send = createSend({ baseUrl, fetch, userAgent, now, tell })
  const repeat = createRepeat(options.repeat ?? {}, tell)

  const sessionOf = (siteId: string | undefined): Session => {
    const { licenseKey, store, token } = options
    if (licenseKey === undefined) return borrowed(token)
    return createSession({ send, baseUrl, licenseKey, siteId, store, now, timeoutMs, tell })
  }
  const session = sessionOf(options.siteId)
  /** A token without a site takes no place of the plan. */
  const siteless = options.siteId === undefined ? session : sessionOf(undefined)

  /** With the token that is held; where the service refuses it, once more with a new one. */
  const sendWithToken = async (
    used: Session,
    path: string,
    body: unknown,
    call: CallOptions,
  ): Promise<Answer<unknown>> => {
    const { signal } = call
    const request = { path: `/api/v1${path}`, body, signal, timeoutMs: call.timeoutMs ?? timeoutMs }
    const token = await used.token(signal)
    try {
      return await send({ ...request, token })
    } catch (error) {
      if (isOfLicense(error) && !isOfOtherSite(error, body)) await used.refuse(error)
      if (!isCentralApiError(error, ...TOKEN_CODES) || typeof options.token === 'string') throw error
      used.forget(token)
      return send({ ...request, token: await used.token(signal) })
    }
  }

  const start = <T>(work: () => Promise<Answer<unknown>>, call: CallOptions): Call<T> => {
    const { signal, repeat: patience } = call
    const run = async () => {
      signal?.throwIfAborted()
      return (await repeat(work, { ...patience, signal })) as Answer<T>
    }
    return new Call(run())
  }

  const ask = <T>(path: string, body: unknown, call: CallOptions = {}): Call<T> =>
    start(() => sendWithToken(session, path, body, call), call)

  const validate =
    <Found>(path: string) =>
    (request: ValidateRequest, call?: CallOptions) =>
      ask<Found>(path, request, call)

  const lookAtAccount = async (request: AccountRequest, call: CallOptions): Promise<Answer<unknown>> => {
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
    scan: (request, call) => ask('/scan-profile', request, call),
    loadMore: (request, call) => ask('/load-more-posts', request, call),
    pages,
    posts: Object.assign(posts, {
      read: (request: ChosenRequest, call?: CallOptions) => ask<ChosenPosts>('/posts', request, call),
    }),
    validateLink: validate('/validate-link') as Validate<FoundLink>,
    validatePost: validate('/validate-post') as Validate<FoundPost>,
    account: (request = {}, call = {}) =>
      start(async () => {
        const answer = await lookAtAccount(request, call)
        // There may be a place for this site now.
        if (request.release !== undefined) await session.recheck()
        return answer
      }, call),
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
