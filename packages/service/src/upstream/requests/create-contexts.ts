// What a source receives for one fetch: `send`, its settings, the clock, and waits that end at the deadline.

import { ApiError } from '../../errors.ts'
import type { Context } from '../contract/source.ts'
import type { Registry } from '../registry.ts'
import type { Client, Fetch } from './create-client.ts'

export type ContextsOptions = {
  readonly registry: Pick<Registry, 'settingsOf'>
  readonly client: Client
  readonly now: () => number
  readonly elapsed: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type Contexts = (fetch: Omit<Fetch, 'baseUrl'>) => Context<unknown>

export const createContexts =
  ({ registry, client, now, elapsed, wait }: ContextsOptions): Contexts =>
  (fetch) => {
    const { settings, baseUrl } = registry.settingsOf(fetch.platform.id)
    return {
      send: client({ ...fetch, baseUrl }),
      settings,
      now,
      own: fetch.access.reach === 'public' ? undefined : fetch.access.own,
      async wait(milliseconds) {
        const leftMs = Math.max(0, fetch.deadline - elapsed())
        await wait(Math.min(milliseconds, leftMs), fetch.signal)
        if (milliseconds > leftMs) throw new ApiError('platform_timeout')
      },
    }
  }
