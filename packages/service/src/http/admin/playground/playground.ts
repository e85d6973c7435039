// Runs requests as a license through the real endpoints: the same checks, pages and errors. It must never count: it
// neither uses nor checks the quota, the burst limit or the sites.

import Fastify, { type FastifyInstance } from 'fastify'
import { requireUsable } from '../../../licensing/licenses/license.ts'
import type { CachedLicense } from '../../../licensing/licenses/license-cache.ts'
import type { UsageMeter } from '../../../licensing/usage/meter.ts'
import { initialQuotaStatus, monthAt } from '../../../licensing/usage/quota.ts'
import { sendError } from '../../api.ts'
import { ENDPOINTS } from '../../endpoints.ts'
import { SERVER_LIMITS } from '../../limits.ts'
import type { Parts } from '../../parts.ts'
import { readJson } from '../../read-json.ts'
import { REQUEST_CHECKS } from '../../request-checks.ts'

const PLAYED = ENDPOINTS.filter(({ meter }) => meter !== undefined)

/** The endpoints that can be tried: their paths without the slash. */
export const PLAYED_NAMES: readonly string[] = PLAYED.map(({ path }) => path.slice(1))

/** The response that the license would get. */
export type PlayedResponse = {
  readonly status: number
  /** Headers that describe the response. No quota headers, since nothing was counted. */
  readonly headers: Readonly<Record<string, string>>
  /** As it would be sent. */
  readonly body: string
}

export type PlayedRequest = {
  readonly endpoint: string
  readonly body: Readonly<Record<string, unknown>>
  /** For the log. */
  readonly requestId: string
}

/** Resolves to the response of the license, API errors included. */
export type Playground = (licenseId: string, request: PlayedRequest) => Promise<PlayedResponse>

const RETURNED_HEADERS = ['content-type', 'x-cache', 'age', 'retry-after', 'www-authenticate'] as const
/** No client can send it: this app never listens. */
const LICENSE_HEADER = 'x-license'

/** The requests to hosts count under another id, so that the license's own limit is left alone. */
const aside = ({ license, plan }: CachedLicense): CachedLicense => ({
  license: { ...license, id: `tried ${license.id}` },
  plan,
})

const withoutCounting = (parts: Parts): Parts => {
  const { now, elapsed, meter, sites } = parts
  const reserve: UsageMeter['reserve'] = async (license, plan, name, _purpose, granted = 1) => ({
    quotaStatus: initialQuotaStatus(license, plan, name, now(), elapsed(), monthAt(now())),
    granted,
    refusal: undefined,
  })
  return {
    ...parts,
    meter: { ...meter, reserve, refund: async (_license, standing) => standing },
    sites: { ...sites, findAdmitted: () => '' },
  }
}

const buildPlayground = (parts: Parts): FastifyInstance => {
  const app = Fastify({
    logger: false,
    genReqId: ({ headers }) => String(headers['x-request-id']),
    bodyLimit: SERVER_LIMITS.bodyBytes,
    ...REQUEST_CHECKS,
  })
  const played = withoutCounting(parts)
  app.decorateRequest('caller', undefined)
  app.setErrorHandler((error, request, reply) => sendError(played, error, request, reply))
  readJson(app)
  for (const { path, body, handle } of PLAYED) {
    app.post(path, {
      schema: { body },
      onRequest: async (request) => {
        const cached = await parts.licenses.get(String(request.headers[LICENSE_HEADER]))
        if (cached === undefined) throw new Error('A license was deleted while it was tried')
        request.caller = { ...aside(cached), siteId: undefined }
        requireUsable(cached.license, parts.now())
      },
      handler: handle(played),
    })
  }
  return app
}

export const createPlayground = (parts: Parts): Playground => {
  let app: FastifyInstance | undefined
  return async (licenseId, { endpoint, body, requestId }) => {
    // Most processes never need it.
    app ??= buildPlayground(parts)
    const { statusCode, headers, payload } = await app.inject({
      method: 'POST',
      url: `/${endpoint}`,
      headers: { 'content-type': 'application/json', 'x-request-id': requestId, [LICENSE_HEADER]: licenseId },
      payload: JSON.stringify(body),
    })
    const reported = RETURNED_HEADERS.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    })
    return { status: statusCode, headers: Object.fromEntries(reported), body: payload }
  }
}
