// Vetted addresses → one connected socket. The service dials out to addresses alone: the name goes along as the TLS server
// name, and is never looked up again.

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
  /** The name in the URL, as TLS asks for it and checks it; undefined for plain HTTP. */
  readonly serverName: string | undefined
  readonly signal: AbortSignal
}

/** Opens exactly one socket; resolves once it is connected (and its certificate verified). */
export type Connect = (dial: Dial) => Promise<Socket>

export type ConnectOptions = {
  readonly connect: Connect
  readonly setTimer: SetTimer
  readonly limits: Limits
  readonly signal: AbortSignal
}

/** Half of the time for the first address, half of the rest for the next; the last has all that is left. */
const shareMs = (totalMs: number, index: number, count: number): number => totalMs / 2 ** Math.min(index + 1, count - 1)

const dialOne = async (dial: Dial, limitMs: number, options: ConnectOptions): Promise<Socket> => {
  const late = new AbortController()
  const signal = AbortSignal.any([dial.signal, late.signal])
  const callOff = options.setTimer(() => late.abort(new ApiError('link_timeout')), limitMs)
  const opened = options.connect({ ...dial, signal })
  opened.then((socket) => signal.aborted && socket.destroy()).catch(() => {})
  try {
    return await untilAborted(opened, signal)
  } finally {
    callOff()
  }
}

/** The socket must lead where it was dialed to: whatever redirected it (NAT, a patched connect) is refused. */
const recheck = (socket: Socket, { address }: Dial, isException: boolean): Socket => {
  const reached = socket.remoteAddress === undefined ? undefined : canonicalAddress(socket.remoteAddress)
  if (reached === address) {
    if (!isException) vetAddress(reached)
    return socket
  }
  socket.on('error', () => {}).destroy()
  throw new ApiError(reached === undefined ? 'link_unreachable' : 'link_blocked')
}

/** Tries the addresses one after the other: there never are two sockets, and never one to an address not in the list. */
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
      // A certificate, or a way that leads elsewhere, does not get better at the next address.
      if (failure instanceof ApiError && (failure.code === 'link_tls_error' || failure.code === 'link_blocked')) break
    }
  }
  throw failure ?? new ApiError('link_unreachable')
}
