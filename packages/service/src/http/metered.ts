// The frame of every endpoint that is counted: site, then the unit, then the work; the unit is given back when the work
// fails, and every answer says where the license stands.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { type Meter, quotaHeaders, type Standing } from '../licensing/usage/quota.ts'
import type { Caller } from './caller.ts'
import type { Parts } from './parts.ts'
import { type ReadyAnswer, writeAnswer } from './write-answer.ts'

type MeteredParts = Pick<Parts, 'sites' | 'meter' | 'metrics' | 'now' | 'log'>

export type Work<T> = {
  /** Checks what is asked for, before anything is counted. */
  readonly parse: (request: FastifyRequest, caller: Caller) => T
  /** Answers it; what it throws costs nothing. */
  readonly perform: (task: T, reply: FastifyReply, caller: Caller) => ReadyAnswer | Promise<ReadyAnswer>
}

export const metered =
  <T>({ sites, meter, metrics, now }: MeteredParts, name: Meter, { parse, perform }: Work<T>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = request
    if (!caller) throw new ApiError('token_missing')
    const { license, plan } = caller
    const siteId = (request.body as { siteId?: string }).siteId ?? caller.siteId
    if (siteId !== undefined && !sites.isAdmitted(license.id, siteId)) await sites.admit(license, plan, siteId)
    const task = parse(request, caller)

    const { standing, refusal } = await meter.reserve(license, plan, name)
    if (refusal) {
      metrics.countRefusal(refusal.code)
      sendQuota(reply, standing, now())
      throw refusal
    }
    try {
      const work = perform(task, reply, caller)
      const answer = work instanceof Promise ? await work : work
      // It took too long, and was answered with an error meanwhile.
      if (reply.sent) throw new ApiError('unavailable')
      writeAnswer(reply, answer, standing, now())
    } catch (error) {
      sendQuota(reply, await meter.giveBack(license, standing), now())
      throw error
    }
  }

const QUOTA_HEADER = 'x-quota-limit'

const sendQuota = (reply: FastifyReply, standing: Standing, now: number): void => {
  reply.headers(quotaHeaders(standing, now))
}

/** Puts the standing on an error answer that was made before anything was counted, once the license is known. */
export const addQuota = async (
  { meter, now, log }: MeteredParts,
  name: Meter,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { caller } = request
  if (!caller || reply.hasHeader(QUOTA_HEADER)) return
  try {
    sendQuota(reply, await meter.look(caller.license, caller.plan, name), now())
  } catch (error) {
    // The answer itself matters more than what stands on it.
    log.warn({ err: error }, 'The quota could not be read for an error answer')
  }
}
