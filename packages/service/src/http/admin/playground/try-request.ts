import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { createPlayground, PLAYED_NAMES } from './playground.ts'

/** Characters of a value that the audit trail keeps. */
const MAX_RECORDED_LENGTH = 200

export const tryRequest = adminRoute({
  method: 'POST',
  path: '/licenses/:id/try',
  role: 'support',
  operationId: 'tryARequestAsALicense',
  summary: 'Try a request as a license',
  description:
    'Returns what the license would get, under its plan, mode and status, from the same cache and with the same errors. Nothing is counted, and its quota, burst limit and sites are not checked, so the response is never `quota_exceeded` or `site_limit_reached`. The audit trail records who tried what, with only the host of a URL.',
  body: Type.Object({
    endpoint: Type.Enum([...PLAYED_NAMES], { description: 'Endpoint of the API' }),
    request: Type.Record(Type.String(), Type.Unknown(), { description: 'Request body that the license would send' }),
  }),
  data: Type.Object({
    status: Type.Integer({ description: 'HTTP status that the license would get' }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Header fields that describe the response, such as `x-cache` and `age`',
    }),
    body: Type.String({ description: 'The response as it would be sent: JSON, in the envelope of the API' }),
    milliseconds: Type.Integer({ description: 'Duration of the request' }),
  }),
  example: {
    path: '/licenses/$ID/try',
    body: { endpoint: 'scan-profile', request: { platform: 'sandbox', handle: 'demo' } },
  },
  handle: (parts) => {
    const playground = createPlayground(parts)
    const { store, act, elapsed } = parts
    return async ({ params: { id = '' }, body: { endpoint, request }, actor }) => {
      // Recorded first: a request that cannot be recorded is not made.
      const isThere = await store.licenses.note(
        id,
        { endpoint, ...whatIsRequested(request) },
        act('license.try', actor),
      )
      if (!isThere) throw new OperatorError('not_found', `There is no license ${JSON.stringify(id)}`)
      const startedMs = elapsed()
      const requestId = actor.requestId ?? ''
      const response = await playground(id, { endpoint, body: request, requestId })
      return {
        ...response,
        headers: { ...response.headers, 'x-request-id': requestId },
        milliseconds: Math.round(elapsed() - startedMs),
      }
    }
  },
})

/** Only the host of a URL: the rest may contain a secret. */
const whatIsRequested = ({ platform, handle, url }: Readonly<Record<string, unknown>>) => {
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_RECORDED_LENGTH) : undefined)
  const host = typeof url === 'string' ? URL.parse(url)?.hostname : undefined
  const reported = { platform: cut(platform), handle: hostOnly(cut(handle)), host: cut(host) }
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined))
}

/** A handle may be a URL. */
const hostOnly = (handle: string | undefined) =>
  handle?.includes('://') === true ? URL.parse(handle)?.hostname : handle
