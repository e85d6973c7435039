// A connected account as the operator sees it: whose it is and how it stands. Never a token.

import type { Static } from 'typebox'
import { Type } from '../parsing/type.ts'
import { nullable } from '../post/post.ts'
import { isoTime, isoTimeOrNull } from '../runtime/clock/iso-time.ts'
import { CONNECTION_REASONS, CONNECTION_STATES } from '../storage/connection-records.ts'
import type { Store } from '../storage/store.ts'
import type { Connection } from './connection.ts'

const Time = (description: string) => nullable(Type.String({ format: 'date-time' }), description)

export const OperatorConnection = Type.Object({
  id: Type.String(),
  license: Type.String({ description: 'Id of the license that connected it' }),
  licenseName: nullable(Type.String(), 'Name of that license; null if it has none'),
  platform: Type.String({ description: 'Id of the platform' }),
  host: nullable(Type.String(), 'The server, for platforms with many servers'),
  handle: Type.String({ description: 'The account, in its canonical form' }),
  displayName: nullable(Type.String(), 'Name of the account at the platform, when it was connected'),
  label: nullable(Type.String(), 'Name that the license gave it'),
  siteId: nullable(Type.String(), 'The only site that may use it; null for every site of the license'),
  app: Type.String({
    description:
      'Client id of the application, or the id of one that the service registered, or of the key that the service proves itself with',
  }),
  state: Type.Enum(CONNECTION_STATES, { description: 'As in `connections`' }),
  reason: nullable(Type.Enum(CONNECTION_REASONS), 'Why it ends or ended'),
  since: Type.String({ format: 'date-time', description: 'When the state began' }),
  endsAt: Time('When the permission ends and the service cannot renew it; null if it does not end'),
  createdAt: Type.String({ format: 'date-time', description: 'When it was first connected' }),
  lastReadAt: Time('When posts were last read through it, rounded down to the hour; null for never'),
})
export type OperatorConnection = Static<typeof OperatorConnection>

/** The state now: the next scan would store that a limit has passed. */
export const stateOf = ({ state, until }: Pick<Connection, 'state' | 'until'>, now: number): Connection['state'] =>
  state === 'limited' && (until ?? 0) <= now ? 'connected' : state

/** What is rounded down is not before the account was connected. */
export const lastReadOf = ({ lastReadAt, createdAt }: Pick<Connection, 'lastReadAt' | 'createdAt'>): number | null =>
  lastReadAt === null ? null : Math.max(lastReadAt, createdAt)

/** Describes a page of connections: their licenses are read together. */
export const describeForOperator = async (
  { licenses }: Pick<Store, 'licenses'>,
  connections: readonly Connection[],
  now: number,
): Promise<OperatorConnection[]> => {
  const found = await licenses.findAll([...new Set(connections.map(({ licenseId }) => licenseId))])
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return connections.map((connection) => describe(connection, names.get(connection.licenseId) ?? null, now))
}

const describe = (connection: Connection, licenseName: string | null, now: number): OperatorConnection => {
  const { id, licenseId, platform, host, handle, displayName, label, site, appId, state, reason, since, until } =
    connection
  return {
    ...{ id, license: licenseId, licenseName, platform, host, handle, displayName, label },
    ...{ siteId: site, app: appId, reason },
    state: stateOf(connection, now),
    since: isoTime(since),
    endsAt: isoTimeOrNull(state === 'ending' ? until : null),
    createdAt: isoTime(connection.createdAt),
    lastReadAt: isoTimeOrNull(lastReadOf(connection)),
  }
}
