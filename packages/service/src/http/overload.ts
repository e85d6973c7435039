// Says no at once when there is more to do than can be done, so that what is begun gets done.

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { ApiError } from '../errors.ts'
import { SERVER_LIMITS } from './limits.ts'
import type { Parts } from './parts.ts'

/** A hook that answers `unavailable` while too much is in flight or the event loop is far behind. */
export const refuseOverload = ({ maxInFlight, metrics }: Pick<Parts, 'maxInFlight' | 'metrics'>) => {
  let inFlight = 0
  return (_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (inFlight >= maxInFlight || metrics.eventLoopDelayMs() > SERVER_LIMITS.eventLoopDelayMs) {
      done(new ApiError('unavailable', { retryAfterSeconds: SERVER_LIMITS.overloadRetryAfterSeconds }))
      return
    }
    inFlight += 1
    reply.raw.once('close', () => {
      inFlight -= 1
    })
    done()
  }
}
