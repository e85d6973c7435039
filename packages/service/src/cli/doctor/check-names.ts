// Checks the names of variables: a misspelled setting has no effect, and nothing else reports it.

import { misspelledSettings } from '../../config/misspelled-settings.ts'
import type { Config } from '../../config/read-config.ts'
import { question } from '../../parsing/did-you-mean.ts'
import { loadPlatforms } from '../../platforms/load-platforms.ts'
import { type Finding, note } from './finding.ts'

export const checkNames = async ({
  environment,
  platforms,
}: Pick<Config, 'environment' | 'platforms'>): Promise<readonly Finding[]> => {
  // The check of the platforms reports those that cannot be loaded.
  const loaded = await loadPlatforms(platforms).catch(() => ({ platforms: [] }))
  return misspelledSettings(environment, loaded.platforms).map(({ name, meant }) =>
    note(name, `is not a setting. ${question(meant)}`, 'Rename it, unless another program uses it.'),
  )
}
