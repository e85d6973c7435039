// The requests being worked on: no more of the API than can be, none for longer than it may, each counted when it is
// over. Says no at once when there is too much to do, so that what is begun gets done. (Fastify's own handler timeout makes
// a timer, a controller and an error object for every request, and its onResponse hook two listeners; one listener, and one
// watch over all requests, cost less.)

import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { ApiError } from '../errors.ts'
import { SERVER_LIMITS } from './limits.ts'
import type { Parts } from './parts.ts'

const WATCH_INTERVAL_MS = 500

type Work = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** By the clock of the service. */
  readonly startedAt: number
  /** By the clock that never goes back, with parts of a millisecond. */
  readonly startedMs: number
}

export type InFlightOptions = Pick<Parts, 'maxInFlight' | 'metrics' | 'now'> & {
  /** Answers a request that has taken too long. */
  readonly giveUp: (error: ApiError, request: FastifyRequest, reply: FastifyReply) => void
}

export type InFlight = ReturnType<typeof createInFlight>

export const createInFlight = ({ maxInFlight, metrics, now, giveUp }: InFlightOptions) => {
  const works = new Map<ServerResponse, Work>()

  /** A listener for 'close': one function for all responses. */
  function leave(this: ServerResponse): void {
    const work = works.get(this)
    if (!work) return
    works.delete(this)
    if (!this.writableEnded) return
    const seconds = (performance.now() - work.startedMs) / 1000
    metrics.countRequest(work.request.routeOptions.url ?? 'unknown', this.statusCode, seconds)
  }

  /** Answers `unavailable` to what has been worked on for too long. */
  const expire = () => {
    const before = now() - SERVER_LIMITS.handlerTimeoutMs
    // A Map keeps the order of arrival, so the first that is young enough ends the search.
    for (const { request, reply, startedAt } of works.values()) {
      if (startedAt > before) return
      if (!reply.sent) giveUp(overloaded(), request, reply)
    }
  }
  const timer = setInterval(expire, WATCH_INTERVAL_MS).unref()

  return {
    /** Counts a request in until its connection or its answer is over. */
    enter(request: FastifyRequest, reply: FastifyReply): void {
      works.set(reply.raw, { request, reply, startedAt: now(), startedMs: performance.now() })
      reply.raw.on('close', leave)
    },
    /** A hook for requests that may be refused; `/healthz` and the like never are. */
    admit(_request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
      const isFull = works.size > maxInFlight || metrics.eventLoopDelayMs() > SERVER_LIMITS.eventLoopDelayMs
      done(isFull ? overloaded() : undefined)
    },
    stop: () => clearInterval(timer),
  }
}

const overloaded = () => new ApiError('unavailable', { retryAfterSeconds: SERVER_LIMITS.overloadRetryAfterSeconds })
