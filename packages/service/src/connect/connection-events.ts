// The webhook events of connected accounts. They are published in the transaction of the change, so each once.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { EventType } from '../events/event-types.ts'
import { type IsSubscribed, makeEvent } from '../events/make-event.ts'
import { describeTerms } from '../licensing/licenses/describe-license.ts'
import type { EventRecord, Store } from '../storage/store.ts'
import type { Connection } from './connection.ts'

export type ConnectionEvents = {
  connected(connection: Connection): Promise<EventRecord | undefined>
  /** undefined if nothing changed that anybody is told of. */
  changed(before: Connection, after: Connection): Promise<EventRecord | undefined>
  /** The owner asked to have everything deleted. */
  deletionRequested(connection: Connection): Promise<EventRecord | undefined>
  disconnected(connection: Connection): Promise<EventRecord | undefined>
}

export type ConnectionEventsOptions = {
  readonly licenses: Pick<Store['licenses'], 'find'>
  readonly isSubscribed: IsSubscribed
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

type ConnectionEventType = Extract<EventType, `connection.${string}`>

/** Enough to recognize an account by, for those who know it. */
const HINT_LENGTH = 2

export const createConnectionEvents = (options: ConnectionEventsOptions): ConnectionEvents => {
  const { licenses, isSubscribed, now, randomBytes } = options

  const make = async (type: ConnectionEventType, connection: Connection): Promise<EventRecord | undefined> => {
    if (!isSubscribed(type)) return undefined
    const { id, licenseId, platform, handle, reason, until } = connection
    const record = await licenses.find(licenseId)
    if (record === undefined) return undefined
    const license = describeTerms(record, now())
    const account = { license, connection: id, platform, hint: [...handle].slice(0, HINT_LENGTH).join('') }
    const context = { at: now(), randomBytes, licenseId }
    if (type === 'connection.ended') return makeEvent(type, { ...account, reason: reason ?? 'expired' }, context)
    if (type === 'connection.ending')
      return makeEvent(type, { ...account, endsAt: new Date(until ?? now()).toISOString() }, context)
    return makeEvent(type, account, context)
  }

  return {
    connected: (connection) => make('connection.connected', connection),
    async changed(before, after) {
      if (before.state === after.state) return undefined
      if (after.state === 'ended') return make('connection.ended', after)
      return after.state === 'ending' ? make('connection.ending', after) : undefined
    },
    deletionRequested: (connection) => make('connection.deletion_requested', connection),
    disconnected: (connection) => make('connection.disconnected', connection),
  }
}
