// The available platforms, with their settings and credentials, read from the environment once. Knows no platform by
// name.

import type { TObject } from 'typebox'
import type { CredentialKind, Given } from './contract/credential.ts'
import type { Platform } from './contract/platform.ts'
import type { Source } from './contract/source.ts'
import type { Seed } from './credentials/pool.ts'

export type PlatformSettings = {
  readonly settings: Readonly<Record<string, string>>
  /** `<ID>_BASE_URL`, when it is set. */
  readonly baseUrl: string | undefined
  /** What the operator has to set first, as a sentence; undefined if the platform can be scanned. */
  readonly missing: string | undefined
}

export type Registry = {
  readonly platforms: readonly Platform[]
  find(id: string): Platform | undefined
  settingsOf(id: string): PlatformSettings
  /** Whether a source has the credential that it needs. */
  isUsable(platform: Platform, source: Source): boolean
  /** The credentials that may sign for a source, as the operator provided them. */
  givenTo(platform: Platform, source: Source): readonly Given[]
  /** Every kind of credential, with those that the operator provided. */
  readonly seeds: readonly Seed[]
}

export const baseUrlName = (id: string): string => `${id.toUpperCase()}_BASE_URL`

type Environment = Readonly<Record<string, string | undefined>>

/** Throws an Error that names the setting when one is malformed. */
export const createRegistry = (platforms: readonly Platform[], environment: Environment): Registry => {
  const byId = new Map(platforms.map((platform) => [platform.id, platform]))
  const read = new Map(platforms.map((platform) => [platform.id, readPlatform(platform, environment)]))
  const readOf = (id: string) => {
    const found = read.get(id)
    if (!found) throw new RangeError(`There is no platform ${id}`)
    return found
  }
  return {
    platforms,
    find: (id) => byId.get(id),
    settingsOf: readOf,
    isUsable: ({ id }, source) => readOf(id).isUsable(source),
    givenTo: ({ id }, { credential }) => {
      const kindId = typeof credential === 'object' ? credential.optional : credential
      return readOf(id).seeds.flatMap(({ kind, given }) => (kind.id === kindId ? given : []))
    },
    seeds: [...read.values()].flatMap(({ seeds }) => seeds),
  }
}

const readPlatform = (platform: Platform, environment: Environment) => {
  const settings: Record<string, string> = {}
  for (const [name, schema] of Object.entries((platform.settings as TObject).properties)) {
    const fallback = 'default' in schema && typeof schema.default === 'string' ? schema.default : ''
    settings[name] = environment[name]?.trim() || fallback
  }
  const kinds: readonly CredentialKind<unknown>[] = platform.credentials ?? []
  const seeds = kinds.map((kind): Seed => ({ platform: platform.id, kind, given: readKind(kind, settings) }))
  const isUsable = (source: Source): boolean =>
    typeof source.credential !== 'string' ||
    seeds.some(({ kind, given }) => kind.id === source.credential && given.length > 0)
  return {
    settings,
    baseUrl: readBaseUrl(platform.id, environment),
    missing: platform.sources.some(isUsable) ? undefined : missingOf(platform, settings),
    seeds,
    isUsable,
  }
}

const readKind = (kind: CredentialKind<unknown>, settings: Readonly<Record<string, string>>): readonly Given[] => {
  if (!kind.settings.every((name) => settings[name] !== '')) return []
  const given = kind.read(settings)
  const secrets = given.flatMap((each) => Object.values(each.secrets))
  const wrong = secrets.map((secret) => NOT_CARRIED.exec(secret)?.[0]).find((character) => character !== undefined)
  if (wrong === undefined) return given
  const names = kind.settings.filter((name) => settings[name]?.includes(wrong)).join(' and ')
  const point = `U+${(wrong.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  throw new Error(`${names} contains ${point}, which no HTTP header can carry. Write it in ASCII`)
}

/** Secrets are sent in header fields: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
const NOT_CARRIED = /[^\t\x20-\x7e\x80-\xff]/u

const LIST = new Intl.ListFormat('en')

/** The settings that would make a source usable. */
const missingOf = ({ credentials = [] }: Platform, settings: Readonly<Record<string, string>>): string => {
  // Those of connected accounts have no settings.
  const kinds = credentials
    .filter(({ settings: names }) => names.length > 0)
    .map(({ settings: names }) => LIST.format(names.filter((each) => settings[each] === '')))
  return `Set ${kinds.join(', or ')}.`
}

/** Replaces the origins of a platform. Throws an Error that names the setting. */
export const readBaseUrl = (id: string, environment: Environment): string | undefined => {
  const name = baseUrlName(id)
  const baseUrl = environment[name]?.trim() || undefined
  if (baseUrl !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(baseUrl)) {
    throw new Error(`${name} must be an origin such as https://proxy.example, without a path`)
  }
  return baseUrl
}
