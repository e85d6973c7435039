// Finds variables of the environment whose names are probably misspelled settings. Never shows a value.

import { closest } from '../parsing/did-you-mean.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { baseUrlName } from '../upstream/registry.ts'
import type { Environment } from './read-config.ts'
import { SETTINGS } from './settings.ts'

export type MisspelledSetting = { readonly name: string; readonly meant: readonly string[] }

/** An environment has many variables of other programs, so only very similar names count. */
const MAX_EDITS = 2
/** Shorter names, such as `HOST`, resemble those of other programs. */
const MIN_LENGTH = 5
/** OpenTelemetry defines many similar names, and the service reads only some of them. */
const OF_A_STANDARD = /^OTEL_/

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
      const meant = closest(name, candidates, MAX_EDITS).filter((each) => isSimilar(name, each))
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
