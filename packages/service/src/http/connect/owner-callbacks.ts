// Where platforms report what owners ask: that they removed the application, or want everything deleted. The response is
// the same for a person whom the service does not know.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerRequests } from '../../connect/callbacks/owner-requests.ts'
import { formOf } from './form-body.ts'

export type OwnerCallbacksOptions = {
  readonly baseUrl: string
  readonly requests: () => Promise<OwnerRequests>
  readonly sendPage: (request: FastifyRequest, reply: FastifyReply, code: string) => Promise<FastifyReply>
}

const MAX_BYTES = 16 * 1024
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

type Params = { readonly platform: string; readonly code: string }
const paramsOf = ({ params }: FastifyRequest): Params => params as Params

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).headers(HEADERS).send(body)

const unknown = (reply: FastifyReply): FastifyReply => send(reply, 404, { error: 'not_found' })
/** Nothing of the request is repeated, nor what was wrong with it. */
const unsigned = (reply: FastifyReply): FastifyReply => send(reply, 401, { error: 'invalid_signature' })

export const registerOwnerCallbacks = (scope: FastifyInstance, options: OwnerCallbacksOptions): void => {
  const { baseUrl, requests, sendPage } = options

  const signedRequestIn = (request: FastifyRequest): string => {
    const all = formOf(request).getAll('signed_request')
    return all.length === 1 ? (all[0] ?? '') : ''
  }

  scope.post('/:platform/deauthorize', async (request, reply) => {
    const { platform } = paramsOf(request)
    const { reports, deauthorize } = await requests()
    if (!reports(platform, 'signed_request')) return unknown(reply)
    return (await deauthorize(platform, signedRequestIn(request))) ? send(reply, 200, {}) : unsigned(reply)
  })

  scope.post('/:platform/deletion', async (request, reply) => {
    const { platform } = paramsOf(request)
    const owners = await requests()
    if (!owners.reports(platform, 'signed_request')) return unknown(reply)
    const code = await owners.delete(platform, signedRequestIn(request))
    if (code === undefined) return unsigned(reply)
    return send(reply, 200, { url: `${baseUrl}/connect/deletion/${code}`, confirmation_code: code })
  })

  scope.get('/deletion/:code', (request, reply) => sendPage(request, reply, paramsOf(request).code))

  scope.register(async (deliveries) => {
    // The signature is over the bytes as they were sent.
    deliveries.removeContentTypeParser('application/json')
    deliveries.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    deliveries.post('/:platform/webhook', async (request, reply) => {
      const { platform } = paramsOf(request)
      const { reports, webhook } = await requests()
      if (!reports(platform, 'webhook')) return unknown(reply)
      const signature = request.headers['tiktok-signature']
      const body = typeof request.body === 'string' ? request.body : ''
      const isSigned = typeof signature === 'string' && (await webhook(platform, signature, body))
      return isSigned ? send(reply, 200, {}) : unsigned(reply)
    })
  })
}
