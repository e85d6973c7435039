import { TICKET_MS } from '../../connect/tickets/ticket.ts'
import { ApiError } from '../../errors.ts'
import { endpoint } from '../endpoint.ts'
import { okEnvelope } from '../envelope.ts'
import { readConnectRequest } from './read-connect-request.ts'
import { ConnectBody, ConnectData } from './schema.ts'

/** Enough for an agency that connects its customers, too few for a script. */
const CALLS_PER_HOUR = 60

export const connect = endpoint({
  path: '/connect',
  summary: 'Connect an account',
  description: `Returns a URL at which the owner of an account allows the service to read it. Open it in the owner’s browser: it shows who asks and what for, leads to the platform, and returns to \`returnTo\` with \`connection\` (one id, or several separated by commas) or \`connect_error\` in the query. The URL works once and for ten minutes. Free of charge, at most ${CALLS_PER_HOUR} calls in each hour of the clock (UTC) for each license.`,
  body: ConnectBody,
  data: ConnectData,
  example: { platform: 'sandbox' },
  codes: [
    'platform_unknown',
    'platform_not_in_plan',
    'platform_not_connectable',
    'platform_not_configured',
    'handle_malformed',
    'profile_not_found',
    'platform_rate_limited',
    'platform_unauthorized',
    'platform_error',
    'platform_timeout',
    'return_not_allowed',
    'connection_unknown',
    'connection_limit_reached',
    'site_limit_reached',
  ],
  needsToken: true,
  holdsSecret: true,
  handle: (parts) => async (request) => {
    const { caller } = request
    if (!caller) throw new ApiError('token_missing')
    await parts.allowances.take(caller.license.id, 'connects', CALLS_PER_HOUR)
    const connector = await parts.connector()
    const wanted = await readConnectRequest(parts, connector, caller, request.body as ConnectBody)
    const { url, ticket } = await connector.request(caller.license.id, wanted)
    const expiresAt = new Date(ticket.createdAt + TICKET_MS).toISOString()
    return okEnvelope({ url, expiresAt, ticket: ticket.id })
  },
})
