// The operator's applications, by platform, from the settings.

import type { Config } from '../config/read-config.ts'
import type { OperatorApp } from './apps.ts'

export type AppSettings = Pick<Config, 'tiktokLoginClientKey' | 'tiktokLoginClientSecret'>

/** A platform without an id and a secret has none. */
export const operatorAppsOf = (settings: AppSettings): Readonly<Record<string, readonly OperatorApp[]>> => ({
  tiktok: appOf(settings.tiktokLoginClientKey, settings.tiktokLoginClientSecret),
})

const appOf = (clientId: string, clientSecret: string): readonly OperatorApp[] =>
  clientId === '' || clientSecret === '' ? [] : [{ clientId, clientSecret }]
