// The applications that accounts are connected with, and the URLs that the operator registers at each platform.

import type { Config } from '../config/read-config.ts'
import { lookUp } from '../parsing/look-up.ts'
import type { Dialect } from './dialects/dialect.ts'
import { OFFERED_FLOWS } from './flows/flows.ts'
import type { OperatorConnectApp } from './operator-app.ts'
import { type AppSettings, operatorAppsOf } from './operator-apps.ts'
import { redirectUriOf } from './redirect-uri.ts'
import { mayBeClient } from './service-client.ts'

/** The settings of each platform’s application. A platform without a row needs none. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  facebook: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  instagram: ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET'],
  linkedin: ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
  pinterest: ['PINTEREST_CLIENT_ID', 'PINTEREST_CLIENT_SECRET'],
  reddit: ['REDDIT_LOGIN_CLIENT_ID', 'REDDIT_LOGIN_CLIENT_SECRET', 'REDDIT_USER_AGENT'],
  threads: ['THREADS_CLIENT_ID', 'THREADS_CLIENT_SECRET'],
  tiktok: ['TIKTOK_LOGIN_CLIENT_KEY', 'TIKTOK_LOGIN_CLIENT_SECRET'],
  tumblr: ['TUMBLR_CLIENT_ID', 'TUMBLR_CLIENT_SECRET'],
  twitch: ['TWITCH_LOGIN_CLIENT_ID', 'TWITCH_LOGIN_CLIENT_SECRET'],
  vimeo: ['VIMEO_CLIENT_ID', 'VIMEO_CLIENT_SECRET'],
  x: ['X_CLIENT_ID', 'X_CLIENT_SECRET'],
  youtube: ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET'],
}

/** Where the platform reports that owners took their permission back, or want everything deleted. */
const CALLBACKS: Readonly<Record<NonNullable<Dialect['reports']>, readonly (readonly [path: string, is: string])[]>> = {
  signed_request: [
    ['deauthorize', 'an owner removed the application'],
    ['deletion', 'an owner wants everything deleted'],
  ],
  webhook: [['webhook', 'an owner removed the application']],
}

const HTTPS_NEEDED = 'A BASE_URL with HTTPS, a host name and no port'

/** In the order of their names. The sandbox is left out: it needs nothing. */
export const describeApps = (config: Pick<Config, 'baseUrl'> & AppSettings): OperatorConnectApp[] => {
  const apps = operatorAppsOf(config)
  return Object.entries(OFFERED_FLOWS)
    .filter(([platform]) => platform !== 'sandbox')
    .map(([platform, flow]) => [platform, flow, flow.federated?.client.by] as const)
    .map(([platform, flow, by]) => {
      const settings = lookUp(SETTINGS, platform) ?? []
      const needs =
        by === 'registration' || (lookUp(apps, platform)?.length ?? 0) > 0
          ? null
          : by === undefined
            ? settings.join(', ')
            : mayBeClient(config.baseUrl)
              ? null
              : HTTPS_NEEDED
      const { reports }: Dialect = flow.dialect
      return {
        ...{ platform, name: flow.name, configured: needs === null, settings: [...settings], needs },
        redirectUri: redirectUriOf(config.baseUrl, flow, flow.federated === undefined ? null : '{host}'),
        callbacks: (reports === undefined ? [] : CALLBACKS[reports]).map(([path, is]) => ({
          ...{ reports: is, url: `${config.baseUrl}/connect/${platform}/${path}` },
        })),
        ...{ scopes: [...flow.scopes.asked], privateScopes: [...(flow.scopes.private ?? [])] },
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
