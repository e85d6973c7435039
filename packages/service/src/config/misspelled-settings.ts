// Finds variables of the environment whose names are probably misspelled settings. Never shows a value.

import { closest } from '../parsing/did-you-mean.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { baseUrlName } from '../upstream/registry.ts'
import { APPLICATIONS, CONNECT_SETTINGS } from './connect-settings.ts'
import type { Environment } from './read-config.ts'
import { SETTINGS } from './settings.ts'

export type MisspelledSetting = { readonly name: string; readonly meant: readonly string[] }

/** An environment has many variables of other programs, so only very similar names count. */
const MAX_EDITS = 2
/** Shorter names, such as `HOST`, resemble those of other programs. */
const MIN_LENGTH = 5
/** OpenTelemetry defines many similar names, and the service reads only some of them. */
const OF_A_STANDARD = /^OTEL_/

/** Other platforms and other programs name the same thing so. */
const WORDS = {
  id: ['ID', 'KEY', 'CLIENT_ID', 'CLIENT_KEY', 'APP_ID', 'APP_KEY', 'CONSUMER_KEY'],
  secret: ['SECRET', 'CLIENT_SECRET', 'APP_SECRET', 'CONSUMER_SECRET'],
} as const

/** How people name the settings of applications by analogy, such as `REDDIT_LOGIN_ID` → the setting. */
const ANALOGOUS: ReadonlyMap<string, string> = new Map(
  Object.entries(APPLICATIONS).flatMap(([platform, [id, secret]]) => {
    const name = platform.toUpperCase()
    const spellings = (words: readonly string[]) => [
      ...words.map((word) => `${name}_LOGIN_${word}`),
      // Shorter ones belong to other programs.
      ...words.filter((word) => word.includes('_')).map((word) => `${name}_${word}`),
    ]
    return [
      ...spellings(WORDS.id).map((written) => [written, CONNECT_SETTINGS[id].name] as const),
      ...spellings(WORDS.secret).map((written) => [written, CONNECT_SETTINGS[secret].name] as const),
    ]
  }),
)

/** Sorted by name. */
export const misspelledSettings = (
  environment: Environment,
  platforms: readonly Pick<Platform, 'id' | 'settings'>[],
): readonly MisspelledSetting[] => {
  const known = [
    ...Object.values(SETTINGS).map(({ name }) => name),
    ...platforms.flatMap(({ id, settings }) => [...Object.keys(settings.properties), baseUrlName(id)]),
  ]
  const candidates = known.filter((name) => name.length >= MIN_LENGTH)
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !known.includes(name) && !OF_A_STANDARD.test(name))
    .toSorted()
    .flatMap((name) => {
      const similar = closest(name, candidates, MAX_EDITS).filter((each) => isSimilar(name, each))
      const meant = similar.length > 0 ? similar : [ANALOGOUS.get(name.toUpperCase()) ?? []].flat()
      return meant.length === 0 ? [] : [{ name, meant }]
    })
}

/** Either the first word or the rest is the same, in any case: `YOTUBE_API_KEY` and `YOUTUBE_API_KEI`, but not `AWS_ACCESS_TOKEN` for
 * `X_ACCESS_TOKEN`. */
const isSimilar = (name: string, meant: string): boolean => {
  if (Math.abs(name.length - meant.length) > MAX_EDITS) return false
  const [one, other] = [name.toUpperCase().split('_'), meant.split('_')]
  const isSameRest = one.slice(1).join('_') === other.slice(1).join('_')
  return (
    one[0] === other[0] || (isSameRest && Math.min(...[one, other].map(([first = '']) => first.length)) >= MIN_LENGTH)
  )
}
