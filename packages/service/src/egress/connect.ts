// Vetted addresses → one connected socket. The service dials only addresses. The name is sent as the TLS server name
// and is never resolved again.

import type { Socket } from 'node:net'
import { ApiError } from '../errors.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import { untilAborted } from './deadline.ts'
import type { Limits } from './limits.ts'
import { toLinkError } from './link-error.ts'
import { canonicalAddress, vetAddress } from './vet-address.ts'
import type { VettedUrl } from './vet-url.ts'

export type Dial = {
  /** An IP address; never a name. */
  readonly address: string
  readonly port: number
  /** The name in the URL: the TLS server name, which the certificate must match. undefined for plain HTTP. */
  readonly serverName: string | undefined
  readonly signal: AbortSignal
}

/** Opens exactly one socket. Resolves when it is connected and its certificate is verified. */
export type Connect = (dial: Dial) => Promise<Socket>

export type ConnectOptions = {
  readonly connect: Connect
  readonly setTimer: SetTimer
  readonly limits: Limits
  readonly signal: AbortSignal
}

/** The first address gets half of the time, the next one half of the rest, the last one all that is left. */
const shareMs = (totalMs: number, index: number, count: number): number => totalMs / 2 ** Math.min(index + 1, count - 1)

const dialOne = async (dial: Dial, limitMs: number, options: ConnectOptions): Promise<Socket> => {
  const late = new AbortController()
  const signal = AbortSignal.any([dial.signal, late.signal])
  const cancel = options.setTimer(() => late.abort(new ApiError('link_timeout')), limitMs)
  const opened = options.connect({ ...dial, signal })
  opened.then((socket) => signal.aborted && socket.destroy()).catch(() => {})
  try {
    return await untilAborted(opened, signal)
  } finally {
    cancel()
  }
}

/** The socket must be connected to the address that was dialed. A redirected one (NAT, a patched connect) is refused. */
const recheck = (socket: Socket, { address }: Dial, isException: boolean): Socket => {
  const reached = socket.remoteAddress === undefined ? undefined : canonicalAddress(socket.remoteAddress)
  if (reached === address) {
    if (!isException) vetAddress(reached)
    return socket
  }
  socket.on('error', () => {}).destroy()
  throw new ApiError(reached === undefined ? 'link_unreachable' : 'link_blocked')
}

/** Tries the addresses one after the other. It never has two sockets open, and never dials an address that is not in
 * the list. */
export const connectTo = async (
  target: VettedUrl,
  addresses: readonly string[],
  options: ConnectOptions,
): Promise<Socket> => {
  const tried = addresses.slice(0, options.limits.addresses)
  let failure: unknown
  for (const [index, address] of tried.entries()) {
    const serverName = target.isSecure ? target.hostname : undefined
    const dial = { address, port: target.port, serverName, signal: options.signal }
    try {
      const socket = await dialOne(dial, shareMs(options.limits.connectMs, index, tried.length), options)
      return recheck(socket, dial, target.isException)
    } catch (error) {
      options.signal.throwIfAborted()
      failure = toLinkError(error)
      // Another address would not help with a bad certificate or a redirected connection.
      if (failure instanceof ApiError && (failure.code === 'link_tls_error' || failure.code === 'link_blocked')) break
    }
  }
  throw failure ?? new ApiError('link_unreachable')
}
