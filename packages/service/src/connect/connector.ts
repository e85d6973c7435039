// The whole way of a consent: requested by a client, started by a person, brought back by the platform, and finished by
// a choice where there are several accounts. It knows nothing of HTTP.

import { timingSafeEqual } from 'node:crypto'
import { p256Scalar, SEED_BYTES } from '../crypto/p256-key.ts'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Egress } from '../egress/egress.ts'
import { ApiError } from '../errors.ts'
import { hiderOf } from '../parsing/hide-secrets.ts'
import { lookUp } from '../parsing/look-up.ts'
import type { Apps, ReadyApp } from './apps.ts'
import { createAsk } from './flows/ask.ts'
import { fetchFor } from './flows/fetch-for.ts'
import { type Ask, type Connectable, type ConnectFlow, missingOf, scopesFor } from './flows/flow.ts'
import type { SaveAccounts } from './granted-accounts.ts'
import { apiErrorOf, ConnectFault, type ConnectFaultCode } from './oauth/connect-fault.ts'
import { createClient } from './oauth/create-client.ts'
import type { GuardedFetch } from './oauth/guarded-fetch.ts'
import type { GrantedToken, OAuthClient } from './oauth/oauth-client.ts'
import { redirectUriOf } from './redirect-uri.ts'
import { revokeToken } from './revoke-token.ts'
import type { FlowState, States } from './tickets/state.ts'
import {
  CHOICE_MS,
  type Choice,
  type ConnectRequest,
  isWithin,
  type StartedFlow,
  TICKET_MS,
  type Ticket,
  type TicketContent,
} from './tickets/ticket.ts'
import { hashOf, type Tickets } from './tickets/tickets.ts'

const COOKIE_BYTES = 32
const NONCE_BYTES = 16
const VERIFIER_BYTES = 32
/** What a platform's calls may take together in one step, and what taking back a token that cannot be used may take then:
 * less than the server gives a handler, so that the person learns how it ended. */
const STEP_MS = 14_000
const WITHDRAWAL_MS = 4_000
const COOKIE = /^[\w-]{43}$/

/** What the browser shows or does next. */
export type NextStep =
  | { readonly is: 'platform'; readonly ticket: Ticket; readonly location: string }
  | { readonly is: 'choice'; readonly platform: string; readonly ticketId: string }
  | { readonly is: 'connected'; readonly ticket: Ticket; readonly connections: readonly string[] }
  | { readonly is: 'failed'; readonly ticket: Ticket; readonly code: ConnectFaultCode }
  /** Nothing of the request is trusted, so nothing of it is shown. */
  | { readonly is: 'lapsed' }

export type StartView = {
  readonly ticket: Ticket
  readonly flow: ConnectFlow
  /** Whether the platform is about to review the application. */
  readonly isReview: boolean
}
export type ChoiceView = { readonly ticket: Ticket; readonly flow: ConnectFlow; readonly choice: Choice }

/** A cookie of the browser, by the id of its ticket. Several of one name are none. */
export type ReadCookie = (ticketId: string) => string | undefined

