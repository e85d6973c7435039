// What the service is started with, for the audit trail: the settings that are set, the platforms' own among them. Of a secret
// it says a hash under the pepper, which only tells whether it is another one than at the last start.

import { createHmac } from 'node:crypto'
import type { StartSetting } from '../storage/store.ts'
import type { Registry } from '../upstream/registry.ts'
import type { Environment } from './read-config.ts'
import { SECRET_SETTINGS, SETTINGS } from './settings.ts'

/** What a platform of the operator's own, or a setting to come, would call a secret. */
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PEPPER|KEY|HEADERS/

/** `key`: of 32 bytes, for this purpose alone. */
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
