// The error for a platform that does not exist, with the platforms that were probably meant.

import { ApiError } from '../errors.ts'
import { closest, question } from '../parsing/did-you-mean.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { OTHER_NAMES } from './other-names.ts'

type Named = Pick<Platform, 'id' | 'name'>

/** The ids of the platforms that the word most likely means: by id, by name, or by another name. */
export const platformsMeant = (word: string, platforms: readonly Named[]): readonly string[] => {
  const ids = new Map<string, string>()
  for (const [name, id] of Object.entries(OTHER_NAMES)) if (platforms.some((each) => each.id === id)) ids.set(name, id)
  for (const { id, name } of platforms) ids.set(name.toLowerCase(), id).set(id, id)
  return [...new Set(closest(word, [...ids.keys()]).map((name) => ids.get(name) ?? name))]
}

/** The error `platform_unknown`. `list`: a sentence that says where all platforms are listed. */
export const unknownPlatform = (id: string, platforms: readonly Named[], list?: string): ApiError => {
  const meant = question(platformsMeant(id, platforms).map((each) => `“${each}”`))
  const sentences = [`There is no platform “${id}”.`, meant, list].filter(Boolean)
  return new ApiError('platform_unknown', { message: sentences.join(' ') })
}
