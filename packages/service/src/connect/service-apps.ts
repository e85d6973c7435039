// The applications of this service, with their secrets sealed in its store.

import type { Config } from '../config/read-config.ts'
import type { Store } from '../storage/store.ts'
import { type Apps, createApps } from './apps.ts'
import type { ConnectionSeal } from './connection-seal.ts'
import { type AppSettings, operatorAppsOf } from './operator-apps.ts'

export type ServiceAppsOptions = {
  readonly config: Pick<Config, 'baseUrl' | 'brandName'> & AppSettings
  readonly store: Pick<Store, 'connectApps'>
  readonly seal: ConnectionSeal
  /** Where the sandbox's paths start, without a slash at its end. */
  readonly sandbox: string
  readonly now: () => number
}

export const createServiceApps = ({ config, store, seal, sandbox, now }: ServiceAppsOptions): Apps =>
  createApps({
    ...{
      operator: operatorAppsOf(config),
      sandbox,
      now,
      baseUrl: config.baseUrl,
      clientName: config.brandName,
      store: store.connectApps,
    },
    seal: (record, secret) => seal.seal(record, { secret }),
    open: (record, sealed) => seal.open(record, sealed)?.secret,
  })
