import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { createPlayground, PLAYED_NAMES } from './playground.ts'

/** As much of a name as the audit trail keeps. */
const MOST_TOLD = 200

export const tryRequest = adminRoute({
  method: 'POST',
  path: '/licenses/:id/try',
  role: 'support',
  summary: 'Try a request as a license',
  description:
    'Answers what the license would be answered: under its plan, its mode and its state, by the same pages and errors. Nothing is counted: its quota, its minute and its sites stay as they are, and are not looked at, so that `quota_exceeded` and `site_limit_reached` never come of it. Who tried what is in the audit trail, of an address its host alone.',
  body: Type.Object({
    endpoint: Type.Enum([...PLAYED_NAMES], { description: 'The endpoint of the API' }),
    request: Type.Record(Type.String(), Type.Unknown(), { description: 'What the license would send' }),
  }),
  data: Type.Object({
    status: Type.Integer({ description: 'The HTTP status that it would get' }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'The fields that tell of the answer, such as `x-cache` and `age`',
    }),
    body: Type.String({ description: 'The answer as it would be sent: JSON, in the envelope of the API' }),
    milliseconds: Type.Integer({ description: 'How long it took' }),
  }),
  example: {
    path: '/licenses/$ID/try',
    body: { endpoint: 'scan-profile', request: { platform: 'sandbox', handle: 'demo' } },
  },
  handle: (parts) => {
    const playground = createPlayground(parts)
    const { store, act, elapsed } = parts
    return async ({ params: { id = '' }, body: { endpoint, request }, actor }) => {
      // Before it is made: what cannot be written down is not done.
      const isThere = await store.licenses.note(
        id,
        { endpoint, ...whatIsRequested(request) },
        act('license.try', actor),
      )
      if (!isThere) throw new OperatorError('not_found', `There is no license ${JSON.stringify(id)}`)
      const startedMs = elapsed()
      const response = await playground(id, { endpoint, body: request, requestId: actor.requestId ?? '' })
      return { ...response, headers: { ...response.headers }, milliseconds: Math.round(elapsed() - startedMs) }
    }
  },
})

/** Of an address only the host: the rest may hold a secret. */
const whatIsRequested = ({ platform, handle, url }: Readonly<Record<string, unknown>>) => {
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, MOST_TOLD) : undefined)
  const host = typeof url === 'string' ? URL.parse(url)?.hostname : undefined
  const reported = { platform: cut(platform), handle: hostOnly(cut(handle)), host: cut(host) }
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined))
}

/** A handle may be written as an address. */
const hostOnly = (handle: string | undefined) =>
  handle?.includes('://') === true ? URL.parse(handle)?.hostname : handle
