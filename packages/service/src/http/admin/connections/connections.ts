// The connected accounts of all licenses. Operators see whose they are and how they stand, and may end one. Nobody reads a
// token here, and no account is connected for a license.

import { describeForOperator, OperatorConnection } from '../../../connect/operator-connection.ts'
import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { Type } from '../../../parsing/type.ts'
import { CONNECTION_STATES, type ConnectionState } from '../../../storage/connection-records.ts'
import type { Store } from '../../../storage/store.ts'
import { adminRoute } from '../admin-route.ts'
import { readCursor, strayCursor, writeCursor } from '../opaque-cursor.ts'
import { DEFAULT_LISTED, MAX_LISTED, readLimit } from '../read-limit.ts'

/** Throws `invalid_request`. */
const positionOf = (text: string) => {
  const [createdAt, id] = readCursor(text)
  if (typeof createdAt !== 'number' || typeof id !== 'string') throw strayCursor()
  return { createdAt, id }
}

const requireConnection = async ({ connections }: Pick<Store, 'connections'>, id: string) => {
  const found = await connections.find(id)
  if (found === undefined) throw new OperatorError('not_found', `There is no connected account ${id}`)
  return found
}

export const listConnections = adminRoute({
  method: 'GET',
  path: '/connections',
  role: 'read',
  operationId: 'listConnectedAccounts',
  summary: 'List connected accounts',
  description: 'Returns the connected accounts of all licenses, newest first.',
  query: Type.Object({
    license: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only accounts of this license' })),
    platform: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only accounts on this platform' }),
    ),
    state: Type.Optional(Type.Enum(CONNECTION_STATES, { description: 'Only accounts in this state' })),
    limit: Type.Optional(
      Type.String({ description: `Accounts per page, at most ${MAX_LISTED}. Default: ${DEFAULT_LISTED}` }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: '`nextCursor` of the page before' }),
    ),
  }),
  data: Type.Object({
    connections: Type.Array(OperatorConnection),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page' }),
  }),
  example: { path: '/connections?state=ended' },
  handle:
    ({ store, now }) =>
    async ({ query: { license, platform, state, limit: text, cursor } }) => {
      const limit = readLimit(text)
      const before = cursor === undefined ? undefined : positionOf(cursor)
      const inState = state === undefined ? undefined : { is: state as ConnectionState, at: now() }
      const filter = { licenseId: license, platform, state: inState, before }
      const found = await store.connections.page({ ...filter, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        connections: await describeForOperator(store, shown, now()),
        nextCursor: found.length > limit && last ? writeCursor([last.createdAt, last.id]) : null,
      }
    },
})

export const disconnectAccount = adminRoute({
  method: 'DELETE',
  path: '/connections/:connection',
  role: 'support',
  operationId: 'disconnectAnAccount',
  summary: 'Disconnect an account',
  description:
    'Deletes the connection, revokes its token at the platform, and deletes everything that was read through it, in every process within a second. The license can connect the account again.',
  data: Type.Object({ id: Type.String(), license: Type.String(), disconnected: Type.Literal(true) }),
  example: { path: '/connections/$CONNECTION' },
  handle:
    ({ store, connections, act }) =>
    async ({ params: { connection: id = '' }, actor }) => {
      const { licenseId, site } = await requireConnection(store, id)
      await connections.disconnect(id, { licenseId, site: site ?? undefined }, act('connection.disconnect', actor))
      return { id, license: licenseId, disconnected: true as const }
    },
})
