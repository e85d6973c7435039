// The pages and the callback of a consent, for browsers. Nothing of a request is shown, logged or redirected to before
// its ticket, its state and its cookie are checked.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountName } from '../../connect/account-name.ts'
import type { ChoiceView, Connector, NextStep } from '../../connect/connector.ts'
import { withResult } from '../../connect/return-to.ts'
import { lookUp } from '../../parsing/look-up.ts'
import type { Parts } from '../parts.ts'
import { toApiError } from '../to-api-error.ts'
import { registerConnectAssets } from './assets.ts'
import { registerClientDocuments } from './client-documents.ts'
import { clearCookie, readCookie, writeCookie } from './cookies.ts'
import { formOf, isFromElsewhere, readForms } from './form-body.ts'
import { registerOwnerCallbacks } from './owner-callbacks.ts'
import { pageHeaders } from './page-policy.ts'
import { choosePage, isFull } from './pages/choose-page.ts'
import { onwardPage } from './pages/onward-page.ts'
import {
  busyPage,
  connectedPage,
  deletedPage,
  failedPage,
  lapsedPage,
  unknownDeletionPage,
  usedPage,
} from './pages/result-pages.ts'
import { startPage } from './pages/start-page.ts'

export const CONNECT_PREFIX = '/connect'

type ConnectParts = Pick<Parts, 'baseUrl' | 'brand' | 'connector' | 'licenses' | 'store' | 'faults'>
type Params = { readonly platform: string; readonly host?: string }

const cookiesOf = ({ headers }: FastifyRequest) => readCookie(headers.cookie)
const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '')
const paramsOf = ({ params }: FastifyRequest): Params => params as Params

/** The way from a page below /connect to /connect/. */
const rootOf = (request: FastifyRequest): string => (paramsOf(request).host === undefined ? '../' : '../../')

/** Where the browser returns to; undefined: it stays, and learns how the consent ended. */
const returnOf = (step: Extract<NextStep, { is: 'connected' | 'failed' }>): string | undefined => {
  const { returnTo } = step.ticket.content.request
  if (returnTo === null) return undefined
  return withResult(returnTo, step.is === 'connected' ? connectedResult(step) : { connect_error: step.code })
}

/** Names of accounts never get into the query. */
const connectedResult = ({ ticket, connections }: Extract<NextStep, { is: 'connected' }>) => {
  const { leftOut = [] } = ticket.content
  return {
    connection: connections.join(','),
    ...(leftOut.length > 0 && { connect_left_out: String(leftOut.length) }),
  }
}

