// The platforms that there are, with their settings read from the environment once. Knows no platform by name.

import type { TObject } from 'typebox'
import type { Platform } from './platform.ts'

export type PlatformSettings = {
  readonly settings: Readonly<Record<string, string>>
  /** `<ID>_BASE_URL`, when it is set. */
  readonly baseUrl: string | undefined
  /** What the operator has to set first; undefined when the platform is ready. */
  readonly missing: string | undefined
}

export type Registry = {
  readonly platforms: readonly Platform[]
  find(id: string): Platform | undefined
  settingsOf(id: string): PlatformSettings
}

export const baseUrlName = (id: string): string => `${id.toUpperCase()}_BASE_URL`

/** Throws an Error that names the setting when one is malformed. */
export const createRegistry = (
  platforms: readonly Platform[],
  environment: Readonly<Record<string, string | undefined>>,
): Registry => {
  const byId = new Map(platforms.map((platform) => [platform.id, platform]))
  const settings = new Map(platforms.map((platform) => [platform.id, readSettings(platform, environment)]))
  return {
    platforms,
    find: (id) => byId.get(id),
    settingsOf(id) {
      const found = settings.get(id)
      if (!found) throw new RangeError(`There is no platform ${id}`)
      return found
    },
  }
}

const readSettings = (
  platform: Platform,
  environment: Readonly<Record<string, string | undefined>>,
): PlatformSettings => {
  const settings: Record<string, string> = {}
  for (const [name, schema] of Object.entries((platform.settings as TObject).properties)) {
    const fallback = 'default' in schema && typeof schema.default === 'string' ? schema.default : ''
    settings[name] = environment[name]?.trim() || fallback
  }
  return { settings, baseUrl: readBaseUrl(platform.id, environment), missing: platform.missing?.(settings) }
}

/** What stands in for the origin of a platform, registered or not. Throws an Error that names the setting. */
export const readBaseUrl = (
  id: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const name = baseUrlName(id)
  const baseUrl = environment[name]?.trim() || undefined
  if (baseUrl !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(baseUrl)) {
    throw new Error(`${name} must be an origin such as https://proxy.example, without a path`)
  }
  return baseUrl
}
