// The requests in progress: limits their number and duration, and counts each when it is over. It refuses requests
// immediately under overload, so that started ones finish. (Fastify's handler timeout creates a timer, a controller and
// an error for every request, and its onResponse hook two listeners. One listener, and one timer for all requests, cost
// less.)

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { ApiError } from '../errors.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import { SERVER_LIMITS } from './limits.ts'
import type { Parts } from './parts.ts'

const WATCH_INTERVAL_MS = 500

type Work = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** From the monotonic clock, with fractions of a millisecond. */
  readonly startedMs: number
}

export type InFlightOptions = Pick<Parts, 'maxInFlight' | 'overloadDelayMs' | 'metrics' | 'elapsed'> & {
  /** Responds to a request that has taken too long. */
  readonly giveUp: (error: ApiError, request: FastifyRequest, reply: FastifyReply) => void
  /** Called when a response or its connection has ended. */
  readonly onEnd: (request: FastifyRequest, reply: FastifyReply, milliseconds: number) => void
}

export type InFlight = ReturnType<typeof createInFlight>

export const createInFlight = ({ maxInFlight, overloadDelayMs, metrics, elapsed, giveUp, onEnd }: InFlightOptions) => {
  const works = createSlotSet<Work>()

  const leave = (slot: number): void => {
    const work = works.remove(slot)
    if (!work) return
    const { request, reply, startedMs } = work
    const milliseconds = elapsed() - startedMs
    onEnd(request, reply, milliseconds)
    if (!reply.raw.writableEnded) return
    metrics.countRequest(request.routeOptions.url ?? 'unknown', reply.raw.statusCode, milliseconds / 1000)
  }

  /** Responds with `unavailable` to requests that took too long. */
  const expire = () => {
    const before = elapsed() - SERVER_LIMITS.handlerTimeoutMs
    for (const { request, reply, startedMs } of works) {
      if (startedMs <= before && !reply.sent) giveUp(overloaded(), request, reply)
    }
  }
  const timer = setInterval(expire, WATCH_INTERVAL_MS).unref()

  return {
    /** Counts a request as in progress until its connection or its response ends. */
    enter(request: FastifyRequest, reply: FastifyReply): void {
      const slot = works.add({ request, reply, startedMs: elapsed() })
      reply.raw.once('close', () => leave(slot))
    },
    /** A hook for requests that may be refused. Not used for `/healthz` and similar paths. */
    admit(_request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
      const isFull = works.size > maxInFlight || metrics.eventLoopDelayMs() > overloadDelayMs
      done(isFull ? overloaded() : undefined)
    },
    stop: () => clearInterval(timer),
  }
}

const overloaded = () => new ApiError('unavailable', { retryAfterSeconds: SERVER_LIMITS.overloadRetryAfterSeconds })
