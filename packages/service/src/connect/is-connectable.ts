// Whether people can connect accounts of a platform: by what the settings and the store have. Requests from the cache ask,
// so the platforms of the stored applications are kept in memory.

import { lookUp } from '../parsing/look-up.ts'
import type { Store } from '../storage/store.ts'
import { needsNoApp } from './flows/flow.ts'
import { OFFERED_FLOWS } from './flows/flows.ts'
import { type AppSettings, operatorAppsOf } from './operator-apps.ts'

export type Connectable = {
  is(platform: string): boolean
  /** Reads what the operator added or removed, in this process or another one. */
  look(): Promise<void>
}

export const createConnectable = (settings: AppSettings, store: Pick<Store['connectApps'], 'list'>): Connectable => {
  const operator = operatorAppsOf(settings)
  let stored: ReadonlySet<string> = new Set()
  return {
    is(platform) {
      const flow = lookUp(OFFERED_FLOWS, platform)
      if (flow === undefined) return false
      // A license can bring its own.
      if (needsNoApp(flow) || settings.connectApps !== 'operator') return true
      return stored.has(platform) || (lookUp(operator, platform)?.length ?? 0) > 0
    },
    async look() {
      const live = (await store.list(null)).filter(({ host, state }) => host === null && state === 'live')
      stored = new Set(live.map(({ platform }) => platform))
    },
  }
}
