// The frame of every endpoint that is counted: what is asked for, then the units, then the site, then the work; what the
// work does not use is given back, a refusal takes one of the minute, and every answer says where the license stands.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { canonicalSite } from '../licensing/sites/site.ts'
import type { Purpose, Reservation } from '../licensing/usage/meter.ts'
import { type Meter, type QuotaStatus, quotaFields } from '../licensing/usage/quota.ts'
import { type Content, contentAs, isShort } from '../runtime/content-coding/content.ts'
import { chooseCoding } from './accept-encoding.ts'
import type { Caller } from './caller.ts'
import type { Parts } from './parts.ts'
import { addFields } from './response-headers.ts'
import { type Coded, type ReadyResponse, writeResponse } from './write-response.ts'

type MeteredParts = Pick<Parts, 'sites' | 'meter' | 'metrics' | 'now' | 'log'>

export type Work<T> = {
  /** What it is called in what a license used: the endpoint's path without its slash. */
  readonly endpoint: string
  /** Checks what is asked for, before anything is counted. */
  readonly parse: (request: FastifyRequest, caller: Caller) => T
  /** The platform that it is asked of; undefined where it is of none. */
  readonly platformOf: (task: T) => string | undefined
  /** The most units that it may cost; one when absent. */
  readonly unitsOf?: (task: T) => number
  /** Answers it, with as many units as were granted; what it throws costs nothing. */
  readonly perform: (
    task: T,
    reply: FastifyReply,
    caller: Caller,
    reservation: Reservation,
  ) => CountedResponse | Promise<CountedResponse>
}

export type CountedResponse = ReadyResponse & {
  /** What it costs; all that was granted when absent. */
  readonly units?: number
}

export const metered =
  <T>(
    { sites, meter, metrics, now }: MeteredParts,
    name: Meter,
    { endpoint, parse, platformOf, unitsOf, perform }: Work<T>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = request
    if (!caller) throw new ApiError('token_missing')
    const { license, plan } = caller
    const siteId = (request.body as { siteId?: string }).siteId ?? caller.siteId
    const admitted = siteId === undefined ? '' : sites.findAdmitted(license.id, siteId)
    const site = admitted ?? canonicalSite(siteId as string)
    const task = parse(request, caller)

    const purpose: Purpose = { platform: platformOf(task) ?? '', endpoint, site }
    const reservation = await meter.reserve(license, plan, name, purpose, unitsOf?.(task))
    const { refusal, granted } = reservation
    let { quotaStatus } = reservation
    if (refusal && granted === 0) {
      metrics.countRefusal(refusal.code)
      sendQuota(reply, quotaStatus, now())
      throw refusal
    }
    let taken = granted
    try {
      // Only now: what is refused, or comes too often, leaves no site behind.
      if (siteId !== undefined && admitted === undefined) await sites.admit(license, plan, siteId)
      const work = perform(task, reply, caller, reservation)
      const response = work instanceof Promise ? await work : work
      const coding = codeFor(request, response.content)
      const coded = coding instanceof Promise ? await coding : coding
      if (response.units !== undefined && response.units < granted) {
        taken = response.units
        quotaStatus = await meter.refund(license, quotaStatus, purpose, granted - taken)
      }
      // It took too long, and was answered with an error meanwhile.
      if (reply.sent) throw new ApiError('unavailable')
      writeResponse(reply, response, coded, quotaStatus, now())
    } catch (error) {
      sendQuota(reply, await meter.refund(license, quotaStatus, purpose, taken), now())
      throw error
    }
  }

/** Without a promise where the client takes it as it is held. */
const codeFor = ({ headers }: FastifyRequest, content: Content): Coded | Promise<Coded> => {
  const coding = chooseCoding(headers['accept-encoding'], isShort(content))
  const bytes = contentAs(content, coding)
  return bytes instanceof Promise ? bytes.then((coded) => ({ bytes: coded, coding })) : { bytes, coding }
}

const QUOTA_HEADER = 'x-quota-limit'

const sendQuota = (reply: FastifyReply, quotaStatus: QuotaStatus, now: number): void => {
  addFields(reply, quotaFields(quotaStatus, now))
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
    const { quotaStatus, refusal } = await meter.refuse(caller.license, caller.plan, name)
    sendQuota(reply, quotaStatus, now())
    if (refusal) metrics.countRefusal(refusal.code)
    return refusal
  } catch (error) {
    // The answer itself matters more than what stands on it.
    log.warn({ err: error }, 'A refused request could not be counted')
    return undefined
  }
}
