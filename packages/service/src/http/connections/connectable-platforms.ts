// The platforms on which a license can connect accounts.

import type { Connector } from '../../connect/connector.ts'
import { mayScan, type Scanner } from '../../scanning/may-scan.ts'
import { readsThroughConnection } from '../../upstream/contract/connects.ts'
import type { Registry } from '../../upstream/registry.ts'

export type ConnectablePlatform = {
  readonly platform: string
  /** As people know it. */
  readonly name: string
  /** Whether `connect` needs a host or a handle. */
  readonly needsHost: boolean
  /** Where accounts may move, it accepts one and can do without. */
  readonly acceptsHandle: boolean
}

/** In the order of the registry. */
export const connectablePlatforms = async (
  { platforms }: Pick<Registry, 'platforms'>,
  { findFlow }: Pick<Connector, 'findFlow'>,
  scanner: Scanner & { readonly license: { readonly id: string } },
): Promise<ConnectablePlatform[]> => {
  const connectable = platforms.filter((platform) => mayScan(platform, scanner) && readsThroughConnection(platform))
  const found = await Promise.all(
    connectable.map(async ({ id }) => ({ id, flow: await findFlow(id, scanner.license.id) })),
  )
  return found.flatMap(({ id, flow }) => {
    if (typeof flow === 'string') return []
    const { federated } = flow
    const acceptsHandle = federated?.movable !== undefined
    return [{ platform: id, name: flow.name, needsHost: federated !== undefined && !acceptsHandle, acceptsHandle }]
  })
}