export type Connector = {
  /** `not_configured`: there is no application for the license. `app`: the one that it names. */
  findFlow(
    platform: string,
    licenseId: string,
    app?: string,
  ): Promise<ConnectFlow | 'not_connectable' | 'not_configured'>
  /** Whether a new account of the license can be connected with that application. */
  offersApp(platform: string, licenseId: string, app: string): Promise<boolean>
  /** Whether the platform is about to review that application. */
  isUnderReview(platform: string, licenseId: string, app: string | null): Promise<boolean>
  /** The platform's name, as people know it. */
  nameOf(platform: string): string
  /** Why the person has no account there that can be read. */
  whyNoAccount(platform: string): string | undefined
  /** Where accounts choose their host, finds the one that asks the owner. Throws ApiError: `profile_not_found`,
   * `platform_*`. */
  request(licenseId: string, request: ConnectRequest): Promise<{ readonly url: string; readonly ticket: Ticket }>
  /** For the start page; undefined for a ticket that is used, unknown, too old, or started by another browser than the
   * one of the cookie. Without `readCookie`, the browser does not count: it is about to move to the cookie's host. */
  view(platform: string, secret: string, readCookie?: ReadCookie): Promise<StartView | undefined>
  /** Whether the ticket of a start page, or of a callback, has connected something. */
  isDone(platform: string, by: { readonly secret: string } | { readonly state: string }): Promise<boolean>
  /** A cookie for the browser that opened the start page. */
  newCookie(): string
  start(platform: string, secret: string, readCookie: ReadCookie): Promise<NextStep>
  /** The person declines on the start page. */
  cancel(platform: string, secret: string, readCookie: ReadCookie): Promise<NextStep>
  /** `host`: that of the callback's path, for a federated platform. */
  finish(platform: string, host: string | null, query: URLSearchParams, readCookie: ReadCookie): Promise<NextStep>
  /** Where the ticket is, for a browser that comes from a form, or reloads the page at the end. */
  resume(platform: string, ticketId: string, readCookie: ReadCookie): Promise<NextStep>
  viewChoice(platform: string, ticketId: string, readCookie: ReadCookie): Promise<ChoiceView | undefined>
  /** `none`: why no account was chosen. Defaults to `connection_denied`. */
  choose(
    platform: string,
    ticketId: string,
    accountIds: readonly string[],
    readCookie: ReadCookie,
    none?: 'connection_denied' | 'connection_limit_reached',
  ): Promise<NextStep>
  /** The license's own ticket. */
  describe(licenseId: string, ticketId: string): Promise<Ticket | undefined>
}

export type ConnectorOptions = {
  /** Where browsers and platforms reach the service, without a slash at its end. */
  readonly baseUrl: string
  readonly flows: Readonly<Record<string, ConnectFlow>>
  readonly egress: Pick<Egress, 'fetch'>
  readonly tickets: Tickets
  readonly states: States
  readonly apps: Apps
  readonly save: SaveAccounts
  /** Whether a connection of any license belongs to that person. */
  readonly isConnected: (platform: string, appId: string, subject: string) => Promise<boolean>
  /** Throws when the license is not usable any more. */
  readonly requireLicense: (licenseId: string) => Promise<void>
  /** The URL at which a browser finds a platform's page, in a simulation. Defaults to that page's own URL. */
  readonly pageAt?: (url: string) => string
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly onFault: (about: {
    readonly platform: string
    readonly code: ConnectFaultCode
    readonly reason: string | undefined
  }) => void
}

