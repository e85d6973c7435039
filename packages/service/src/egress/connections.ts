// How an HTTP client gets its socket: vetted, resolved once, pinned. A connection to an untrusted host is closed with
// its fetch. Connections to an origin that the operator configured are kept; each is vetted the same way when it opens.

import type { Socket } from 'node:net'
import { Agent, type buildConnector, Client, type Dispatcher, errors } from 'undici'
import { ApiError } from '../errors.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import type { AllowList } from './allow-list.ts'
import { type Connect, connectTo } from './connect.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import type { Limits } from './limits.ts'
import { type Resolve, resolveHost } from './resolve.ts'
import { type VettedUrl, vetUrl } from './vet-url.ts'

export type ConnectionsOptions = {
  readonly allow: AllowList
  readonly resolve: Resolve
  readonly connect: Connect
  readonly setTimer: SetTimer
  readonly limits: Limits
}

export type Connections = {
  /** Calls `use` with a client that has one new connection to `target` and can open no other. */
  withFresh<T>(target: VettedUrl, deadline: Deadline, use: (client: Dispatcher) => Promise<T>): Promise<T>
  /** For trusted origins only. */
  readonly kept: Dispatcher
  close(): Promise<void>
}

/** Passed to undici when a client is destroyed; otherwise undici creates an error for each. */
const CLIENT_CLOSED = new ApiError('link_unreachable')

/** A connector that returns one open socket. A second call would be a reconnect, which is refused: the name must not be
 * resolved again. */
const connectorOf = (socket: Socket): buildConnector.connector => {
  let isGiven = false
  return (_, callback) =>
    queueMicrotask(() => {
      if (isGiven) return callback(new ApiError('link_unreachable'), null)
      isGiven = true
      callback(null, endQuietly(socket))
    })
}

/** undici destroys connections with an error that it creates for each, and Node formats the stack of any error that a
 * stream is destroyed with (https://github.com/nodejs/node/pull/34103#issuecomment-652002364). */
const endQuietly = (socket: Socket): Socket => {
  const destroy = socket.destroy.bind(socket)
  socket.destroy = (error) => destroy(error instanceof errors.InformationalError ? CLIENT_CLOSED : error)
  return socket
}

export const createConnections = (options: ConnectionsOptions): Connections => {
  const { allow, resolve, connect, setTimer, limits } = options
  // This folder sets its own timeouts: those of undici are coarse and apply to each read.
  const http1 = {
    allowH2: false,
    useMilo: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  }

  const reach = async (target: VettedUrl, deadline: Deadline): Promise<Socket> => {
    const { signal } = deadline
    const addresses = await deadline.within(limits.dnsMs, () => resolveHost(target, resolve, signal))
    return deadline.within(limits.connectMs, () => connectTo(target, addresses, { connect, setTimer, limits, signal }))
  }

  const reachKept: buildConnector.connector = ({ protocol, host = '' }, callback) => {
    // A deadline of its own, since several requests may wait for the connection.
    const deadline = createDeadline({ totalMs: limits.dnsMs + limits.connectMs, setTimer })
    const opened = Promise.try(() => reach(vetUrl(`${protocol}//${host}`, allow), deadline))
    opened
      .finally(() => deadline.end())
      .then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
  }

  const kept = new Agent({
    ...http1,
    connect: reachKept,
    connections: limits.keptConnections,
    keepAliveTimeout: limits.keptIdleMs,
    keepAliveMaxTimeout: limits.keptIdleMs,
  })

  return {
    kept,
    async withFresh(target, deadline, use) {
      const socket = await reach(target, deadline)
      const client = new Client(target.url.origin, { ...http1, connect: connectorOf(socket) })
      try {
        return await use(client)
      } finally {
        socket.destroy()
        await client.destroy(CLIENT_CLOSED)
      }
    },
    close: () => kept.destroy(),
  }
}
