// Whether people can connect accounts of a platform.

import { lookUp } from '../parsing/look-up.ts'
import { needsNoApp } from './flows/flow.ts'
import { OFFERED_FLOWS } from './flows/flows.ts'
import { type AppSettings, operatorAppsOf } from './operator-apps.ts'

export const createIsConnectable = (settings: AppSettings): ((platform: string) => boolean) => {
  const operator = operatorAppsOf(settings)
  return (platform) => {
    const flow = lookUp(OFFERED_FLOWS, platform)
    if (flow === undefined) return false
    // A license can bring its own.
    return needsNoApp(flow) || settings.connectApps !== 'operator' || (lookUp(operator, platform)?.length ?? 0) > 0
  }
}
