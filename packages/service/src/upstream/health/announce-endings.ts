// Warns of credentials that expire soon. When several processes check at the same time, one of them logs the warning.

import { hash } from 'node:crypto'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { type IsSubscribed, makeEvent } from '../../events/make-event.ts'
import type { Store } from '../../storage/store.ts'
import type { Credential, Pool } from '../credentials/pool.ts'
import { endsSoon } from './end-of.ts'

export type Ending = { readonly platform: string; readonly hint: string; readonly endsAt: number }

export type EndingsOptions = {
  readonly pool: Pick<Pool, 'list' | 'recordOf'>
  readonly leases: Pick<Store['pages'], 'claim'>
  /** Identifies this process. */
  readonly owner: string
  readonly now: () => number
  readonly onEnding: (ending: Ending) => void
  /** Receives every ending; it drops repeated ones. */
  readonly events: Pick<Store['webhookEvents'], 'publish'>
  readonly isSubscribed: IsSubscribed
  readonly randomBytes: RandomBytes
  readonly onStoreError: (error: unknown) => void
}

/** How often each process checks. */
export const ANNOUNCE_INTERVAL_MS = 24 * 60 * 60_000
/** Processes that start together check within this time of each other. */
const SAME_RUN_MS = 60_000

/** Resolves when every ending has been announced. */
export const announceEndings = async (options: EndingsOptions): Promise<void> => {
  const { pool, now, onEnding } = options
  for (const credential of pool.list()) {
    const record = pool.recordOf(credential)
    const { expiresAt, platform, hint } = record
    if (expiresAt === null || !endsSoon(credential.kind, record, now())) continue
    if (await mayAnnounce(credential, options)) onEnding({ platform, hint, endsAt: expiresAt })
    await emit(credential, { platform, hint, endsAt: expiresAt }, options)
  }
}

const mayAnnounce = async (
  { id }: Credential,
  { leases, owner, now, onStoreError }: EndingsOptions,
): Promise<boolean> => {
  try {
    const key = hash('sha256', `credential ends ${id}`, 'buffer')
    return await leases.claim(key, { owner, now: now(), until: now() + SAME_RUN_MS })
  } catch (error) {
    // A repeated warning is better than none.
    onStoreError(error)
    return true
  }
}

const emit = async ({ id, kind }: Credential, { platform, hint, endsAt }: Ending, options: EndingsOptions) => {
  const { events, isSubscribed, now, randomBytes, onStoreError } = options
  if (!isSubscribed('credential.ending')) return
  const data = { platform, kind: kind.id, hint, endsAt: new Date(endsAt).toISOString() }
  const event = makeEvent('credential.ending', data, { at: now(), randomBytes, once: `${id} ${endsAt}` })
  await events.publish(event).catch(onStoreError)
}
