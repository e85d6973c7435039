// The sockets of the egress as they are by default: `node:net` and `node:tls`, never a proxy.

import { constants } from 'node:crypto'
import net, { isIP } from 'node:net'
import tls from 'node:tls'
import { ApiError } from '../errors.ts'
import type { Connect, Dial } from './connect.ts'
import { untilAborted } from './deadline.ts'
import { LIMITS, type Limits } from './limits.ts'
import { createTlsSessions } from './tls-sessions.ts'

export type DirectConnectOptions = {
  readonly limits?: Limits
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed?: () => number
}

/** A host could ask for one handshake after the other (RFC 5746); it is for certificates of clients, of which there are none. */
const SECURE_CONTEXT: tls.SecureContextOptions = { secureOptions: constants.SSL_OP_NO_RENEGOTIATION }

/** HTTP/1.1 as TLS names it (RFC 7301 section 3.1: each name behind its length). Node copies what it is given for each connection, and a
 * Buffer into memory that all Buffers share: 64 KB of it would live as long as the connection's object does. */
const PROTOCOLS = new DataView(Uint8Array.of(8, ...Buffer.from('http/1.1')).buffer)

export const createDirectConnect = (options: DirectConnectOptions = {}): Connect => {
  const { limits = LIMITS, elapsed = () => performance.now() } = options
  const sessions = createTlsSessions({ limits, elapsed })
  // Whom to trust is read with the first connection: left to itself, Node reads it for each, a sixth of what it costs.
  let secureContext: tls.SecureContext | undefined

  const openSecure = ({ address, port }: Dial, serverName: string): tls.TLSSocket => {
    secureContext ??= tls.createSecureContext(SECURE_CONTEXT)
    const place = `${serverName} ${address} ${port}`
    const socket = tls.connect({
      host: address,
      port,
      // RFC 6066 section 3: an address is no server name; the certificate is then checked for the address.
      servername: isIP(serverName) === 0 ? serverName : '',
      ALPNProtocols: PROTOCOLS,
      secureContext,
      session: sessions.take(place),
    })
    let offered = 0
    // Node tells of none before the certificate is verified.
    return socket.on('session', (session) => {
      offered += 1
      if (offered <= limits.tlsSessionsOffered) sessions.put(place, session)
      else socket.destroy(new ApiError('link_too_large'))
    })
  }

  return async (dial) => {
    const { address, port, serverName, signal } = dial
    // A host that is an address is dialed as it is: Node then neither looks it up nor races families.
    const socket = serverName === undefined ? net.connect({ host: address, port }) : openSecure(dial, serverName)
    socket.setNoDelay()
    const opened = opening(socket, serverName === undefined ? 'connect' : 'secureConnect')
    return untilAborted(opened, signal).catch((error: unknown) => {
      socket.on('error', () => {}).destroy()
      throw error
    })
  }
}

/** TLS whose certificate does not verify, told apart from a connection that merely broke. */
const isUnverified = (socket: net.Socket): boolean =>
  socket instanceof tls.TLSSocket && Boolean(socket.authorizationError)

const opening = (socket: net.Socket, opened: 'connect' | 'secureConnect'): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(isUnverified(socket) ? new ApiError('link_tls_error', { cause }) : cause)
    const close = (): void => reject(new ApiError('link_unreachable'))
    socket.once('error', fail)
    socket.once('close', close)
    socket.once(opened, () => {
      // Each connection closes one day: that is no error any more.
      socket.off('close', close)
      resolve(socket)
    })
  })
