// The operator's applications, from the settings.

import { type Config, ConfigError } from '../config/read-config.ts'
import type { OperatorApp } from './apps.ts'

type AppSettings = Pick<
  Config,
  | 'instagramClientId'
  | 'instagramClientSecret'
  | 'facebookClientId'
  | 'facebookClientSecret'
  | 'facebookLoginConfigId'
  | 'threadsClientId'
  | 'threadsClientSecret'
  | 'tiktokClientId'
  | 'tiktokLoginSecret'
>

const pair = (prefix: string, ids: readonly string[], secrets: readonly string[]): readonly OperatorApp[] => {
  if (ids.length !== secrets.length)
    throw new ConfigError([
      `${prefix}_CLIENT_ID has ${ids.length} values, but there are ${secrets.length} secrets. Each application needs both.`,
    ])
  return ids.map((clientId, n) => ({ clientId, clientSecret: secrets[n] }))
}

/** A configuration of Facebook Login for Business names the permissions: `scope` must not be sent then. */
const withConfiguration = (apps: readonly OperatorApp[], configIds: readonly string[]): readonly OperatorApp[] =>
  apps.map((app, n) => {
    const configId = configIds[n]
    return configId === undefined ? app : { ...app, parameters: { config_id: configId, scope: '' } }
  })

/** By platform. Throws ConfigError for an id without a secret. */
export const operatorApps = (config: AppSettings): Readonly<Record<string, readonly OperatorApp[]>> => ({
  instagram: pair('INSTAGRAM', config.instagramClientId, config.instagramClientSecret),
  facebook: withConfiguration(
    pair('FACEBOOK', config.facebookClientId, config.facebookClientSecret),
    config.facebookLoginConfigId,
  ),
  threads: pair('THREADS', config.threadsClientId, config.threadsClientSecret),
  tiktok: pair('TIKTOK', config.tiktokClientId, config.tiktokLoginSecret),
})
