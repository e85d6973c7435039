// The applications of this service, with their secrets sealed in its store.

import type { Config } from '../config/read-config.ts'
import type { Store } from '../storage/store.ts'
import { type Apps, createApps } from './apps.ts'
import type { ConnectionSeal } from './connection-seal.ts'
import { type AppSettings, agentsOf, operatorAppsOf } from './operator-apps.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'

/** What the service says about itself. */
export type ClientConfig = Pick<Config, 'baseUrl' | 'brandName' | 'brandLogoUrl'>

export type ServiceAppsOptions = {
  readonly config: ClientConfig & AppSettings
  readonly store: Pick<Store, 'connectApps'>
  readonly seal: ConnectionSeal
  /** Where the sandbox's paths start, without a slash at its end. */
  readonly sandbox: string
  /** Keys of 32 bytes for one purpose; the first one signs. */
  readonly keysFor: (purpose: string) => readonly Buffer[]
  readonly now: () => number
}

export const serviceClientOf = (
  { baseUrl, brandName, brandLogoUrl }: ClientConfig,
  keysFor: ServiceAppsOptions['keysFor'],
): ServiceClient | undefined =>
  createServiceClient({ baseUrl, name: brandName, logoUrl: brandLogoUrl, secrets: keysFor('connect client') })

export const createServiceApps = ({ config, store, seal, sandbox, keysFor, now }: ServiceAppsOptions): Apps =>
  createApps({
    ...{
      operator: operatorAppsOf(config),
      agents: agentsOf(config),
      owners: config.connectApps,
      sandbox,
      now,
      baseUrl: config.baseUrl,
      clientName: config.brandName,
      client: serviceClientOf(config, keysFor),
      store: store.connectApps,
    },
    seal: (record, secret) => seal.seal(record, { secret }),
    open: (record, sealed) => seal.open(record, sealed)?.secret,
  })
