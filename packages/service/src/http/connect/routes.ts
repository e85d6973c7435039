// The pages and the callback of a consent, for browsers. Nothing of a request is shown, logged or redirected to before
// its ticket, its state and its cookie are checked.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NextStep } from '../../connect/connector.ts'
import { withResult } from '../../connect/return-to.ts'
import type { Parts } from '../parts.ts'
import { toApiError } from '../to-api-error.ts'
import { registerConnectAssets } from './assets.ts'
import { registerClientDocuments } from './client-documents.ts'
import { clearCookie, readCookie, writeCookie } from './cookies.ts'
import { formOf, isFromElsewhere, readForms } from './form-body.ts'
import { registerOwnerCallbacks } from './owner-callbacks.ts'
import { pageHeaders } from './page-policy.ts'
import { choosePage } from './pages/choose-page.ts'
import {
  busyPage,
  connectedPage,
  deletedPage,
  failedPage,
  lapsedPage,
  unknownDeletionPage,
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

export const registerConnect = (app: FastifyInstance, parts: ConnectParts): void => {
  const { baseUrl, brand, licenses, store, faults } = parts
  const connector = () => parts.connector()

  const sendPage = (reply: FastifyReply, status: number, page: string, formTarget?: string | null): FastifyReply =>
    reply
      .code(status)
      .headers(pageHeaders({ logoUrl: brand.logoUrl, ...(formTarget !== undefined && { formTarget }) }))
      .type('text/html; charset=utf-8')
      .send(page)

  const goTo = (reply: FastifyReply, location: string): FastifyReply =>
    reply.code(303).headers(pageHeaders({})).header('location', location).send()

  const lapsed = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(reply, 400, lapsedPage(brand, rootOf(request)))

  const take = (step: NextStep, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (step.is === 'lapsed') return lapsed(request, reply)
    if (step.is === 'platform') return goTo(reply, step.location)
    if (step.is === 'choice')
      return goTo(reply, `${baseUrl}${CONNECT_PREFIX}/${step.platform}/choose?ticket=${step.ticketId}`)
    reply.header('set-cookie', clearCookie(step.ticket.id))
    const { returnTo } = step.ticket.content.request
    if (step.is === 'connected') {
      if (returnTo !== null) return goTo(reply, withResult(returnTo, { connection: step.connections.join(',') }))
      return sendPage(reply, 200, connectedPage(brand, rootOf(request)))
    }
    if (returnTo !== null) return goTo(reply, withResult(returnTo, { connect_error: step.code }))
    return sendPage(reply, 200, failedPage(brand, rootOf(request), step.code))
  }

  const showStart = async (request: FastifyRequest, reply: FastifyReply) => {
    const { platform } = paramsOf(request)
    const secret = queryOf(request).get('t') ?? ''
    const view = await (await connector()).view(platform, secret)
    if (!view) return lapsed(request, reply)
    const { ticket, flow, authorizeOrigin } = view
    if (cookiesOf(request)(ticket.id) === undefined)
      reply.header('set-cookie', writeCookie(ticket.id, (await connector()).newCookie()))
    const { returnTo, host, askedBySite, include, reconnect } = ticket.content.request
    const cached = await licenses.get(ticket.licenseId)
    const page = startPage({
      ...{ brand, host, secret, platform: flow.name, site: askedBySite, allows: flow.allows },
      licensee: cached?.license.name ?? null,
      asksPrivate: include.includes('private'),
      isReconnect: reconnect !== null,
    })
    // Who cancels returns by the same form.
    const targets = [authorizeOrigin, returnTo === null ? null : new URL(returnTo).origin]
    return sendPage(reply, 200, page, targets.filter((each) => each !== null).join(' '))
  }

  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFromElsewhere(request)) return lapsed(request, reply)
    const form = formOf(request)
    const { start: begin, cancel } = await connector()
    const decide = form.has('cancel') ? cancel : begin
    const step = await decide(paramsOf(request).platform, form.get('t') ?? '', cookiesOf(request))
    return take(step, request, reply)
  }

  const finish = async (request: FastifyRequest, reply: FastifyReply) => {
    const { platform, host = null } = paramsOf(request)
    const step = await (await connector()).finish(platform, host, queryOf(request), cookiesOf(request))
    return take(step, request, reply)
  }

  const showChoice = async (request: FastifyRequest, reply: FastifyReply, isEmpty = false) => {
    const { platform } = paramsOf(request)
    const ticketId = (isEmpty ? formOf(request) : queryOf(request)).get('ticket') ?? ''
    const view = await (await connector()).viewChoice(platform, ticketId, cookiesOf(request))
    if (!view) return lapsed(request, reply)
    const known = await store.connections.list(view.ticket.licenseId)
    const connected = new Set(known.flatMap((each) => (each.platform === platform ? [each.accountId] : [])))
    const { accounts } = view.choice
    return sendPage(
      reply,
      isEmpty ? 422 : 200,
      choosePage({
        ...{ brand, accounts, connected, ticketId, isEmpty, platform: view.flow.name },
        choosesOne: view.flow.choosesOne === true,
      }),
    )
  }

  const choose = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFromElsewhere(request)) return lapsed(request, reply)
    const form = formOf(request)
    const wanted = form.has('cancel') ? [] : form.getAll('account')
    if (wanted.length === 0 && !form.has('cancel')) return showChoice(request, reply, true)
    const { platform } = paramsOf(request)
    const step = await (await connector()).choose(platform, form.get('ticket') ?? '', wanted, cookiesOf(request))
    return take(step, request, reply)
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
        sendPage(reply, error.status, busyPage(brand, rootOf(request)))
      })
      registerConnectAssets(scope, brand)
      registerClientDocuments(scope, async () => (await connector()).serviceClient)
      registerOwnerCallbacks(scope, {
        baseUrl,
        requests: async () => (await connector()).owners,
        sendPage: showDeletion,
      })
      scope.get('/:platform/start', showStart)
      scope.post('/:platform/start', start)
      scope.get('/:platform/callback', finish)
      scope.get('/:platform/callback/:host', finish)
      scope.get('/:platform/choose', (request, reply) => showChoice(request, reply))
      scope.post('/:platform/choose', choose)
    },
    { prefix: CONNECT_PREFIX },
  )
}
