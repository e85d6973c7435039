// The applications that accounts are connected with, and the URLs that the operator registers at each platform.

import { APPLICATIONS, type ApplicationKeys, CONNECT_SETTINGS } from '../config/connect-settings.ts'
import type { Config } from '../config/read-config.ts'
import { lookUp } from '../parsing/look-up.ts'
import type { ConnectAppRecord } from '../storage/connection-records.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { ConnectFlow } from './flows/flow.ts'
import { OFFERED_FLOWS } from './flows/flows.ts'
import { describeAddedApp, type OperatorConnectApp } from './operator-app.ts'
import { type AppSettings, operatorAppsOf } from './operator-apps.ts'
import { redirectUriOf } from './redirect-uri.ts'
import { mayBeClient } from './service-client.ts'

/** Settings of the platforms themselves that their applications need, too. */
const FURTHER: Readonly<Record<string, readonly string[]>> = { reddit: ['REDDIT_USER_AGENT'] }

/** Those of the platform's application; none if it needs none. */
const settingsOf = (platform: string): string[] => {
  const keys = lookUp<ApplicationKeys>(APPLICATIONS, platform)
  if (keys === undefined) return []
  const [id, secret] = keys
  return [CONNECT_SETTINGS[id].name, CONNECT_SETTINGS[secret].name, ...(lookUp(FURTHER, platform) ?? [])]
}

/** Where the platform reports that owners took their permission back, or want everything deleted. */
const CALLBACKS: Readonly<Record<NonNullable<Dialect['reports']>, readonly (readonly [path: string, is: string])[]>> = {
  signed_request: [
    ['deauthorize', 'an owner removed the application'],
    ['deletion', 'an owner wants everything deleted'],
  ],
  webhook: [['webhook', 'an owner removed the application']],
}

const HTTPS_NEEDED = 'A BASE_URL with HTTPS, a host name and no port; on this machine, http://127.0.0.1'

/** What is missing so that accounts can be connected. */
const needsOf = (
  { dialect, federated }: ConnectFlow,
  settings: readonly string[],
  { config, apps }: { readonly config: Pick<Config, 'baseUrl'>; readonly apps: ReturnType<typeof operatorAppsOf> },
): string | null => {
  if (federated?.client.by === 'url') return mayBeClient(config.baseUrl) ? null : HTTPS_NEEDED
  const isReady = federated !== undefined || (lookUp(apps, dialect.platform)?.length ?? 0) > 0
  return isReady ? null : settings.join(', ')
}

/** In the order of their names. The sandbox is left out: it needs nothing. `stored`: what the operator added. */
export const describeApps = (
  config: Pick<Config, 'baseUrl'> & AppSettings,
  stored: readonly ConnectAppRecord[] = [],
): OperatorConnectApp[] => {
  const apps = operatorAppsOf(config)
  const added = stored.filter(({ host, licenseId }) => host === null && licenseId === null)
  return Object.entries(OFFERED_FLOWS)
    .filter(([platform]) => platform !== 'sandbox')
    .map(([platform, flow]) => {
      const settings = settingsOf(platform)
      const own = added.filter((each) => each.platform === platform)
      const isAdded = own.some(({ state }) => state === 'live')
      const further = (lookUp(FURTHER, platform) ?? []).filter((name) => !config.environment[name]?.trim())
      const needs = isAdded ? further.join(', ') || null : needsOf(flow, settings, { config, apps })
      const { reports }: Dialect = flow.dialect
      return {
        ...{ platform, name: flow.name, configured: needs === null, settings, needs },
        redirectUri: redirectUriOf(config.baseUrl, flow, flow.federated === undefined ? null : '{host}'),
        callbacks: (reports === undefined ? [] : CALLBACKS[reports]).map(([path, is]) => ({
          ...{ reports: is, url: `${config.baseUrl}/connect/${platform}/${path}` },
        })),
        ...{ scopes: [...flow.scopes.asked], privateScopes: [...(flow.scopes.private ?? [])] },
        added: own.map(describeAddedApp),
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
