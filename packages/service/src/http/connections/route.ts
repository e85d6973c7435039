import type { ConnectionUser } from '../../connect/connection.ts'
import { ApiError } from '../../errors.ts'
import { userOf } from '../connection-user.ts'
import { endpoint } from '../endpoint.ts'
import { okEnvelope } from '../envelope.ts'
import type { Parts } from '../parts.ts'
import { connectablePlatforms } from './connectable-platforms.ts'
import { describeConnection } from './describe-connection.ts'
import { describeTicket } from './describe-ticket.ts'
import { readAppChange } from './read-app-change.ts'
import { ConnectionsBody, ConnectionsData } from './schema.ts'

/** Enough for people who open a settings page, too few for a polling loop. */
const CALLS_PER_MINUTE = 60

/** Throws `connection_unknown`, `invalid_request`, `platform_not_connectable`. */
const change = async (
  { connections, connector }: Pick<Parts, 'connections' | 'connector'>,
  user: ConnectionUser,
  { id, label, disconnect, app }: ConnectionsBody,
): Promise<void> => {
  if (app !== undefined) {
    const wish = readAppChange(app)
    const { ownApps } = await connector()
    if (wish.is === 'removed') await ownApps.remove(user.licenseId, wish.id)
    else await ownApps.put(user.licenseId, wish.app)
  }
  if (id === undefined) {
    if (label === undefined && disconnect === undefined) return
    throw new ApiError('invalid_request', { details: [{ field: 'id', message: 'is required to change a connection' }] })
  }
  if (disconnect) await connections.disconnect(id, user)
  else if (label !== undefined) await connections.setLabel(id, user, label)
}

export const connections = endpoint({
  path: '/connections',
  summary: 'List and change connected accounts',
  description: `Returns the connected accounts of the license that the site of the token may use, and the platforms on which it can connect accounts. Send \`id\` with \`label\` to name one first, or with \`disconnect\` to end it: its token and everything that was read through it are then deleted in every process within a second. Send \`app\` to connect accounts with an application of your own, where the operator accepts it. Send \`ticket\` of \`connect\` to learn what became of that consent. Free of charge, at most ${CALLS_PER_MINUTE} calls a minute for each license.`,
  body: ConnectionsBody,
  data: ConnectionsData,
  example: {},
  codes: ['connection_unknown', 'platform_not_connectable'],
  needsToken: true,
  handle: (parts) => async (request) => {
    const { caller } = request
    if (!caller) throw new ApiError('token_missing')
    await parts.allowances.take(caller.license.id, 'connections', CALLS_PER_MINUTE)
    const user = userOf(caller)
    await change(parts, user, request.body as ConnectionsBody)
    const { ticket } = request.body as ConnectionsBody
    const connector = await parts.connector()
    const apps = await connector.ownApps.list(user.licenseId)
    return okEnvelope({
      apps: apps.map(({ id, platform, clientId, label }) => ({ id, platform, clientId, label })),
      connectable: await connectablePlatforms(parts.registry, connector, caller),
      connections: (await parts.connections.list(user)).map((each) => describeConnection(each, parts.now())),
      ...(ticket !== undefined && { ticket: await describeTicket(parts, user, ticket) }),
    })
  },
})
