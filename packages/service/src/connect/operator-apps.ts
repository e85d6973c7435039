// The operator's applications, by platform, from the settings. No platform uses another one's: Meta gives one app
// several ids, each with a secret of its own.

import type { Config } from '../config/read-config.ts'
import type { OperatorApp } from './apps.ts'

export type AppSettings = Pick<
  Config,
  | 'connectApps'
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
  facebook: appsOf(
    settings.facebookClientId,
    settings.facebookClientSecret,
    // A configuration takes the place of the scopes.
    settings.facebookLoginConfigId.map((config_id) => ({ config_id, scope: '' })),
  ),
  github: appsOf(settings.githubClientId, settings.githubClientSecret),
  instagram: appsOf(settings.instagramClientId, settings.instagramClientSecret),
  linkedin: appsOf(settings.linkedinClientId, settings.linkedinClientSecret),
  pinterest: appsOf(settings.pinterestClientId, settings.pinterestClientSecret),
  // Reddit refuses every request without a user agent in its own form.
  reddit: withUserAgent(
    appsOf(settings.redditLoginClientId, settings.redditLoginClientSecret),
    settings.environment.REDDIT_USER_AGENT?.trim(),
  ),
  threads: appsOf(settings.threadsClientId, settings.threadsClientSecret),
  tiktok: appsOf(settings.tiktokLoginClientKey, settings.tiktokLoginClientSecret),
  tumblr: appsOf(settings.tumblrClientId, settings.tumblrClientSecret),
  twitch: appsOf(settings.twitchLoginClientId, settings.twitchLoginClientSecret),
  vimeo: appsOf(settings.vimeoClientId, settings.vimeoClientSecret),
  x: appsOf(settings.xClientId, settings.xClientSecret),
  youtube: appsOf(settings.youtubeClientId, settings.youtubeClientSecret),
})

const withUserAgent = (apps: readonly OperatorApp[], userAgent: string | undefined): readonly OperatorApp[] =>
  userAgent ? apps.map((app) => ({ ...app, userAgent })) : []

/** One for each id, in the order of the setting. */
const appsOf = (
  ids: readonly string[],
  secrets: readonly string[],
  parameters: readonly NonNullable<OperatorApp['parameters']>[] = [],
): readonly OperatorApp[] =>
  ids.flatMap((clientId, at) => {
    const clientSecret = secrets[at]
    return clientSecret === undefined ? [] : [{ clientId, clientSecret, parameters: parameters[at] ?? {} }]
  })
