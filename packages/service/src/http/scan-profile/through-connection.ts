// Finds the connection that a request names, or those that a license has of an account. Whether the caller may use it is
// decided where the request is parsed.

import type { ThroughConnection } from '../../scanning/access-through.ts'
import { knownHandle } from '../../scanning/known-handles.ts'
import { idInHandle, type OwnConnections } from '../../scanning/own-connection.ts'
import type { ScanRequest } from '../../scanning/scan.ts'
import { readsThroughConnection } from '../../upstream/contract/connects.ts'
import type { Caller } from '../caller.ts'
import { userOf } from '../connection-user.ts'
import type { Parts } from '../parts.ts'

/** `site`: canonical; empty if the request names none. */
export const throughConnection = async (
  { connections }: Pick<Parts, 'connections'>,
  id: string,
  caller: Caller,
  site: string,
): Promise<ThroughConnection> => ({
  user: userOf(caller, site === '' ? undefined : site),
  found: await connections.find(id, caller.license.id),
})

/** For a request that names no connection. A promise only if the store has to be asked. `site`: as above. */
export const throughOwn = (
  { connections, registry, isConnectable }: Pick<Parts, 'connections' | 'registry' | 'isConnectable'>,
  { platform: platformId, handle: written }: Pick<ScanRequest, 'platform' | 'handle'>,
  caller: Caller,
  site: string,
): 'public' | OwnConnections | Promise<OwnConnections> => {
  const platform = registry.find(platformId)
  if (platform === undefined || !readsThroughConnection(platform)) return 'public'
  const handle = knownHandle(platform, written)
  if (handle === undefined) return 'public'
  const through = { user: userOf(caller, site === '' ? undefined : site), isConnectable: isConnectable(platform.id) }
  const query = { licenseId: caller.license.id, platform: platform.id, handle: idInHandle(platform, handle) ?? handle }
  const own = connections.own.peek(query)
  if (own !== undefined) return { ...through, own }
  return connections.own.find(query).then((found) => ({ ...through, own: found }))
}
