// Checks names: a misspelled variable has no effect, and nothing else reports it.

import { misspelledSettings } from '../../config/misspelled-settings.ts'
import type { Config } from '../../config/read-config.ts'
import { strayIn } from '../../media/terms.ts'
import { question } from '../../parsing/did-you-mean.ts'
import { loadPlatforms } from '../../platforms/load-platforms.ts'
import { POSTS_ONLY } from '../../platforms/posts-only.ts'
import { broken, type Finding, note } from './finding.ts'

export const checkNames = async ({
  environment,
  platforms,
  mediaKeep,
}: Pick<Config, 'environment' | 'platforms' | 'mediaKeep'>): Promise<readonly Finding[]> => {
  // The check of the platforms reports those that cannot be loaded.
  const loaded = await loadPlatforms(platforms).catch(() => undefined)
  if (loaded === undefined) return []
  const stray = strayIn(mediaKeep, [...loaded.platforms, ...POSTS_ONLY])
  const strays =
    stray === undefined
      ? []
      : [broken('MEDIA_KEEP', `names ${stray}, which is no platform`, 'Remove it, or correct the id.')]
  const misspelled = misspelledSettings(environment, loaded.platforms).map(({ name, meant }) =>
    note(name, `is not a setting. ${question(meant)}`, 'Rename it, unless another program uses it.'),
  )
  return [...strays, ...misspelled]
}
