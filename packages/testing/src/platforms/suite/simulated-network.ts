// Connects sockets to simulators on loopback by host name, and to nothing else. All checks of the egress stay; the
// names are on its allow list, because many of them do not exist.

import type { Connect } from '@central-api/service/egress/connect.ts'
import type { EgressOptions } from '@central-api/service/egress/create-egress.ts'
import { createDirectConnect } from '@central-api/service/egress/direct-connect.ts'
import { ApiError } from '@central-api/service/errors.ts'

const LOOPBACK = '127.0.0.1'

/** `ports`: host name → port of its simulator. The connection has no TLS, because no certificate exists for the
 * name. */
export const simulatedNetwork = (
  ports: ReadonlyMap<string, number>,
): Required<Pick<EgressOptions, 'resolver' | 'connect'>> => {
  const connectDirectly = createDirectConnect()
  const connect: Connect = async (dial) => {
    if (dial.serverName === undefined) return connectDirectly(dial)
    const port = ports.get(dial.serverName)
    if (port === undefined) throw new ApiError('link_unreachable')
    return connectDirectly({ ...dial, port, serverName: undefined })
  }
  return { connect, resolver: async (hostname) => (ports.has(hostname) ? [LOOPBACK] : []) }
}

/** The value of EGRESS_ALLOW for it. */
export const allowedNames = (ports: ReadonlyMap<string, number>): readonly string[] =>
  [...ports.keys()].map((name) => `${name}:443`)
