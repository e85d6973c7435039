// Which sources can be read with the token of a connected account.

import type { Platform } from './platform.ts'
import type { Source } from './source.ts'

/** The id of the kind of credential that signs the source's calls. */
export const kindIdOf = ({ credential }: Source): string | undefined =>
  typeof credential === 'object' ? credential.optional : credential

const known = new WeakMap<Platform, boolean>()

/** Whether anything of the platform can be read through a connection: otherwise it would only look like one. Requests
 * from the cache ask, too. */
export const readsThroughConnection = (platform: Platform): boolean => {
  const before = known.get(platform)
  if (before !== undefined) return before
  const reads = platform.sources.some((source) => readsConnected(platform, source))
  known.set(platform, reads)
  return reads
}

export const readsConnected = ({ credentials = [] }: Pick<Platform, 'credentials'>, source: Source): boolean => {
  const kindId = kindIdOf(source)
  return credentials.some(({ id, connects }) => id === kindId && connects === true)
}
