// The requests being worked on: no more of the API than can be, none for longer than it may, each counted when it is
// over. Says no at once when there is too much to do, so that what is begun gets done. (Fastify's own handler timeout makes
// a timer, a controller and an error object for every request, and its onResponse hook two listeners; one listener, and one
// watch over all requests, cost less.)

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { ApiError } from '../errors.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import { SERVER_LIMITS } from './limits.ts'
import type { Parts } from './parts.ts'

const WATCH_INTERVAL_MS = 500

type Work = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** By the clock that nobody sets, with parts of a millisecond. */
  readonly startedMs: number
}

export type InFlightOptions = Pick<Parts, 'maxInFlight' | 'overloadDelayMs' | 'metrics' | 'elapsed'> & {
  /** Answers a request that has taken too long. */
  readonly giveUp: (error: ApiError, request: FastifyRequest, reply: FastifyReply) => void
}

export type InFlight = ReturnType<typeof createInFlight>

export const createInFlight = ({ maxInFlight, overloadDelayMs, metrics, elapsed, giveUp }: InFlightOptions) => {
  const works = createSlotSet<Work>()

  const leave = (place: number): void => {
    const work = works.remove(place)
    if (!work?.reply.raw.writableEnded) return
    const { request, reply, startedMs } = work
    const seconds = (elapsed() - startedMs) / 1000
    metrics.countRequest(request.routeOptions.url ?? 'unknown', reply.raw.statusCode, seconds)
  }

  /** Answers `unavailable` to what has been worked on for too long. */
  const expire = () => {
    const before = elapsed() - SERVER_LIMITS.handlerTimeoutMs
    for (const { request, reply, startedMs } of works) {
      if (startedMs <= before && !reply.sent) giveUp(overloaded(), request, reply)
    }
  }
  const timer = setInterval(expire, WATCH_INTERVAL_MS).unref()

  return {
    /** Counts a request in until its connection or its answer is over. */
    enter(request: FastifyRequest, reply: FastifyReply): void {
      const place = works.add({ request, reply, startedMs: elapsed() })
      reply.raw.once('close', () => leave(place))
    },
    /** A hook for requests that may be refused; `/healthz` and the like never are. */
    admit(_request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
      const isFull = works.size > maxInFlight || metrics.eventLoopDelayMs() > overloadDelayMs
      done(isFull ? overloaded() : undefined)
    },
    stop: () => clearInterval(timer),
  }
}

const overloaded = () => new ApiError('unavailable', { retryAfterSeconds: SERVER_LIMITS.overloadRetryAfterSeconds })
