// Emits an event when a platform begins to fail, and when it has recovered. Each process knows only its own calls. The
// store combines them: one process emits the event, and none reports a recovery while another still sees failures.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { type IsSubscribed, makeEvent } from '../../events/make-event.ts'
import type { AlarmRecord, Store } from '../../storage/store.ts'
import type { Platform } from '../contract/platform.ts'
import type { Outcomes } from './outcomes.ts'
import type { Health } from './state-of.ts'

export type AlarmOptions = {
  readonly platforms: readonly Platform[]
  readonly health: () => (platform: Platform) => Health
  readonly outcomes: Pick<Outcomes, 'of'>
  readonly alarms: Store['alarms']
  readonly isSubscribed: IsSubscribed
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

/** How often each process checks. */
export const ALARM_INTERVAL_MS = 30_000
/** A platform has recovered if no process saw it failing for this long: several checks of every process. */
export const QUIET_MS = 3 * 60_000

/** Rejects when the store fails. */
export const watchAlarms = async (options: AlarmOptions): Promise<void> => {
  const { platforms, health, alarms, isSubscribed, now } = options
  if (!isSubscribed('platform.failing') && !isSubscribed('platform.recovered')) return
  const known = new Map((await alarms.list()).map((alarm) => [alarm.platform, alarm]))
  const healthOf = health()
  for (const platform of platforms) {
    const { state, since } = healthOf(platform)
    if (state === 'failing') await raise(platform.id, since ?? now(), options)
    else await clear(known.get(platform.id), options)
  }
}

const raise = async (platform: string, since: number, { alarms, now, randomBytes }: AlarmOptions) => {
  const data = { platform, since: new Date(since).toISOString() }
  await alarms.raise(platform, since, now(), makeEvent('platform.failing', data, { at: now(), randomBytes }))
}

const clear = async (alarm: AlarmRecord | undefined, { alarms, outcomes, now, randomBytes }: AlarmOptions) => {
  if (alarm === undefined || alarm.failingSince === null) return
  const { platform, failingSince, seenAt } = alarm
  const { lastGoodAt } = outcomes.of(platform)
  // Without a successful fetch, there is no recovery.
  if (lastGoodAt === null || lastGoodAt <= seenAt) return
  const data = { platform, failedSince: new Date(failingSince).toISOString() }
  const event = makeEvent('platform.recovered', data, { at: now(), randomBytes })
  await alarms.clear(platform, now() - QUIET_MS, event)
}
