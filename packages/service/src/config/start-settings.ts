// The settings that are set at startup, for the audit trail. Includes settings of platforms. A secret is recorded as an HMAC,
// which only shows whether the secret has changed since the last start.

import { createHmac } from 'node:crypto'
import type { StartSetting } from '../storage/store.ts'
import type { Registry } from '../upstream/registry.ts'
import type { Environment } from './read-config.ts'
import { SECRET_SETTINGS, SETTINGS } from './settings.ts'

/** Likely names of secrets among the settings of custom platforms. */
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PEPPER|KEY|HEADERS/

/** `key`: 32 bytes, derived for this purpose only. */
export const startSettings = (
  environment: Environment,
  { platforms, settingsOf }: Pick<Registry, 'platforms' | 'settingsOf'>,
  key: Buffer,
): readonly StartSetting[] => {
  const secrets = new Set([
    ...SECRET_SETTINGS,
    ...platforms.flatMap(({ credentials = [] }) => credentials.flatMap(({ settings }) => settings)),
  ])
  const names = new Set([
    ...Object.values(SETTINGS).map(({ name }) => name),
    ...platforms.flatMap(({ id }) => Object.keys(settingsOf(id).settings)),
  ])
  return [...names].flatMap((name) => {
    const value = environment[name]?.trim() ?? ''
    if (value === '') return []
    const isSecret = secrets.has(name) || SECRET_NAME.test(name)
    return [
      { name, value: isSecret ? createHmac('sha256', key).update(`${name} ${value}`).digest('hex') : value, isSecret },
    ]
  })
}
