// The ids of records of applications.

import { createHash } from 'node:crypto'

/** Ids of records begin with it, client ids do not. */
export const APP_PREFIX = 'ca_'

/** The same in every process, so that two that store an application at once agree on its record. */
export const appIdOf = (...parts: readonly string[]): string =>
  `${APP_PREFIX}${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)}`
