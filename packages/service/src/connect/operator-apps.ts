// The operator's applications, by platform, from the settings. No platform uses another one's: Meta gives one app
// several ids, each with a secret of its own.

import type { Config } from '../config/read-config.ts'
import type { OperatorApp } from './apps.ts'

export type AppSettings = Pick<
  Config,
  | 'facebookClientId'
  | 'facebookClientSecret'
  | 'facebookLoginConfigId'
  | 'githubClientId'
  | 'githubClientSecret'
  | 'instagramClientId'
  | 'instagramClientSecret'
  | 'linkedinClientId'
  | 'linkedinClientSecret'
  | 'pinterestClientId'
  | 'pinterestClientSecret'
  | 'redditLoginClientId'
  | 'redditLoginClientSecret'
  | 'threadsClientId'
  | 'threadsClientSecret'
  | 'tiktokLoginClientKey'
  | 'tiktokLoginClientSecret'
  | 'tumblrClientId'
  | 'tumblrClientSecret'
  | 'twitchLoginClientId'
  | 'twitchLoginClientSecret'
  | 'vimeoClientId'
  | 'vimeoClientSecret'
  | 'xClientId'
  | 'xClientSecret'
  | 'youtubeClientId'
  | 'youtubeClientSecret'
  | 'environment'
>

/** A platform without an id and a secret has none. */
export const operatorAppsOf = (settings: AppSettings): Readonly<Record<string, readonly OperatorApp[]>> => ({
  facebook: appOf(
    settings.facebookClientId,
    settings.facebookClientSecret,
    // A configuration takes the place of the scopes.
    settings.facebookLoginConfigId === '' ? {} : { config_id: settings.facebookLoginConfigId, scope: '' },
  ),
  github: appOf(settings.githubClientId, settings.githubClientSecret),
  instagram: appOf(settings.instagramClientId, settings.instagramClientSecret),
  linkedin: appOf(settings.linkedinClientId, settings.linkedinClientSecret),
  pinterest: appOf(settings.pinterestClientId, settings.pinterestClientSecret),
  reddit: appOf(settings.redditLoginClientId, settings.redditLoginClientSecret).map((app) => ({
    ...app,
    userAgent: settings.environment.REDDIT_USER_AGENT?.trim() || undefined,
  })),
  threads: appOf(settings.threadsClientId, settings.threadsClientSecret),
  tiktok: appOf(settings.tiktokLoginClientKey, settings.tiktokLoginClientSecret),
  tumblr: appOf(settings.tumblrClientId, settings.tumblrClientSecret),
  twitch: appOf(settings.twitchLoginClientId, settings.twitchLoginClientSecret),
  vimeo: appOf(settings.vimeoClientId, settings.vimeoClientSecret),
  x: appOf(settings.xClientId, settings.xClientSecret),
  youtube: appOf(settings.youtubeClientId, settings.youtubeClientSecret),
})

const appOf = (
  clientId: string,
  clientSecret: string,
  parameters: OperatorApp['parameters'] = {},
): readonly OperatorApp[] => (clientId === '' || clientSecret === '' ? [] : [{ clientId, clientSecret, parameters }])
