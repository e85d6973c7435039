// The operator's applications, by platform, from the settings. No platform uses another one's: Meta gives one app
// several ids, each with a secret of its own.

import { APPLICATIONS } from '../config/connect-settings.ts'
import type { Config } from '../config/read-config.ts'
import { lookUp } from '../parsing/look-up.ts'
import type { OperatorApp } from './apps.ts'

type Applications = typeof APPLICATIONS

export type AppSettings = Pick<Config, 'connectApps' | 'environment' | Applications[keyof Applications][number]>

/** A platform without an id and a secret has none. */
export const operatorAppsOf = (settings: AppSettings): Readonly<Record<string, readonly OperatorApp[]>> =>
  Object.fromEntries(
    Object.entries(APPLICATIONS).map(([platform, [id, secret]]) => {
      const apps = appsOf(settings[id], settings[secret])
      return [platform, lookUp(COMPLETED, platform)?.(apps, settings) ?? apps]
    }),
  )

/** The user agents that platforms require in every call, whoever's application it is. */
export const agentsOf = ({
  environment,
}: Pick<AppSettings, 'environment'>): Readonly<Record<string, string | undefined>> => ({
  reddit: environment.REDDIT_USER_AGENT?.trim() || undefined,
})

type Complete = (apps: readonly OperatorApp[], settings: AppSettings) => readonly OperatorApp[]

/** What a platform wants of an application beyond an id and a secret. */
const COMPLETED: Readonly<Record<string, Complete>> = {
  // A configuration takes the place of the scopes.
  facebook: (apps, { facebookLoginConfigId: ids }) =>
    apps.map((app, at) => (ids[at] === undefined ? app : { ...app, parameters: { config_id: ids[at], scope: '' } })),
  // Reddit refuses every request without a user agent in its own form.
  reddit: (apps, settings) => (agentsOf(settings).reddit === undefined ? [] : apps),
}

/** One for each id, in the order of the setting. */
const appsOf = (ids: readonly string[], secrets: readonly string[]): readonly OperatorApp[] =>
  ids.flatMap((clientId, at) => {
    const clientSecret = secrets[at]
    return clientSecret === undefined ? [] : [{ clientId, clientSecret, parameters: {} }]
  })
