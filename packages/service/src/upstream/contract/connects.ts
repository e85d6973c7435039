// Which sources can be read with the token of a connected account.

import type { Platform } from './platform.ts'
import type { Source } from './source.ts'

/** The id of the kind of credential that signs the source's calls. */
export const kindIdOf = ({ credential }: Source): string | undefined =>
  typeof credential === 'object' ? credential.optional : credential

export const readsConnected = ({ credentials = [] }: Pick<Platform, 'credentials'>, source: Source): boolean => {
  const kindId = kindIdOf(source)
  return credentials.some(({ id, connects }) => id === kindId && connects === true)
}
