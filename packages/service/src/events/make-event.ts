// Makes event records to store and publish.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { EventRecord, Store } from '../storage/store.ts'
import type { EventData, EventType } from './event-types.ts'

/** Whether any webhook is subscribed to a type. Without one, no work is done and nothing is written. */
export type IsSubscribed = (type: EventType) => boolean

/** What a publisher of events needs. */
export type PublishOptions = {
  readonly events: Pick<Store['webhookEvents'], 'publish'>
  readonly isSubscribed: IsSubscribed
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly onStoreError: (error: unknown) => void
}

export type EventContext = {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly randomBytes: RandomBytes
  /** The license that it is about. */
  readonly licenseId?: string
  /** Identifies the event within its type, when several processes may detect it: it is published once. */
  readonly once?: string
}

const ID_BYTES = 12

export const makeEvent = <T extends EventType>(type: T, data: EventData<T>, context: EventContext): EventRecord => {
  const { at, randomBytes, licenseId = null, once } = context
  return {
    id: `evt_${randomBytes(ID_BYTES).toString('hex')}`,
    type,
    licenseId,
    onceKey: once === undefined ? null : onceKeyOf(type, once),
    at,
    data: JSON.stringify(data),
  }
}

export const onceKeyOf = (type: EventType, once: string): string => `${type} ${once}`
