// The frame of every endpoint that is counted: what is asked for, then the unit, then the site, then the work; the unit is
// given back when the work fails, a refusal takes one of the minute, and every answer says where the license stands.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { canonicalSite } from '../licensing/sites/site.ts'
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
    const isNewSite = siteId !== undefined && !sites.isAdmitted(license.id, siteId)
    if (isNewSite) canonicalSite(siteId)
    const task = parse(request, caller)

    const { standing, refusal } = await meter.reserve(license, plan, name)
    if (refusal) {
      metrics.countRefusal(refusal.code)
      sendQuota(reply, standing, now())
      throw refusal
    }
    try {
      // Only now: what is refused, or comes too often, leaves no site behind.
      if (isNewSite) await sites.admit(license, plan, siteId)
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

/** Counts a request that is refused before anything was counted, once its license is known, in the burst of the minute,
 * and puts the standing on its answer. Resolves to the refusal that it is told instead where the minute has no room. */
export const countRefused = async (
  { meter, metrics, now, log }: MeteredParts,
  name: Meter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiError | undefined> => {
  const { caller } = request
  if (!caller || reply.hasHeader(QUOTA_HEADER)) return undefined
  try {
    const { standing, refusal } = await meter.refuse(caller.license, caller.plan, name)
    sendQuota(reply, standing, now())
    if (refusal) metrics.countRefusal(refusal.code)
    return refusal
  } catch (error) {
    // The answer itself matters more than what stands on it.
    log.warn({ err: error }, 'A refused request could not be counted')
    return undefined
  }
}
