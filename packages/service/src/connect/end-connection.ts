// Ends a connection whose token nobody can use any more: its record stays, without the token.

import type { Store } from '../storage/store.ts'
import type { Connection } from './connection.ts'
import type { ConnectionEvents } from './connection-events.ts'
import type { ConnectionSeal } from './connection-seal.ts'

export type EndConnectionOptions = {
  readonly store: Pick<Store['connections'], 'find' | 'put'>
  readonly seal: ConnectionSeal
  readonly events: Pick<ConnectionEvents, 'changed'>
  /** The connection changed in the store. */
  readonly forget: (id: string) => void
  readonly now: () => number
}

/** Other processes may write the same record. */
const MAX_TRIES = 5

/** `isLeft`: records that stay as they are. Resolves to false if the record changes all the time. */
export const createEndConnection =
  ({ store, seal, events, forget, now }: EndConnectionOptions) =>
  async (
    id: string,
    reason: NonNullable<Connection['reason']>,
    isLeft: (latest: Connection) => boolean,
  ): Promise<boolean> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const latest = await store.find(id)
      if (latest === undefined || isLeft(latest)) return true
      const ended: Connection = {
        ...latest,
        ...{ state: 'ended', reason, since: now(), until: null, dueAt: null },
        sealedToken: seal.seal(latest, {}),
      }
      const isStored = await store.put(ended, { event: await events.changed(latest, ended) })
      forget(id)
      if (isStored) return true
    }
    return false
  }