export const createConnector = (options: ConnectorOptions): Connector => {
  const {
    baseUrl,
    flows,
    egress,
    tickets,
    states,
    apps,
    save,
    isConnected,
    requireLicense,
    pageAt = (url) => url,
    now,
    randomBytes,
    onFault,
  } = options
  const random = (size: number): string => randomBytes(size).toString('base64url')
  const LAPSED: NextStep = { is: 'lapsed' }

  /** All calls together end in time. */
  const callerFor = (flow: ConnectFlow, licenseId: string, limitMs = STEP_MS): { call: GuardedFetch; ask: Ask } => {
    const until = now() + limitMs
    const call = fetchFor({ egress, apps }, flow, licenseId, () => until - now())
    return { call, ask: createAsk(call) }
  }

  const clientFor = (
    flow: ConnectFlow,
    host: string | null,
    { endpoints, secrets }: ReadyApp,
    { proofKey }: Pick<StartedFlow, 'proofKey'>,
    call: GuardedFetch,
  ): OAuthClient =>
    createClient({
      ...{ dialect: flow.dialect, endpoints, app: secrets, fetch: call, proofKey, now, randomBytes },
      redirectUri: redirectUriOf(baseUrl, flow, host),
    })

  const isUnderReview: Connector['isUnderReview'] = async (platform, licenseId, app) => {
    const flow = lookUp(flows, platform)
    return flow !== undefined && (await apps.stateOf(flow, { licenseId, app })) === 'review'
  }

  /** With the host that asks the owner, where the account decides about it. */
  const locate = async (licenseId: string, request: ConnectRequest): Promise<ConnectRequest> => {
    const flow = lookUp(flows, request.platform)
    if (!flow?.federated?.movable) return request
    try {
      const located = await flow.federated.movable.locate(request, callerFor(flow, licenseId).ask)
      return { ...request, ...located }
    } catch (thrown) {
      const error = request.host === null || request.account !== null ? thrown : atHost(thrown)
      if (error instanceof ConnectFault && error.code === 'host_not_found')
        throw new ApiError('invalid_request', { details: [{ field: 'host', message: 'is no server of the platform' }] })
      throw error instanceof ConnectFault ? apiErrorOf(error) : error
    }
  }

  /** The ticket becomes final, unless another request was first. */
  const fail = async (ticket: Ticket, fault: unknown): Promise<NextStep> => {
    const { code, reason } = toFault(fault)
    onFault({ platform: ticket.content.request.platform, code, reason })
    const content = { ...endOf(ticket), ...(reason !== undefined && { reason }) }
    const failed = await tickets.change(ticket, { state: 'failed', result: code, content })
    return failed ? { is: 'failed', ticket: failed, code } : LAPSED
  }

  const isBrowserOf = (ticket: Ticket, cookie: string | undefined): boolean => {
    const expected = ticket.content.started?.cookieHash ?? ticket.content.cookieHash
    if (cookie === undefined || expected === undefined || !COOKIE.test(cookie)) return false
    return timingSafeEqual(Buffer.from(hashOf(cookie)), Buffer.from(expected))
  }

  const isOpen = (ticket: Ticket | undefined, platform: string): ticket is Ticket =>
    ticket !== undefined &&
    ticket.content.request.platform === platform &&
    (ticket.state === 'new' || ticket.state === 'started') &&
    isWithin(ticket.createdAt, now(), TICKET_MS)

  /** The ticket of a start page, for the browser that opened it. */
  const openStart = async (
    platform: string,
    secret: string,
    readCookie: ReadCookie,
  ): Promise<{ readonly ticket: Ticket; readonly cookie: string } | undefined> => {
    const ticket = await tickets.open(secret)
    if (!isOpen(ticket, platform)) return undefined
    const cookie = readCookie(ticket.id)
    // A second start, by the back button or in another tab, is the same browser's.
    if (cookie === undefined || !COOKIE.test(cookie)) return undefined
    if (ticket.state === 'started' && !isBrowserOf(ticket, cookie)) return undefined
    return { ticket, cookie }
  }

  const findApp = async (flow: ConnectFlow, ticket: Ticket, ask: Ask, renews: boolean): Promise<ReadyApp> => {
    const { host, app } = ticket.content.request
    const wanted = { licenseId: ticket.licenseId, host, app: ticket.content.started?.appId ?? app }
    const found = await apps.find(flow, wanted, ask, renews)
    if (found) return found
    throw new ConnectFault('platform_unauthorized', { reason: 'no_application' })
  }

  const connect = async (
    ticket: Ticket,
    flow: ConnectFlow,
    { token, grantedAt }: Pick<Choice, 'token' | 'grantedAt'>,
    accounts: readonly Connectable[],
  ): Promise<NextStep> => {
    const { request, started } = ticket.content
    const { connections, leftOut: rest } = await save({
      ...{ licenseId: ticket.licenseId, request, token, grantedAt, accounts },
      appId: started?.appId ?? '',
      missing: missingOf(started?.scopes ?? [], token.scopes),
      scopes: token.scopes ?? started?.scopes ?? [],
      flow,
    })
    const result = connections.join(',')
    const leftOut = rest.map(({ displayName, handle }) => displayName ?? handle)
    const content = { ...endOf(ticket), ...(leftOut.length > 0 && { leftOut }) }
    const done = await tickets.change(ticket, { state: 'done', result, content })
    return { is: 'connected', ticket: done ?? ticket, connections }
  }

  /** Everything that must hold before a code is sent anywhere. */
  const openCallback = async (
    flow: ConnectFlow,
    host: string | null,
    query: URLSearchParams,
    readCookie: ReadCookie,
  ): Promise<{ readonly ticket: Ticket; readonly state: FlowState; readonly text: string } | undefined> => {
    const written = query.getAll('state')
    const text = written.length === 1 ? (written[0] ?? '') : ''
    const state = states.open(text)
    if (!state || state.platform !== flow.dialect.platform || !isWithin(state.at, now(), TICKET_MS)) return undefined
    // Where one redirect URI serves every host, the response names its host, which the exchange checks.
    if ((flow.federated?.client.by === 'url' ? null : state.host) !== host) return undefined
    const ticket = await tickets.find(state.ticketId)
    const started = ticket?.content.started
    if (ticket?.state !== 'started' || started === undefined || started.nonce !== state.nonce) return undefined
    if (started.cookieHash !== state.cookieHash || !isBrowserOf(ticket, readCookie(ticket.id))) return undefined
    return { ticket, state, text }
  }

  const exchange = async (
    flow: ConnectFlow,
    ticket: Ticket,
    query: URLSearchParams,
    state: string,
  ): Promise<NextStep> => {
    const { call, ask } = callerFor(flow, ticket.licenseId)
    await requireLicense(ticket.licenseId)
    const { request, started } = ticket.content
    if (started === undefined) return LAPSED
    const app = await findApp(flow, ticket, ask, false)
    if (app.id !== started.appId) throw new ConnectFault('connection_expired', { reason: 'another_application' })
    const client = clientFor(flow, request.host, app, started, call)
    const { verifier, requestToken } = started
    const first = await client.exchange(withoutSuffix(query), { state, verifier, requestToken })
    /** What cannot be used is kept neither here nor at the platform, unless that would end another connection. */
    const withdraw = async (): Promise<void> => {
      const endsAll = flow.dialect.revokes === 'consent'
      if (endsAll && (first.subject === undefined || (await isConnected(request.platform, app.id, first.subject))))
        return
      const caller = callerFor(flow, ticket.licenseId, WITHDRAWAL_MS)
      const own = clientFor(flow, request.host, app, started, caller.call)
      await revokeToken(flow, { client: own, call: caller.call, app: app.secrets }, first.accessToken)
    }
    try {
      // A ticket of a version before has no such field.
      if (typeof request.accountId === 'string' && first.subject !== request.accountId)
        throw new ConnectFault('connection_other_account', { reason: 'other_subject' })
      if (missingOf(flow.scopes.least, first.scopes).length > 0)
        throw new ConnectFault('connection_incomplete', { reason: 'scope_missing' })
      const token = flow.settle ? await flow.settle(first, ask, app.secrets) : first
      const named = await flow.accounts(token, ask, app.base, app.secrets, request.include)
      const accounts = named.map((account) => withoutTokens(account, first, token, account.token))
      const [account, ...others] = accounts
      if (account === undefined) throw new ConnectFault('profile_unsupported')
      const grantedAt = now()
      // The account to reconnect is known already.
      if (others.length === 0 || request.reconnect !== null)
        return await connect(ticket, flow, { token, grantedAt }, accounts)
      const choice = { token, grantedAt, accounts }
      const choosing = await tickets.change(ticket, { state: 'choosing', content: { request, started, choice } })
      return choosing ? { is: 'choice', platform: request.platform, ticketId: ticket.id } : LAPSED
    } catch (error) {
      // A platform may have given the token again that the other site's connection has.
      if (!(error instanceof ConnectFault && error.code === 'connection_other_site')) await withdraw()
      throw error
    }
  }

  return {
    async findFlow(platform, licenseId, app) {
      const flow = lookUp(flows, platform)
      if (!flow) return 'not_connectable'
      const isNamed = app !== undefined && (await apps.offers(platform, licenseId, app))
      return isNamed || (await apps.has(flow, licenseId)) ? flow : 'not_configured'
    },

    offersApp: apps.offers,

    isUnderReview,

    nameOf: (platform) => lookUp(flows, platform)?.name ?? platform,

    whyNoAccount: (platform) => lookUp(flows, platform)?.noAccount,

    async request(licenseId, request) {
      const { secret, ticket } = await tickets.create(licenseId, await locate(licenseId, request))
      return { url: `${baseUrl}/connect/${request.platform}/start?t=${secret}`, ticket }
    },

    async view(platform, secret, readCookie) {
      const flow = lookUp(flows, platform)
      const ticket = await tickets.open(secret)
      if (!flow || !isOpen(ticket, platform)) return undefined
      if (readCookie && ticket.state === 'started' && !isBrowserOf(ticket, readCookie(ticket.id))) return undefined
      const { app } = ticket.content.request
      return { ticket, flow, isReview: await isUnderReview(platform, ticket.licenseId, app) }
    },

    async isDone(platform, by) {
      const ticket =
        'secret' in by ? await tickets.open(by.secret) : await tickets.find(states.open(by.state)?.ticketId ?? '')
      return ticket?.content.request.platform === platform && ticket.state === 'done'
    },

    newCookie: () => random(COOKIE_BYTES),

    async start(platform, secret, readCookie) {
      const flow = lookUp(flows, platform)
      const opened = await openStart(platform, secret, readCookie)
      if (!flow || !opened) return LAPSED
      const { ticket, cookie } = opened
      const [cookieHash, nonce, startedAt] = [hashOf(cookie), random(NONCE_BYTES), now()]
      try {
        await requireLicense(ticket.licenseId)
        const { call, ask } = callerFor(flow, ticket.licenseId)
        const { request } = ticket.content
        const app = await findApp(flow, { ...ticket, content: { request } }, ask, true)
        const scopes = scopesFor(flow.scopes, request.include)
        const started: StartedFlow = {
          ...{ cookieHash, nonce, scopes, startedAt, appId: app.id, verifier: random(VERIFIER_BYTES) },
          ...(flow.dialect.bindsTokens && { proofKey: p256Scalar(randomBytes(SEED_BYTES)) }),
        }
        const { host } = request
        const state = states.seal({ ticketId: ticket.id, cookieHash, platform, host, nonce, at: startedAt })
        const { verifier } = started
        // What the owner is known by at the server, so that nobody signs in to another account.
        const parameters = {
          ...app.parameters,
          ...(typeof request.account === 'string' && { login_hint: request.account }),
        }
        const client = clientFor(flow, host, app, started, call)
        const requestToken = await client.requestToken?.(state)
        const location = pageAt(await client.authorizeUrl({ state, scopes, verifier, parameters, requestToken }))
        const content = { request, started: { ...started, location, ...(requestToken && { requestToken }) } }
        const next = await tickets.change(ticket, { state: 'started', content })
        return next ? { is: 'platform', ticket: next, location } : LAPSED
      } catch (error) {
        const { request } = ticket.content
        return fail({ ...ticket, content: { request, cookieHash } }, request.host === null ? error : atHost(error))
      }
    },

    async cancel(platform, secret, readCookie) {
      const opened = await openStart(platform, secret, readCookie)
      if (!opened) return LAPSED
      const { ticket, cookie } = opened
      const content = { request: ticket.content.request, cookieHash: hashOf(cookie) }
      return fail({ ...ticket, content }, new ConnectFault('connection_denied', { reason: 'cancelled' }))
    },

    async finish(platform, host, query, readCookie) {
      const flow = lookUp(flows, platform)
      const opened = flow && (await openCallback(flow, host, query, readCookie))
      if (!flow || !opened) return LAPSED
      // From here on no other callback of this ticket counts.
      const ticket = await tickets.change(opened.ticket, { state: 'exchanging' })
      if (!ticket) return LAPSED
      try {
        return await exchange(flow, ticket, query, opened.text)
      } catch (error) {
        return fail(ticket, error)
      }
    },

    async resume(platform, ticketId, readCookie) {
      const ticket = await tickets.find(ticketId)
      if (ticket?.content.request.platform !== platform || !isBrowserOf(ticket, readCookie(ticket.id))) return LAPSED
      const { state, result, content } = ticket
      if (state === 'choosing') return { is: 'choice', platform, ticketId }
      if (state === 'done') return { is: 'connected', ticket, connections: result?.split(',') ?? [] }
      if (state === 'failed') return { is: 'failed', ticket, code: result as ConnectFaultCode }
      const location = content.started?.location
      return isOpen(ticket, platform) && location !== undefined ? { is: 'platform', ticket, location } : LAPSED
    },

    async viewChoice(platform, ticketId, readCookie) {
      const flow = lookUp(flows, platform)
      const ticket = await tickets.find(ticketId)
      const choice = ticket?.content.choice
      if (!flow || !ticket || !choice || ticket.state !== 'choosing') return undefined
      if (ticket.content.request.platform !== platform || !isBrowserOf(ticket, readCookie(ticket.id))) return undefined
      return isWithin(choice.grantedAt, now(), CHOICE_MS) ? { ticket, flow, choice } : undefined
    },

    async choose(platform, ticketId, accountIds, readCookie, none = 'connection_denied') {
      const view = await this.viewChoice(platform, ticketId, readCookie)
      if (!view) return LAPSED
      const { ticket, flow, choice } = view
      const wanted = flow.choosesOne ? accountIds.slice(0, 1) : accountIds
      const accounts = choice.accounts.filter(({ id }) => wanted.includes(id))
      const taken = await tickets.change(ticket, { state: 'exchanging' })
      if (!taken) return LAPSED
      if (accounts.length === 0) return fail(taken, new ConnectFault(none, { reason: 'none_chosen' }))
      try {
        await requireLicense(ticket.licenseId)
        return await connect(taken, flow, choice, accounts)
      } catch (error) {
        return fail(taken, error)
      }
    },

    async describe(licenseId, ticketId) {
      const ticket = await tickets.find(ticketId)
      return ticket?.licenseId === licenseId ? ticket : undefined
    },
  }
}

