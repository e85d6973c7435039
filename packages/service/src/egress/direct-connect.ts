// The default sockets of the egress: `node:net` and `node:tls`, never a proxy.

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
  /** Milliseconds since an arbitrary moment, from a monotonic clock. */
  readonly elapsed?: () => number
}

/** Otherwise a host could request one handshake after the other (RFC 5746). Renegotiation is for client certificates,
 * and the service has none. */
const SECURE_CONTEXT: tls.SecureContextOptions = { secureOptions: constants.SSL_OP_NO_RENEGOTIATION }

/** HTTP/1.1 as ALPN encodes it (RFC 7301, section 3.1: a length before each name). Node copies the value for each
 * connection. It would copy a Buffer into the shared pool, of which 64 KB would live as long as the connection. */
const PROTOCOLS = new DataView(Uint8Array.of(8, ...Buffer.from('http/1.1')).buffer)

export const createDirectConnect = (options: DirectConnectOptions = {}): Connect => {
  const { limits = LIMITS, elapsed = () => performance.now() } = options
  const sessions = createTlsSessions({ limits, elapsed })
  // The trusted certificates are read with the first connection. By default Node reads them for each: a sixth of the
  // cost of a connection.
  let secureContext: tls.SecureContext | undefined

  const openSecure = ({ address, port }: Dial, serverName: string): tls.TLSSocket => {
    secureContext ??= tls.createSecureContext(SECURE_CONTEXT)
    const place = `${serverName} ${address} ${port}`
    const socket = tls.connect({
      host: address,
      port,
      // RFC 6066, section 3: an address is not a server name. The certificate is then checked against the address.
      servername: isIP(serverName) === 0 ? serverName : '',
      ALPNProtocols: PROTOCOLS,
      secureContext,
      session: sessions.take(place),
    })
    let offered = 0
    // Node emits none before the certificate is verified.
    return socket.on('session', (session) => {
      offered += 1
      if (offered <= limits.tlsSessionsOffered) sessions.put(place, session)
      else socket.destroy(new ApiError('link_too_large'))
    })
  }

  return async (dial) => {
    const { address, port, serverName, signal } = dial
    // An address is dialed as it is: Node then neither resolves it nor races address families.
    const socket = serverName === undefined ? net.connect({ host: address, port }) : openSecure(dial, serverName)
    socket.setNoDelay()
    const opened = opening(socket, serverName === undefined ? 'connect' : 'secureConnect')
    return untilAborted(opened, signal).catch((error: unknown) => {
      socket.on('error', () => {}).destroy()
      throw error
    })
  }
}

/** Distinguishes a certificate that does not verify from a broken connection. */
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
      // Every connection closes at some time, which is not an error.
      socket.off('close', close)
      resolve(socket)
    })
  })