export const registerConnect = (app: FastifyInstance, parts: ConnectParts): void => {
  const { baseUrl, brand, licenses, store, faults } = parts
  const connector = () => parts.connector()
  const { host: publicHost, origin: publicOrigin } = new URL(baseUrl)

  const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply
      .code(status)
      .headers(pageHeaders({ logoUrl: brand.logoUrl }))
      .type('text/html; charset=utf-8')
      .send(page)

  const goTo = (reply: FastifyReply, location: string): FastifyReply =>
    reply.code(303).headers(pageHeaders({})).header('location', location).send()

  const lapsed = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(reply, 400, lapsedPage(brand, rootOf(request)))

  /** The same, unless the link or the callback has connected something before, as after the back button. */
  const used = async (
    request: FastifyRequest,
    reply: FastifyReply,
    by: Parameters<Connector['isDone']>[1],
  ): Promise<FastifyReply> => {
    const isDone = await (await connector()).isDone(paramsOf(request).platform, by)
    return isDone ? sendPage(reply, 400, usedPage(brand, rootOf(request))) : lapsed(request, reply)
  }

  /** Relative, so that the cookie of the host that the browser sees is sent. */
  const goToResume = (request: FastifyRequest, reply: FastifyReply, ticketId: string): FastifyReply =>
    goTo(reply, `${rootOf(request)}${paramsOf(request).platform}/continue?ticket=${ticketId}`)

  const goToChoice = (reply: FastifyReply, { platform, ticketId }: Extract<NextStep, { is: 'choice' }>): FastifyReply =>
    goTo(reply, `${baseUrl}${CONNECT_PREFIX}/${platform}/choose?ticket=${ticketId}`)

  /** After a form, which must not lead to another origin itself. */
  const takeForm = (step: NextStep, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (step.is === 'lapsed') return lapsed(request, reply)
    return goToResume(request, reply, step.is === 'choice' ? step.ticketId : step.ticket.id)
  }

  /** After the platform. */
  const takeCallback = (
    step: Exclude<NextStep, { is: 'lapsed' }>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    if (step.is === 'choice') return goToChoice(reply, step)
    const back = step.is === 'platform' ? undefined : returnOf(step)
    if (back === undefined) return goToResume(request, reply, step.ticket.id)
    return goTo(reply.header('set-cookie', clearCookie(step.ticket.id)), back)
  }

  const showStart = async (request: FastifyRequest, reply: FastifyReply) => {
    const { platform } = paramsOf(request)
    const secret = queryOf(request).get('t') ?? ''
    // The platform returns to the host of BASE_URL, and the cookie is of one host. Once: a proxy may change the field.
    const moves = request.host !== publicHost && !queryOf(request).has('moved')
    const view = await (await connector()).view(platform, secret, moves ? undefined : cookiesOf(request))
    if (!view) return used(request, reply, { secret })
    if (moves) return goTo(reply, `${baseUrl}${CONNECT_PREFIX}/${platform}/start?t=${secret}&moved=1`)
    const { ticket, flow, isReview } = view
    if (cookiesOf(request)(ticket.id) === undefined)
      reply.header('set-cookie', writeCookie(ticket.id, (await connector()).newCookie()))
    const { host, askedBySite, include, reconnect, handle } = ticket.content.request
    const known = reconnect === null ? undefined : await store.connections.find(reconnect, ticket.licenseId)
    const cached = await licenses.get(ticket.licenseId)
    const page = startPage({
      ...{ brand, host, secret, platform: flow.name, site: askedBySite, allows: flow.allows },
      isSiteKnown: (await store.sites.listOf(ticket.licenseId)).some(({ site }) => site === askedBySite),
      licensee: cached?.license.name ?? null,
      account: known ? accountName(known) : handle,
      privateNote: flow.privateNote,
      asksPrivate: include.includes('private'),
      review: isReview ? Object.entries(flow.uses ?? {}) : [],
      isReconnect: reconnect !== null,
    })
    return sendPage(reply, 200, page)
  }

  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFromElsewhere(request, publicOrigin)) return lapsed(request, reply)
    const form = formOf(request)
    const { start: begin, cancel } = await connector()
    const decide = form.has('cancel') ? cancel : begin
    const secret = form.get('t') ?? ''
    const step = await decide(paramsOf(request).platform, secret, cookiesOf(request))
    return step.is === 'lapsed' ? used(request, reply, { secret }) : takeForm(step, request, reply)
  }

  const finish = async (request: FastifyRequest, reply: FastifyReply) => {
    const { platform, host = null } = paramsOf(request)
    const query = queryOf(request)
    const step = await (await connector()).finish(platform, host, query, cookiesOf(request))
    if (step.is === 'lapsed') return used(request, reply, { state: query.get('state') ?? '' })
    return takeCallback(step, request, reply)
  }

  const resume = async (request: FastifyRequest, reply: FastifyReply) => {
    const { platform } = paramsOf(request)
    const { resume: find, nameOf, whyNoAccount } = await connector()
    const step = await find(platform, queryOf(request).get('ticket') ?? '', cookiesOf(request))
    if (step.is === 'lapsed') return lapsed(request, reply)
    if (step.is === 'choice') return goToChoice(reply, step)
    const { host } = step.ticket.content.request
    if (step.is === 'platform') return sendPage(reply, 200, onwardPage(brand, host ?? nameOf(platform), step.location))
    const back = returnOf(step)
    if (back !== undefined) return sendPage(reply, 200, onwardPage(brand, new URL(back).host, back))
    if (step.is === 'connected')
      return sendPage(
        reply,
        200,
        connectedPage(brand, rootOf(request), {
          names: await namesOf(step),
          leftOut: step.ticket.content.leftOut ?? [],
        }),
      )
    const why = {
      profile_unsupported: whyNoAccount(platform),
      host_not_found: `The service finds no public server of ${nameOf(platform)} at ${host}.`,
    }
    return sendPage(reply, 200, failedPage(brand, rootOf(request), step.code, lookUp(why, step.code)))
  }

  /** Of the accounts that are still connected. */
  const namesOf = async ({ ticket, connections }: Extract<NextStep, { is: 'connected' }>) => {
    const found = await Promise.all(connections.map((id) => store.connections.find(id, ticket.licenseId)))
    return found.flatMap((each) => (each === undefined ? [] : [each.displayName ?? each.handle]))
  }

  const findChoice = async (request: FastifyRequest, ticketId: string) =>
    (await connector()).viewChoice(paramsOf(request).platform, ticketId, cookiesOf(request))

  const showChoice = async (request: FastifyRequest, reply: FastifyReply) => {
    const view = await findChoice(request, queryOf(request).get('ticket') ?? '')
    return view ? sendChoice(reply, view) : lapsed(request, reply)
  }

  /** What takes a place of the license: every account that is not connected yet. */
  const placesFor = async ({ ticket, choice }: ChoiceView) => {
    const { platform } = ticket.content.request
    const known = await store.connections.list(ticket.licenseId)
    const connected = new Set(known.flatMap((each) => (each.platform === platform ? [each.accountId] : [])))
    const most = (await licenses.get(ticket.licenseId))?.plan.connections ?? null
    const places = most === null ? choice.accounts.length : Math.max(0, most - known.length)
    return { connected, places }
  }

  const sendChoice = async (reply: FastifyReply, view: ChoiceView, chosen?: readonly string[]) =>
    sendPage(
      reply,
      chosen === undefined ? 200 : 422,
      choosePage({
        ...{ brand, ticketId: view.ticket.id, platform: view.flow.name, accounts: view.choice.accounts, chosen },
        ...(await placesFor(view)),
        choosesOne: view.flow.choosesOne === true,
      }),
    )

  const choose = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFromElsewhere(request, publicOrigin)) return lapsed(request, reply)
    const form = formOf(request)
    const ticketId = form.get('ticket') ?? ''
    const view = await findChoice(request, ticketId)
    if (!view) return lapsed(request, reply)
    const offered = new Set(view.choice.accounts.map(({ id }) => id))
    const named = new Set(form.has('cancel') ? [] : form.getAll('account'))
    const wanted = [...named].filter((id) => offered.has(id))
    const { connected, places } = await placesFor(view)
    const isTooMany = wanted.filter((id) => !connected.has(id)).length > places
    if (isTooMany || (wanted.length === 0 && !form.has('cancel'))) return sendChoice(reply, view, wanted)
    const { platform } = paramsOf(request)
    // Who could choose nothing has not declined.
    const none = isFull({ accounts: view.choice.accounts, connected, places }) ? 'connection_limit_reached' : undefined
    const step = await (await connector()).choose(platform, ticketId, wanted, cookiesOf(request), none)
    return takeForm(step, request, reply)
  }

  const showDeletion = async (_request: FastifyRequest, reply: FastifyReply, code: string) => {
    const { owners, nameOf } = await connector()
    const deletion = owners.describe(code)
    if (deletion === undefined) return sendPage(reply, 404, unknownDeletionPage(brand, '../'))
    const { platform, at } = deletion
    return sendPage(reply, 200, deletedPage(brand, '../', nameOf(platform), at))
  }

  app.register(
    async (scope) => {
      readForms(scope)
      scope.setErrorHandler((thrown, request, reply) => {
        const error = toApiError(thrown)
        const route = request.routeOptions.url ?? null
        if (error.status >= 500) faults.report({ requestId: request.id, code: error.code, route }, error)
        const isOurs = error.status >= 500 || error.status === 429
        const page = isOurs ? busyPage : lapsedPage
        sendPage(reply, error.status, page(brand, rootOf(request)))
      })
      registerConnectAssets(scope, brand)
      registerClientDocuments(scope, brand, async () => (await connector()).serviceClient)
      registerOwnerCallbacks(scope, {
        baseUrl,
        requests: async () => (await connector()).owners,
        sendPage: showDeletion,
      })
      scope.get('/:platform/start', showStart)
      scope.post('/:platform/start', start)
      scope.get('/:platform/continue', resume)
      scope.get('/:platform/callback', finish)
      scope.get('/:platform/callback/:host', finish)
      scope.get('/:platform/choose', showChoice)
      scope.post('/:platform/choose', choose)
    },
    { prefix: CONNECT_PREFIX },
  )
}
