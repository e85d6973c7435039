// The requests being worked on: no more than can be, none for longer than it may. Says no at once when there is too much
// to do, so that what is begun gets done. (Fastify's own handler timeout makes a timer, a controller and an error object
// for every request, which costs a quarter of all that a warm scan takes; one watch over all of them costs nothing.)

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { ApiError } from '../errors.ts'
import { SERVER_LIMITS } from './limits.ts'
import type { Parts } from './parts.ts'

const WATCH_INTERVAL_MS = 500

type Work = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly startedAt: number }

export type InFlightOptions = Pick<Parts, 'maxInFlight' | 'metrics' | 'now'> & {
  /** Answers a request that has taken too long. */
  readonly giveUp: (error: ApiError, request: FastifyRequest, reply: FastifyReply) => void
}

export const createInFlight = ({ maxInFlight, metrics, now, giveUp }: InFlightOptions) => {
  const works = new Set<Work>()

  /** Answers `unavailable` to what has been worked on for too long. */
  const expire = () => {
    const before = now() - SERVER_LIMITS.handlerTimeoutMs
    // A Set keeps the order of arrival, so the first that is young enough ends the search.
    for (const work of works) {
      if (work.startedAt > before) return
      works.delete(work)
      if (!work.reply.sent) giveUp(overloaded(), work.request, work.reply)
    }
  }
  const timer = setInterval(expire, WATCH_INTERVAL_MS).unref()

  return {
    /** A hook for requests that may be refused; `/healthz` and the like never are. */
    admit(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
      if (works.size >= maxInFlight || metrics.eventLoopDelayMs() > SERVER_LIMITS.eventLoopDelayMs) {
        done(overloaded())
        return
      }
      const work = { request, reply, startedAt: now() }
      works.add(work)
      reply.raw.once('close', () => works.delete(work))
      done()
    },
    expire,
    stop: () => clearInterval(timer),
  }
}

const overloaded = () => new ApiError('unavailable', { retryAfterSeconds: SERVER_LIMITS.overloadRetryAfterSeconds })
