// Finds the connection that a request names. Whether the caller may use it is decided where the request is parsed.

import type { ThroughConnection } from '../../scanning/access-through.ts'
import type { Caller } from '../caller.ts'
import type { Parts } from '../parts.ts'

/** `site`: canonical; empty if the request names none. */
export const throughConnection = async (
  { connections }: Pick<Parts, 'connections'>,
  id: string,
  { license }: Caller,
  site: string,
): Promise<ThroughConnection> => ({
  user: { licenseId: license.id, site: site === '' ? undefined : site },
  found: await connections.find(id, license.id),
})
