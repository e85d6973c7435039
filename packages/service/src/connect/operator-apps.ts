// The operator's applications, by platform, from the settings. No platform uses another one's: Meta gives one app
// several ids, each with a secret of its own.

import type { Config } from '../config/read-config.ts'
import type { OperatorApp } from './apps.ts'

export type AppSettings = Pick<
  Config,
  | 'instagramClientId'
  | 'instagramClientSecret'
  | 'threadsClientId'
  | 'threadsClientSecret'
  | 'facebookClientId'
  | 'facebookClientSecret'
  | 'facebookLoginConfigId'
  | 'tiktokLoginClientKey'
  | 'tiktokLoginClientSecret'
  | 'xClientId'
  | 'xClientSecret'
  | 'vimeoClientId'
  | 'vimeoClientSecret'
  | 'tumblrClientId'
  | 'tumblrClientSecret'
  | 'twitchLoginClientId'
  | 'twitchLoginClientSecret'
  | 'redditLoginClientId'
  | 'redditLoginClientSecret'
  | 'githubClientId'
  | 'githubClientSecret'
  | 'environment'
>

/** A platform without an id and a secret has none. */
export const operatorAppsOf = (settings: AppSettings): Readonly<Record<string, readonly OperatorApp[]>> => ({
  instagram: appOf(settings.instagramClientId, settings.instagramClientSecret),
  threads: appOf(settings.threadsClientId, settings.threadsClientSecret),
  facebook: appOf(
    settings.facebookClientId,
    settings.facebookClientSecret,
    // A configuration takes the place of the scopes.
    settings.facebookLoginConfigId === '' ? {} : { config_id: settings.facebookLoginConfigId, scope: '' },
  ),
  tiktok: appOf(settings.tiktokLoginClientKey, settings.tiktokLoginClientSecret),
  x: appOf(settings.xClientId, settings.xClientSecret),
  vimeo: appOf(settings.vimeoClientId, settings.vimeoClientSecret),
  tumblr: appOf(settings.tumblrClientId, settings.tumblrClientSecret),
  twitch: appOf(settings.twitchLoginClientId, settings.twitchLoginClientSecret),
  github: appOf(settings.githubClientId, settings.githubClientSecret),
  reddit: appOf(settings.redditLoginClientId, settings.redditLoginClientSecret).map((app) => ({
    ...app,
    userAgent: settings.environment.REDDIT_USER_AGENT?.trim() || undefined,
  })),
})

const appOf = (
  clientId: string,
  clientSecret: string,
  parameters: OperatorApp['parameters'] = {},
): readonly OperatorApp[] => (clientId === '' || clientSecret === '' ? [] : [{ clientId, clientSecret, parameters }])
