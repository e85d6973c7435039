// What became of a consent that the license started.

import type { Static } from 'typebox'
import type { ConnectionUser } from '../../connect/connection.ts'
import { isLapsed } from '../../connect/tickets/ticket.ts'
import type { Parts } from '../parts.ts'
import type { ConnectionsData } from './schema.ts'

type TicketDescription = NonNullable<Static<typeof ConnectionsData>['ticket']>

/** A ticket of another license is unknown. */
export const describeTicket = async (
  { connector, now }: Pick<Parts, 'connector' | 'now'>,
  { licenseId }: ConnectionUser,
  id: string,
): Promise<TicketDescription> => {
  const ticket = await (await connector()).describe(licenseId, id)
  const none = { connections: [], leftOut: [] }
  if (ticket === undefined) return { state: 'unknown', ...none, error: null }
  const { state, result, content } = ticket
  if (state === 'done')
    return {
      ...{ state: 'connected', connections: (result ?? '').split(','), error: null },
      leftOut: [...(content.leftOut ?? [])],
    }
  if (isLapsed(ticket, now())) return { state: 'failed', ...none, error: 'connection_expired' }
  return { state: state === 'failed' ? 'failed' : 'open', ...none, error: result }
}
