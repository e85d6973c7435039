// Where sockets lead in a simulation: to simulators on loopback, by the name that is meant, and nowhere else. Every check
// of the egress stays; the names are its exceptions, since many of them are nobody's.

import type { Connect } from '@central-api/service/egress/connect.ts'
import type { EgressOptions } from '@central-api/service/egress/create-egress.ts'
import { createDirectConnect } from '@central-api/service/egress/direct-connect.ts'
import { ApiError } from '@central-api/service/errors.ts'

const LOOPBACK = '127.0.0.1'

/** `ports`: host name → the port at which its simulator listens; it is met there without TLS, whose end the name would be. */
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

/** What EGRESS_ALLOW must hold for it. */
export const allowedNames = (ports: ReadonlyMap<string, number>): readonly string[] =>
  [...ports.keys()].map((name) => `${name}:443`)