/** What the exchange needed is forgotten. */
const endOf = ({ content: { request, started, cookieHash = started?.cookieHash } }: Ticket): TicketContent => ({
  request,
  ...(cookieHash !== undefined && { cookieHash }),
})

/** What is shown and stored of an account, without the tokens that its platform may have repeated. */
const withoutTokens = (account: Connectable, ...tokens: readonly (GrantedToken | undefined)[]): Connectable => {
  const hide = hiderOf(tokens.flatMap((token) => [token?.accessToken || [], token?.refreshToken || []].flat()))
  const hideIn = (text: string | null) => text && hide(text)
  const { id, handle, displayName, url, avatarUrl } = account
  return {
    ...{ ...account, id: hide(id), handle: hide(handle) },
    ...{ displayName: hideIn(displayName), url: hideIn(url), avatarUrl: hideIn(avatarUrl) },
  }
}

/** Instagram appends `#_` to its redirects, which some clients keep in the last parameter. */
const withoutSuffix = (query: URLSearchParams): URLSearchParams => {
  const bare = new URLSearchParams(query)
  const code = bare.get('code')
  if (code?.endsWith('#_')) bare.set('code', code.slice(0, -2))
  return bare
}

/** Reasons of the egress, and what other servers answer. What resolves to a private address is as unknown as what does
 * not resolve. */
const NOT_FOUND: ReadonlySet<string | undefined> = new Set([
  ...['link_unresolvable', 'link_blocked', 'link_malformed'],
  ...['status.404', 'status.405', 'status.410', 'no_json'],
])

/** Before a person is asked, a host that a client named may be misspelled. */
const atHost = (error: unknown): unknown =>
  error instanceof ConnectFault && error.code === 'platform_error' && NOT_FOUND.has(error.reason)
    ? new ConnectFault('host_not_found', { ...(error.reason !== undefined && { reason: error.reason }), cause: error })
    : error

const toFault = (error: unknown): ConnectFault => {
  if (error instanceof ConnectFault) return error
  if (error instanceof ApiError && error.code.startsWith('license_')) return new ConnectFault('connection_refused')
  throw error
}
